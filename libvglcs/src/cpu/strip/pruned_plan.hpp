// SPDX-License-Identifier: BSD-3-Clause
/// Finds a chain that is good enough to leave most of the table out, where there is one, and the plan of a run that
/// does.
#pragma once

#include "cpu/strip/job.hpp"
#include "solve/pruning.hpp"

#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/pruning_certificate.hpp>
#include <vglcs/result.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace vglcs::cpu {

/// Sizes of the search for a bound. All are free choices, so tests shrink them until small inputs reach every edge.
struct pruning_sizes
{
    std::size_t height = 0;       ///< rows on either side of the first guess; 0: a two-hundredth of them
    std::size_t width = 0;        ///< columns of a strip; 0: what suits the height
    double most_for_guess = 0.06; ///< of the table, that the first guess may cost
    double least_saved = 0.15;    ///< of the table: what saves less is not tried
};

/// A plan, the rows that it keeps and why.
template <class Plan>
struct pruned_plan
{
    std::unique_ptr<Plan> plan;
    std::optional<pruning_certificate> certificate; ///< nothing: the whole table is computed
    std::optional<result> answer;                   ///< where the last guess was proven already
};

/// A score below which no answer is wanted is a bound from the start: chains of less need not keep their values.
/// Tries guesses, each four times as high as the one before: cells near the line between the corners. What such a run
/// finds is a chain, so its score is a bound, and the band of this bound is all that the answer needs. Where the guess
/// has this band inside, its answer is the answer. A guess that pays less than it costs is not made: together with the
/// run that follows guesses never compute more than the table has, but for the first one.
template <class Plan>
class bound_search
{
public:
    /// @param make  make(width, other) makes a plan for strips of that width (0: of its own choice), from another one
    ///              where that is not null
    template <class Make>
    bound_search(problem const & p, options const & o, pruning_sizes const & sizes, Make const & make)
        : p_{p}, o_{o}, sizes_{sizes}
    {
        if (o.full_table || p.n() == 0 || p.m() == 0 || !pays(p.score_bound()))
            return;
        bound_ = o.least_score;
        if (bound_ > p.score_bound()) { // no chain has so much
            found_.answer.emplace();
            found_.certificate = certificate(0);
            return;
        }
        std::size_t const n = p.n(), m = p.m();
        std::size_t height = sizes.height != 0 ? sizes.height : std::clamp<std::size_t>(std::min(n, m) / 200, 64, 1024);
        std::size_t const width = width_for(2 * height);
        double const table = static_cast<double>(n) * static_cast<double>(m);
        // before anything is compiled
        bool const may_guess = static_cast<double>(strip_rows::along_corners(height, {n, m, width}).cells()) <=
                               sizes.most_for_guess * table;
        if (!may_guess && !pays(bound_))
            return;
        found_.plan = make(width, nullptr);
        look_.emplace(*found_.plan);
        strip_rows const all = found_.plan->kept;
        needed_ = strip_rows::around(band_of(bound_), look_->down, look_->across, all);
        double rest = 1, cost = 0;
        for (double spent = 0; may_guess && rest > 20 * cost; height *= 4) {
            strip_rows const guess = strip_rows::along_corners(height, all);
            found_.plan->kept = guess;
            cost = static_cast<double>(guess.cells()) / table;
            bool const first = spent == 0;
            if ((!first && spent + cost + rest > 1) ||
                cost_of(*found_.plan, {.task = task::length}, o.threads).host_bytes > o.max_memory)
                break;
            spent += cost;
            if (first && !is_promising(cost))
                break;
            if (try_guess(guess, all))
                return;
            rest = static_cast<double>(needed_.cells()) / table;
        }
        settle(make);
    }

    [[nodiscard]] pruned_plan<Plan> take() { return std::move(found_); }

    /// True where the search is a matter of seconds at most: then a plan may wait for it.
    [[nodiscard]] static bool is_quick(problem const & p) noexcept
    {
        return std::uint64_t{p.n()} * p.m() < std::uint64_t{1} << 38;
    }

private:
    struct both_ways
    {
        look_back down, across;
        explicit both_ways(Plan const & plan) : down{plan.down()}, across{plan.across()} {}
    };

    [[nodiscard]] std::size_t width_for(std::size_t rows) const
    {
        if (sizes_.width != 0)
            return sizes_.width;
        // a row of a strip costs like some 250 columns: narrow strips have many, wide ones stand out of the band
        auto const width = static_cast<std::size_t>(16 * std::sqrt(static_cast<double>(rows)));
        return std::clamp<std::size_t>(width / 64 * 64, 128, 1024);
    }

    [[nodiscard]] diagonal_band band_of(std::uint64_t bound) const
    {
        diagonal_band const band = diagonal_band::of_bound(p_.n(), p_.m(), p_.scoring().match, bound);
        return found_.plan && !found_.plan->rows_are_a ? band.transposed() : band;
    }

    /// Part of the table that is outside of a bound's band.
    [[nodiscard]] double saved_by(std::uint64_t bound) const
    {
        // n * m - pairs^2 cells are inside
        double const pairs = static_cast<double>(bound) / p_.scoring().match;
        return pairs * pairs / (static_cast<double>(p_.n()) * static_cast<double>(p_.m()));
    }
    /// A bound like that leaves enough out.
    [[nodiscard]] bool pays(std::uint64_t bound) const { return saved_by(bound) > sizes_.least_saved; }

    [[nodiscard]] std::uint64_t score_of(result const & r) const
    {
        return p_.is_unit() ? p_.scoring().match * r.length : r.score;
    }

    /// A part of the guess tells whether there is any likeness, and more of it than is known.
    /// @param cost  of the whole guess, as part of the table
    [[nodiscard]] bool is_promising(double cost) const
    {
        strip_rows const & kept = found_.plan->kept;
        std::size_t const strips = std::max(kept.strips() / 32, std::min<std::size_t>(8, kept.strips() / 8));
        if (strips == 0)
            return true;
        result const r =
            run_strips(*found_.plan, {.task = task::length, .strips = strips, .counts = false}, o_.threads, o_.control);
        std::uint64_t const likely = score_of(r) * kept.columns() / (strips * kept.width());
        return pays(likely) && (bound_ == 0 || saved_by(likely) > saved_by(bound_) + cost);
    }

    /// Computes the guess; true where its answer is proven.
    bool try_guess(strip_rows const & guess, strip_rows const & all)
    {
        strip_job job{.task = task::length};
        if (o_.task == task::alignment) {
            job = make_job(*found_.plan, o_);
            job.checkpoint.clear();
            job.least = least_proven(guess, all);
        }
        job.counts = false;
        result r = run_strips(*found_.plan, job, o_.threads, o_.control);
        for_bound_ += guess.cells();
        bound_ = std::max(bound_, score_of(r));
        needed_ = strip_rows::around(band_of(bound_), look_->down, look_->across, all);
        if (!guess.contains(needed_) || guess.is_all())
            return false;
        found_.certificate = certificate(guess.cells());
        found_.certificate->cells_for_bound -= guess.cells();
        found_.answer = std::move(r);
        return true;
    }

    /// Least score, as a run has it, whose band lies inside the guess; above every score where there is none.
    [[nodiscard]] std::uint64_t least_proven(strip_rows const & guess, strip_rows const & all) const
    {
        std::uint64_t const match = p_.scoring().match, most = std::min(p_.n(), p_.m());
        std::uint64_t low = 0, high = most + 1; // pairs
        while (low < high) {
            std::uint64_t const pairs = low + (high - low) / 2;
            if (guess.contains(strip_rows::around(band_of(pairs * match), look_->down, look_->across, all)))
                high = pairs;
            else
                low = pairs + 1;
        }
        // so many pairs' worth is asked for by what is more than one pair less
        return p_.is_unit() || low == 0 ? low : (low - 1) * match + 1;
    }

    [[nodiscard]] pruning_certificate certificate(std::uint64_t cells) const
    {
        diagonal_band const band = diagonal_band::of_bound(p_.n(), p_.m(), p_.scoring().match, bound_);
        return {.bound = bound_,
                .first_diagonal = band.first,
                .last_diagonal = band.last,
                .cells = cells,
                .cells_skipped = std::uint64_t{p_.n()} * p_.m() - cells,
                .cells_for_bound = for_bound_};
    }

    /// The plan of the run that is still to be made.
    template <class Make>
    void settle(Make const & make)
    {
        if (bound_ == 0 || 1 - needed_.share() < sizes_.least_saved / 2) {
            found_.plan = make(0, std::move(found_.plan));
            return;
        }
        std::size_t const before = found_.plan->width();
        std::size_t const rows = needed_.most_rows() - std::min(needed_.most_rows(), before);
        if (std::size_t const width = width_for(rows); width > 2 * before || 2 * width < before)
            found_.plan = make(width, std::move(found_.plan));
        Plan & plan = *found_.plan;
        strip_rows const all{plan.row_count(), plan.across().size, plan.width()};
        plan.kept = strip_rows::around(band_of(bound_), look_->down, look_->across, all);
        plan.certificate = found_.certificate = certificate(plan.kept.cells());
    }

    problem const & p_;
    options const & o_;
    pruning_sizes const & sizes_;
    pruned_plan<Plan> found_;
    std::optional<both_ways> look_;
    strip_rows needed_; ///< of the bound, in strips of the guesses
    std::uint64_t bound_ = 0, for_bound_ = 0;
};

} // namespace vglcs::cpu
