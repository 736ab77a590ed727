// SPDX-License-Identifier: BSD-3-Clause
/// The card's engines bst2 and catalan against the reference.
#include "gpu_test.hpp"

#include "answers.hpp"
#include "oracle_cases.hpp"
#include "random_problem.hpp"

#include <cstdlib>
#include <string>

namespace {

using namespace vglcs;
using namespace vglcs::test;

class cuda_two_stage : public gpu_test, public ::testing::WithParamInterface<std::string>
{
protected:
    static void expect_answer(test_problem const & p, result const & answer)
    {
        problem const made = p.make();
        for (task const t : {task::length, task::alignment}) {
            result const got = solve(made, {.task = t, .engine = GetParam(), .device = device::cuda});
            EXPECT_EQ(got.engine, GetParam());
            ASSERT_TRUE(same_answer(got, answer, t)) << ::testing::PrintToString(p);
        }
    }
    static void expect_reference(test_problem const & p)
    {
        expect_answer(p, solve_with("reference", p.make(), task::alignment));
    }
    static std::size_t share(std::size_t count) { return std::getenv("VGLCS_GPU_TEST_SMALL") ? count / 20 : count; }
};

TEST_P(cuda_two_stage, oracle_cases)
{
    auto const cases = read_oracle_cases("small.jsonl");
    for (std::size_t k = 0; k < share(cases.size()); ++k)
        expect_answer(cases[k].problem, cases[k].answer);
}

TEST_P(cuda_two_stage, random_problems)
{
    for (test_problem const & p : random_problems(71, share(300), {.max_n = 90, .max_m = 150, .reach = 30}))
        expect_reference(p);
}

TEST_P(cuda_two_stage, sizes_around_every_edge)
{
    generator rng{72};
    for (std::size_t const n : {1, 7, 8, 9, 15, 16, 17, 33, 129, 300})
        for (std::size_t const m : {1, 15, 16, 17, 63, 64, 65, 255, 256, 257, 530})
            if (share(20) == 20 || (n == 17 && m == 65))
                expect_reference(random_problem(
                    rng, {.min_n = n, .max_n = n, .min_m = m, .max_m = m, .reach = 60, .letters = "AC"}));
}

TEST_P(cuda_two_stage, wide_problem)
{
    generator rng{73};
    expect_reference(
        random_problem(rng, {.min_n = share(700), .max_n = 900, .min_m = share(1500), .max_m = 1900, .reach = 500}));
}

TEST_P(cuda_two_stage, what_does_not_fit_is_refused)
{
    generator rng{74};
    problem const p = random_problem(rng, {.min_n = 500, .max_n = 500, .min_m = 500, .max_m = 500}).make();
    options o{.engine = GetParam(), .device = device::cuda};
    o.max_gpu_memory = 100'000;
    EXPECT_GT(plan(p, o).gpu_bytes, o.max_gpu_memory);
    EXPECT_THROW((void)solve(p, o), resource_error);
}

INSTANTIATE_TEST_SUITE_P(engines, cuda_two_stage, ::testing::Values("bst2", "catalan"),
                         [](auto const & parameter) { return parameter.param; });

} // namespace
