// SPDX-License-Identifier: BSD-3-Clause
/// The device's static range-extremum structures: the same answers as the CPU's, ties included.
/// VGLCS_GPU_TEST_SMALL: small sizes only, for compute-sanitizer. VGLCS_GPU_TEST_LARGE: 5x10^8 and 2^33 values as well.
#include "gpu_test.hpp"

#include <static_rmq_inputs.hpp>

#include <rmq/cuda/block_sparse_table.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/sparse_table.hpp>
#include <rmq/cuda/succinct.hpp>
#include <rmq/cuda/succinct_index.hpp>
#include <rmq/extremum_tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using rmq::cuda::device_buffer;
using rmq::cuda::device_span;
using rmq::cuda::stream;

[[nodiscard]] bool small_only()
{
    return std::getenv("VGLCS_GPU_TEST_SMALL") != nullptr;
}

/// Under a checker of memory or races two kinds of values are enough.
template <class Value>
auto device_inputs(std::size_t n)
{
    auto all = static_rmq_suite::inputs<Value>(n);
    if (small_only())
        std::erase_if(all, [](auto const & input) {
            return input.name != "random, three values" && input.name != "trend with noise";
        });
    return all;
}

template <class Structure>
class cuda_static_rmq : public vglcs::test::gpu_test
{
protected:
    using value_type = typename Structure::value_type;
    using index_type = typename Structure::index_type;
    using order_type = typename Structure::order_type;

    /// @param shift   the array starts that many values into an allocation
    void expect_right(std::vector<value_type> const & values, std::string const & what, std::size_t random_ones,
                      std::size_t shift = 0)
    {
        std::size_t const n = values.size();
        rmq::extremum_tree<value_type, index_type, order_type> const referee{std::span<value_type const>{values}};
        auto const queries = static_rmq_suite::ranges<index_type>(n, random_ones);
        std::vector<index_type> expected(queries.size());
        referee.query(queries, expected, 1);

        device_buffer<value_type> const d_all{n + shift, on()};
        device_span<value_type> const d_values = d_all.span().subspan(shift, n);
        rmq::cuda::copy_async(std::span<value_type const>{values}, d_values, on());
        Structure const structure{device_span<value_type const>{d_values}, on()};
        ASSERT_EQ(structure.size(), n);
        std::vector<index_type> answers(queries.size(), index_type(-1));
        structure.query(queries, answers, on());
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < queries.size(); ++i)
            if (answers[i] != expected[i] && ++wrong <= 3)
                ADD_FAILURE() << what << ", n " << n << ", shift " << shift << ", [" << queries[i].l << ", "
                              << queries[i].r << "]: " << answers[i] << ", not " << expected[i];
        ASSERT_EQ(wrong, 0u) << what << ", n " << n << ", of " << queries.size();
    }

    static stream const & on()
    {
        static stream const one; // made by the first test that has found a device
        return one;
    }
};

/// Every structure under one value type, index type and order.
#define STRUCTURES(Value, Index, Order)                                                                                \
    rmq::cuda::block_sparse_table<Value, Index, Order>, rmq::cuda::succinct<Value, Index, Order>,                      \
        rmq::cuda::sparse_table<Value, Index, Order>, rmq::cuda::succinct_index<Value, Index, Order>

using structures = testing::Types<STRUCTURES(std::int32_t, std::uint32_t, rmq::min_leftmost),
                                  STRUCTURES(std::int32_t, std::uint32_t, rmq::min_rightmost),
                                  STRUCTURES(std::int32_t, std::uint64_t, rmq::max_leftmost),
                                  STRUCTURES(std::int64_t, std::uint64_t, rmq::max_rightmost),
                                  STRUCTURES(std::int64_t, std::uint32_t, rmq::min_leftmost)>;

TYPED_TEST_SUITE(cuda_static_rmq, structures);

TYPED_TEST(cuda_static_rmq, sizes_around_every_edge)
{
    std::vector<std::size_t> sizes{1, 17, 64, 65, 1025, 2049, 4097};
    if (!small_only())
        sizes.insert(sizes.end(), {2, 3, 15, 16, 63, 127, 129, 255, 257, 1023, 4095, 4096, 16383, 16384, 16385, 32769,
                                   65535, 65537});
    for (std::size_t const n : sizes)
        for (auto const & [name, values] : device_inputs<typename TypeParam::value_type>(n))
            this->expect_right(values, name, 500);
}

TYPED_TEST(cuda_static_rmq, arrays_that_start_anywhere)
{
    for (std::size_t const shift : small_only() ? std::vector<std::size_t>{3} : std::vector<std::size_t>{1, 3, 7, 31})
        for (std::size_t const n : {1, 40, 100, 1000, 5000})
            for (auto const & [name, values] : device_inputs<typename TypeParam::value_type>(n))
                this->expect_right(values, name, 300, shift);
}

TYPED_TEST(cuda_static_rmq, large_arrays)
{
    if (small_only())
        GTEST_SKIP() << "VGLCS_GPU_TEST_SMALL is set";
    for (std::size_t const n : {131'073, 262'145, 524'288, 999'983, 2'097'153})
        for (auto const & [name, values] : device_inputs<typename TypeParam::value_type>(n))
            this->expect_right(values, name, 50'000, n % 5);
}

/// Values that a thread can make on its own.
std::vector<std::int32_t> mixed_values(std::size_t n)
{
    std::vector<std::int32_t> values(n);
#pragma omp parallel for
    for (std::size_t i = 0; i < n; ++i) {
        std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        values[i] = static_cast<std::int32_t>(z >> 32);
    }
    return values;
}

template <class Structure>
class cuda_static_rmq_large : public cuda_static_rmq<Structure>
{
};
using large_structures = testing::Types<rmq::cuda::block_sparse_table<std::int32_t>, rmq::cuda::succinct<std::int32_t>,
                                        rmq::cuda::succinct_index<std::int32_t>>;
TYPED_TEST_SUITE(cuda_static_rmq_large, large_structures);

TYPED_TEST(cuda_static_rmq_large, half_a_billion_values)
{
    if (std::getenv("VGLCS_GPU_TEST_LARGE") == nullptr)
        GTEST_SKIP() << "needs 5 GB of host and device memory: set VGLCS_GPU_TEST_LARGE to run it";
    this->expect_right(mixed_values(500'000'000), "mixed", 1'000'000);
}

using cuda_block_sparse_table = cuda_static_rmq<rmq::cuda::block_sparse_table<std::int32_t>>;

/// 2^33 values, 34 GB: 32 copies of one part, so that the CPU's structure of the part knows every answer.
TEST_F(cuda_block_sparse_table, more_values_than_32_bits_count)
{
    if (std::getenv("VGLCS_GPU_TEST_LARGE") == nullptr)
        GTEST_SKIP() << "needs 36 GB of device memory: set VGLCS_GPU_TEST_LARGE to run it";
    constexpr std::size_t part = std::size_t{1} << 28, copies = 32, n = part * copies;
    if (rmq::cuda::free_bytes() < n * 4 + (std::size_t{2} << 30))
        GTEST_SKIP() << "the device has less than 36 GB free";
    auto const values = mixed_values(part);
    device_buffer<std::int32_t> const d_values{n, on()};
    for (std::size_t k = 0; k < copies; ++k)
        rmq::cuda::copy_async(std::span<std::int32_t const>{values}, d_values.span().subspan(k * part, part), on());
    rmq::cuda::block_sparse_table<std::int32_t, std::uint64_t> const table{
        device_span<std::int32_t const>{d_values.span()}, on()};
    rmq::extremum_tree<std::int32_t> const referee{std::span<std::int32_t const>{values}};

    auto const queries = static_rmq_suite::ranges<std::uint64_t>(n, 200'000);
    std::vector<std::uint64_t> answers(queries.size());
    table.query(queries, answers, on());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        auto const [l, r] = queries[i];
        std::uint64_t best = 0;
        bool found = false;
        // the leftmost best of the part of l, one whole part, the part of r
        auto const offer = [&](std::uint64_t from, std::uint64_t to) {
            std::uint64_t const at = from / part * part + referee.query(from % part, to % part);
            if (!found || values[at % part] < values[best % part])
                best = at;
            found = true;
        };
        offer(l, std::min(r, l / part * part + part - 1));
        if (r / part - l / part >= 2)
            offer((l / part + 1) * part, (l / part + 2) * part - 1);
        if (r / part != l / part)
            offer(r / part * part, r);
        wrong += answers[i] != best;
    }
    EXPECT_EQ(wrong, 0u) << "of " << queries.size();
}

} // namespace
