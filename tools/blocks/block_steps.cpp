// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/block_steps.hpp"

#include <vglcs/kmers.hpp>
#include <vglcs/length_bound.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>

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

/// Columns of the chain's alignment: = X I D.
std::uint64_t columns_of(std::vector<matched_pair> const & chain)
{
    std::uint64_t columns = chain.empty() ? 0 : 1;
    for (std::size_t k = 1; k < chain.size(); ++k)
        columns += std::max(chain[k].i - chain[k - 1].i, chain[k].j - chain[k - 1].j);
    return columns;
}

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
    if (!filter.prefilter || (filter.top == 0 && filter.min_length <= 1))
        return;
    std::uint64_t bound = 0;
    for (strand const direction : strands_of(setting.strands)) {
        problem const p = make_problem(job, direction, setting.alphabet);
        std::uint64_t own = composition_bound(p);
        // where nothing binds, the subsequence is the answer itself: to be solved, not to be bounded
        if (own >= filter.min_length && own > bound && !p.is_plain_lcs())
            own = subsequence_bound(p, o.control);
        if (own >= filter.min_length && own > bound && local_bound_pays(p))
            own = std::min(own, local_bound(p, o.control));
        bound = std::max(bound, own);
    }
    job.bound = bound;
}

/// The longer of the strands' answers, the first one on ties.
void take_longer(pair_job & job, strand direction, result found)
{
    if (job.fate == pair_fate::answered && found.length <= job.result.length)
        return;
    job.result = std::move(found);
    job.strand = direction;
    job.fate = pair_fate::answered;
}

task task_of(pair_step step, task asked)
{
    return step == pair_step::length ? task::length : asked;
}

/// The strands that a step has to solve.
std::span<strand const> strands_of(pair_task const & t, pair_setting const & setting)
{
    if (t.step == pair_step::finish)
        return strands_of(t.job->strand == strand::forward ? strand_choice::forward : strand_choice::reverse);
    return strands_of(setting.strands);
}

} // namespace

block_work::block_work(pair_block block, pair_setting const & setting, pair_filter const & filter)
    : block_{std::move(block)}, setting_{setting}, filter_{filter}
{
    for (pair_job & job : block_.jobs) // of one that is not solved too, the digest of limits is that of a strand read
        job.strand = strands_of(setting_.strands).front();
}

std::vector<pair_task> block_work::next()
{
    std::vector<pair_task> out;
    while (out.empty() && stage_ != stage::done)
        switch (stage_) {
        case stage::start:
            out = first_steps();
            break;
        case stage::screened:
            out = after_screen();
            break;
        case stage::racing:
            out = race();
            break;
        case stage::solved:
            for (pair_job & job : block_.jobs)
                settle(job);
            stage_ = stage::done;
            break;
        case stage::done:
            break;
        }
    return out;
}

std::vector<pair_task> block_work::first_steps()
{
    bool const screens = filter_.screens();
    stage_ = screens || filter_.top != 0 ? stage::screened : stage::solved;
    std::vector<pair_task> out;
    if (stage_ == stage::screened && !screens)
        return out;
    for (pair_job & job : block_.jobs)
        out.push_back({&job, screens ? pair_step::screen : pair_step::solve});
    return out;
}

std::vector<pair_task> block_work::after_screen()
{
    std::vector<pair_task> out;
    for (pair_job & job : block_.jobs)
        if (job.fate == pair_fate::open && !job.failure && job.bound < filter_.min_length) {
            job.fate = pair_fate::too_short;
            job.pruned = true;
        }
    if (filter_.top == 0) {
        for (pair_job & job : block_.jobs)
            if (job.fate == pair_fate::open && !job.failure)
                out.push_back({&job, pair_step::solve});
        stage_ = stage::solved;
        return out;
    }
    std::map<limited_record const *, std::size_t> place; // a query's pairs are neighbours, but races start in any order
    for (pair_job & job : block_.jobs) {
        if (job.fate != pair_fate::open || job.failure)
            continue;
        auto const [at, is_new] = place.emplace(job.query.get(), races_.size());
        if (is_new)
            races_.emplace_back();
        races_[at->second].candidates.push_back(&job);
    }
    for (query_race & r : races_)
        std::ranges::stable_sort(r.candidates, std::greater{}, &pair_job::bound);
    stage_ = stage::racing;
    return out;
}

/// A round of each race: the candidates of the largest bounds, more of them from round to round, until the next bound
/// is below the length that is still among the best. Then the chains of those that are.
std::vector<pair_task> block_work::race()
{
    for (auto const & [runner, begin] : running_)
        for (std::size_t k = begin; k < runner->at; ++k) {
            pair_job & job = *runner->candidates[k];
            settle(job);
            if (job.fate == pair_fate::answered && !job.failure)
                runner->best.push_back(job.result.length);
        }
    running_.clear();
    // an identity needs the chain at once, and without chains there is nothing to save
    bool const chains_later = setting_.options.task == task::alignment && filter_.min_identity <= 0;
    std::vector<pair_task> out;
    for (query_race & r : races_) {
        std::ranges::sort(r.best, std::greater{});
        r.best.resize(std::min<std::size_t>(r.best.size(), filter_.top));
        std::size_t const begin = r.at;
        std::size_t const most = std::max<std::size_t>(filter_.top, 4) << std::min<std::size_t>(r.round++, 16);
        while (r.at < r.candidates.size() && r.at - begin < most) {
            pair_job & job = *r.candidates[r.at];
            if (r.best.size() == filter_.top && job.bound < r.best.back()) {
                for (std::size_t k = r.at; k < r.candidates.size(); ++k) { // and so are all that follow
                    r.candidates[k]->fate = pair_fate::not_top;
                    r.candidates[k]->pruned = true;
                }
                r.candidates.resize(r.at);
                break;
            }
            out.push_back({&job, chains_later ? pair_step::length : pair_step::solve});
            ++r.at;
        }
        if (r.at != begin)
            running_.emplace_back(&r, begin);
    }
    if (!out.empty())
        return out;
    for (query_race & r : races_) {
        std::erase_if(r.candidates, [](pair_job const * j) { return j->fate != pair_fate::answered || j->failure; });
        // longest first; of equally long ones the one whose row comes first (jobs of a block lie in the order of rows)
        std::ranges::sort(r.candidates, [](pair_job const * x, pair_job const * y) {
            return x->result.length != y->result.length ? x->result.length > y->result.length : x < y;
        });
        for (std::size_t k = 0; k < r.candidates.size(); ++k)
            if (k >= filter_.top)
                r.candidates[k]->fate = pair_fate::not_top;
            else if (chains_later)
                out.push_back({r.candidates[k], pair_step::finish});
    }
    stage_ = stage::solved;
    return out;
}

/// Applies the filters of single pairs to an answered one.
void block_work::settle(pair_job & job) const
{
    if (job.fate != pair_fate::answered || job.failure)
        return;
    if (job.result.length < filter_.min_length) {
        job.fate = pair_fate::too_short;
    } else if (filter_.min_identity > 0) {
        auto const columns = static_cast<double>(columns_of(job.result.chain));
        if (columns == 0 || static_cast<double>(job.result.length) < filter_.min_identity * columns)
            job.fate = pair_fate::too_unlike;
    }
    if (job.fate != pair_fate::answered)
        job.result.chain = {};
}

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
        for (strand const direction : strands_of(t, setting))
            take_longer(job, direction, solve(make_problem(job, direction, setting.alphabet), o));
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
        strand direction;
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
        for (strand const direction : strands_of(t, setting))
            parts[task_of(t.step, setting.options.task) == task::length].push_back({&t, direction});
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
                problems[k].emplace(make_problem(*mine[k].task->job, mine[k].direction, setting.alphabet));
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
                take_longer(job, mine[k].direction, std::move(a.result));
            if (job.failure) {
                job.fate = pair_fate::answered;
                job.result = {};
            }
        }
    }
}

} // namespace vglcs::tools
