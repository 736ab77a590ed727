// SPDX-License-Identifier: BSD-3-Clause
/// The parallel row-by-row engines, by the structures of their two stages.
/// Source: Yang, Liu, Wu 2017, Alg. 3 and section 6.3. Disjoint sets answer suffixes only: with elastic limits of A,
/// ds-st and ds-bst take blocked tables with rightmost-pops codes in stage 1. Windows of jumps are ranges: problems
/// with costs are for the engines of ranges on both sides.
#include "cpu/engines.hpp"
#include "cpu/two_stage/scored.hpp"
#include "cpu/two_stage/two_stage.hpp"

namespace vglcs::cpu {

namespace {

class row_by_row final : public two_stage_engine
{
public:
    using chooser = two_stage_method (*)(problem const &);

    /// @param scored  for problems with costs; null: cannot solve them
    row_by_row(std::string_view name, std::string_view summary, chooser suffixes, chooser ranges, cell_time time,
               chooser scored = nullptr)
        : name_{name}, summary_{summary}, suffixes_{suffixes}, ranges_{ranges}, scored_{scored}, time_{time}
    {
    }
    std::string_view name() const noexcept override { return name_; }
    std::string_view summary() const noexcept override { return summary_; }
    bool supports(problem const & p, task) const noexcept override
    {
        return (p.is_unit() || scored_ != nullptr) && takes_partner_limits(p);
    }

protected:
    two_stage_method choose(problem const & p) const override
    {
        if (!p.is_unit())
            return scored_(p);
        return p.limits_a().is_elastic() ? ranges_(p) : suffixes_(p);
    }
    cell_time time_of_cells() const noexcept override { return time_; }

private:
    std::string_view name_, summary_;
    chooser suffixes_, ranges_, scored_;
    cell_time time_;
};

} // namespace

engine const & ds_st_engine()
{
    static row_by_row const instance{"ds-st", "row by row: disjoint sets, then a sparse table",
                                     two_stage_for<disjoint_set_stage, sparse_row>,
                                     two_stage_for<pop_stage, sparse_row>, cell_time{1.4e-8, 3.3e-8}};
    return instance;
}

engine const & ds_bst_engine()
{
    static row_by_row const instance{"ds-bst", "row by row: disjoint sets, then a blocked sparse table",
                                     two_stage_for<disjoint_set_stage, blocked_row>,
                                     two_stage_for<pop_stage, blocked_row>, cell_time{1.8e-8, 3.3e-8}};
    return instance;
}

engine const & bst2_engine()
{
    static row_by_row const instance{"bst2",
                                     "row by row: blocked sparse tables with rightmost-pops codes twice",
                                     two_stage_for<pop_stage, blocked_row>,
                                     two_stage_for<pop_stage, blocked_row>,
                                     cell_time{1.1e-8, 0.9e-8},
                                     scored_two_stage_for<rmq::detail::pop_path>};
    return instance;
}

engine const & catalan_engine()
{
    static row_by_row const instance{"catalan",
                                     "row by row: online Catalan indices, then a blocked sparse table",
                                     two_stage_for<catalan_stage, blocked_row>,
                                     two_stage_for<catalan_stage, blocked_row>,
                                     cell_time{1.2e-8, 0.9e-8},
                                     scored_two_stage_for<rmq::detail::catalan_path>};
    return instance;
}

} // namespace vglcs::cpu
