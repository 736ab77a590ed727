// SPDX-License-Identifier: BSD-3-Clause
#include "pair_job.hpp"

#include <vglcs/io/pair_record.hpp>

#include <algorithm>

namespace vglcs::tools {

namespace {

/// Up to this many cells a pair takes a thread some tenths of a second.
constexpr std::uint64_t medium_pair_cells = std::uint64_t{1} << 28;
/// A block is answered when it has this much work or holds this many letters.
constexpr std::uint64_t block_cells = std::uint64_t{1} << 30, block_letters = std::uint64_t{1} << 26;

/// True where the pairs of a block up to this many cells take one thread each: pairs that are too small for a team, and
/// larger ones where there are enough of them to keep every thread busy (200 ESTs with a 107 kb BAC, two threads:
/// 12.4 s with a team a pair, 3.8 s side by side).
std::uint64_t cells_side_by_side(std::span<pair_job const> jobs, int threads)
{
    auto const medium = std::ranges::count_if(jobs, [](pair_job const & j) { return j.cells() <= medium_pair_cells; });
    return medium >= 2 * threads ? medium_pair_cells : small_pair_cells;
}

void answer_on(pair_job & job, pair_setting const & setting, options const & o)
{
    auto const solve_on = [&](strand direction) { return solve(make_problem(job, direction, setting.alphabet), o); };
    switch (setting.strands) {
    case strand_choice::forward:
        job.result = solve_on(strand::forward);
        job.strand = strand::forward;
        return;
    case strand_choice::reverse:
        job.result = solve_on(strand::reverse);
        job.strand = strand::reverse;
        return;
    case strand_choice::both:
        break;
    }
    job.result = solve_on(strand::forward);
    job.strand = strand::forward;
    if (result other = solve_on(strand::reverse); other.length > job.result.length) {
        job.result = std::move(other);
        job.strand = strand::reverse;
    }
}

/// Answers one pair; what it throws stays with it. Safe inside an OpenMP region.
void answer_one(pair_job & job, pair_setting const & setting, options const & o) noexcept
{
    job.failure = nullptr;
    try {
        answer_on(job, setting, o);
    } catch (...) {
        job.failure = std::current_exception();
    }
}

} // namespace

std::uint64_t pair_job::cells() const noexcept
{
    return std::uint64_t{query->record.size()} * target->record.size();
}

gap_limits const & pair_job::query_limits() const noexcept
{
    return strand == vglcs::strand::forward ? query->forward : query->reverse;
}

pair_record pair_job::record(bool with_sha256) const
{
    pair_record out{.query = &query->record,
                    .target = &target->record,
                    .query_limits = &query_limits(),
                    .target_limits = &target->forward,
                    .strand = strand,
                    .result = result};
    bool const reversed = strand == vglcs::strand::reverse;
    out.limits_digest = limits_digest(reversed ? query_limits().reversed() : query_limits(), target->forward);
    if (with_sha256) {
        out.query_sha256 = letters_digest(query->record.letters);
        out.target_sha256 = letters_digest(target->record.letters);
    }
    if (failure) {
        try {
            std::rethrow_exception(failure);
        } catch (std::exception const & e) {
            out.status = std::string{"error:"} + e.what();
        }
    }
    return out;
}

problem make_problem(pair_job const & job, strand direction, alphabet letters)
{
    bool const forward = direction == strand::forward;
    std::string const & query = job.query->record.letters;
    return {encode(forward ? query : reverse_complement(query), letters), encode(job.target->record.letters, letters),
            forward ? job.query->forward : job.query->reverse, job.target->forward};
}

void answer(std::span<pair_job> jobs, pair_setting const & setting, progress & shown)
{
    std::uint64_t const strands = setting.strands == strand_choice::both ? 2 : 1;
    for (pair_job const & job : jobs)
        shown.expect(job.cells() * strands);

    options alone = setting.options, beside = setting.options;
    beside.threads = 1;
    beside.max_memory = std::max<std::uint64_t>(1, setting.options.max_memory / static_cast<unsigned>(alone.threads));
    beside.checkpoint.clear();
    std::uint64_t const most_cells = cells_side_by_side(jobs, alone.threads);
    auto const takes_one_thread = [&](pair_job const & job) { return job.cells() <= most_cells; };
    auto const count = static_cast<std::int64_t>(jobs.size());
#pragma omp parallel for schedule(dynamic) num_threads(alone.threads)
    for (std::int64_t k = 0; k < count; ++k)
        if (pair_job & job = jobs[static_cast<std::size_t>(k)]; takes_one_thread(job) && !alone.control->stopped())
            answer_one(job, setting, beside);
    alone.control->throw_if_stopped();

    for (pair_job & job : jobs) {
        // a small pair may have failed only for its share of the memory
        if (!takes_one_thread(job) || (job.failure && alone.threads > 1))
            answer_one(job, setting, alone);
        alone.control->throw_if_stopped();
    }
}

void job_block::add(shared_record query, shared_record target)
{
    jobs_.push_back({.query = std::move(query), .target = std::move(target)});
    cells_ += jobs_.back().cells();
    letters_ += jobs_.back().query->record.size() + jobs_.back().target->record.size();
}

bool job_block::full() const noexcept
{
    return jobs_.size() >= most_jobs_ || cells_ >= block_cells || letters_ >= block_letters;
}

void job_block::clear()
{
    jobs_.clear();
    cells_ = letters_ = 0;
}

} // namespace vglcs::tools
