// SPDX-License-Identifier: BSD-3-Clause
/// The links of a chain that cost something or have a jump, as writers show them and verify checks them.
#pragma once

#include "check/file_side.hpp"

#include <vglcs/io/pair_record.hpp>
#include <vglcs/io/result_reader.hpp>
#include <vglcs/link.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::detail {

/// A link and the pair that it leads to.
struct placed_link
{
    std::size_t pair; ///< its place in the chain, >= 1
    chain_link link;
};

/// Jumps of links, both sides of one link counted apart, and what the links cost together.
struct link_sums
{
    std::uint64_t jumps = 0, cost = 0;
};
[[nodiscard]] link_sums sums_of(std::span<placed_link const> links) noexcept;

/// The links of a chain that cost something or have a jump, in the chain's order. Throws std::logic_error where a link
/// is not allowed: a chain that an engine gave has none.   O(length), and what `cheapest_step` takes for each link that
/// skips letters.
[[nodiscard]] std::vector<placed_link> find_links(std::span<matched_pair const> chain, file_side const & a,
                                                  file_side const & b);
/// Those of an answered pair.
[[nodiscard]] std::vector<placed_link> find_links(pair_record const & pair);

/// The jumps of a link as pairs has them: "a:B-E", "b:B-E", both with a comma between, "." where there is none.
[[nodiscard]] std::string jumps_text(chain_link const * link);
/// Reads such a text. Throws parse_fault where it is none.
[[nodiscard]] stated_jumps parse_jumps(std::string_view text);

/// Goes along links beside a chain: call it with 1, 2, ... in rising order.
class link_cursor
{
public:
    explicit link_cursor(std::span<placed_link const> links) noexcept : left_{links} {}
    /// The link to a pair; null where it costs nothing and has no jump.
    [[nodiscard]] chain_link const * operator()(std::size_t pair) noexcept
    {
        while (!left_.empty() && left_.front().pair < pair)
            left_ = left_.subspan(1);
        return !left_.empty() && left_.front().pair == pair ? &left_.front().link : nullptr;
    }

private:
    std::span<placed_link const> left_;
};

} // namespace vglcs::detail
