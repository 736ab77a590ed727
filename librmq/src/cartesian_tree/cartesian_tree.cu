// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/cartesian_tree.hpp>

#include "device/kernel_launch.cuh"

namespace rmq::cuda::detail {

namespace {

/// Every child writes to its parent; a slot has one writer. Missing children are filled in before.
template <class Index>
__global__ void children_kernel(Index const * parents, std::size_t n, Index * left_child, Index * right_child,
                                Index * root)
{
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Index const p = parents[i];
    if (p == rmq::no_position<Index>)
        *root = static_cast<Index>(i);
    else
        (i < p ? left_child : right_child)[p] = static_cast<Index>(i);
}

} // namespace

void cartesian_children_async(void const * parents, std::size_t n, unsigned index_bytes, void * left_child,
                              void * right_child, void * root, stream_handle on)
{
    for (void * const children : {left_child, right_child})
        fill_bytes(children, 0xff, n * index_bytes, on);
    fill_bytes(root, 0xff, index_bytes, on);
    constexpr unsigned threads = 256;
    auto const run = [&]<class Index>(Index) {
        launch(children_kernel<Index>, blocks_for(n, threads), threads, 0, on, static_cast<Index const *>(parents), n,
               static_cast<Index *>(left_child), static_cast<Index *>(right_child), static_cast<Index *>(root));
    };
    if (index_bytes == 4)
        run(std::uint32_t{});
    else
        run(std::uint64_t{});
}

} // namespace rmq::cuda::detail
