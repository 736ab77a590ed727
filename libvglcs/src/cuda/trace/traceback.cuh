// SPDX-License-Identifier: BSD-3-Clause
/// One traceback along the canonical chain: one warp goes from cell to cell, the other warps of its block keep the
/// cache ahead of it.
#pragma once

#include "cuda/trace/traceback_launch.hpp"
#include "cuda/warp.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda {

/// Loads that a warp has in flight while it looks for the cell before.
inline constexpr int lines = 4;

/// A closed window, empty where first > last. Sequences with a table are far shorter than 2^31.
struct closed_range
{
    int first, last;
};

__device__ __forceinline__ closed_range before(device_limits const & limits, int at)
{
    auto const lo = static_cast<int>(limits.lo[static_cast<std::uint32_t>(at) * limits.lo_step]);
    auto const hi = static_cast<int>(limits.hi[static_cast<std::uint32_t>(at) * limits.hi_step]);
    return {max(0, at - 1 - hi), at - 1 - lo};
}

/// Threads of a traceback: the first warp runs it, each of the others keeps one tile near it in the first-level cache.
inline constexpr int tile_rows = 32, tiles_up = 3, tiles_left = 5, traceback_threads = 32 * (1 + tiles_up * tiles_left);

/// The same where many run side by side: with seven tiles each, so that those of four tracebacks fit a multiprocessor's
/// cache, and half as many warps take its schedulers.
inline constexpr int speculative_threads = 32 * (1 + 7);

/// Columns of a tile: a line of the cache.
template <class Value>
inline constexpr int tile_columns_of = 128 / sizeof(Value);

/// Where the traceback is, row << 32 | column within the table; shared by atomic operations only.
using traceback_position = unsigned long long;
inline constexpr traceback_position traceback_over = ~0ull;

/// Nanoseconds between two looks of a prefetching warp. A traceback stays in a tile for some microseconds; where many
/// run side by side, warps that look more often would take the schedulers from the tracebacks.
inline constexpr unsigned look_alone = 100, look_among_many = 500;

/// Follows the traceback until it is over. The result has no meaning: it keeps the loads from being removed.
template <class Value>
__device__ unsigned prefetch_tiles(traceback_task const & t, traceback_position * position, int tile, unsigned look,
                                   int lane)
{
    unsigned used = 0;
    constexpr int tile_columns = tile_columns_of<Value>;
    long long seen_row = -1, seen_column = -1;
    int const up = tile / tiles_left, left = tile % tiles_left;
    for (;;) {
        traceback_position at = 0;
        if (lane == 0)
            at = atomicCAS(position, 0ull, 0ull);
        at = __shfl_sync(all_lanes, at, 0);
        if (at == traceback_over)
            return used;
        auto const at_row = static_cast<std::uint32_t>(at >> 32), at_column = static_cast<std::uint32_t>(at);
        long long const row = static_cast<long long>(at_row / tile_rows) - up,
                        column = static_cast<long long>(at_column / tile_columns) - left;
        if (row == seen_row && column == seen_column) {
            __nanosleep(look);
            continue;
        }
        seen_row = row;
        seen_column = column;
        if (row < 0 || column < 0)
            continue;
        long long const r = row * tile_rows + lane, c = column * tile_columns;
        auto const * const line = static_cast<Value const *>(t.table) + static_cast<std::size_t>(r) * t.row_values + c;
        if (r <= at_row) {
#pragma unroll
            for (int sector = 0; sector < 4; ++sector) // a line comes by sectors of 32 bytes
                used ^= touch(line + sector * tile_columns / 4);
        }
        if (left == 0 && r <= at_row) {
            used ^= touch(t.rows.hi + (r + t.first_row) * t.rows.hi_step);
            used ^= touch(t.rows.lo + (r + t.first_row) * t.rows.lo_step);
        }
        if (up == 0) {
            for (long long x = c + lane; x <= at_column && x < c + tile_columns; x += 32) {
                used ^= touch(t.columns.hi + (x + t.first_column) * t.columns.hi_step);
                used ^= touch(t.columns.lo + (x + t.first_column) * t.columns.lo_step);
            }
        }
    }
}

/// Where the cell before is looked for: coordinates within the kept table, "major" A's and "minor" B's; the largest
/// major wins, then the largest minor.
struct search
{
    closed_range major, minor;
};

/// The first cell of value `want` in the order of the rule; major -1 where there is none. All lanes return the same.
/// `lines` times 32 cells are read at a time: that many majors where the minors fit one warp, else as many minors.
template <class Value>
__device__ __forceinline__ int2 find(Value const * table, std::size_t major_step, std::size_t minor_step, search s,
                                     std::uint32_t want, int lane)
{
    constexpr unsigned none = ~0u;
    if (s.minor.last - s.minor.first < 32) {
        bool const inside = lane <= s.minor.last - s.minor.first;
        Value const * const line =
            table + static_cast<std::size_t>(inside ? s.minor.last - lane : s.minor.last) * minor_step;
        for (int major = s.major.last; major >= s.major.first; major -= lines) {
            // all loads without a condition, so that none waits for another
            Value got[lines];
#pragma unroll
            for (int k = 0; k < lines; ++k)
                got[k] = line[static_cast<std::size_t>(max(major - k, s.major.first)) * major_step];
            unsigned position = none;
#pragma unroll
            for (int k = lines - 1; k >= 0; --k)
                position = inside && major - k >= s.major.first && got[k] == want ? static_cast<unsigned>(k * 32 + lane)
                                                                                  : position;
            position = __reduce_min_sync(all_lanes, position);
            if (position != none)
                return {major - static_cast<int>(position / 32), s.minor.last - static_cast<int>(position % 32)};
        }
        return {-1, -1};
    }
    constexpr int wide = 8;
    for (int major = s.major.last; major >= s.major.first; --major) {
        Value const * const line = table + static_cast<std::size_t>(major) * major_step;
        for (int minor = s.minor.last; minor >= s.minor.first; minor -= 32 * wide) {
            unsigned position = none;
#pragma unroll
            for (int k = wide - 1; k >= 0; --k) {
                int const at = minor - 32 * k - lane;
                if (at >= s.minor.first && line[static_cast<std::size_t>(at) * minor_step] == want)
                    position = static_cast<unsigned>(k * 32 + lane);
            }
            position = __reduce_min_sync(all_lanes, position);
            if (position != none)
                return {major, minor - static_cast<int>(position)};
        }
    }
    return {-1, -1};
}

/// Traces back from a cell along the canonical chain: up to value 0, or to the first cell whose window leaves the
/// table.
/// @param visit   visit.jump(at): true where it moved `at` further along the chain by itself; visit.keep(at): takes a
///                cell of the chain; visit.done(at): true to end the traceback before that cell
template <class Value, class Visit>
__device__ __forceinline__ table_cell traceback(traceback_task const & t, table_cell at, traceback_position * position,
                                                int lane, Visit & visit)
{
    auto const * const table = static_cast<Value const *>(t.table);
    auto const first_row = static_cast<int>(t.first_row), first_column = static_cast<int>(t.first_column);
    std::uint32_t tile_published = ~0u;
    while (at.value > 0 && at.value != ~0u) {
        if (visit.jump(at))
            continue;
        closed_range rows = before(t.rows, static_cast<int>(at.row));
        closed_range columns = before(t.columns, static_cast<int>(at.column));
        bool const last = at.value == 1;
        if (!last && (columns.first < first_column || rows.first < first_row))
            break;
        if (lane == 0) {
            visit.keep(at);
            // the prefetching warps look at tiles only
            std::uint32_t const row = at.row - t.first_row, column = at.column - t.first_column;
            if (std::uint32_t const tile_now = row / tile_rows ^ column / tile_columns_of<Value> << 16;
                tile_now != tile_published) {
                atomicExch(position, traceback_position{row} << 32 | column);
                tile_published = tile_now;
            }
        }
        --at.value;
        if (last)
            break;
        rows = {rows.first - first_row, rows.last - first_row};
        columns = {columns.first - first_column, columns.last - first_column};
        int2 found;
        if (t.columns_are_a) {
            found = find(table, 1, t.row_values, {columns, rows}, at.value, lane);
            found = {found.y, found.x};
        } else {
            found = find(table, t.row_values, 1, {rows, columns}, at.value, lane);
        }
        if (found.x < 0) { // cannot be: every value above 1 has a cell before it; ends as a fault, not as a hang
            at.value = ~0u;
            break;
        }
        at.row = static_cast<std::uint32_t>(found.x + first_row);
        at.column = static_cast<std::uint32_t>(found.y + first_column);
        if (visit.done(at))
            break;
    }
    return at;
}

} // namespace vglcs::cuda
