// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/placed_links.hpp"

#include "check/cheapest_step.hpp"
#include "io/bytes/parse_fault.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

namespace vglcs::detail {

namespace {

std::optional<jumped> ends_of(step const & s)
{
    return s.jump ? std::optional{jumped{s.jump->first, s.jump->end}} : std::nullopt;
}

} // namespace

link_sums sums_of(std::span<placed_link const> links) noexcept
{
    link_sums out;
    for (auto const & [pair, link] : links) {
        out.cost += link.cost;
        out.jumps += std::uint64_t{link.a.has_value()} + std::uint64_t{link.b.has_value()};
    }
    return out;
}

std::vector<placed_link> find_links(std::span<matched_pair const> chain, file_side const & a, file_side const & b)
{
    std::vector<placed_link> out;
    for (std::size_t k = 1; k < chain.size(); ++k) {
        auto const [i, j] = chain[k - 1];
        if (chain[k].i == i + 1 && chain[k].j == j + 1)
            continue; // nothing is skipped
        auto const x = cheapest_step(a, i, chain[k].i, a.rule(chain[k].j)),
                   y = cheapest_step(b, j, chain[k].j, b.rule(chain[k].i));
        if (!x || !y)
            throw std::logic_error{"a link of an answer's chain is not allowed"};
        chain_link link{x->cost + y->cost, ends_of(*x), ends_of(*y)};
        if (link != chain_link{})
            out.push_back({k, std::move(link)});
    }
    return out;
}

std::vector<placed_link> find_links(pair_record const & pair)
{
    if (pair.result.chain.size() < 2)
        return {};
    return find_links(pair.result.chain,
                      file_side{*pair.query_limits, pair.query_jumps, pair.scoring.skip_a, pair.query_by_target},
                      file_side{*pair.target_limits, pair.target_jumps, pair.scoring.skip_b, pair.target_by_query});
}

std::string jumps_text(chain_link const * link)
{
    std::string out;
    auto const add = [&](char side, std::optional<jumped> const & jump) {
        if (jump)
            out += fmt::format("{}{}:{}-{}", out.empty() ? "" : ",", side, jump->first, jump->end);
    };
    if (link) {
        add('a', link->a);
        add('b', link->b);
    }
    return out.empty() ? "." : out;
}

stated_jumps parse_jumps(std::string_view text)
{
    stated_jumps out;
    if (text == ".")
        return out;
    auto const refuse = [&] {
        return parse_fault{fmt::format("'{}' is neither . nor jumps like a:12-70,b:30-95", excerpt(text))};
    };
    for (std::string_view left = text;;) {
        std::size_t const comma = left.find(',');
        std::string_view const one = left.substr(0, comma);
        std::size_t const hyphen = one.find('-');
        bool const on_a = one.starts_with("a:");
        std::optional<jumped> & place = on_a ? out.a : out.b;
        if ((!on_a && !one.starts_with("b:")) || hyphen == one.npos || place || (on_a && out.b))
            throw refuse();
        place = jumped{parse_count(one.substr(2, hyphen - 2), "start of a jump"),
                       parse_count(one.substr(hyphen + 1), "end of a jump")};
        if (comma == left.npos)
            return out;
        left.remove_prefix(comma + 1);
    }
}

} // namespace vglcs::detail
