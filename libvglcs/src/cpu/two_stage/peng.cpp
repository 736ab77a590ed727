// SPDX-License-Identifier: BSD-3-Clause
/// The sequential algorithm: disjoint sets over the rows of every column, and over the columns of every row.
/// Source: Yang, Liu, Wu 2017, Alg. 1 (after Peng and Yang 2011), with lazy insertion of zeros (section 5.1.2).
/// Disjoint sets answer suffixes only: where a smallest limit is not 0, or letters of A give limits for B, windows of
/// that side are ranges, and the side takes blocked tables with rightmost-pops codes instead.
#include "cpu/engines.hpp"
#include "cpu/two_stage/two_stage.hpp"

namespace vglcs::cpu {

namespace {

class peng final : public two_stage_engine
{
public:
    std::string_view name() const noexcept override { return "peng"; }
    std::string_view summary() const noexcept override { return "disjoint sets for columns and rows, one thread"; }

protected:
    bool one_thread() const noexcept override { return true; }
    two_stage_method choose(problem const & p) const override
    {
        bool const ranges = p.limits_b().is_elastic() || p.has_b_by_a();
        if (p.limits_a().is_elastic())
            return ranges ? two_stage_for<pop_stage, blocked_row>(p) : two_stage_for<pop_stage, disjoint_set_row>(p);
        return ranges ? two_stage_for<disjoint_set_stage, blocked_row>(p)
                      : two_stage_for<disjoint_set_stage, disjoint_set_row>(p);
    }
    cell_time time_of_cells() const noexcept override { return {2.4e-8, 4e-8}; }
};

} // namespace

engine const & peng_engine()
{
    static peng const instance;
    return instance;
}

} // namespace vglcs::cpu
