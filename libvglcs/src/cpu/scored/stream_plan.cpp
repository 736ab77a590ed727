// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/scored/stream_plan.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace vglcs::cpu {

stream_plan::stream_plan(step_side const & a, std::vector<bool> const & matching, bool special) : along{a}
{
    plan_small(matching, special);
    if (a.has_jumps)
        plan_jumps(matching, special);
}

void stream_plan::plan_small(std::vector<bool> const & matching, bool special)
{
    std::size_t const n = along.size;
    limits_view const & limits = along.limits;
    if (special && is_even(along) && limits.is_uniform() && n > 0 && limits.lo(0) == 0 &&
        limits.hi(0) < largest_uniform_rows)
    {
        small = small_windows::uniform;
        length = std::size_t{limits.hi(0)} + 1;
        levels = length == 1 ? 0 : static_cast<int>(std::bit_width(length - 1)) - 1;
        offset = length == 1 ? 0 : length - (std::size_t{1} << levels);
        v_slots = slots;
        slots += 2;
        for (int l = 1; l <= levels; ++l) {
            x_slots[l] = slots;
            slots += static_cast<std::uint32_t>(table_rows(l));
        }
        return;
    }
    std::vector<line_request> requests;
    auto const ask = [&](std::size_t q, window const & w) {
        std::int64_t const first = w.first, last = std::min<std::int64_t>(w.last, static_cast<std::int64_t>(q) - 1);
        bool const any = first <= last;
        requests.push_back({static_cast<std::uint32_t>(q), any ? static_cast<std::uint32_t>(first) : 1U,
                            any ? static_cast<std::uint32_t>(last) : 0U,
                            static_cast<std::int64_t>(along.position(q)) - 1});
    };
    for (std::size_t q = 0; q < n; ++q) {
        if (matching[q])
            ask(q, along.small(q));
        if (leaves(along, q) && !(matching[q] && before_is_small(q)))
            ask(q, along.before(q));
    }
    x = line_program{matching, requests, along.positions, along.skip, slots};
    slots = x.last_slot();
}

bool stream_plan::plan_sliding()
{
    constexpr std::size_t least_share = 8; // one row in so many: programs pay for what is asked only
    std::optional<jump_lengths> const every = one_jump_window(along);
    if (!every || !along.positions.empty() || every->landings * least_share < along.size || every->hi >= along.size)
        return false;
    jump = jump_windows::sliding;
    lo = every->lo;
    ring = every->hi;
    ring_window = ring - lo + 1;
    running_slot = slots++;
    ring_slots = slots;
    slots += static_cast<std::uint32_t>(ring);
    return true;
}

void stream_plan::plan_jumps(std::vector<bool> const & matching, bool special)
{
    std::size_t const n = along.size;
    std::vector<bool> landing(n), leaving(n);
    for (std::size_t k = 0; k < n; ++k) {
        landing[k] = lands(along, k);
        leaving[k] = leaves(along, k);
    }
    if (!special || !plan_sliding()) {
        jump = jump_windows::program;
        std::vector<line_request> jumps;
        for (std::size_t e = 0; e < n; ++e) {
            if (!landing[e])
                continue;
            window const w = along.takeoffs(e);
            bool const any = !w.empty();
            jumps.push_back({static_cast<std::uint32_t>(e), any ? static_cast<std::uint32_t>(w.first) : 1U,
                             any ? static_cast<std::uint32_t>(w.last) : 0U, 0});
        }
        begun = line_program{leaving, jumps, along.positions, 0, slots};
        slots = begun.last_slot();
    }
    if (jump == jump_windows::sliding && small == small_windows::uniform) {
        j_slots[0] = slots++;
        for (int l = 1; l <= levels; ++l) {
            j_slots[l] = slots;
            slots += static_cast<std::uint32_t>(table_rows(l));
        }
        return;
    }
    std::vector<line_request> behind;
    for (std::size_t q = 0; q < n; ++q) {
        if (!matching[q])
            continue;
        window const w = along.landings(q);
        behind.push_back({static_cast<std::uint32_t>(q + 1), static_cast<std::uint32_t>(w.first),
                          static_cast<std::uint32_t>(w.last), static_cast<std::int64_t>(along.position(q))});
    }
    landed = line_program{landing, behind, along.positions, along.skip, slots};
    slots = landed.last_slot();
}

double stream_plan::work() const noexcept
{
    // instructions for 16 columns: a pass of a program lowers and loops, a level of uniform windows is 5
    constexpr double pass = 3.2, level = 5;
    auto const n = static_cast<double>(std::max<std::size_t>(along.size, 1));
    double sum = static_cast<double>(x.passes() + begun.passes() + landed.passes()) / n * pass;
    if (small == small_windows::uniform)
        sum += level * (levels + 1) + 2;
    if (jump == jump_windows::sliding)
        sum += 16 + (small == small_windows::uniform ? level * (levels + 1) : 0.0);
    else if (jump == jump_windows::program)
        sum += 4;
    return sum;
}

} // namespace vglcs::cpu
