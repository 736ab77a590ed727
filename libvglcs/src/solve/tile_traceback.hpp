// SPDX-License-Identifier: BSD-3-Clause
/// The canonical chain from any engine that can return rows of its table: the traceback is here, and the engine returns
/// rows (from a kept table, from tiles recomputed from checkpoints, from a device).
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace vglcs {

/// Read access to V for the walk from the last pair to the first. The walk never goes down or right again: rows asked
/// for never rise, and neither does the column of the pair it stands on. So an engine may recompute a tile when it is
/// first asked for, only up to that row and column, and forget every tile below or to the right.
class table_rows
{
public:
    virtual ~table_rows() = default;
    /// Largest j in [first, last] (closed) with V(i, j) = value, value > 0; nothing where there is none.
    [[nodiscard]] virtual std::optional<std::size_t> find_last(std::size_t i, std::size_t first, std::size_t last,
                                                               std::uint64_t value) = 0;
};

/// The canonical chain that ends in `last` with V(last) = length. O(length * rows scanned per pair) calls.
/// Throws an internal error where the rows do not hold the chain.
[[nodiscard]] std::vector<matched_pair> trace_chain(problem const & p, matched_pair last, std::uint64_t length,
                                                    table_rows & rows);

} // namespace vglcs
