// SPDX-License-Identifier: BSD-3-Clause
/// Incremental maxima of many columns on the device against the CPU's structures of one column.
#include "gpu_test.hpp"
#include "rmq_inputs.hpp"
#include "same_elements.hpp"

#include <rmq/cuda/suffix_maximum.hpp>
#include <rmq/suffix_maximum.hpp>

#include <vector>

namespace {

using namespace vglcs::test;
using rmq::cuda::block_code;

class cuda_suffix_maximum : public gpu_test, public ::testing::WithParamInterface<block_code>
{
protected:
    struct size
    {
        std::size_t rows, columns, reach;
        std::uint32_t values, skip;
    };
    enum class lengths { all, row, column, each };

    template <class Value, class Order>
    static void expect_cpu(size const & s, lengths kind, std::uint64_t seed)
    {
        std::uint64_t draws = seed * 1'000'003;
        auto const random = [&] { return scattered(draws++); };
        std::vector<Value> values(s.rows * s.columns);
        for (Value & v : values)
            v = static_cast<Value>(random() % s.values);
        std::size_t const row_step = kind == lengths::row ? 1 : kind == lengths::each ? s.columns : 0;
        std::size_t const column_step = kind == lengths::column || kind == lengths::each ? 1 : 0;
        std::vector<std::uint32_t> length((s.rows - 1) * row_step + (s.columns - 1) * column_step + 1);
        for (std::uint32_t & l : length)
            l = static_cast<std::uint32_t>(1 + random() % (s.reach - s.skip));

        std::vector<Value> expected(values.size());
        for (std::size_t c = 0; c < s.columns; ++c) {
            rmq::pop_range<Value, Order> column;
            for (std::size_t i = 0; i < s.rows; ++i) {
                column.append(values[i * s.columns + c]);
                std::size_t const w = length[i * row_step + c * column_step];
                expected[i * s.columns + c] =
                    i < s.skip ? Order::template identity<Value>()
                               : column.query(i - s.skip + 1 >= w ? i - s.skip + 1 - w : 0, i - s.skip);
            }
        }
        rmq::cuda::stream const on;
        rmq::cuda::device_buffer<Value> const d_values{std::span<Value const>{values}, on}, d_out{values.size(), on};
        rmq::cuda::device_buffer<std::uint32_t> const d_length{std::span<std::uint32_t const>{length}, on};
        rmq::cuda::suffix_columns<Value, Order> columns{GetParam(), s.columns, s.reach, on};
        // rows in pieces of all sizes
        while (columns.size() < s.rows) {
            std::size_t const first = columns.size();
            std::size_t const count = std::min<std::size_t>(s.rows - first, 1 + random() % (seed % 2 ? 5 : 90));
            std::size_t const needed = columns.rows_needed(GetParam(), s.reach);
            std::size_t const origin = first > needed ? first - needed : 0;
            columns.append_async(d_values.span().subspan(origin * s.columns, (first + count - origin) * s.columns),
                                 origin, count,
                                 {.d_lengths = d_length.data() + first * row_step,
                                  .row_step = row_step,
                                  .column_step = column_step,
                                  .skip = s.skip},
                                 d_out.span().subspan(first * s.columns, count * s.columns), on);
        }
        auto const got = rmq::cuda::to_host(rmq::cuda::device_span<Value const>{d_out.span()}, on);
        ASSERT_TRUE(same_elements(got, expected))
            << s.rows << " rows, " << s.columns << " columns, reach " << s.reach << ", skip " << s.skip << ", values "
            << s.values << ", lengths " << int(kind);
    }
};

TEST_P(cuda_suffix_maximum, suffixes)
{
    std::uint64_t seed = 0;
    for (lengths const kind : {lengths::all, lengths::row, lengths::column, lengths::each})
        for (std::size_t const reach : {1, 7, 8, 16, 17, 40, 300})
            for (std::uint32_t const values : {2u, 50u, 1'000'000u}) {
                if (share(20) != 20 && values != 50)
                    continue;
                ++seed;
                expect_cpu<std::uint32_t, rmq::max_leftmost>({share(400), 130, reach, values, 0}, kind, seed);
            }
}

TEST_P(cuda_suffix_maximum, ranges_that_end_before_the_newest_row)
{
    std::uint64_t seed = 100;
    for (lengths const kind : {lengths::all, lengths::each})
        for (std::uint32_t const skip : {1u, 3u, 8u, 33u})
            expect_cpu<std::uint32_t, rmq::max_leftmost>({share(300), 40, skip + 50, 100, skip}, kind, ++seed);
}

TEST_P(cuda_suffix_maximum, minima_and_wide_values)
{
    expect_cpu<std::int32_t, rmq::min_leftmost>({share(300), 70, 100, 1000, 0}, lengths::each, 201);
    expect_cpu<std::int64_t, rmq::min_leftmost>({share(300), 70, 100, 1000, 2}, lengths::row, 202);
    expect_cpu<std::int64_t, rmq::max_leftmost>({share(300), 600, 33, 5, 0}, lengths::column, 203);
}

TEST_P(cuda_suffix_maximum, bytes_are_known_before)
{
    using structure = rmq::cuda::suffix_columns<std::uint32_t>;
    EXPECT_GT(structure::bytes(GetParam(), 1000, 500), structure::bytes(GetParam(), 1000, 100));
    EXPECT_EQ(structure::rows_needed(GetParam(), 100), 100 + rmq::cuda::block_rows(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(codes, cuda_suffix_maximum, ::testing::Values(block_code::pops, block_code::catalan),
                         [](auto const & p) { return p.param == block_code::pops ? "pops" : "catalan"; });

} // namespace
