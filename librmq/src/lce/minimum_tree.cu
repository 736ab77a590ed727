// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/lce.hpp>

#include "device/kernel_launch.cuh"

namespace rmq::cuda::detail {

namespace {

constexpr unsigned threads = 256;
constexpr std::size_t fan = minimum_layout::fan;
constexpr std::uint32_t none = 0xffffffff;

/// The last values, padded to a group.
__global__ void last_group_kernel(std::uint32_t const * values, std::size_t n, std::uint32_t * group)
{
    std::size_t const at = (n - 1) / fan * fan + threadIdx.x;
    group[threadIdx.x] = n > 0 && at < n ? values[at] : none;
}

/// Minima of groups of `fan`, padded to whole groups of them.
__global__ void level_kernel(std::uint32_t const * below, std::size_t count, std::uint32_t * level, std::size_t padded)
{
    std::size_t const g = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (g >= padded)
        return;
    std::uint32_t least = none;
    if (g * fan + fan <= count) {
        auto const * const group = reinterpret_cast<uint4 const *>(below + g * fan);
        for (unsigned k = 0; k < fan / 4; ++k) {
            uint4 const v = group[k];
            least = min(least, min(min(v.x, v.y), min(v.z, v.w)));
        }
    } else {
        for (std::size_t p = g * fan; p < count; ++p)
            least = min(least, below[p]);
    }
    level[g] = least;
}

/// A row of the sparse table from the row before; what is never asked is 0.
__global__ void row_kernel(std::uint32_t const * below, std::size_t half, std::size_t top, std::uint32_t * row)
{
    std::size_t const p = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (p < top)
        row[p] = p + 2 * half <= top ? min(below[p], below[p + half]) : 0;
}

} // namespace

void minimum_tree_async(std::uint32_t const * values, std::uint32_t * tree, minimum_layout const & layout,
                        std::size_t n, stream_handle on)
{
    launch(last_group_kernel, 1, static_cast<unsigned>(fan), 0, on, values, n, tree);
    if (n == 0)
        return;
    std::uint32_t const * below = values;
    std::size_t count = n;
    for (unsigned k = 1; k <= layout.levels; ++k) {
        std::size_t const groups = (count + fan - 1) / fan, padded = (groups + fan - 1) / fan * fan;
        std::uint32_t * const level = tree + layout.offset[k];
        launch(level_kernel, blocks_for(padded, threads), threads, 0, on, below, count, level, padded);
        below = level;
        count = groups;
    }
    std::uint32_t * row = tree + layout.offset[layout.levels + 1];
    for (std::size_t half = 1; 2 * half <= layout.top; half *= 2, row += layout.top) {
        launch(row_kernel, blocks_for(layout.top, threads), threads, 0, on, below, half, layout.top, row);
        below = row;
    }
}

} // namespace rmq::cuda::detail
