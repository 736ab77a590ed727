// SPDX-License-Identifier: BSD-3-Clause
#include "check/links_fault.hpp"

#include "io/bytes/parse_fault.hpp"
#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vglcs::detail {

namespace {

using fault = std::optional<std::string>;

std::string text_of(std::optional<jumped> const & jump)
{
    return jump ? fmt::format("[{}, {}]", jump->first, jump->end) : "none";
}

std::string text_of(stated_jumps const & jumps)
{
    return fmt::format("{} of A and {} of B", text_of(jumps.a), text_of(jumps.b));
}

stated_jumps jumps_of(chain_link const & link)
{
    return {link.a, link.b};
}

/// The jumps of each link that has one, as json states them and, with their places, pairs.
fault jumps_fault(stated_pair const & stated, std::vector<placed_link> links)
{
    std::erase_if(links, [](placed_link const & l) { return !l.link.a && !l.link.b; });
    auto const compare = [&](std::size_t k, stated_jumps const & found) -> fault {
        if (stated_jumps const right = jumps_of(links[k].link); found != right)
            return fmt::format("the jumps before pair {} are {}, but limits and costs give {}", links[k].pair + 1,
                               text_of(found), text_of(right));
        return std::nullopt;
    };
    if (stated.jump_count) {
        if (std::uint64_t const right = sums_of(links).jumps; *stated.jump_count != right)
            return fmt::format("the number of jumps is {}, but the chain has {}", *stated.jump_count, right);
    }
    if (stated.jumps) {
        for (std::size_t k = 0; k < std::min(links.size(), stated.jumps->size()); ++k)
            if (auto found = compare(k, (*stated.jumps)[k]))
                return found;
        if (stated.jumps->size() != links.size())
            return fmt::format("{} links with jumps are stated, but the chain has {}", stated.jumps->size(),
                               links.size());
    }
    if (!stated.has_placed_jumps)
        return std::nullopt;
    for (std::size_t k = 0; k < std::max(links.size(), stated.placed_jumps.size()); ++k) {
        bool const there = k < stated.placed_jumps.size();
        if (there && (k == links.size() || stated.placed_jumps[k].first < links[k].pair))
            return fmt::format("jumps are stated before pair {}, but limits and costs give none there",
                               stated.placed_jumps[k].first + 1);
        if (!there || stated.placed_jumps[k].first != links[k].pair)
            return fmt::format("no jumps are stated before pair {}, but limits and costs give {}", links[k].pair + 1,
                               text_of(jumps_of(links[k].link)));
        if (auto found = compare(k, stated.placed_jumps[k].second))
            return found;
    }
    return std::nullopt;
}

/// What json states of the cost of each link.
fault costs_fault(stated_pair const & stated, std::span<matched_pair const> chain, std::span<placed_link const> links)
{
    if (!stated.costs)
        return std::nullopt;
    std::size_t const steps = chain.empty() ? 0 : chain.size() - 1;
    if (stated.costs->size() != steps)
        return fmt::format("{} costs are stated for {} links", stated.costs->size(), steps);
    link_cursor link{links};
    for (std::size_t k = 1; k <= steps; ++k) {
        chain_link const * const costly = link(k);
        if (std::uint64_t const right = costly ? costly->cost : 0; (*stated.costs)[k - 1] != right)
            return fmt::format("the link to pair {} costs {}, stated is {}", k + 1, right, (*stated.costs)[k - 1]);
    }
    return std::nullopt;
}

/// The cigar, and what is counted along it.
fault cigar_fault(stated_pair const & stated, std::span<matched_pair const> chain, std::span<placed_link const> links)
{
    if (!stated.cigar)
        return std::nullopt;
    if (std::string const right = cigar_text(chain, links); *stated.cigar != right)
        return fmt::format("the cigar is '{}', but chain and jumps give '{}'", excerpt(*stated.cigar), excerpt(right));
    cigar_counts const counts = count_cigar(chain, links);
    if (stated.columns && *stated.columns != counts.columns())
        return fmt::format("column 11 is {}, but there are {} columns beside jumps", *stated.columns, counts.columns());
    if (stated.other_columns && *stated.other_columns != counts.edits())
        return fmt::format("NM is {}, but there are {} columns that are not matched, beside jumps",
                           *stated.other_columns, counts.edits());
    if (std::string const right = identity_text(counts.matches, counts.columns());
        stated.identity && *stated.identity != right)
        return fmt::format("the identity is {}, but the columns beside jumps give {}", excerpt(*stated.identity),
                           right);
    return std::nullopt;
}

} // namespace

std::optional<std::string> find_links_fault(stated_pair const & stated, std::span<matched_pair const> chain,
                                            std::span<placed_link const> links)
{
    if (auto found = jumps_fault(stated, {links.begin(), links.end()}))
        return found;
    if (auto found = costs_fault(stated, chain, links))
        return found;
    return cigar_fault(stated, chain, links);
}

} // namespace vglcs::detail
