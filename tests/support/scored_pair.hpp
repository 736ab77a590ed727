// SPDX-License-Identifier: BSD-3-Clause
/// Answered pairs with costs for tests of writers and readers: they own what a pair_record borrows.
#pragma once

#include "memory_file.hpp"
#include "random_scored.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/io/pair_record.hpp>
#include <vglcs/io/writer.hpp>
#include <vglcs/verify_result.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace vglcs::test {

/// A problem's records, and what an engine answered. Stays where it is while records of it are used.
struct scored_pair
{
    test_problem problem; ///< aligned orientation; A is nucleotides where `strand` is reverse
    sequence query, target;
    vglcs::strand strand = vglcs::strand::forward;
    result answer;
    std::string limits;

    explicit scored_pair(test_problem p, std::uint64_t number = 1, vglcs::strand direction = vglcs::strand::forward,
                         task t = task::alignment)
        : problem{std::move(p)}, query{.name = fmt::format("q{}", number), .number = number},
          target{.name = fmt::format("t{}", number), .number = number}, strand{direction},
          answer{solve(problem.make(), {.task = t, .engine = "reference", .threads = 1})}, limits{limits_digest(
                                                                                               problem.limits_a,
                                                                                               problem.limits_b)}
    {
        query.letters = direction == strand::forward ? problem.a : reverse_complement(problem.a);
        target.letters = problem.b;
    }

    [[nodiscard]] pair_record record() const
    {
        return {.query = &query,
                .target = &target,
                .query_limits = &problem.limits_a,
                .target_limits = &problem.limits_b,
                .strand = strand,
                .result = answer,
                .limits_digest = limits,
                .query_sha256 = letters_digest(query.letters),
                .target_sha256 = letters_digest(target.letters),
                .scoring = problem.scoring,
                .query_jumps = &problem.jumps_a,
                .target_jumps = &problem.jumps_b};
    }
    /// What verify says of a stated pair, empty where it is right.
    [[nodiscard]] std::string fault(stated_pair const & stated) const
    {
        return find_result_fault(stated, {.query = query,
                                          .target = target,
                                          .query_limits = problem.limits_a,
                                          .target_limits = problem.limits_b,
                                          .alphabet = problem.alphabet,
                                          .limits_digest = limits,
                                          .scoring = problem.scoring,
                                          .query_jumps = &problem.jumps_a,
                                          .target_jumps = &problem.jumps_b,
                                          .scored = true})
            .value_or("");
    }
};

/// The bytes that a writer makes of the pairs, which have the scoring of the first.
[[nodiscard]] inline std::string written(format f, std::vector<scored_pair> const & pairs, task t = task::alignment,
                                         std::string const & jump_b = "", std::string const & leave_b = "")
{
    run_record run{.task = t,
                   .alphabet = pairs.front().problem.alphabet,
                   .command_line = "vglcs align q.fa t.fa",
                   .gaps_a = "1",
                   .gaps_b = "1",
                   .strand = "both",
                   .costs = run_costs{.scoring = pairs.front().problem.scoring},
                   .version = "0.1.0",
                   .build = "gcc 12.2, Release",
                   .device = "cpu",
                   .md = true};
    if (!jump_b.empty())
        run.costs->jump_b = {jump_b};
    if (!leave_b.empty())
        run.costs->leave_b = {leave_b};
    for (scored_pair const & pair : pairs)
        run.targets.push_back(&pair.target);
    memory_file const file;
    output_file out{file.path()};
    auto const w = make_writer(f, t, out);
    w->begin(run);
    for (scored_pair const & pair : pairs)
        w->write(pair.record());
    out.commit();
    return file.read();
}

} // namespace vglcs::test
