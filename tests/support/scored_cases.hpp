// SPDX-License-Identifier: BSD-3-Clause
/// Problems with costs for the tests of one engine's sizes: every kind of jumps against every other, and the shapes for
/// which an engine has forms of their own.
#pragma once

#include "judged.hpp"
#include "random_scored.hpp"

#include <vector>

namespace vglcs::test {

/// One limit for all letters of a sequence, up to `hi` where that draws another.
[[nodiscard]] inline gap_limits one_limit(generator & rng, std::size_t size, std::uint32_t hi)
{
    return {size, gap_limit{.hi = static_cast<std::uint32_t>(uniform(rng, 0, hi))}};
}

/// The answers of `reference` to problems where something costs something: a skip of A where nothing did.
[[nodiscard]] inline std::vector<judged> judge_scored(std::vector<test_problem> problems)
{
    for (test_problem & p : problems)
        if (p.make().is_unit())
            p.scoring.skip_a = 1;
    return judge(std::move(problems), task::alignment);
}

/// Of several of the smallest strips each, judged under task::alignment.
[[nodiscard]] inline std::vector<judged> const & scored_cases()
{
    static std::vector<judged> const cases = [] {
        generator rng{9'001};
        std::vector<test_problem> out;
        std::uint64_t seed = 9'100;
        for (jumps_kind const on_a : all_jumps_kinds)
            for (jumps_kind const on_b : all_jumps_kinds) {
                random_scored_options const o{.problem = {.min_n = 70,
                                                          .max_n = 150,
                                                          .min_m = 90,
                                                          .max_m = 210,
                                                          .reach = seed % 2 == 0 ? 9U : 31U,
                                                          .letters = seed % 3 == 0 ? "AC" : "ACGTN"},
                                              .jumps_a = on_a,
                                              .jumps_b = on_b};
                for (test_problem & p : random_scored_problems(++seed, 2, o))
                    out.push_back(std::move(p));
                // limits that are the same for all letters go other ways
                test_problem p = random_scored_problems(++seed, 1, o).front();
                p.limits_a = one_limit(rng, p.a.size(), seed % 5 == 0 ? 40 : 6);
                p.limits_b = one_limit(rng, p.b.size(), seed % 7 == 0 ? 40 : 6);
                p.origin += ", one limit for each side";
                out.push_back(std::move(p));
            }
        return judge_scored(std::move(out));
    }();
    return cases;
}

} // namespace vglcs::test
