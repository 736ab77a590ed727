// SPDX-License-Identifier: BSD-3-Clause
#include "gaps.hpp"

#include "failure.hpp"
#include "sized.hpp"

#include <memory>
#include <optional>
#include <utility>

using namespace vglcs;
using namespace vglcs::c_api;

namespace {

/// Calls `set(first, last, value)` for each run of equal values of `at(k)`.
template <class At, class Set>
void for_each_run(std::size_t size, At const & at, Set const & set)
{
    for (std::size_t first = 0; first < size;) {
        auto const value = at(first);
        std::size_t last = first + 1;
        while (last < size && at(last) == value)
            ++last;
        set(first, last, value);
        first = last;
    }
}

gap_limits limits_of(vglcs_gap_arrays const & given)
{
    gap_limits out{given.length, gap_limit{}};
    for_each_run(
        given.length,
        [&](std::size_t k) {
            return gap_limit{.lo = given.lo ? given.lo[k] : 0,
                             .hi = given.hi ? given.hi[k] : gap_limit::infinite,
                             .blocked = given.blocked && given.blocked[k] != 0};
        },
        [&](std::size_t first, std::size_t last, gap_limit value) { out.set(first, last, value); });
    return out;
}

jumps jumps_of(vglcs_gap_arrays const & given)
{
    if (!given.jump_hi) {
        if (given.jump_lo || given.jump_cost || given.leave)
            throw usage_error{"arrays.jump_hi is NULL, but another array of jumps is given: give jump_hi"};
        return {};
    }
    jumps out{given.length};
    for_each_run(
        given.length,
        [&](std::size_t k) {
            return given.jump_hi[k] == 0 ? std::optional<jump>{}
                                         : jump{.lo = given.jump_lo ? given.jump_lo[k] : 0,
                                                .hi = given.jump_hi[k],
                                                .cost = given.jump_cost ? given.jump_cost[k] : 0};
        },
        [&](std::size_t first, std::size_t last, std::optional<jump> value) { out.set_landing(first, last, value); });
    if (given.leave)
        for_each_run(
            given.length,
            [&](std::size_t k) {
                return given.leave[k] == VGLCS_NEVER ? std::optional<std::uint32_t>{} : given.leave[k];
            },
            [&](std::size_t first, std::size_t last, std::optional<std::uint32_t> value) {
                out.set_leaving(first, last, value);
            });
    return out;
}

void make_arrays(vglcs_gaps const & of)
{
    std::size_t const n = of.limits.size();
    for (auto * array : {&of.lo, &of.hi})
        array->resize(n);
    of.blocked.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
        gap_limit const at = of.limits[k];
        of.lo[k] = at.lo;
        of.hi[k] = at.hi;
        of.blocked[k] = at.blocked;
    }
    if (of.jumps.size() == 0 || of.jumps.empty())
        return;
    for (auto * array : {&of.jump_lo, &of.jump_hi, &of.jump_cost, &of.leave})
        array->resize(n);
    for (std::size_t k = 0; k < n; ++k) {
        jump const at = of.jumps.landing(k).value_or(jump{});
        of.jump_lo[k] = at.lo;
        of.jump_hi[k] = at.hi;
        of.jump_cost[k] = at.cost;
        of.leave[k] = of.jumps.leaving(k).value_or(VGLCS_NEVER);
    }
}

} // namespace

vglcs_status vglcs_gaps_from_arrays(vglcs_gap_arrays const * arrays, vglcs_gaps ** out)
{
    return guarded([&] {
        require(out, "out");
        vglcs_gap_arrays const given = read_sized(arrays, vglcs_gap_arrays{}, "arrays");
        if (given.length >= gap_limit::infinite)
            throw usage_error{
                fmt::format("arrays.length is {}: at most {} is possible", given.length, gap_limit::infinite - 1)};
        *out = new vglcs_gaps{limits_of(given), jumps_of(given)};
    });
}

vglcs_status vglcs_gaps_arrays(vglcs_gaps const * gaps, vglcs_gap_arrays * out)
{
    return guarded([&] {
        require(gaps, "gaps");
        std::size_t const size = size_of_output(out, "out");
        std::call_once(gaps->once, [&] { make_arrays(*gaps); });
        bool const has_jumps = !gaps->jump_hi.empty();
        write_sized({.size = size,
                     .length = gaps->limits.size(),
                     .hi = gaps->hi.data(),
                     .lo = gaps->lo.data(),
                     .blocked = gaps->blocked.data(),
                     .jump_hi = has_jumps ? gaps->jump_hi.data() : nullptr,
                     .jump_lo = has_jumps ? gaps->jump_lo.data() : nullptr,
                     .jump_cost = has_jumps ? gaps->jump_cost.data() : nullptr,
                     .leave = has_jumps ? gaps->leave.data() : nullptr},
                    out, size);
    });
}

void vglcs_gaps_free(vglcs_gaps * gaps)
{
    delete gaps;
}
