// SPDX-License-Identifier: BSD-3-Clause
/// One suite over all incremental structures, against a scan of the values.
#include <rmq/concepts.hpp>
#include <rmq/detail/block_columns.hpp>
#include <rmq/detail/disjoint_set_columns.hpp>
#include <rmq/suffix_maximum.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

using namespace rmq;

namespace {

using generator = std::mt19937_64;

/// Sequences that have been traps: plateaus, full range, both directions, saws, mostly worst values.
template <class Value>
std::vector<std::vector<Value>> patterns(std::size_t size, std::uint64_t seed)
{
    using limits = std::numeric_limits<Value>;
    generator rng{seed};
    std::vector<std::vector<Value>> out(8, std::vector<Value>(size));
    for (std::size_t k = 0; k < size; ++k) {
        out[0][k] = 7;
        out[1][k] = static_cast<Value>(k);
        out[2][k] = static_cast<Value>(size - k);
        out[3][k] = static_cast<Value>(k % 9);
        out[4][k] = static_cast<Value>(rng() % 4);
        out[5][k] = static_cast<Value>(rng());
        out[6][k] = rng() % 4 ? Value{0} : static_cast<Value>(rng() % 100);
        out[7][k] = rng() % 3 ? limits::lowest() : limits::max();
    }
    return out;
}

template <class Structure>
class suffix_maximum_test : public ::testing::Test
{
};

template <template <class, class> class Structure>
struct with_all_values
{
    using types = ::testing::Types<Structure<std::uint16_t, max_leftmost>, Structure<std::int32_t, max_leftmost>,
                                   Structure<std::int64_t, max_leftmost>, Structure<std::uint16_t, min_leftmost>,
                                   Structure<std::int32_t, min_leftmost>, Structure<std::int64_t, min_leftmost>>;
};

template <class Value, class Order>
using disjoint_sets = disjoint_set_suffix<Value, Order>;
template <class Value, class Order>
using wide_disjoint_sets = disjoint_set_suffix<Value, Order, std::int64_t>;

template <class Structure>
constexpr bool answers_ranges = requires(Structure const & s)
{
    s.query(std::size_t{}, std::size_t{});
};

/// Appends all values; after each append asks for every suffix, or for a sample where there are many.
template <class Structure>
void compare(std::vector<typename Structure::value_type> const & values, std::string const & what)
{
    using order = typename Structure::order_type;
    using value = typename Structure::value_type;
    static_assert(incremental_suffix_extremum<Structure>);
    Structure structure;
    std::vector<value> suffix; // referee
    generator rng{values.size()};
    for (std::size_t n = 1; n <= values.size(); ++n) {
        structure.append(values[n - 1]);
        ASSERT_EQ(structure.size(), n);
        suffix.push_back(values[n - 1]);
        for (std::size_t k = n - 1; k-- > 0 && order::better(values[n - 1], suffix[k]);)
            suffix[k] = values[n - 1];
        for (std::size_t x = 0; x < n; x += n < 140 ? 1 : 1 + rng() % 60)
            ASSERT_EQ(structure.query(x), suffix[x]) << what << ", n " << n << ", x " << x;
        if constexpr (answers_ranges<Structure>) {
            std::size_t const l = rng() % n, r = l + rng() % (n - l);
            value best = values[l];
            for (std::size_t k = l; k <= r; ++k)
                best = order::best(best, values[k]);
            ASSERT_EQ(structure.query(l, r), best) << what << ", range " << l << ".." << r << " of " << n;
        }
    }
    EXPECT_GE(structure.bytes(), values.size() * sizeof(value));
}

/// After the last append every range, for structures that answer ranges.
template <class Structure>
void compare_all_ranges(std::vector<typename Structure::value_type> const & values)
{
    using order = typename Structure::order_type;
    if constexpr (answers_ranges<Structure>) {
        Structure structure;
        for (auto const value : values)
            structure.append(value);
        for (std::size_t l = 0; l < values.size(); ++l) {
            auto best = values[l];
            for (std::size_t r = l; r < values.size(); ++r) {
                best = order::best(best, values[r]);
                ASSERT_EQ(structure.query(l, r), best) << "range " << l << ".." << r << " of " << values.size();
            }
        }
    }
}

TYPED_TEST_SUITE_P(suffix_maximum_test);

TYPED_TEST_P(suffix_maximum_test, sizes_around_block_edges)
{
    for (std::size_t const size : {1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129})
        for (auto const & values : patterns<typename TypeParam::value_type>(size, size)) {
            compare<TypeParam>(values, "size " + std::to_string(size));
            compare_all_ranges<TypeParam>(values);
        }
}

TYPED_TEST_P(suffix_maximum_test, long_sequences)
{
    // beyond 64 * 64 positions: three levels of words, many levels of blocks
    for (auto const & values : patterns<typename TypeParam::value_type>(4300, 1))
        compare<TypeParam>(values, "long");
}

TYPED_TEST_P(suffix_maximum_test, every_short_sequence)
{
    using value = typename TypeParam::value_type;
    for (std::size_t size = 1; size <= 5; ++size) {
        std::vector<value> values(size, 0);
        for (bool more = true; more;) {
            compare<TypeParam>(values, "short");
            std::size_t k = 0;
            while (k < size && ++values[k] == static_cast<value>(size))
                values[k++] = 0;
            more = k < size;
        }
    }
}

REGISTER_TYPED_TEST_SUITE_P(suffix_maximum_test, sizes_around_block_edges, long_sequences, every_short_sequence);
INSTANTIATE_TYPED_TEST_SUITE_P(disjoint_set, suffix_maximum_test, with_all_values<disjoint_sets>::types);
INSTANTIATE_TYPED_TEST_SUITE_P(wide_disjoint_set, suffix_maximum_test, with_all_values<wide_disjoint_sets>::types);
INSTANTIATE_TYPED_TEST_SUITE_P(sparse_table, suffix_maximum_test, with_all_values<sparse_table_suffix>::types);
INSTANTIATE_TYPED_TEST_SUITE_P(pops, suffix_maximum_test, with_all_values<pop_suffix>::types);
INSTANTIATE_TYPED_TEST_SUITE_P(catalan, suffix_maximum_test, with_all_values<catalan_suffix>::types);
INSTANTIATE_TYPED_TEST_SUITE_P(right_path, suffix_maximum_test, with_all_values<right_path_suffix>::types);

/// All orders with ties of up to N values, as ranks, by extending shorter ones: the new value equals one of the d
/// distinct ones before or lies in one of the d + 1 gaps. After every append the online index must be the static index
/// of the block so far, padded by values that fall.
template <unsigned N>
struct online_index
{
    using code = detail::catalan_path_of<N>;
    std::uint64_t checked = 0, different = 0;

    struct block
    {
        std::array<int, N> ranks{};
        int distinct = 0;
        typename code::code_type index = code::empty();
        detail::path_bits path = 0;
        std::array<typename code::lane_state, N> state{};
    };

    void extend(block const & before, unsigned size)
    {
        if (size == N)
            return;
        for (int place = 0; place <= 2 * before.distinct; ++place) { // odd: equal, even: a gap
            block b = before;
            int const rank = place / 2;
            if (place % 2 == 0) {
                for (unsigned k = 0; k < size; ++k)
                    b.ranks[k] += b.ranks[k] >= rank;
                ++b.distinct;
            }
            b.ranks[size] = rank;
            code::template push<max_leftmost>(b.index, b.path, b.state.data(), 1, size, rank,
                                              [&](unsigned k) { return b.ranks[k]; });
            std::span<int const> const values{b.ranks.data(), size + 1};
            ++checked;
            different += b.index != detail::block_tree_index<max_leftmost>(values, N);
            extend(b, size + 1);
        }
    }
};

template <unsigned N>
void check_online_index(std::uint64_t sequences)
{
    online_index<N> all;
    all.extend({}, 0);
    EXPECT_EQ(all.different, 0U) << "blocks of " << N;
    EXPECT_EQ(all.checked, sequences) << "blocks of " << N; // sums of the Fubini numbers 1, 3, 13, 75, 541, ...
}

} // namespace

TEST(online_catalan_index, equals_the_static_index_of_the_padded_block)
{
    check_online_index<1>(1);
    check_online_index<2>(4);
    check_online_index<3>(17);
    check_online_index<4>(92);
    check_online_index<5>(633);
    check_online_index<6>(5316);
    check_online_index<7>(52609);
    check_online_index<8>(598444);
    check_online_index<9>(7685705);
}

namespace {

/// Structures of columns against a scan of the rows: random values, mostly worst, random windows.
template <class Value, class Order, class Code>
void compare_block_columns(std::size_t columns, std::size_t rows, std::size_t reach, std::uint64_t seed)
{
    generator rng{seed};
    std::vector<std::vector<Value>> table(rows, std::vector<Value>(columns, Order::template identity<Value>()));
    auto const row = [&](std::size_t i) -> Value const * { return table[i].data(); };
    block_columns<Value, Order, Code, decltype(row)> structure{columns, reach, row};
    disjoint_set_columns<Value, Order> sets{columns, rows, reach};
    std::size_t const half = columns / 2; // two shares, as two threads would have
    std::vector<Value> got(columns), got_by_sets(columns);
    for (std::size_t i = 0; i < rows; ++i) {
        std::array<std::vector<std::uint32_t>, 2> changed;
        for (std::size_t c = 0; c < columns; ++c)
            if (rng() % 3 == 0) {
                table[i][c] = static_cast<Value>(rng() % 12);
                changed[c >= half].push_back(static_cast<std::uint32_t>(c));
            }
        for (int part = 0; part < 2; ++part) {
            std::size_t const first = part ? half : 0, last = part ? columns : half;
            structure.append_row(i, first, last, changed[static_cast<std::size_t>(part)]);
            sets.append_row(i, first, last, changed[static_cast<std::size_t>(part)], row(i));
        }
        for (int turn = 0; turn < 4; ++turn) {
            std::size_t const x = i - rng() % std::min(reach, i + 1), y = turn ? i - rng() % (i - x + 1) : i;
            structure.query_rows(x, y, i, 0, half, got.data());
            structure.query_rows(x, y, i, half, columns, got.data());
            if (y == i)
                sets.query_row(x, i, 0, columns, got_by_sets.data());
            for (std::size_t c = 0; c < columns; ++c) {
                Value best = Order::template identity<Value>();
                for (std::size_t k = x; k <= y; ++k)
                    best = Order::best(best, table[k][c]);
                ASSERT_EQ(got[c], best) << "row " << i << " column " << c << " rows " << x << ".." << y << " reach "
                                        << reach;
                if (y == i) {
                    ASSERT_EQ(got_by_sets[c], best) << "sets, row " << i << " column " << c << " from " << x;
                }
            }
        }
    }
}

} // namespace

TEST(columns, equal_a_scan_of_the_rows)
{
    std::uint64_t seed = 0;
    for (std::size_t const reach : {1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 400})
        for (std::size_t const columns : {1, 5, 70}) {
            std::size_t const rows = 180;
            compare_block_columns<std::uint16_t, max_leftmost, detail::pop_path>(columns, rows, reach, ++seed);
            compare_block_columns<std::uint16_t, max_leftmost, detail::catalan_path>(columns, rows, reach, ++seed);
            compare_block_columns<std::int32_t, min_leftmost, detail::pop_path>(columns, rows, reach, ++seed);
            compare_block_columns<std::int32_t, min_leftmost, detail::catalan_path>(columns, rows, reach, ++seed);
        }
}
