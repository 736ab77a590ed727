// SPDX-License-Identifier: BSD-3-Clause
/// A long walk is a chain of dependent loads, so others walk ahead of it: scouts in every band of rows, and links from
/// where scouts leave their band to the way of a scout of the next one. What is left to the walk itself is to copy
/// their ways. The cell before depends on nothing but the cell, so what they write down does not depend on where they
/// started.
#pragma once

#include "cuda/trace/traceback_launch.hpp"
#include "cuda/warp.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda {

/// Steps between two looks for a way to follow: having met, ways stay together.
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

/// A scout whose way passes a cell; 32 where there is none.
__device__ __forceinline__ std::uint32_t scout_at(trace_task const & t, table_cell at, int lane)
{
    std::size_t const row = at.row - t.first_row;
    return first_lane(t.scouts.paths[row * scouts_a_band + static_cast<std::uint32_t>(lane)] == at.column + 1);
}

/// What a scout does on its way: it writes down its column for each row that it passes, until it leaves its band.
struct scout
{
    trace_task const & t;
    std::uint32_t band_begin, number;

    __device__ __forceinline__ bool jump(table_cell &) const { return false; }
    __device__ __forceinline__ void keep(table_cell at) const
    {
        t.scouts.paths[std::size_t{at.row - t.first_row} * scouts_a_band + number] = at.column + 1;
    }
    __device__ __forceinline__ bool done(table_cell at) const { return at.row - t.first_row < band_begin; }
};

/// What a link does on its way: the same, until it meets a scout of the band that it has come into.
struct link
{
    trace_task const & t;
    std::uint32_t band_begin, number;
    int lane;
    std::uint32_t steps = 0;

    __device__ __forceinline__ bool jump(table_cell &) const { return false; }
    __device__ __forceinline__ void keep(table_cell at) const
    {
        t.scouts.links[std::size_t{at.row - t.first_row} * scouts_a_band + number] = at.column + 1;
    }
    __device__ __forceinline__ bool done(table_cell at)
    {
        return at.row - t.first_row < band_begin || (++steps % (steps_between / 2) == 0 && scout_at(t, at, lane) < 32);
    }
};

/// What the walk does on its way: it keeps the chain, and where it meets a scout it takes over that one's way, and the
/// link's behind it.
struct main_walk
{
    trace_task const & t;
    int lane;
    std::uint32_t steps = 0;
    bool arrived = true; ///< at the end of a scout's way, or at the start

    __device__ __forceinline__ void keep(table_cell at) const { t.chain[at.value - 1] = {at.row, at.column}; }
    __device__ __forceinline__ bool done(table_cell) const { return false; }
    __device__ __forceinline__ bool jump(table_cell & at)
    {
        if (!t.scouts.paths)
            return false;
        std::uint32_t const band = (at.row - t.first_row) / t.scouts.band_rows, ways = band * scouts_a_band;
        if (band >= t.scouts.bands)
            return false;
        if (arrived) {
            arrived = false;
            steps = 0;
            std::uint32_t const number = first_lane(same_cell(t.scouts.link_begins[ways + lane], at));
            if (number < 32) {
                copy(at, t.scouts.links, band, number, t.scouts.link_ends[ways + number]);
                return true;
            }
        }
        if (steps++ % steps_between)
            return false;
        std::uint32_t const number = scout_at(t, at, lane);
        if (number == 32)
            return false;
        copy(at, t.scouts.paths, band, number, t.scouts.ends[ways + number]);
        arrived = true;
        return true;
    }

private:
    /// Takes over the rest of a way through the band, of which `end` is the cell behind the last.
    __device__ __forceinline__ void copy(table_cell & at, std::uint32_t const * paths, std::uint32_t band,
                                         std::uint32_t number, table_cell end) const
    {
        constexpr int batch = 4; // loads under way
        auto const begin = static_cast<int>(band * t.scouts.band_rows);
        for (auto last = static_cast<int>(at.row - t.first_row); last >= begin; last -= 32 * batch) {
            std::uint32_t column[batch];
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                int const r = last - 32 * k - lane;
                column[k] = r >= begin ? paths[static_cast<std::size_t>(r) * scouts_a_band + number] : 0;
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
        if (end.value != at.value) // cannot be: a way has as many cells as it loses in value
            at.value = ~0u;
        else
            at = end;
    }
};

} // namespace vglcs::cuda
