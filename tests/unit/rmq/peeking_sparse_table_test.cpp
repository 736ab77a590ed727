// SPDX-License-Identifier: BSD-3-Clause
// Values by peeking; its index queries are in the suite of all static structures.
#include <static_rmq_suite.hpp>

namespace static_rmq_suite {

template <class Order>
class peeking_values : public testing::Test
{
};
using orders = testing::Types<rmq::min_leftmost, rmq::min_rightmost, rmq::max_leftmost, rmq::max_rightmost>;
TYPED_TEST_SUITE(peeking_values, orders);

TYPED_TEST(peeking_values, are_those_at_the_best_positions)
{
    using value = std::int32_t;
    for (std::size_t n : {1, 15, 16, 17, 32, 33, 48, 49, 64, 80, 257, 1023, 1040, 4111})
        for (auto const & [name, values] : inputs<value>(n)) {
            rmq::peeking_sparse_table<value, std::uint32_t, TypeParam> const structure{std::span<value const>{values},
                                                                                       2};
            std::vector<rmq::range<std::uint32_t>> queries;
            std::vector<value> expected;
            for (auto const & [l, r] : ranges(n)) {
                queries.push_back({static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(r)});
                expected.push_back(values[scan<TypeParam>(values, l, r)]);
                ASSERT_EQ(structure.value(l, r), expected.back()) << name << ", n = " << n << ", " << l << ' ' << r;
            }
            std::vector<value> answers(queries.size());
            structure.value(queries, std::span<value>{answers}, 2);
            ASSERT_EQ(answers, expected) << name << ", n = " << n;
        }
}

} // namespace static_rmq_suite
