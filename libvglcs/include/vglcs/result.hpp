// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace vglcs {

/// A matched pair: letter i of A with letter j of B, 0-based, in the aligned orientation.
struct matched_pair
{
    std::size_t i = 0, j = 0;
    friend auto operator<=>(matched_pair const &, matched_pair const &) = default;
};

/// The canonical answer: the same from every engine, device and number of threads.
/// Last pair: smallest i, then smallest j with V maximal. The pair before (i, j): among the allowed cells with
/// V(i, j) - 1, the largest i', then the largest j'.
struct result
{
    std::uint64_t length = 0;         ///< number of pairs of the longest chain
    std::optional<matched_pair> last; ///< where the canonical chain ends; nothing where length is 0
    std::vector<matched_pair> chain;  ///< the pairs in order; empty under task::length
    std::string_view engine;          ///< name of the engine that answered
};

} // namespace vglcs
