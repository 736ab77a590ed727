// SPDX-License-Identifier: BSD-3-Clause
#include "gpu_test.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/device_buffer.hpp>

#include <numeric>
#include <vector>

namespace {

using cuda_layer = vglcs::test::gpu_test;

TEST_F(cuda_layer, copies_there_and_back)
{
    rmq::cuda::stream const stream;
    for (std::size_t const size : {0, 1, 1000, 1'000'001}) {
        std::vector<int> values(size);
        std::iota(values.begin(), values.end(), 7);
        rmq::cuda::device_buffer<int> buffer{std::span<int const>{values}, stream};
        EXPECT_EQ(rmq::cuda::to_host(rmq::cuda::device_span<int const>{buffer.span()}, stream), values);
        rmq::cuda::device_buffer<int> const moved = std::move(buffer);
        EXPECT_EQ(buffer.data(), nullptr);
        EXPECT_EQ(moved.size(), size);
    }
}

TEST_F(cuda_layer, too_large_an_allocation_is_out_of_memory)
{
    rmq::cuda::stream const stream;
    EXPECT_THROW((rmq::cuda::device_buffer<char>{std::size_t{1} << 50, stream}), rmq::cuda::out_of_memory);
    EXPECT_NO_THROW((rmq::cuda::device_buffer<char>{1, stream}));
}

/// What buffers have given back counts as free, though the device's pool may keep it; what they hold does not.
TEST_F(cuda_layer, free_bytes_count_what_the_pool_keeps)
{
    rmq::cuda::device_guard const guard{0};
    rmq::cuda::stream const stream;
    constexpr std::size_t size = std::size_t{256} << 20, slack = std::size_t{64} << 20; // others may use the device
    {
        rmq::cuda::device_buffer<char> const first{1, stream};
    }
    stream.synchronize();
    std::size_t const before = rmq::cuda::free_bytes();
    for (int turn = 0; turn < 3; ++turn) {
        {
            rmq::cuda::device_buffer<char> const held{size, stream};
            stream.synchronize();
            EXPECT_LT(rmq::cuda::free_bytes(), before - size + slack);
        }
        stream.synchronize();
        EXPECT_GT(rmq::cuda::free_bytes(), before - slack);
    }
}

/// Most of what is free can be had in one piece after the pool has kept many small ones.
TEST_F(cuda_layer, kept_pieces_do_not_stand_in_the_way)
{
    rmq::cuda::device_guard const guard{0};
    rmq::cuda::stream const stream;
    {
        std::vector<rmq::cuda::device_buffer<char>> pieces;
        for (int k = 0; k < 100; ++k)
            pieces.emplace_back(std::size_t{3} << 20, stream);
        for (std::size_t k = 0; k < pieces.size(); k += 2) // half of them, in between
            pieces[k] = {};
        stream.synchronize();
        rmq::cuda::device_buffer<char> const large{rmq::cuda::free_bytes() / 10 * 8, stream};
        stream.synchronize();
    }
    rmq::cuda::device_buffer<char> const large{rmq::cuda::free_bytes() / 10 * 8, stream};
    stream.synchronize();
}

TEST_F(cuda_layer, devices_are_described)
{
    for (rmq::cuda::device_info const & d : rmq::cuda::devices().devices) {
        EXPECT_FALSE(d.name.empty());
        EXPECT_GE(d.major, 8);
        EXPECT_GT(d.multiprocessors, 0);
        EXPECT_GT(d.memory_bytes, std::size_t{1} << 30);
    }
    EXPECT_THROW((void)rmq::cuda::device(9999), rmq::cuda::unavailable);
}

} // namespace
