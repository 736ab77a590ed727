// SPDX-License-Identifier: BSD-3-Clause
/// The canonical chain of a scored problem from cells that come back as they are asked for.
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>
#include <vglcs/run_control.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace vglcs::cpu {

/// Read access to V for the walk from the last pair to the first. The walk never goes down or right again: no cell is
/// asked for below or right of the pair that `stand_on` was last told of.
class scored_cells
{
public:
    struct cell
    {
        std::size_t j;
        std::uint64_t value;
    };
    virtual ~scored_cells() = default;
    virtual void stand_on(matched_pair at) = 0;
    /// The largest j in [first, last] (closed) with V(i, j) >= least, least > 0; nothing where there is none.
    [[nodiscard]] virtual std::optional<cell> find_last(std::size_t i, std::size_t first, std::size_t last,
                                                        std::uint64_t least) = 0;
};

/// The canonical chain of a problem with costs that ends in `last` with V(last) = score. Throws `interrupted`, and an
/// internal error where the cells do not hold the chain.
[[nodiscard]] std::vector<matched_pair> trace_scored_chain(problem const & p, matched_pair last, std::uint64_t score,
                                                           scored_cells & cells, run_control * control);

} // namespace vglcs::cpu
