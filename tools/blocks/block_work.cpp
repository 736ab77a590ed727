// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/block_work.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace vglcs::tools {

block_work::block_work(pair_block block, pair_setting const & setting, pair_filter const & filter)
    : block_{std::move(block)}, setting_{setting}, filter_{filter}
{
    for (pair_job & job : block_.jobs) { // of one that is not solved too, the digest of limits is that of a strand read
        job.strand = strands_of(setting_.strands).front();
        job.transcript = strands_of(setting_.transcripts).front();
    }
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
        if (job.fate == pair_fate::open && !job.failure) {
            if (job.bound / setting_.scoring.match < filter_.min_length)
                job.fate = pair_fate::too_short;
            else if (job.bound < filter_.min_score)
                job.fate = pair_fate::too_low;
            job.pruned = job.fate != pair_fate::open;
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
                runner->best.push_back(job.result.score);
        }
    running_.clear();
    // an identity needs the chain at once, and so does a length beside costs; without chains there is nothing to save
    bool const chains_later = setting_.options.task == task::alignment && filter_.min_identity <= 0 &&
                              (filter_.min_length == 0 || !filter_.by_score);
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
            out.push_back({&job, chains_later ? pair_step::length : pair_step::solve,
                           r.best.size() == filter_.top ? r.best.back() : 0});
            ++r.at;
        }
        if (r.at != begin)
            running_.emplace_back(&r, begin);
    }
    if (!out.empty())
        return out;
    for (query_race & r : races_) {
        std::erase_if(r.candidates, [](pair_job const * j) { return j->fate != pair_fate::answered || j->failure; });
        // best first; of equally good ones the one whose row comes first (jobs of a block lie in the order of rows)
        std::ranges::sort(r.candidates, [](pair_job const * x, pair_job const * y) {
            return x->result.score != y->result.score ? x->result.score > y->result.score : x < y;
        });
        for (std::size_t k = 0; k < r.candidates.size(); ++k)
            if (k >= filter_.top)
                r.candidates[k]->fate = pair_fate::not_top;
            else if (chains_later)
                out.push_back({r.candidates[k], pair_step::finish, r.candidates[k]->result.score});
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
    } else if (job.result.score < filter_.min_score) {
        job.fate = pair_fate::too_low;
    } else if (filter_.min_identity > 0) {
        auto const columns = static_cast<double>(alignment_columns(record_of(job, {}, setting_.scoring)));
        if (columns == 0 || static_cast<double>(job.result.length) < filter_.min_identity * columns)
            job.fate = pair_fate::too_unlike;
    }
    if (job.fate != pair_fate::answered)
        job.result.chain = {};
}

} // namespace vglcs::tools
