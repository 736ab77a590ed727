// SPDX-License-Identifier: BSD-3-Clause
/// Elastic limits on problems of several strips: engine strip against bst2. (A row's waiting maximum once shared its
/// slot with a vector that it was still made from; one problem in some hundreds showed it.)
#include "answers.hpp"
#include "random_problem.hpp"

namespace {

using namespace vglcs;
using namespace vglcs::test;

TEST(elastic_rows, strip_agrees_with_bst2)
{
    generator rng{61};
    for (int k = 0; k < 8; ++k) {
        test_problem const p = random_problem(rng, {.min_n = 1500,
                                                    .max_n = 5000,
                                                    .min_m = 1500,
                                                    .max_m = 5000,
                                                    .reach = 30,
                                                    .kind_a = limits_kind::elastic,
                                                    .kind_b = limits_kind::elastic});
        problem const made = p.make();
        EXPECT_TRUE(same_answer(solve_with("strip", made, task::length, 2), solve_with("bst2", made, task::length, 2),
                                task::length))
            << p.origin << ", number " << k;
    }
}

} // namespace
