// SPDX-License-Identifier: BSD-3-Clause
/// The device's static range-extremum structures: the same answers as the CPU's, ties included.
/// VGLCS_GPU_TEST_SMALL: small sizes only, for compute-sanitizer. VGLCS_GPU_TEST_LARGE: 5x10^8 and 2^33 values as well.
#include "gpu_test.hpp"

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

template <class Value>
struct named_values
{
    std::string name;
    std::vector<Value> values;
};

/// Inputs that stress different paths: ties, an end of every range the best, extremes of the type.
template <class Value>
std::vector<named_values<Value>> inputs(std::size_t n)
{
    using limits = std::numeric_limits<Value>;
    std::vector<named_values<Value>> all;
    std::mt19937_64 random{n};
    auto const generate = [&](std::string name, auto const & f) {
        std::vector<Value> values(n);
        for (std::size_t i = 0; i < n; ++i)
            values[i] = static_cast<Value>(f(i));
        all.push_back({std::move(name), std::move(values)});
    };
    generate("random", [&](std::size_t) { return static_cast<std::int32_t>(random()); });
    generate("three values", [&](std::size_t) { return random() % 3; });
    generate("equal to the largest", [](std::size_t) { return limits::max(); });
    if (small_only())
        return all;
    generate("equal to the lowest", [](std::size_t) { return limits::lowest(); });
    generate("rising", [](std::size_t i) { return i; });
    generate("falling", [n](std::size_t i) { return n - i; });
    generate("trend with noise", [&](std::size_t i) { return 16 * i + random() % 1024; });
    generate("falling trend", [&](std::size_t i) { return 16 * (n - i) + random() % 1024; });
    generate("hill", [n](std::size_t i) { return std::min(i, n - i) / 3; });
    generate("rare dips", [&](std::size_t) { return random() % 1000 == 0 ? 1 : 2; });
    return all;
}

/// Ranges at the ends of the array, of every length around powers of two, and random ones of every magnitude.
template <class Index>
std::vector<rmq::range<Index>> ranges(std::size_t n, std::size_t random_ones)
{
    std::vector<rmq::range<Index>> all;
    std::mt19937_64 random{n + 1};
    auto const add = [&](std::size_t l, std::size_t r) {
        all.push_back({static_cast<Index>(l), static_cast<Index>(r)});
    };
    if (n <= 70)
        for (std::size_t l = 0; l < n; ++l)
            for (std::size_t r = l; r < n; ++r)
                add(l, r);
    for (std::size_t length = 1; length <= n; length *= 2)
        for (std::size_t wanted : {length - 1, length, length + 1})
            if (wanted >= 1 && wanted <= n)
                for (int repeat = 0; repeat < 8; ++repeat) {
                    std::size_t const l = repeat == 0 ? 0 : repeat == 1 ? n - wanted : random() % (n - wanted + 1);
                    add(l, l + wanted - 1);
                }
    for (std::size_t i = 0; i < random_ones; ++i) {
        std::size_t const most = std::max<std::size_t>(1, n >> (random() % 21));
        std::size_t const length = 1 + random() % most;
        std::size_t const l = random() % (n - length + 1);
        add(l, l + length - 1);
    }
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
        auto const queries = ranges<index_type>(n, random_ones);
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
        for (auto const & [name, values] : inputs<typename TypeParam::value_type>(n))
            this->expect_right(values, name, 500);
}

TYPED_TEST(cuda_static_rmq, arrays_that_start_anywhere)
{
    for (std::size_t const shift : small_only() ? std::vector<std::size_t>{3} : std::vector<std::size_t>{1, 3, 7, 31})
        for (std::size_t const n : {1, 40, 100, 1000, 5000})
            for (auto const & [name, values] : inputs<typename TypeParam::value_type>(n))
                this->expect_right(values, name, 300, shift);
}

TYPED_TEST(cuda_static_rmq, large_arrays)
{
    if (small_only())
        GTEST_SKIP() << "VGLCS_GPU_TEST_SMALL is set";
    for (std::size_t const n : {131'073, 262'145, 524'288, 999'983, 2'097'153})
        for (auto const & [name, values] : inputs<typename TypeParam::value_type>(n))
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

    auto const queries = ranges<std::uint64_t>(n, 200'000);
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
