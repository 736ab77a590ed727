// SPDX-License-Identifier: BSD-3-Clause
/// Window extrema of the device against those of the CPU. VGLCS_GPU_TEST_SMALL: small sizes only.
#include "gpu_test.hpp"
#include "rmq_inputs.hpp"

#include <rmq/cuda/window_maximum.hpp>
#include <rmq/window_maximum.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace {

using rmq::direction;
using vglcs::test::small_suite;

template <class Order>
class cuda_window_maximum : public vglcs::test::gpu_test
{
protected:
    static rmq::cuda::stream const & on()
    {
        static rmq::cuda::stream const one; // made by the first test that has found a device
        return one;
    }

    template <class Value>
    static std::vector<Value> values(std::size_t n, unsigned kind)
    {
        std::mt19937_64 random{n + kind};
        std::vector<Value> out(n);
        for (std::size_t i = 0; i < n; ++i)
            out[i] = static_cast<Value>(kind == 0   ? static_cast<std::int32_t>(random())
                                        : kind == 1 ? static_cast<std::int32_t>(random() % 3)
                                        : kind == 2 ? static_cast<std::int32_t>(i)
                                                    : -static_cast<std::int32_t>(i / 3));
        return out;
    }

    template <class Value>
    static void expect_one_width(std::vector<Value> const & values, std::size_t width)
    {
        for (direction const side : {direction::backward, direction::forward}) {
            std::vector<Value> expected(values.size()), answers(values.size(), Value{77});
            rmq::window_extremum<Order>(std::span<Value const>{values}, width, std::span{expected}, side, 1);
            rmq::cuda::window_extremum<Order>(std::span<Value const>{values}, width, std::span{answers}, side, on());
            ASSERT_EQ(answers, expected) << "width " << width << ", n " << values.size();
        }
    }

    template <class Value, class Width, class Index>
    static void expect_widths(std::vector<Value> const & values, std::vector<Width> const & widths)
    {
        std::span<Value const> const v{values};
        std::span<Width const> const w{widths};
        for (direction const side : {direction::backward, direction::forward}) {
            std::vector<Value> expected(values.size()), answers(values.size(), Value{77});
            rmq::window_extremum<Order>(v, w, std::span{expected}, side, 1);
            rmq::cuda::window_extremum<Order>(v, w, std::span{answers}, side, on());
            ASSERT_EQ(answers, expected) << "n " << values.size();
            std::vector<Index> places(values.size()), found(values.size(), Index{77});
            rmq::window_extremum_index<Order>(v, w, std::span{places}, side, 1);
            rmq::cuda::window_extremum_index<Order>(v, w, std::span{found}, side, on());
            ASSERT_EQ(found, places) << "n " << values.size();
        }
    }
};
using orders = testing::Types<rmq::min_leftmost, rmq::min_rightmost, rmq::max_leftmost, rmq::max_rightmost>;
TYPED_TEST_SUITE(cuda_window_maximum, orders);

TYPED_TEST(cuda_window_maximum, one_width_around_every_edge)
{
    for (std::size_t const n : {1, 2, 63, 257, 4096, 4097, 9000})
        for (std::size_t const width : {1, 2, 3, 4, 7, 8, 9, 255, 256, 257, 1023, 1024, 1025, 5000})
            for (unsigned kind = 0; kind < 4; ++kind) {
                if (small_suite() && (n > 4097 || n % 2 == 0 || width % 4 == 3 || kind != 1))
                    continue;
                this->expect_one_width(this->template values<std::int32_t>(n, kind), width);
                this->expect_one_width(this->template values<std::int64_t>(n, kind), width);
                this->expect_one_width(this->template values<float>(n, kind), width);
            }
}

TYPED_TEST(cuda_window_maximum, widths_of_their_own)
{
    std::mt19937_64 random{6};
    for (std::size_t const n : {1, 2, 100, 1000, 20'000, 300'000})
        for (std::uint32_t const most : {1u, 40u, 2000u, 400'000u})
            for (unsigned kind = 0; kind < 4; ++kind) {
                if (small_suite() && (n > 1000 || most > 2000 || kind != 1))
                    continue;
                std::vector<std::uint32_t> widths(n);
                for (auto & width : widths)
                    width = 1 + static_cast<std::uint32_t>(random() % most);
                std::vector<std::uint64_t> const wide(widths.begin(), widths.end());
                this->template expect_widths<std::int32_t, std::uint32_t, std::uint32_t>(
                    this->template values<std::int32_t>(n, kind), widths);
                this->template expect_widths<double, std::uint64_t, std::uint64_t>(
                    this->template values<double>(n, kind), wide);
            }
}

} // namespace
