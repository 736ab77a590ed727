// SPDX-License-Identifier: BSD-3-Clause
/// Random problems with their answers, for the tests of one engine's sizes, and parts of resumable runs.
#pragma once

#include "answers.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace vglcs::test {

/// A problem and what `reference` says.
struct judged
{
    test_problem shown;
    problem made;
    result answer;
};

[[nodiscard]] inline std::vector<judged> judge(std::vector<test_problem> problems, task t)
{
    std::vector<judged> out;
    for (test_problem & p : problems) {
        problem made = p.make();
        result answer = solve_with("reference", made, t);
        out.push_back({std::move(p), std::move(made), std::move(answer)});
    }
    return out;
}

/// A problem for every kind of limits of A against every kind of B; `options_of(seed)` says where it is drawn from.
template <class F>
[[nodiscard]] std::vector<test_problem> every_pair_of_kinds(std::uint64_t seed, F const & options_of)
{
    std::vector<test_problem> out;
    for (limits_kind const rows : all_limits_kinds)
        for (limits_kind const columns : all_limits_kinds) {
            random_problem_options o = options_of(++seed);
            o.kind_a = rows;
            o.kind_b = columns;
            out.push_back(std::move(random_problems(seed, 1, o).front()));
        }
    return out;
}

/// run(case), an engine's own answer, is the judged one for each case; `what` names the setting. Two failures are
/// enough.
template <class F>
void expect_answers(std::vector<judged> const & cases, task t, std::string const & what, F const & run)
{
    int failures = 0;
    for (judged const & c : cases) {
        auto const same = same_answer(in_file(c.made, run(c)), c.answer, t);
        EXPECT_TRUE(same) << what << '\n' << ::testing::PrintToString(c.shown);
        if (!same && ++failures == 2)
            return;
    }
}

/// Removes all but the first `count` files of a folder, by name; a folder that is not there has none.
inline void keep_files(std::filesystem::path const & folder, std::size_t count)
{
    std::vector<std::filesystem::path> files;
    if (std::filesystem::exists(folder))
        for (auto const & f : std::filesystem::directory_iterator{folder})
            files.push_back(f.path());
    std::ranges::sort(files);
    for (std::size_t k = count; k < files.size(); ++k)
        std::filesystem::remove(files[k]);
}

} // namespace vglcs::test
