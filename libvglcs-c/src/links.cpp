// SPDX-License-Identifier: BSD-3-Clause
#include "links.hpp"

#include <vglcs/link.hpp>

#include <optional>
#include <utility>

namespace vglcs::c_api {

namespace {

std::vector<vglcs_link> links_of(problem const & p, std::vector<matched_pair> const & chain)
{
    std::vector<vglcs_link> out;
    if (!(p.side_a().has_jumps || p.side_b().has_jumps) || chain.empty())
        return out;
    out.reserve(chain.size() - 1);
    auto const place = [](std::optional<jumped> const & over, std::uint32_t & first, std::uint32_t & end) {
        first = over ? static_cast<std::uint32_t>(over->first) : VGLCS_NONE;
        end = over ? static_cast<std::uint32_t>(over->end) : VGLCS_NONE;
    };
    for (std::size_t k = 1; k < chain.size(); ++k) {
        chain_link const link = link_of(p, chain[k - 1], chain[k]).value();
        vglcs_link & mine = out.emplace_back();
        place(link.a, mine.a_first, mine.a_end);
        place(link.b, mine.b_first, mine.b_end);
        mine.cost = link.cost;
    }
    return out;
}

} // namespace

void take_better(pair_outcome & kept, problem const & p, pair_reading reading, result found, bool first)
{
    if (!first && found.score <= kept.result.score)
        return;
    kept.links = links_of(p, found.chain);
    kept.result = std::move(found);
    kept.reading = reading;
}

} // namespace vglcs::c_api
