// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/pair_job.hpp"

#include <fmt/format.h>

#include <utility>

namespace vglcs::tools {

std::uint64_t pair_job::cells() const noexcept
{
    return std::uint64_t{query->record.size()} * target->record.size();
}

gap_limits const & pair_job::query_limits() const
{
    return query->limits(strand);
}

jumps const & pair_job::query_jumps() const
{
    return query->jumps(strand, transcript);
}

jumps const & pair_job::target_jumps() const
{
    return target->jumps(strand::forward, transcript);
}

pair_record record_of(pair_job const & job, wanted_digests wanted, scoring const & scoring)
{
    pair_record out{.query = &job.query->record,
                    .target = &job.target->record,
                    .query_limits = &job.query_limits(),
                    .target_limits = &job.target->limits(strand::forward),
                    .strand = job.strand,
                    .result = job.result,
                    .scoring = scoring,
                    .query_jumps = &job.query_jumps(),
                    .target_jumps = &job.target_jumps(),
                    .target_by_query = &job.query->limits_for_partner(job.strand),
                    .query_by_target = &job.target->limits_for_partner(strand::forward),
                    .reasons = job.reasons.get()};
    if (wanted.limits)
        out.limits_digest = job.query->limits_digest(job.strand) + '-' + job.target->limits_digest(strand::forward);
    if (wanted.letters) {
        out.query_sha256 = job.query->letters_sha256();
        out.target_sha256 = job.target->letters_sha256();
    }
    if (job.pruned) {
        out.status = "pruned";
        out.bound = job.bound;
    } else if (job.fate == pair_fate::skipped) {
        out.status = fmt::format("skipped:heuristic k-mers: {} of {} shared", job.kmers_shared, job.kmers_fewest);
    }
    if (job.failure) {
        try {
            std::rethrow_exception(job.failure);
        } catch (std::exception const & e) {
            out.status = std::string{"error:"} + e.what();
        }
    }
    return out;
}

pair_setting setting_of(job_options const & job, inputs const & in, options o)
{
    return {.alphabet = in.alphabet,
            .strands = job.chosen_strand(),
            .options = std::move(o),
            .scoring = job.scores.chosen_scoring(),
            .transcripts = in.transcripts,
            .scored = job.scores.is_scored(),
            .explains = job.explain,
            .confirm = static_cast<std::size_t>(job.confirm)};
}

problem make_problem(pair_job const & job, pair_reading reading, pair_setting const & setting)
{
    auto const [direction, transcript] = reading;
    bool const forward = direction == strand::forward;
    std::string const & query = job.query->record.letters;
    return {encode(forward ? query : reverse_complement(query), setting.alphabet),
            encode(job.target->record.letters, setting.alphabet),
            job.query->limits(direction),
            job.target->limits(strand::forward),
            setting.scoring,
            job.query->jumps(direction, transcript),
            job.target->jumps(strand::forward, transcript),
            {.b_by_a = job.query->limits_for_partner(direction),
             .a_by_b = job.target->limits_for_partner(strand::forward)}};
}

explain_inputs explain_inputs_of(pair_job const & job, pair_reading reading, problem const & made)
{
    return {made, job.query->limits(reading.strand), job.target->limits(strand::forward),
            &job.query->jumps(reading.strand, reading.transcript),
            &job.target->jumps(strand::forward, reading.transcript)};
}

} // namespace vglcs::tools
