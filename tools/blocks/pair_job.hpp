// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pairs/inputs.hpp"
#include "pairs/limited_record.hpp"

#include <vglcs/explain.hpp>
#include <vglcs/io/pair_record.hpp>

#include <exception>
#include <memory>

namespace vglcs::tools {

/// Where a pair stands.
enum class pair_fate : std::uint8_t {
    open,       ///< to be answered
    answered,   ///< `result` holds, or `failure`
    skipped,    ///< left out by the k-mer heuristic
    too_short,  ///< shorter than --min-length
    too_low,    ///< of a score below --min-score
    too_unlike, ///< below --min-identity
    not_top     ///< not among the --top pairs of its query
};

/// The directions in which a pair is read.
struct pair_reading
{
    vglcs::strand strand = vglcs::strand::forward;     ///< of the query
    vglcs::strand transcript = vglcs::strand::forward; ///< of the sites of jumps
};

/// One pair to answer, and its answer.
struct pair_job
{
    static constexpr std::uint64_t no_bound = ~std::uint64_t{0};

    shared_record query, target;

    // the answer
    vglcs::strand strand = vglcs::strand::forward, transcript = vglcs::strand::forward;
    vglcs::result result;
    std::shared_ptr<explanation const> reasons; ///< of the result, where the run explains
    std::exception_ptr failure;                 ///< set where the pair could not be answered
    pair_fate fate = pair_fate::open;
    bool pruned = false;                            ///< its fate was settled by `bound` alone
    std::uint64_t bound = no_bound;                 ///< its score is at most this
    std::size_t kmers_shared = 0, kmers_fewest = 0; ///< of a pair that the heuristic skipped

    [[nodiscard]] std::uint64_t cells() const noexcept;
    [[nodiscard]] gap_limits const & query_limits() const; ///< of the strand answered
    [[nodiscard]] jumps const & query_jumps() const;       ///< of strand and transcript answered
    [[nodiscard]] jumps const & target_jumps() const;      ///< of the transcript answered
};

/// What of a pair a format shows beside the answer; each costs a pass over letters or limits, once a record.
struct wanted_digests
{
    bool limits = false, letters = false;
};

/// All that a writer needs.
/// @param scoring   of the run
[[nodiscard]] pair_record record_of(pair_job const & job, wanted_digests wanted, scoring const & scoring = {});

/// What holds for all pairs of a run.
struct pair_setting
{
    vglcs::alphabet alphabet;
    strand_choice strands;
    vglcs::options options;
    vglcs::scoring scoring{};
    strand_choice transcripts = strand_choice::forward;
    bool scored = false;     ///< rows have scores
    bool explains = false;   ///< answered pairs have reasons
    std::size_t confirm = 0; ///< blocking limits to be solved again

    /// How often a pair is solved.
    [[nodiscard]] std::uint64_t readings() const noexcept
    {
        return (strands == strand_choice::both ? 2u : 1u) * (transcripts == strand_choice::both ? 2u : 1u);
    }
};

/// What the command line says of the pairs of opened inputs.
[[nodiscard]] pair_setting setting_of(job_options const & job, inputs const & in, options o);

/// Up to this many cells a pair is too small to be worth a team of threads (a few milliseconds): pairs go side by side.
inline constexpr std::uint64_t small_pair_cells = std::uint64_t{1} << 24;

/// The encoded problem of a pair as it is read.
[[nodiscard]] problem make_problem(pair_job const & job, pair_reading reading, pair_setting const & setting);

/// What an explanation of a reading's problem needs.
[[nodiscard]] explain_inputs explain_inputs_of(pair_job const & job, pair_reading reading, problem const & made);

} // namespace vglcs::tools
