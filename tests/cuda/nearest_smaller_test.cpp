// SPDX-License-Identifier: BSD-3-Clause
/// Nearest smaller values on the device against the CPU's.
#include "gpu_test.hpp"
#include "rmq_inputs.hpp"
#include "same_elements.hpp"

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/nearest_smaller.hpp>
#include <rmq/nearest_smaller.hpp>

#include <cstdint>
#include <vector>

namespace {

using namespace vglcs::test;
using rmq::equal_values;
using rmq::cuda::nearest_method;

class cuda_nearest_smaller : public gpu_test, public ::testing::WithParamInterface<nearest_method>
{
protected:
    template <class Value, class Index, class Order>
    static void expect_cpu(std::vector<Value> const & values, char const * what)
    {
        for (equal_values const equals : {equal_values::skipped, equal_values::by_index}) {
            std::size_t const n = values.size();
            std::vector<Index> left(n), right(n), got_left(n, 7), got_right(n, 7);
            rmq::all_nearest_smaller<Value, Index, Order>(std::span<Value const>{values}, std::span<Index>{left},
                                                          std::span<Index>{right}, {.equals = equals});
            rmq::cuda::all_nearest_smaller<Value, Index, Order>(std::span<Value const>{values},
                                                                std::span<Index>{got_left}, std::span<Index>{got_right},
                                                                {.equals = equals, .method = GetParam()});
            ASSERT_TRUE(same_elements(got_left, left)) << what << " n " << n << " left, equals " << int(equals);
            ASSERT_TRUE(same_elements(got_right, right)) << what << " n " << n << " right, equals " << int(equals);
        }
    }
};

TEST_P(cuda_nearest_smaller, sizes_around_every_edge)
{
    for (std::size_t const n : edge_sizes())
        for (input_shape const shape : tested_shapes())
            expect_cpu<std::int32_t, std::uint32_t, rmq::min_leftmost>(make_values<std::int32_t>(n, shape),
                                                                       name(shape));
}

TEST_P(cuda_nearest_smaller, random_sizes)
{
    std::uint64_t draws = 11;
    auto const random = [&] { return scattered(draws++); };
    for (unsigned k = 0; k < share(12); ++k) {
        std::size_t const n = 1 + random() % share(1'000'000);
        input_shape const shape = all_shapes[random() % std::size(all_shapes)];
        expect_cpu<std::int32_t, std::uint32_t, rmq::min_leftmost>(make_values<std::int32_t>(n, shape, random()),
                                                                   name(shape));
    }
}

TEST_P(cuda_nearest_smaller, types_and_orders)
{
    std::size_t const n = share(60'000);
    for (input_shape const shape : {input_shape::random, input_shape::few_values, input_shape::mountain}) {
        expect_cpu<std::int32_t, std::uint64_t, rmq::min_rightmost>(make_values<std::int32_t>(n, shape), name(shape));
        expect_cpu<std::int32_t, std::uint32_t, rmq::max_leftmost>(make_values<std::int32_t>(n, shape), name(shape));
        expect_cpu<std::uint32_t, std::uint32_t, rmq::max_rightmost>(make_values<std::uint32_t>(n, shape), name(shape));
        expect_cpu<std::int64_t, std::uint64_t, rmq::min_leftmost>(make_values<std::int64_t>(n, shape), name(shape));
        expect_cpu<std::int64_t, std::uint32_t, rmq::max_rightmost>(make_values<std::int64_t>(n, shape), name(shape));
        expect_cpu<std::uint64_t, std::uint32_t, rmq::min_rightmost>(make_values<std::uint64_t>(n, shape), name(shape));
        expect_cpu<float, std::uint32_t, rmq::min_leftmost>(make_values<float>(n, shape), name(shape));
        expect_cpu<double, std::uint64_t, rmq::max_leftmost>(make_values<double>(n, shape), name(shape));
    }
}

TEST_P(cuda_nearest_smaller, extreme_values)
{
    for (std::size_t const n : {5000, 12289}) {
        std::vector<std::int32_t> worst(n, std::numeric_limits<std::int32_t>::max());
        expect_cpu<std::int32_t, std::uint32_t, rmq::min_leftmost>(worst, "all largest");
        expect_cpu<std::int32_t, std::uint32_t, rmq::min_rightmost>(worst, "all largest");
        worst[n / 2] = std::numeric_limits<std::int32_t>::min();
        expect_cpu<std::int32_t, std::uint32_t, rmq::min_rightmost>(worst, "one smallest");
        std::vector<float> zeros(n);
        for (std::size_t i = 0; i < n; i += 3)
            zeros[i] = -0.0F;
        expect_cpu<float, std::uint32_t, rmq::max_rightmost>(zeros, "zeros of both signs");
    }
}

TEST_P(cuda_nearest_smaller, spans_that_are_not_aligned)
{
    rmq::cuda::stream const on;
    auto const values = make_values<std::int32_t>(30'001, input_shape::random);
    std::size_t const n = values.size() - 1;
    rmq::cuda::device_buffer<std::int32_t> const d_values{std::span<std::int32_t const>{values}, on};
    rmq::cuda::device_buffer<std::uint32_t> const d_left{n + 3, on}, d_right{n + 3, on};
    rmq::cuda::all_nearest_smaller<std::int32_t, std::uint32_t>(
        d_values.span().subspan(1, n), d_left.span().subspan(3, n), d_right.span().subspan(2, n), on,
        {.method = GetParam()});
    std::vector<std::uint32_t> left(n), right(n);
    rmq::all_nearest_smaller<std::int32_t, std::uint32_t>(std::span{values}.subspan(1), left, right);
    using device = rmq::cuda::device_span<std::uint32_t const>;
    EXPECT_TRUE(same_elements(rmq::cuda::to_host(device{d_left.span().subspan(3, n)}, on), left));
    EXPECT_TRUE(same_elements(rmq::cuda::to_host(device{d_right.span().subspan(2, n)}, on), right));
}

TEST_P(cuda_nearest_smaller, half_a_billion)
{
    if (small_suite())
        GTEST_SKIP() << "VGLCS_GPU_TEST_SMALL is set";
    if (rmq::cuda::free_bytes() < std::size_t{10} << 30)
        GTEST_SKIP() << "10 GiB of device memory are needed";
    std::size_t const n = 500'000'000;
    for (input_shape const shape : {input_shape::random, input_shape::mountain})
        expect_cpu<std::int32_t, std::uint32_t, rmq::min_leftmost>(make_values<std::int32_t>(n, shape), name(shape));
}

INSTANTIATE_TEST_SUITE_P(methods, cuda_nearest_smaller,
                         ::testing::Values(nearest_method::tiles, nearest_method::merging),
                         [](auto const & p) { return p.param == nearest_method::tiles ? "tiles" : "merging"; });

} // namespace
