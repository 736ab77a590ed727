// SPDX-License-Identifier: BSD-3-Clause
/// The CUDA layer on a machine or in a build without a device: it says why, and whatever needs one throws.
#include <rmq/cuda/block_sparse_table.hpp>
#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/lce.hpp>
#include <rmq/cuda/lcp_array.hpp>
#include <rmq/cuda/packed_text.hpp>
#include <rmq/cuda/sparse_table.hpp>
#include <rmq/cuda/succinct.hpp>
#include <rmq/cuda/succinct_index.hpp>
#include <rmq/cuda/suffix_array.hpp>
#include <rmq/cuda/window_maximum.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

TEST(cuda_layer, either_lists_devices_or_gives_a_reason)
{
    rmq::cuda::device_list const & list = rmq::cuda::devices();
    EXPECT_EQ(list.devices.empty(), !list.reason.empty()) << list.reason;
}

TEST(cuda_layer, without_a_device_use_throws_the_reason)
{
    if (!rmq::cuda::devices().devices.empty())
        GTEST_SKIP() << "this machine has a CUDA device";
    EXPECT_THROW((void)rmq::cuda::device(0), rmq::cuda::unavailable);
    EXPECT_THROW(rmq::cuda::device_guard{0}, rmq::cuda::unavailable);
    EXPECT_ANY_THROW((rmq::cuda::device_buffer<int>{4, nullptr}));
}

template <class Structure>
void expect_refused()
{
    EXPECT_ANY_THROW((Structure{rmq::cuda::device_span<std::int32_t const>{nullptr, 5}, nullptr}));
}

TEST(cuda_layer, without_a_device_structures_and_windows_throw)
{
    if (!rmq::cuda::devices().devices.empty())
        GTEST_SKIP() << "this machine has a CUDA device";
    expect_refused<rmq::cuda::block_sparse_table<std::int32_t>>();
    expect_refused<rmq::cuda::sparse_table<std::int32_t>>();
    expect_refused<rmq::cuda::succinct<std::int32_t>>();
    expect_refused<rmq::cuda::succinct_index<std::int32_t>>();
    EXPECT_ANY_THROW((rmq::cuda::window_extremum_async<rmq::max_leftmost, std::int32_t>(
        {nullptr, 5}, 3, {nullptr, 5}, {}, rmq::direction::backward, nullptr)));
}

TEST(cuda_layer, without_a_device_texts_and_what_is_made_of_them_throw)
{
    if (!rmq::cuda::devices().devices.empty())
        GTEST_SKIP() << "this machine has a CUDA device";
    rmq::packed_text const text;
    EXPECT_ANY_THROW((rmq::cuda::packed_text{text.view(), nullptr}));
    rmq::cuda::device_packed_view const none{rmq::packed_view{.size = 4}};
    rmq::cuda::device_span<std::uint32_t> const four{nullptr, 4};
    EXPECT_ANY_THROW(rmq::cuda::suffix_array(none, four, four, {}, nullptr));
    EXPECT_ANY_THROW(rmq::cuda::lcp_array_async(none, four, four, four, nullptr));
    EXPECT_ANY_THROW(rmq::cuda::lce{none}.query_async({nullptr, 4}, four, nullptr));
    EXPECT_ANY_THROW(rmq::cuda::minimum_tree_async(four, {nullptr, rmq::minimum_layout{4}.length}, nullptr));
    EXPECT_THROW((void)rmq::cuda::suffix_array_scratch_bytes(std::size_t{1} << 31), std::length_error);
}

TEST(cuda_layer, check_passes_success_and_names_the_failed_call)
{
    EXPECT_NO_THROW(RMQ_CUDA_CHECK(0));
    try {
        RMQ_CUDA_CHECK(1);
        FAIL() << "error 1 did not throw";
    } catch (rmq::cuda::error const & e) {
        EXPECT_EQ(e.code(), 1);
        EXPECT_THAT(e.what(), testing::HasSubstr("cuda_absent_test.cpp"));
    }
}

} // namespace
