// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace vglcs {

/// The letters jumped over, [first, end): a jump passes `first` before all others and lands on `end`. Positions of the
/// file.
struct jumped
{
    std::size_t first = 0, end = 0;
    friend bool operator==(jumped const &, jumped const &) = default;
};

/// What one link costs, and the jumps that it is written with: on each side a jump where no jump is not allowed or
/// costs more; of several cheapest ones that with the fewest letters skipped beside it, then that of the smallest
/// first letter.
struct chain_link
{
    std::uint64_t cost = 0;
    std::optional<jumped> a, b;
    friend bool operator==(chain_link const &, chain_link const &) = default;
};

/// The link from one pair to the next, in positions of the file; nothing where it is not allowed.
/// O(s log s) for s skipped letters, O(1) where they cost nothing.
[[nodiscard]] std::optional<chain_link> link_of(problem const & p, matched_pair before, matched_pair at);

/// Score of a chain in positions of the file: `match` a pair less the costs of the links; nothing where a pair does not
/// match or a link is not allowed.
[[nodiscard]] std::optional<std::int64_t> score_of(problem const & p, std::span<matched_pair const> chain);

} // namespace vglcs
