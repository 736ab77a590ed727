// SPDX-License-Identifier: BSD-3-Clause
#include "random_problem.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/solve_many.hpp>

#include <gtest/gtest.h>

using namespace vglcs;
using namespace vglcs::test;

namespace {

problem random_one(generator & rng, std::size_t n, std::size_t m)
{
    auto const letters = [&](std::size_t size) {
        std::vector<letter_code> out(size);
        for (letter_code & c : out)
            c = static_cast<letter_code>(uniform(rng, 0, 3));
        return out;
    };
    return {letters(n), letters(m), random_limits(rng, limits_kind::per_letter, n, 6),
            random_limits(rng, limits_kind::per_letter, m, 6)};
}

} // namespace

TEST(solve_many, gives_each_problem_its_own_answer)
{
    generator rng{5};
    std::vector<problem> problems;
    std::vector<problem const *> all;
    for (int k = 0; k < 60; ++k)
        problems.push_back(random_one(rng, uniform(rng, 0, 120), uniform(rng, 0, 120)));
    for (problem const & p : problems)
        all.push_back(&p);
    for (task const what : {task::alignment, task::length})
        for (int const threads : {1, 3}) {
            auto const answers = solve_many(all, {.task = what, .threads = threads});
            ASSERT_EQ(answers.size(), problems.size());
            for (std::size_t k = 0; k < problems.size(); ++k) {
                result const expected = solve(problems[k], {.task = what, .threads = 1});
                EXPECT_FALSE(answers[k].failure);
                EXPECT_EQ(answers[k].result.length, expected.length);
                EXPECT_EQ(answers[k].result.last, expected.last);
                EXPECT_EQ(answers[k].result.chain, expected.chain);
            }
        }
    EXPECT_TRUE(solve_many({}).empty());
}

TEST(solve_many, a_failure_stays_with_its_problem)
{
    generator rng{6};
    problem const small = random_one(rng, 50, 50), large = random_one(rng, 3000, 3000);
    std::vector<problem const *> const all{&small, &large, &small};
    auto const answers = solve_many(all, {.engine = "reference", .threads = 2, .max_memory = 1 << 20});
    EXPECT_FALSE(answers[0].failure);
    EXPECT_TRUE(answers[1].failure);
    EXPECT_FALSE(answers[2].failure);
    EXPECT_THROW(std::rethrow_exception(answers[1].failure), resource_error);
    run_control control;
    control.stop();
    EXPECT_THROW((void)solve_many(all, {.control = &control}), interrupted);
}
