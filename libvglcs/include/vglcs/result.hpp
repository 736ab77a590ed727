// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/pruning_certificate.hpp>

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
/// V(i, j) is the best score of a chain that ends in (i, j): `match`, and what the best allowed pair before it leaves
/// after the cost of the link, where that is more than 0. Last pair: smallest i, then smallest j with V maximal. A
/// chain begins where V is `match`; else the pair before (i, j) is, among the allowed ones that attain V, the one of
/// the largest i', then the largest j'.
struct result
{
    /// Number of pairs of the chain. Under task::length of a problem with costs the score alone is computed, and this
    /// is 0.
    std::uint64_t length = 0;
    std::optional<matched_pair> last; ///< where the canonical chain ends; nothing where the score is 0
    std::vector<matched_pair> chain;  ///< the pairs in order; empty under task::length
    std::string_view engine;          ///< name of the engine that answered
    /// Where the engine left out cells that lie on no best chain: why it could.
    std::optional<pruning_certificate> pruned;
    std::uint64_t score = 0; ///< of the chain; its length where nothing costs anything and a match earns 1
};

} // namespace vglcs
