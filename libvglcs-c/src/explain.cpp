// SPDX-License-Identifier: BSD-3-Clause
/// Why a chain is the best one.
#include "failure.hpp"
#include "pair_input.hpp"
#include "sized.hpp"

#include <vglcs/error.hpp>
#include <vglcs/explain.hpp>

#include <limits>
#include <memory>
#include <vector>

struct vglcs_explanation
{
    std::vector<std::uint64_t> slack_a, slack_b, shared;
    std::vector<vglcs_shift> shifts;
    std::vector<vglcs_blocker> blockers;
    std::uint64_t least_slack = 0, binding_sides = 0, best_chains_mod64 = 1;
    double best_chains_log2 = 0;
};

using namespace vglcs;
using namespace vglcs::c_api;

namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

std::vector<std::uint64_t> column(std::vector<std::optional<std::uint64_t>> const & values)
{
    std::vector<std::uint64_t> out;
    out.reserve(values.size());
    for (auto const & value : values)
        out.push_back(value.value_or(none));
    return out;
}

std::unique_ptr<vglcs_explanation> in_c(explanation const & found)
{
    auto out = std::make_unique<vglcs_explanation>();
    out->slack_a = column(found.slack_a);
    out->slack_b = column(found.slack_b);
    out->shared.assign(found.shared.begin(), found.shared.end());
    for (link_shift const & shift : found.shifts)
        out->shifts.push_back({.pair = shift.pair, .left = shift.left, .right = shift.right});
    for (blocking_limit const & limit : found.blockers)
        out->blockers.push_back({.letter = limit.letter,
                                 .raise = limit.raise,
                                 .gain = limit.gain,
                                 .side = limit.side == 'a' ? VGLCS_SIDE_A : VGLCS_SIDE_B,
                                 .confirmed = limit.confirmed ? 1 : 0});
    out->least_slack = found.least_slack().value_or(none);
    out->binding_sides = found.binding_sides();
    out->best_chains_mod64 = found.best_chains_mod64;
    out->best_chains_log2 = found.best_chains_log2;
    return out;
}

} // namespace

vglcs_status vglcs_explain(vglcs_solver const * solver, vglcs_sequence const * a, vglcs_sequence const * b,
                           vglcs_stated const * stated, uint64_t confirm, vglcs_explanation ** out)
{
    return guarded([&] {
        require(solver, "solver");
        require(out, "out");
        stated_chain const given = read_stated(stated);
        pair_input const pair = read_pair(a, b);
        solver_call call{*solver, pair.a.letters, pair.b.letters};
        expect(call, pair);
        std::unique_ptr<vglcs_explanation> made;
        call.run_work(2 * pair.cells(), [&] { // a pass from each end
            auto const [limits_a, jumps_a] = call.gaps_of(VGLCS_SIDE_A, pair.a, given.reading);
            auto const [limits_b, jumps_b] = call.gaps_of(VGLCS_SIDE_B, pair.b, given.reading);
            problem const p = call.make(pair.a, pair.b, given.reading);
            made = in_c(explain({p, limits_a, limits_b, &jumps_a, &jumps_b}, given.chain, call.run(), confirm));
        });
        *out = made.release();
    });
}

vglcs_status vglcs_explanation_get(vglcs_explanation const * explanation, vglcs_reasons * out)
{
    return guarded([&] {
        require(explanation, "explanation");
        std::size_t const size = size_of_output(out, "out");
        write_sized({.size = size,
                     .links = explanation->slack_a.size(),
                     .slack_a = explanation->slack_a.data(),
                     .slack_b = explanation->slack_b.data(),
                     .least_slack = explanation->least_slack,
                     .binding_sides = explanation->binding_sides,
                     .shifts = explanation->shifts.data(),
                     .shifts_size = explanation->shifts.size(),
                     .blockers = explanation->blockers.data(),
                     .blockers_size = explanation->blockers.size(),
                     .shared = explanation->shared.data(),
                     .shared_size = explanation->shared.size(),
                     .best_chains_mod64 = explanation->best_chains_mod64,
                     .best_chains_log2 = explanation->best_chains_log2},
                    out, size);
    });
}

void vglcs_explanation_free(vglcs_explanation * explanation)
{
    delete explanation;
}
