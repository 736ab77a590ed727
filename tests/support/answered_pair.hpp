// SPDX-License-Identifier: BSD-3-Clause
/// Pairs for tests of writers and readers: they own what a pair_record borrows.
#pragma once

#include "memory_file.hpp"

#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/pair_record.hpp>
#include <vglcs/io/writer.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vglcs::test {

struct answered_pair
{
    sequence query, target;
    gap_limit limit{.hi = 2};
    vglcs::strand strand = vglcs::strand::forward;
    std::vector<matched_pair> chain;
    std::string status = "ok";
    std::uint64_t bound = 0;
    gap_limits query_limits, target_limits;

    /// Valid as long as this pair stays where it is. Under task::length the chain is left out.
    [[nodiscard]] pair_record record(task t = task::alignment)
    {
        query_limits = {query.size(), limit};
        target_limits = {target.size(), limit};
        pair_record out{.query = &query,
                        .target = &target,
                        .query_limits = &query_limits,
                        .target_limits = &target_limits,
                        .strand = strand,
                        .status = status,
                        .bound = bound,
                        .limits_digest = limits_digest(query_limits, target_limits),
                        .query_sha256 = letters_digest(query.letters),
                        .target_sha256 = letters_digest(target.letters)};
        if (status == "ok") {
            out.result.length = chain.size();
            if (!chain.empty())
                out.result.last = chain.back();
            if (t == task::alignment)
                out.result.chain = chain;
        }
        return out;
    }
};

/// Five pairs with every kind of step; the aligned query is ggACGTACTTC, 11 letters, on either strand:
///   query   ACG-TAC--      target  AC-TGTAAC written out: 2=1D2=1X1D1=
inline answered_pair small_pair(strand direction)
{
    std::string const aligned = "ggACGTACTTC";
    bool const forward = direction == strand::forward;
    return {.query = {.name = "q1",
                      .letters = forward ? aligned : reverse_complement(aligned),
                      .quality = "ABCDEFGHIJK",
                      .number = 3,
                      .line = 9},
            .target = {.name = "t1", .letters = "ACTGTAACGG", .number = 7, .line = 13},
            .strand = direction,
            .chain = {{2, 0}, {3, 1}, {4, 3}, {5, 4}, {7, 7}}};
}

inline answered_pair empty_pair(strand direction = strand::forward)
{
    return {.query = {.name = "q2", .letters = "AAAA", .number = 4},
            .target = {.name = "t2", .letters = "CCCCC", .number = 8},
            .strand = direction};
}

inline run_record small_run(task t = task::alignment)
{
    return {.task = t,
            .alphabet = alphabet::dna,
            .command_line = "vglcs align q.fa t.fa --gaps 2",
            .gaps_a = "2",
            .gaps_b = "2",
            .strand = "both",
            .version = "0.1.0",
            .build = "gcc 12.2, Release",
            .device = "cpu"};
}

/// The bytes that a writer makes of the pairs, header lines included.
inline std::string written(format f, std::vector<answered_pair> pairs, run_record const & run = small_run())
{
    memory_file const file;
    output_file out{file.path()};
    auto const w = make_writer(f, run.task, out);
    w->begin(run);
    for (answered_pair & pair : pairs)
        w->write(pair.record(run.task));
    out.commit();
    return file.read();
}

} // namespace vglcs::test
