// SPDX-License-Identifier: BSD-3-Clause
/// The engine `strip`: problems where nothing costs anything by strip_plan, all others by scored_plan.
#include "cpu/engines.hpp"
#include "cpu/machine_speed.hpp"
#include "cpu/scored/scored_plan.hpp"
#include "cpu/strip/job.hpp"
#include "cpu/strip/strip.hpp"
#include "solve/checkpoints.hpp"
#include "solve/prepared.hpp"

#include <algorithm>
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

    std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
    {
        return p.is_unit() ? prepared_by<strip_plan>(p, o, &quick_plan)
                           : prepared_by<scored_plan>(p, o, &quick_scored_plan);
    }

private:
    /// Compiled once, for its cost and its run: the bound of the values alone is a hundredth of the run.
    template <class Plan>
    struct compiled
    {
        Plan plan;
        strip_job job;
        compiled(problem const & p, options const & o) : plan{p, {}, value_bytes(p, o.threads)}, job{make_job(plan, o)}
        {
        }
        [[nodiscard]] result run(options const & o) const
        {
            if (!job.checkpoint.empty() && !job.writes_parts() && o.note)
                o.note(too_short_for_parts(job.checkpoint));
            return run_strips(plan, job, o.threads, o.control);
        }
    };
    template <class Plan>
    class compiled_run final : private compiled<Plan>, public prepared_run
    {
    public:
        compiled_run(problem const & p, options const & o)
            : compiled<Plan>{p, o}, prepared_run{cost_of(this->plan, this->job, o.threads)}, options_{o}
        {
        }
        [[nodiscard]] result solve() const override { return this->run(options_); }

    private:
        options const & options_;
    };

    template <class Plan>
    static std::unique_ptr<prepared_run> prepared_by(problem const & p, options const & o,
                                                     cost (*quick)(problem const &, options const &))
    {
        if (is_small(p))
            return detail::prepared(quick(p, o), [&p, &o] { return compiled<Plan>{p, o}.run(o); });
        return std::make_unique<compiled_run<Plan>>(p, o);
    }
    static bool is_small(problem const & p) { return std::uint64_t{p.n()} * p.m() <= small_problem; }

    /// A bound without compiling anything: small problems come in thousands.
    static cost quick_plan(problem const & p, options const & o)
    {
        std::uint64_t const n = p.n(), m = p.m(), columns = (m + 63) / 64 * 64 + 64, bytes = value_bytes(p);
        std::uint64_t const slots = std::min<std::uint64_t>(n, std::uint64_t{p.limits_a().max_hi()} + 2) + 2;
        std::uint64_t const table = o.task == task::alignment ? n * columns * bytes : 0;
        return {.cells = n * m,
                .host_bytes = p.bytes() + table + (slots + 12) * columns * bytes + n * 160 + m * 96 + (16 << 10),
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
