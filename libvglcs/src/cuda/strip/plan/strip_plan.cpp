// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/plan/strip_plan.hpp"

#include "cuda/strip/plan/strip_cost.hpp"
#include "cuda/strip/plan/traceback_plan.hpp"
#include "cuda/strip/plan/tuning.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace vglcs::cuda {

namespace {

/// Largest value that 16 bits hold with one to spare: a cell adds 1 before it knows whether it matches.
constexpr std::size_t largest_16_bit_length = 65'534;
/// Most letters for which table addresses by column and letter are worth their shared memory.
constexpr std::uint32_t most_direct_letters = 5;
/// Levels of equal limits that four words a lane can do: windows of 4 to 7 columns.
constexpr std::uint32_t wide_equal_levels = 3;
/// Most letters for which four words a lane and letter leave shared memory for many warps.
constexpr std::uint32_t most_wide_letters = 24;

/// Bytes that a plan's host arrays take on the device.
std::uint64_t program_bytes(strip_plan const & plan, problem const & p)
{
    row_program const & r = plan.rows;
    column_program const & c = plan.columns;
    std::uint64_t bytes = 4 * (r.headers.size() + r.writes.size() + r.late_begin.size() + 2 * r.writes_begin.size() +
                               c.addresses.size() + c.level_masks.size() + 3 * c.far_begin.size()) +
                          (r.reads.size() + r.late_reads.size()) * sizeof(slot_list) +
                          r.operations.size() * sizeof(slot_operation) + c.letters.size() +
                          c.far.size() * sizeof(far_group) + c.far_columns.size() +
                          c.writes.size() * sizeof(column_slot_write) + c.few_far.size() * sizeof(few_far_column) +
                          4 * c.few_far_begin.size() + c.operations.size() * sizeof(slot_operation) +
                          std::uint64_t{c.strips} * (sizeof(strip_task) + 4) + sizeof(strip_problem) + 4096;
    if (plan.what == task::alignment)
        bytes += p.limits_a().is_uniform() && p.limits_b().is_uniform() ? 0 : 8 * (p.n() + p.m());
    return bytes;
}

/// The problem as the strips see it. Letters that only one sequence has match nothing; the others are numbered from 0.
struct orientation
{
    std::span<letter_code const> rows, columns; ///< of the problem, or of what is numbered anew
    limits_view row_limits, column_limits;
    std::uint32_t letters = 0;
    std::vector<letter_code> numbered_rows, numbered_columns;
};

/// Which letters there are. Looks at all only where a code below the largest one is missing.
void look_for_letters(std::span<letter_code const> letters, bool (&there)[256])
{
    letter_code end = 0; // behind the largest code
    for (letter_code const c : letters)
        end = std::max(end, static_cast<letter_code>(c + 1)); // no_match becomes 0
    constexpr std::size_t at_a_time = 256;
    for (std::size_t begin = 0; begin < letters.size(); begin += at_a_time) {
        for (letter_code const c : letters.subspan(begin, std::min(at_a_time, letters.size() - begin)))
            there[c] = true;
        if (std::all_of(there, there + end, [](bool is) { return is; }))
            return;
    }
}

orientation oriented(problem const & p, bool columns_are_a)
{
    orientation out;
    out.rows = columns_are_a ? p.b() : p.a();
    out.columns = columns_are_a ? p.a() : p.b();
    out.row_limits = columns_are_a ? p.limits_b() : p.limits_a();
    out.column_limits = columns_are_a ? p.limits_a() : p.limits_b();
    bool in_rows[256] = {}, in_columns[256] = {};
    look_for_letters(out.rows, in_rows);
    look_for_letters(out.columns, in_columns);
    letter_code number[256];
    bool as_they_are = true;
    for (std::size_t c = 0; c < 256; ++c) {
        number[c] = c != no_match && in_rows[c] && in_columns[c] ? static_cast<letter_code>(out.letters++) : no_match;
        as_they_are &= number[c] == c || (!in_rows[c] && !in_columns[c]);
    }
    if (as_they_are)
        return out;
    auto const numbered = [&](std::span<letter_code const> & letters, std::vector<letter_code> & to) {
        to.resize(letters.size());
        std::ranges::transform(letters, to.begin(), [&](letter_code c) { return number[c]; });
        letters = to;
    };
    numbered(out.rows, out.numbered_rows);
    numbered(out.columns, out.numbered_columns);
    return out;
}

/// Most letters before a letter that takes part in a chain that its window spans.
std::uint64_t farthest_reach(std::span<letter_code const> letters, limits_view limits)
{
    auto const count = static_cast<std::uint32_t>(letters.size());
    std::uint32_t out = 0; // a limit is at most the number of letters, which is below 2^32 - 1
    for (std::uint32_t k = 0; k < count; ++k) {
        std::uint32_t const spanned = std::min(limits.hi(k) + 1, k);
        if (spanned > out && letters[k] != no_match) // soon the farthest is known, so that the branch is foreseen
            out = spanned;
    }
    return out;
}

/// Whether long windows are so few among small ones that a strip's columns may ask for them one by one.
bool few_are_far(orientation const & o, std::size_t strip_columns)
{
    if ((o.columns.size() / strip_columns) >> (most_few_far_operations - 1))
        return false;
    std::size_t const size = o.columns.size();
    std::size_t all = 0;
    for (std::size_t begin = 0; begin < size; begin += strip_columns) {
        std::size_t of_strip = 0;
        for (std::size_t k = begin; k < std::min(size, begin + strip_columns); ++k)
            of_strip += o.columns[k] != no_match &&
                        std::min<std::uint64_t>(std::uint64_t{o.column_limits.hi(k)} + 1, k) > most_small_columns;
        if (of_strip > most_few_far_columns)
            return false;
        all += of_strip;
    }
    return all <= o.columns.size() / 16;
}

/// The one number of columns of all windows, where near tables could answer it; else 0.
std::uint32_t equal_length(limits_view limits, std::size_t size)
{
    if (size == 0 || limits.is_elastic() || limits.hi(0) >= ring_reach)
        return 0;
    for (std::size_t k = 1; k < size && !limits.is_uniform(); ++k)
        if (limits.hi(k) != limits.hi(0))
            return 0;
    return limits.hi(0) + 1;
}

} // namespace

strip_plan make_strip_plan(problem const & p, task what, std::uint64_t budget, strip_overrides const & overrides)
{
    strip_plan plan;
    plan.what = what;
    plan.columns_are_a = p.n() > p.m();
    orientation const o = oriented(p, plan.columns_are_a);
    plan.rows = make_row_program(o.rows, o.row_limits);
    plan.shape.letters = o.letters;
    plan.shape.keeps = what == task::alignment;
    plan.shape.value_bytes = std::min(p.n(), p.m()) <= largest_16_bit_length ? 2 : 4;
    if (overrides.value_bytes)
        plan.shape.value_bytes = overrides.value_bytes;
    std::uint64_t const column_reach = farthest_reach(o.columns, o.column_limits);
    bool const can_be_widest = !overrides.far && !plan.rows.far() && column_reach <= ring_reach &&
                               !o.column_limits.is_elastic() && !plan.shape.keeps && o.letters <= most_direct_letters &&
                               !overrides.chosen && plan.shape.value_bytes == 2;
    if (plan.shape.value_bytes == 2) {
        auto const seconds = [&](std::uint32_t words) {
            strip_shape shape = plan.shape;
            shape.words = words;
            return seconds_of(shape, o.rows.size(), o.columns.size());
        };
        if (!overrides.beside && seconds(1) < seconds(2))
            plan.shape.words = 1;
        if (can_be_widest && seconds(4) < seconds(plan.shape.words))
            plan.shape.words = 4;
        if (overrides.words)
            plan.shape.words = overrides.words == 4 && !can_be_widest ? 2 : overrides.words;
    }
    // one limit for all columns: in registers, where the rows' windows need no more levels than the columns'
    std::uint32_t const length =
        overrides.tables || overrides.far || plan.rows.far() ? 0 : equal_length(o.column_limits, o.columns.size());
    std::uint32_t const equal_levels = static_cast<std::uint32_t>(std::bit_width(length));
    if (length && plan.rows.level_mask < (equal_levels <= 3 ? 8u : 32u) && overrides.words != 1 &&
        (overrides.words != 4 || equal_levels == wide_equal_levels))
    {
        plan.equal_columns = length;
        plan.shape.columns_by = lookup::equal;
        plan.shape.words = 4;
        double const wide = seconds_of(plan.shape, o.rows.size(), o.columns.size());
        plan.shape.words = 2;
        if (overrides.words == 4 ||
            (overrides.words == 0 && equal_levels == wide_equal_levels && o.letters <= most_wide_letters &&
             wide < seconds_of(plan.shape, o.rows.size(), o.columns.size())))
            plan.shape.words = 4;
    }
    // windows of few columns: in registers as well, with few long ones among them where the rows are so too
    if (!plan.equal_columns && plan.shape.value_bytes == 2 && !overrides.tables && !overrides.chosen &&
        !overrides.far && plan.rows.near_mask < 8 && !o.column_limits.is_elastic())
    {
        strip_shape shape = plan.shape;
        shape.columns_by = lookup::small;
        shape.few_far = plan.rows.far() || column_reach > most_small_columns;
        shape.words = 1;
        for (std::uint32_t words = 2; words <= (shape.few_far ? 2 : 4); words *= 2) {
            strip_shape wider = shape;
            wider.words = words;
            if (seconds_of(wider, o.rows.size(), o.columns.size()) < seconds_of(shape, o.rows.size(), o.columns.size()))
                shape = wider;
        }
        if (overrides.words)
            shape.words = shape.few_far ? std::min(overrides.words, 2u) : overrides.words;
        if (!shape.few_far || (plan.rows.far_rows <= plan.rows.rows / 8 && few_are_far(o, shape.columns()))) {
            plan.small_columns = true;
            plan.shape = shape;
        }
    }
    plan.seconds = seconds_of(plan.shape, o.rows.size(), o.columns.size());

    auto const plan_for_panels = [&](std::uint32_t panel_strips) {
        plan.columns = make_column_program(o.columns, o.column_limits, plan.shape.table(), panel_strips,
                                           plan.small_columns ? column_form::small : column_form::tables);
        if (plan.small_columns) {
            plan.shape.levels = 3;
            return;
        }
        std::uint32_t levels = plan.rows.level_mask;
        for (std::uint32_t const mask : plan.columns.level_masks)
            levels |= mask;
        plan.shape.far = overrides.far || plan.rows.far() || plan.columns.has_far() || levels >> ring_levels != 0;
        plan.shape.levels = levels < 8 ? 3 : ring_levels;
        // with few levels the choice costs less than the loads that save it
        bool const direct = o.letters <= most_direct_letters && (levels >= 8 || plan.shape.words == 4);
        plan.shape.columns_by = direct && !overrides.chosen && !plan.shape.far ? lookup::direct : lookup::chosen;
        if (o.column_limits.is_elastic() && !plan.shape.far) {
            plan.shape.columns_by = lookup::elastic;
            plan.shape.levels = ring_levels;
        }
        if (plan.equal_columns && !plan.shape.far) {
            plan.shape.columns_by = lookup::equal;
            plan.shape.levels = equal_levels;
        }
    };
    auto const own_bytes = [&] {
        std::uint64_t const rows = plan.rows.rows;
        return program_bytes(plan, p) + rounded_bytes(rows * 4 * plan.shape.halo_row_words()) +
               8 * std::uint64_t{plan.columns.strips} * plan.shape.columns() +
               rounded_bytes(plan.columns.slots * rows * plan.shape.value_bytes);
    };

    plan_for_panels(0);
    plan.problem_bytes = own_bytes();
    if (what == task::alignment) {
        // checkpoints of columns keep more of the far vectors alive: the choice is made again with what they take
        std::uint64_t const row_reach = farthest_reach(o.rows, o.row_limits);
        std::uint64_t used = plan.problem_bytes;
        for (int turn = 0; turn < 3; ++turn) {
            traceback_planner const chooser{
                {.shape = plan.shape,
                 .rows = plan.rows.rows,
                 .strips = plan.columns.strips,
                 .row_reach = row_reach,
                 .column_reach = column_reach,
                 .chunk = plan.rows.far() || plan.columns.has_far() || plan.shape.far ? rows_per_block : rows_per_chunk,
                 .columns_a_row = static_cast<double>(o.columns.size()) / static_cast<double>(o.rows.size()),
                 .seconds = plan.seconds}};
            plan.chain = chooser.choose(used, budget, overrides);
            if (plan.columns.has_far())
                plan_for_panels(plan.chain.panel_strips);
            plan.problem_bytes = own_bytes() + chooser.bytes_of(plan.chain);
            if (turn == 2 || !plan.columns.has_far() || plan.problem_bytes <= budget) {
                plan.seconds = chooser.seconds_of_chain(plan.chain);
                break;
            }
            used = own_bytes();
        }
    }
    plan.workers = std::min(resident_workers(plan.shape),
                            std::max({1u, plan.columns.strips, plan.chain.tiles * plan.chain.table_strips}));
    if (overrides.workers)
        plan.workers = std::min(plan.workers, overrides.workers);
    std::uint64_t const each = std::uint64_t{plan.rows.slots} * plan.shape.columns() * plan.shape.value_bytes;
    if (each)
        plan.workers = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
            plan.problem_bytes < budget ? (budget - plan.problem_bytes) / each : 1, 1, plan.workers));
    plan.worker_bytes = rounded_bytes(each * plan.workers);
    return plan;
}

} // namespace vglcs::cuda
