// SPDX-License-Identifier: BSD-3-Clause
/// The engine `strip`: problems where nothing costs anything, and where no letter of B limits what is skipped in A, by
/// strip_plan, all others by scored_plan.
#include "cpu/engines.hpp"
#include "cpu/machine_speed.hpp"
#include "cpu/scored/scored_plan.hpp"
#include "cpu/strip/job.hpp"
#include "cpu/strip/pruned_plan.hpp"
#include "cpu/strip/strip.hpp"
#include "solve/checkpoints.hpp"
#include "solve/prepared.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string_view>

namespace vglcs::cpu {

namespace {

/// Problems of at most that many cells are planned in a hurry.
constexpr std::uint64_t small_problem = 4 << 20;

class strips final : public engine
{
public:
    std::string_view name() const noexcept override { return "strip"; }
    std::string_view summary() const noexcept override
    {
        return "strips of columns with SIMD, pipelined over threads; chain by recomputed tiles";
    }
    vglcs::device device() const noexcept override { return vglcs::device::cpu; }
    bool supports(problem const & p, task) const noexcept override
    {
        if (!p.has_partner_limits())
            return true;
        // jumps of the sequence that has limits by the other's letters are for engines that look at each cell
        return has_row_windows(p) && !(p.has_b_by_a() ? p.side_b() : p.side_a()).has_jumps;
    }

    std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
    {
        // rows are letters of A there
        return p.is_unit() && !p.has_a_by_b() ? prepared_by<strip_plan>(p, o, &quick_plan)
                                              : prepared_by<scored_plan>(p, o, &quick_scored_plan);
    }

private:
    /// A plan with what it keeps on its way, compiled once for its cost and its run: the bound of the values alone is a
    /// hundredth of the run, and so is the search for cells that need not be computed.
    template <class Plan>
    class compiled
    {
    public:
        enum class search : std::uint8_t { no, where_quick, yes };

        compiled(problem const & p, options const & o, search how) : compiled{p, o, how, value_bytes(p, o.threads)} {}
        [[nodiscard]] vglcs::cost cost() const
        {
            vglcs::cost c = cost_of(*found_.plan, job_, o_.threads);
            if (found_.certificate)
                c.cells += found_.certificate->cells_for_bound;
            return c;
        }
        [[nodiscard]] result run() const
        {
            if (searched_ || o_.full_table)
                return run_found();
            // the search takes a while, which a plan should not
            options rest = o_;
            rest.max_memory -= std::min(rest.max_memory, found_.plan->bytes(o_.threads));
            compiled const late{p_, rest, search::yes, bytes_};
            return late.found_.certificate ? late.run_found() : run_found();
        }

    private:
        compiled(problem const & p, options const & o, search how, std::size_t bytes) : p_{p}, o_{o}, bytes_{bytes}
        {
            auto const make = [&](std::size_t width, std::unique_ptr<Plan> other = {}) {
                return other ? std::make_unique<Plan>(std::move(*other), Plan::sizes_for(width))
                             : std::make_unique<Plan>(p, Plan::sizes_for(width), bytes);
            };
            searched_ = how == search::no || how == search::yes || bound_search<Plan>::is_quick(p);
            if (how != search::no && searched_)
                found_ = bound_search<Plan>{p, o, {}, make}.take();
            if (!found_.plan)
                found_.plan = make(0);
            job_ = make_job(*found_.plan, o);
        }

        [[nodiscard]] result run_found() const
        {
            if (!job_.checkpoint.empty() && !job_.writes_parts() && o_.note)
                o_.note(too_short_for_parts(job_.checkpoint));
            if (o_.control && found_.certificate) // who watches counts the cells of the table
                o_.control->add_cells(found_.answer ? std::uint64_t{p_.n()} * p_.m()
                                                    : found_.certificate->cells_skipped);
            result r = found_.answer ? *found_.answer : run_strips(*found_.plan, job_, o_.threads, o_.control);
            if (found_.answer)
                r.pruned = found_.certificate;
            return r;
        }

        problem const & p_;
        options o_;
        std::size_t bytes_; ///< of a value
        bool searched_ = false;
        pruned_plan<Plan> found_;
        strip_job job_;
    };
    template <class Plan>
    class compiled_run final : private compiled<Plan>, public prepared_run
    {
    public:
        compiled_run(problem const & p, options const & o)
            : compiled<Plan>{p, o, compiled<Plan>::search::where_quick}, prepared_run{compiled<Plan>::cost()}
        {
        }
        [[nodiscard]] result solve() const override { return this->run(); }
    };

    template <class Plan>
    static std::unique_ptr<prepared_run> prepared_by(problem const & p, options const & o,
                                                     cost (*quick)(problem const &, options const &))
    {
        if (is_small(p))
            return detail::prepared(quick(p, o), [&p, &o] {
                return compiled<Plan>{p, o, compiled<Plan>::search::no}.run();
            });
        return std::make_unique<compiled_run<Plan>>(p, o);
    }
    static bool is_small(problem const & p) { return std::uint64_t{p.n()} * p.m() <= small_problem; }

    /// A bound without compiling anything: small problems come in thousands.
    static cost quick_plan(problem const & p, options const & o)
    {
        std::uint64_t const n = p.n(), m = p.m(), columns = (m + 63) / 64 * 64 + 64, bytes = value_bytes(p);
        std::uint64_t const slots = std::min<std::uint64_t>(n, std::uint64_t{p.limits_a().max_hi()} + 2) + 2;
        std::uint64_t const table = o.task == task::alignment ? n * columns * bytes : 0;
        // what is copied from strip to strip, and tables of windows of that length
        std::uint64_t const reach = p.has_b_by_a() ? reach_of(row_windows(p, true)) : 0,
                            levels = std::bit_width(reach) + 1;
        std::uint64_t const windows = reach == 0 ? 0 : ((n + 2 * levels) * (reach + 64) + levels * columns) * bytes;
        return {.cells = n * m,
                .host_bytes =
                    p.bytes() + table + (slots + 12) * columns * bytes + windows + n * 160 + m * 96 + (16 << 10),
                .seconds = static_cast<double>(n * m) * 2.7e-10 * current_speed().vectors +
                           static_cast<double>(n + m) * 1e-7 * current_speed().scalar};
    }
};

} // namespace

engine const & strip_engine()
{
    static strips const instance;
    return instance;
}

} // namespace vglcs::cpu
