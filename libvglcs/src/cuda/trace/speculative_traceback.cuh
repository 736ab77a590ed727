// SPDX-License-Identifier: BSD-3-Clause
/// Speculative tracebacks, which run ahead of the traceback in every band of rows, since a long traceback is a chain of
/// dependent loads. Links go on from where they leave their band to the path of one in the next band, and the traceback
/// itself only copies paths. The cell before depends on nothing but the cell, so a path does not depend on where it was
/// entered.
#pragma once

#include "cuda/trace/traceback_launch.hpp"
#include "cuda/warp.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda {

/// Steps between two looks for a path to follow: paths that have met stay together.
inline constexpr std::uint32_t steps_between = 16;

/// The first lane whose condition holds; 32 where there is none.
__device__ __forceinline__ std::uint32_t first_lane(bool condition)
{
    std::uint32_t const set = __ballot_sync(all_lanes, condition);
    return set ? static_cast<std::uint32_t>(__ffs(static_cast<int>(set))) - 1 : 32;
}

__device__ __forceinline__ bool same_cell(table_cell const & a, table_cell const & b)
{
    return a.row == b.row && a.column == b.column && a.value == b.value;
}

/// A speculative traceback whose path passes a cell; 32 where there is none.
__device__ __forceinline__ std::uint32_t speculative_at(traceback_task const & t, table_cell at, int lane)
{
    std::size_t const row = at.row - t.first_row;
    return first_lane(t.speculative.paths[row * speculative_per_band + static_cast<std::uint32_t>(lane)] ==
                      at.column + 1);
}

/// A speculative traceback's visitor: writes its column for each row that it passes, until it leaves its band.
struct speculative_traceback
{
    traceback_task const & t;
    std::uint32_t band_begin, number;

    __device__ __forceinline__ bool jump(table_cell &) const { return false; }
    __device__ __forceinline__ void keep(table_cell at) const
    {
        t.speculative.paths[std::size_t{at.row - t.first_row} * speculative_per_band + number] = at.column + 1;
    }
    __device__ __forceinline__ bool done(table_cell at) const { return at.row - t.first_row < band_begin; }
};

/// A link's visitor: the same, until it meets a speculative traceback of the band that it has come into.
struct link
{
    traceback_task const & t;
    std::uint32_t band_begin, number;
    int lane;
    std::uint32_t steps = 0;

    __device__ __forceinline__ bool jump(table_cell &) const { return false; }
    __device__ __forceinline__ void keep(table_cell at) const
    {
        t.speculative.links[std::size_t{at.row - t.first_row} * speculative_per_band + number] = at.column + 1;
    }
    __device__ __forceinline__ bool done(table_cell at)
    {
        return at.row - t.first_row < band_begin ||
               (++steps % (steps_between / 2) == 0 && speculative_at(t, at, lane) < 32);
    }
};

/// The traceback's visitor: writes the chain, and where it meets a speculative traceback it copies that one's path, and
/// the link's behind it.
struct main_traceback
{
    traceback_task const & t;
    int lane;
    std::uint32_t steps = 0;
    bool arrived = true; ///< at the end of a copied path, or at the start

    __device__ __forceinline__ void keep(table_cell at) const { t.chain[at.value - 1] = {at.row, at.column}; }
    __device__ __forceinline__ bool done(table_cell) const { return false; }
    __device__ __forceinline__ bool jump(table_cell & at)
    {
        if (!t.speculative.paths)
            return false;
        std::uint32_t const band = (at.row - t.first_row) / t.speculative.band_rows,
                            first = band * speculative_per_band;
        if (band >= t.speculative.bands)
            return false;
        if (arrived) {
            arrived = false;
            steps = 0;
            std::uint32_t const number = first_lane(same_cell(t.speculative.link_begins[first + lane], at));
            if (number < 32) {
                copy(at, t.speculative.links, band, number, t.speculative.link_ends[first + number]);
                return true;
            }
        }
        if (steps++ % steps_between)
            return false;
        std::uint32_t const number = speculative_at(t, at, lane);
        if (number == 32)
            return false;
        copy(at, t.speculative.paths, band, number, t.speculative.ends[first + number]);
        arrived = true;
        return true;
    }

private:
    /// Copies the rest of a path through the band; `end` is the cell behind its last.
    __device__ __forceinline__ void copy(table_cell & at, std::uint32_t const * paths, std::uint32_t band,
                                         std::uint32_t number, table_cell end) const
    {
        constexpr int batch = 4; // loads under way
        auto const begin = static_cast<int>(band * t.speculative.band_rows);
        for (auto last = static_cast<int>(at.row - t.first_row); last >= begin; last -= 32 * batch) {
            std::uint32_t column[batch];
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                int const r = last - 32 * k - lane;
                column[k] = r >= begin ? paths[static_cast<std::size_t>(r) * speculative_per_band + number] : 0;
            }
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                std::uint32_t const passed = __ballot_sync(all_lanes, column[k] != 0);
                if (column[k])
                    t.chain[at.value - 1 - static_cast<unsigned>(__popc(passed & ((1u << lane) - 1)))] = {
                        static_cast<std::uint32_t>(last - 32 * k - lane) + t.first_row, column[k] - 1};
                at.value -= static_cast<unsigned>(__popc(passed));
            }
        }
        if (end.value != at.value) // cannot be: a path has as many cells as it loses in value
            at.value = ~0u;
        else
            at = end;
    }
};

} // namespace vglcs::cuda
