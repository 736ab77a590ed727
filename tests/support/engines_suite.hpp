// SPDX-License-Identifier: BSD-3-Clause
/// The fixture of the suites that run over every engine of `engines()`: an engine joins them by being in that list.
#pragma once

#include "answers.hpp"
#include "test_problem.hpp"

#include <vglcs/link.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace vglcs::test {

/// A problem with the answer that every engine must give.
struct judged
{
    test_problem problem;
    result answer;
};

[[nodiscard]] inline std::vector<judged> judge(std::vector<test_problem> const & problems)
{
    std::vector<judged> out;
    for (test_problem const & p : problems)
        out.push_back({p, solve_with("reference", p.make(), task::alignment)});
    return out;
}

/// An engine and where it runs: engines of CPU and CUDA may share a name.
struct placed_engine
{
    std::string name;
    vglcs::device device;

    [[nodiscard]] options with(task t, int threads = 1) const
    {
        return {.task = t, .engine = name, .device = device, .threads = threads};
    }
    friend void PrintTo(placed_engine const & e, std::ostream * out)
    {
        *out << e.name << (e.device == device::cuda ? " on CUDA" : "");
    }
};

/// All of a build, those of one device.
[[nodiscard]] inline std::vector<placed_engine> engines_on(device where)
{
    std::vector<placed_engine> out;
    for (engine const * e : engines())
        if (e->device() == where)
            out.push_back({std::string{e->name()}, where});
    return out;
}

class engines_test : public ::testing::TestWithParam<placed_engine>
{
protected:
    /// A device that this machine lacks skips the test, unless the run insists on it.
    void SetUp() override
    {
        try {
            solved_ = 0;
            static_cast<void>(
                solve(test_problem{.a = "A", .b = "A", .limits_a = limits_of({0}), .limits_b = limits_of({0})}.make(),
                      GetParam().with(task::length)));
        } catch (backend_unavailable const & e) {
            if (std::getenv("VGLCS_REQUIRE_GPU"))
                FAIL() << e.what();
            GTEST_SKIP() << e.what();
        }
    }

    /// The engine itself; an engine that cannot solve a problem says so and is not asked.
    [[nodiscard]] static bool supports(problem const & p, task t)
    {
        for (engine const * e : engines())
            if (e->name() == GetParam().name && e->device() == GetParam().device)
                return e->supports(p, t);
        return false;
    }

    /// The alignment where the engine can do it, else the length.
    [[nodiscard]] static task hardest_task(problem const & p)
    {
        return supports(p, task::alignment) ? task::alignment : task::length;
    }

    /// Both tasks of one problem against its answer. False after a failure: the first few say enough.
    bool expect_answer(test_problem const & p, result const & answer, int threads = 1)
    {
        problem const made = p.make();
        for (task const t : {task::length, task::alignment}) {
            if (!supports(made, t))
                continue;
            result const got = solve(made, GetParam().with(t, threads));
            EXPECT_EQ(got.engine, GetParam().name);
            auto const same = same_answer(got, answer, t);
            EXPECT_TRUE(same) << (t == task::length ? "task length, " : "task alignment, ") << threads << " threads\n"
                              << ::testing::PrintToString(p);
            if (t == task::alignment) {
                auto const fault = find_fault(made, got.chain);
                EXPECT_FALSE(fault) << *fault << '\n' << ::testing::PrintToString(p);
                EXPECT_EQ(score_of(made, got.chain), got.score) << ::testing::PrintToString(p);
            }
            if (!same)
                return false;
            ++solved_;
        }
        return true;
    }

    void expect_answers(std::vector<judged> const & cases, int threads = 1)
    {
        int failures = 0;
        for (auto const & [p, answer] : cases)
            if (!expect_answer(p, answer, threads) && ++failures == 3)
                return;
    }

    /// Length alone, by this engine where it can, else by the reference.
    [[nodiscard]] std::uint64_t length(test_problem const & p) const
    {
        problem const made = p.make();
        if (!supports(made, task::length))
            return solve_with("reference", made, task::length).length;
        return solve(made, GetParam().with(task::length)).length;
    }

    int solved_ = 0; ///< problems times tasks that the engine really solved
};

} // namespace vglcs::test
