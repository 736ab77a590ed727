// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/pair_steps.hpp"

#include <vglcs/kmers.hpp>
#include <vglcs/length_bound.hpp>
#include <vglcs/solve_many.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

namespace vglcs::tools {

std::span<strand const> strands_of(strand_choice choice)
{
    static constexpr std::array both{strand::forward, strand::reverse};
    switch (choice) {
    case strand_choice::forward:
        return std::span{both}.first(1);
    case strand_choice::reverse:
        return std::span{both}.last(1);
    case strand_choice::both:
        break;
    }
    return both;
}

namespace {

/// The heuristic: true where the pair shares too few k-mers.
/// @param device   where k-mers may be sorted
bool shares_too_little(pair_job & job, pair_setting const & setting, pair_filter const & filter,
                       std::optional<int> device)
{
    bool const canonical = setting.strands != strand_choice::forward;
    auto const & q = job.query->kmers(setting.alphabet, filter.kmer, canonical, device);
    auto const & t = job.target->kmers(setting.alphabet, filter.kmer, canonical, device);
    job.kmers_fewest = std::min(q.size(), t.size());
    job.kmers_shared = count_shared(q, t);
    // a sequence without any k-mer says nothing: such a pair is solved
    return job.kmers_fewest != 0 &&
           static_cast<double>(job.kmers_shared) < filter.kmer_share * static_cast<double>(job.kmers_fewest);
}

void screen(pair_job & job, pair_setting const & setting, pair_filter const & filter, options const & o)
{
    std::optional<int> const device = o.device == device::cuda ? std::optional{o.device_number} : std::nullopt;
    if (filter.kmer != 0 && shares_too_little(job, setting, filter, device)) {
        job.fate = pair_fate::skipped;
        return;
    }
    if (!filter.bounds())
        return;
    // bounds are lengths, and the letters and limits that they look at do not depend on the direction of transcripts
    std::uint64_t const least = filter.least_length(setting.scoring.match);
    std::uint64_t bound = 0;
    for (strand const direction : strands_of(setting.strands)) {
        problem const p = make_problem(job, {direction, strands_of(setting.transcripts).front()}, setting);
        std::uint64_t own = composition_bound(p);
        // where nothing binds, the subsequence is the answer itself: to be solved, not to be bounded
        if (own >= least && own > bound && !p.is_plain_lcs())
            own = subsequence_bound(p, o.control);
        if (own >= least && own > bound && local_bound_pays(p))
            own = std::min(own, local_bound(p, o.control));
        bound = std::max(bound, own);
    }
    job.bound = setting.scoring.match * bound;
}

/// The better of the readings' answers, the first one on ties.
void take_better(pair_job & job, pair_reading reading, result found)
{
    if (job.fate == pair_fate::answered && found.score <= job.result.score)
        return;
    job.result = std::move(found);
    job.strand = reading.strand;
    job.transcript = reading.transcript;
    job.fate = pair_fate::answered;
}

/// Finds the reasons of the answer, where they are asked for.
void find_reasons(pair_task const & t, pair_setting const & setting, options const & o)
{
    pair_job & job = *t.job;
    job.reasons.reset();
    if (!setting.explains || t.step == pair_step::length || job.fate != pair_fate::answered || job.failure)
        return;
    pair_reading const reading{job.strand, job.transcript};
    problem const p = make_problem(job, reading, setting);
    job.reasons = std::make_shared<explanation const>(
        explain(explain_inputs_of(job, reading, p), job.result.chain, o, setting.confirm));
}

task task_of(pair_step step, task asked)
{
    return step == pair_step::length ? task::length : asked;
}

/// Calls `visit(reading)` for what a step has to solve, in the order in which ties go.
template <class Visit>
void for_each_reading(pair_task const & t, pair_setting const & setting, Visit visit)
{
    if (t.step == pair_step::finish)
        return visit(pair_reading{t.job->strand, t.job->transcript});
    for (strand const direction : strands_of(setting.strands))
        for (strand const transcript : strands_of(setting.transcripts))
            visit(pair_reading{direction, transcript});
}

} // namespace

void take_step(pair_task const & t, pair_setting const & setting, pair_filter const & filter, options o) noexcept
{
    pair_job & job = *t.job;
    job.failure = nullptr;
    try {
        if (t.step == pair_step::screen) {
            screen(job, setting, filter, o);
            return;
        }
        job.fate = pair_fate::open;
        o.task = task_of(t.step, setting.options.task);
        std::uint64_t const least = std::max(t.least, filter.least_score());
        for_each_reading(t, setting, [&](pair_reading reading) {
            // of equal readings the first one is kept
            o.least_score = job.fate == pair_fate::answered ? std::max(least, job.result.score + 1) : least;
            take_better(job, reading, solve(make_problem(job, reading, setting), o));
        });
        find_reasons(t, setting, o);
    } catch (...) {
        job.failure = std::current_exception();
        job.fate = pair_fate::answered;
        job.result = {};
    }
}

void take_steps_together(std::span<pair_task const> tasks, pair_setting const & setting, pair_filter const & filter,
                         options const & o)
{
    struct part
    {
        pair_task const * task;
        pair_reading reading;
    };
    std::vector<part> parts[2]; // by what they compute
    std::vector<pair_task const *> screens;
    for (pair_task const & t : tasks) {
        if (t.step == pair_step::screen) {
            screens.push_back(&t);
            continue;
        }
        t.job->failure = nullptr;
        t.job->fate = pair_fate::open;
        for_each_reading(t, setting, [&](pair_reading reading) {
            parts[task_of(t.step, setting.options.task) == task::length].push_back({&t, reading});
        });
    }
    auto const in_parallel = [&](std::size_t count, auto const & f) {
        auto const end = static_cast<std::int64_t>(count);
#pragma omp parallel for schedule(dynamic, 16) num_threads(o.threads)
        for (std::int64_t k = 0; k < end; ++k)
            f(static_cast<std::size_t>(k));
    };
    in_parallel(screens.size(), [&](std::size_t k) { take_step(*screens[k], setting, filter, o); });
    for (bool const length : {false, true}) {
        std::vector<part> const & mine = parts[length];
        std::vector<std::optional<problem>> problems(mine.size());
        std::vector<std::exception_ptr> refused(mine.size());
        in_parallel(mine.size(), [&](std::size_t k) noexcept {
            try {
                problems[k].emplace(make_problem(*mine[k].task->job, mine[k].reading, setting));
            } catch (...) {
                refused[k] = std::current_exception();
            }
        });
        std::vector<problem const *> ready;
        for (auto const & p : problems)
            if (p)
                ready.push_back(&*p);
        options own = o;
        own.task = length ? task::length : setting.options.task;
        std::vector<answer> answers = solve_many(ready, own);
        for (std::size_t k = 0, at = 0; k < mine.size(); ++k) {
            pair_job & job = *mine[k].task->job;
            answer a = problems[k] ? std::move(answers[at++]) : answer{.result = {}, .failure = refused[k]};
            if (a.failure)
                job.failure = a.failure;
            else if (!job.failure)
                take_better(job, mine[k].reading, std::move(a.result));
            if (job.failure) {
                job.fate = pair_fate::answered;
                job.result = {};
            }
        }
    }
    if (!setting.explains)
        return;
    options single = o;
    single.device = device::cpu;
    single.engine = "auto";
    single.threads = 1;
    single.max_memory = o.max_memory / static_cast<std::uint64_t>(std::max(1, o.threads));
    in_parallel(tasks.size(), [&](std::size_t k) noexcept {
        pair_job & job = *tasks[k].job;
        if (tasks[k].step == pair_step::screen)
            return;
        try {
            find_reasons(tasks[k], setting, single);
        } catch (...) {
            job.failure = std::current_exception();
            job.fate = pair_fate::answered;
            job.result = {};
        }
    });
}

} // namespace vglcs::tools
