// SPDX-License-Identifier: BSD-3-Clause
/// Far windows everywhere: what the rows' warp reads of earlier rows and of strips further away. Two helpers bring the
/// slots that a chunk's rows and columns read, joined (far_rows_helpers.cuh); a row reads these and the slots written
/// since.
#pragma once

#include "cuda/strip/kernel/row_slots.cuh"
#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// The far windows of the warp that runs a strip's rows.
template <class Layout, class Value, int Words>
class far_windows
{
    using words = lane_words<Words>;
    static constexpr int row_words = Layout::row_words, chunk = Layout::chunk;

public:
    /// Once the helpers have set up the strip.
    __device__ __forceinline__ far_windows(strip_problem const & p, strip_launch const & launch, std::uint32_t * shared,
                                           int lane)
        : shared_{shared}, lane_{lane}, columns_{uniform(shared[Layout::state]) != 0}, row_slots_{p, launch, shared,
                                                                                                  lane}
    {
    }

    /// Row i's maxima, r of the chunk.
    __device__ __forceinline__ words row_part(std::uint32_t header, int buffer, int r, words m) const
    {
        if (header & row_header::has_block)
            m = maximum<Value>(m, block_before_);
        if (header & row_header::has_early)
            m = maximum<Value>(
                m, load_words<Words>(shared_ + Layout::early_rows + (buffer * chunk + r) * row_words + lane_ * Words));
        if (header & row_header::has_late)
            m = row_slots_.joined_late(buffer, r, m);
        return m;
    }

    /// `before`, and the column slots of the windows of a lane's columns, in row r of the chunk.
    __device__ __forceinline__ words column_part(int buffer, int r, words const & before) const
    {
        if (!columns_)
            return before;
        return maximum<Value>(before, load_words<Words>(shared_ + Layout::far_rows +
                                                        (buffer * chunk + r) * Layout::far_row_words + lane_ * Words));
    }

    /// Keeps T_level of the newest row, i, where later rows ask for it.
    template <class Maxima>
    __device__ __forceinline__ void write_row(std::uint32_t header, std::uint32_t i, Maxima const & maxima)
    {
        row_slots_.write(header, i, [&](std::uint32_t level) {
            words x = maxima.t[5];
            if (level != 5)
                x = maxima.newest(level);
            return x;
        });
    }

    /// After the last row of a block, whose maximum is `newest`.
    __device__ __forceinline__ void end_block(words const & newest)
    {
        row_slots_.end_block();
        block_before_ = newest;
    }

private:
    std::uint32_t * shared_;
    int lane_;
    bool columns_; ///< some column of the strip is far
    row_slots<Layout, Value, Words> row_slots_;
    words block_before_{}; ///< its maximum
};

} // namespace vglcs::cuda
