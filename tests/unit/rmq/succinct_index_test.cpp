// SPDX-License-Identifier: BSD-3-Clause
// Values that pop long runs at once: the bits of 256 values then spread over many lines of the code, which the suite of
// all structures is too small for. The ones of such values are searched for among those lines.
#include <static_rmq_suite.hpp>

namespace {

template <class Order>
class succinct_index_runs : public testing::Test
{
};
using orders = testing::Types<rmq::min_leftmost, rmq::min_rightmost, rmq::max_leftmost, rmq::max_rightmost>;
TYPED_TEST_SUITE(succinct_index_runs, orders);

} // namespace

TYPED_TEST(succinct_index_runs, values_that_pop_many_lines_of_bits)
{
    // a line has 512 bits: a tooth's end pops 1 to 196 lines of zeros
    for (std::size_t const tooth : {700, 1'300, 1'801, 2'000, 2'303, 5'000, 100'000}) {
        std::size_t const n = std::max<std::size_t>(3 * tooth, 40'000) + 17;
        std::vector<std::int32_t> values(n);
        for (std::size_t i = 0; i < n; ++i) {
            auto const height = static_cast<std::int32_t>(i % tooth);
            values[i] = TypeParam::is_minimum ? height : -height;
        }
        std::span<std::int32_t const> const view{values};
        rmq::sparse_table<std::int32_t, std::uint32_t, TypeParam> const referee{view};
        rmq::succinct_index<std::int32_t, std::uint32_t, TypeParam> const index{view, 2};
        std::vector<rmq::range<std::uint32_t>> queries;
        auto const ask = [&](std::size_t l, std::size_t r) {
            queries.push_back({static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(r)});
        };
        // ends before and behind each edge, in every place of the 256 values that share the search
        for (std::size_t edge = tooth; edge < n; edge += tooth)
            for (std::size_t near = 1; near <= 300 && edge + near < n; ++near) {
                ask(edge - near, edge + near % 7);
                ask(edge - near % 5, edge + near);
                ask(edge + near / 2, edge + near);
            }
        std::mt19937_64 random{tooth};
        for (int i = 0; i < 2'000; ++i) {
            std::size_t const a = random() % n, b = random() % n;
            ask(std::min(a, b), std::max(a, b));
        }
        std::vector<std::uint32_t> expected(queries.size()), answers(queries.size());
        referee.query(queries, expected, 1);
        index.query(queries, answers, 2);
        ASSERT_EQ(answers, expected) << tooth;
        for (std::size_t i = 0; i < queries.size(); ++i)
            ASSERT_EQ(index.query(queries[i].l, queries[i].r), expected[i])
                << tooth << ": [" << queries[i].l << ", " << queries[i].r << "]";
    }
}
