// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/engines.hpp"
#include "cuda/scored/run/solve_scored.hpp"
#include "cuda/strip/run/solve_strips.hpp"
#include "solve/prepared.hpp"

#include <rmq/cuda/device.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace vglcs::cuda {

namespace {

class strip final : public engine
{
public:
    std::string_view name() const noexcept override { return "strip"; }
    std::string_view summary() const noexcept override { return "strips of columns in a pipeline, one warp each"; }
    vglcs::device device() const noexcept override { return vglcs::device::cuda; }
    bool supports(problem const & p, task) const noexcept override
    {
        return !p.has_partner_limits() && (p.is_unit() || scored::is_supported(p));
    }

    std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
    {
        if (p.n() == 0 || p.m() == 0)
            return detail::prepared({.host_bytes = p.bytes()}, [this] { return result{.engine = name()}; });
        return guarded(name(), [&] {
            rmq::cuda::device_guard const guard{o.device_number};
            if (!p.is_unit())
                return planned(p, o, scored::make_scored_plan(p, o.task, device_budget(o)));
            return planned(p, o, make_strip_plan(p, o.task, device_budget(o)));
        });
    }

private:
    template <class Plan>
    static std::unique_ptr<prepared_run> planned(problem const & p, options const & o, Plan && made)
    {
        auto const plan = std::make_shared<Plan const>(std::move(made));
        return detail::prepared(cost_of(p, *plan), [&p, &o, plan] { return solve_planned(p, plan, o); });
    }
};

} // namespace

engine const & strip_engine()
{
    static strip const instance;
    return instance;
}

std::vector<result> solve_on_strips(std::span<problem const * const> problems, options const & o)
{
    auto const without_costs = [](problem const * p) { return p->is_unit(); };
    if (std::ranges::all_of(problems, without_costs))
        return solve_strips(problems, o);
    if (std::ranges::none_of(problems, without_costs))
        return scored::solve_scored(problems, o);
    std::vector<result> out(problems.size());
    for (bool const unit : {true, false}) {
        std::vector<problem const *> chosen;
        std::ranges::copy_if(problems, std::back_inserter(chosen),
                             [&](problem const * p) { return p->is_unit() == unit; });
        std::vector<result> answers = unit ? solve_strips(chosen, o) : scored::solve_scored(chosen, o);
        auto next = answers.begin();
        for (std::size_t k = 0; k < problems.size(); ++k)
            if (problems[k]->is_unit() == unit)
                out[k] = std::move(*next++);
    }
    return out;
}

std::uint64_t memory_budget(options const & o)
{
    return guarded("strip", [&] {
        rmq::cuda::device_guard const guard{o.device_number};
        return device_budget(o);
    });
}

} // namespace vglcs::cuda
