// SPDX-License-Identifier: BSD-3-Clause
/// One pair: solve, plan, verify.
#include "answers.hpp"
#include "links.hpp"
#include "pair_input.hpp"
#include "sized.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/link.hpp>
#include <vglcs/verify.hpp>

#include <algorithm>
#include <utility>

using namespace vglcs;
using namespace vglcs::c_api;

vglcs_status vglcs_solve(vglcs_solver const * solver, vglcs_sequence const * a, vglcs_sequence const * b,
                         vglcs_answers ** out)
{
    return guarded([&] {
        require(solver, "solver");
        require(out, "out");
        pair_input const pair = read_pair(a, b);
        solver_call call{*solver, pair.a.letters, pair.b.letters};
        expect(call, pair);
        pair_outcome outcome;
        call.run_work(pair.cells(), [&] {
            options o = call.run();
            bool first = true;
            for (pair_reading const reading : call.readings()) {
                problem const p = call.make(pair.a, pair.b, reading);
                take_better(outcome, p, reading, solve(p, o), first);
                o.least_score = outcome.result.score + 1; // of equal readings the first one is kept
                first = false;
            }
        });
        auto answers = std::make_unique<vglcs_answers>(1);
        answers->add(outcome);
        *out = answers.release();
    });
}

vglcs_status vglcs_plan(vglcs_solver const * solver, vglcs_sequence const * a, vglcs_sequence const * b,
                        vglcs_cost * out)
{
    return guarded([&] {
        require(solver, "solver");
        std::size_t const size = size_of_output(out, "out");
        pair_input const pair = read_pair(a, b);
        solver_call call{*solver, pair.a.letters, pair.b.letters};
        expect(call, pair);
        vglcs_cost cost{};
        cost.fits = 1;
        call.run_work(0, [&] {
            for (pair_reading const reading : call.readings()) {
                problem const p = call.make(pair.a, pair.b, reading);
                planned_run const run{p, call.run()};
                cost.cells += run.cost().cells;
                cost.seconds += run.cost().seconds;
                cost.host_bytes = std::max(cost.host_bytes, run.cost().host_bytes);
                cost.gpu_bytes = std::max(cost.gpu_bytes, run.cost().gpu_bytes);
                cost.fits = cost.fits && run.fits() ? 1 : 0;
                cost.engine = run.engine().name().data();
            }
        });
        write_sized(cost, out, size);
    });
}

vglcs_status vglcs_verify(vglcs_solver const * solver, vglcs_sequence const * a, vglcs_sequence const * b,
                          vglcs_stated const * stated)
{
    return guarded([&] {
        require(solver, "solver");
        stated_chain const given = read_stated(stated);
        pair_input const pair = read_pair(a, b);
        solver_call call{*solver, pair.a.letters, pair.b.letters};
        expect(call, pair);
        call.run_work(0, [&] {
            problem const p = call.make(pair.a, pair.b, given.reading);
            if (auto const fault = find_fault(p, given.chain))
                throw verification_error{*fault};
            if (given.score < 0)
                return;
            if (auto const score = score_of(p, given.chain); score != given.score)
                throw verification_error{
                    fmt::format("the chain scores {}, stated is {}", score.value_or(0), given.score)};
        });
    });
}
