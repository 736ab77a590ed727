// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/plan/strip_plan.hpp"

#include "cuda/strip/plan/strip_cost.hpp"
#include "cuda/strip/plan/traceback_plan.hpp"
#include "cuda/strip/plan/tuning.hpp"
#include "cuda/strip/run/strip_arrays.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
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
    std::uint64_t bytes = array_bytes(plan.rows, plan.columns) +
                          std::uint64_t{plan.columns.strips} * (sizeof(strip_task) + 4) + sizeof(strip_problem) + 4096;
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

/// Makes a plan step by step: each step uses what the steps before have settled.
class strip_planner
{
public:
    strip_planner(problem const & p, task what, std::uint64_t budget, strip_overrides const & overrides)
        : p_{p}, budget_{budget}, overrides_{overrides}, o_{oriented(p, p.n() > p.m())},
          column_reach_{farthest_reach(o_.columns, o_.column_limits)}
    {
        plan_.what = what;
        plan_.columns_are_a = p.n() > p.m();
        plan_.rows = make_row_program(o_.rows, o_.row_limits);
        plan_.shape.letters = o_.letters;
        plan_.shape.keeps = what == task::alignment;
        plan_.shape.value_bytes = std::min(p.n(), p.m()) <= largest_16_bit_length ? 2 : 4;
        if (overrides.value_bytes)
            plan_.shape.value_bytes = overrides.value_bytes;
    }

    strip_plan run()
    {
        choose_words();
        try_equal_columns();
        try_small_columns();
        plan_.seconds = seconds(plan_.shape);
        compile_columns(0);
        plan_.problem_bytes = own_bytes();
        if (plan_.what == task::alignment)
            plan_traceback();
        choose_workers();
        return std::move(plan_);
    }

private:
    [[nodiscard]] double seconds(strip_shape shape) const
    {
        return seconds_of(shape, o_.rows.size(), o_.columns.size());
    }
    [[nodiscard]] double seconds(strip_shape shape, std::uint32_t words) const
    {
        shape.words = words;
        return seconds(shape);
    }

    /// Words of a lane, with tables.
    void choose_words()
    {
        strip_shape & shape = plan_.shape;
        if (shape.value_bytes != 2)
            return;
        bool const can_be_widest = !overrides_.far && !plan_.rows.far() && column_reach_ <= ring_reach &&
                                   !o_.column_limits.is_elastic() && !shape.keeps &&
                                   o_.letters <= most_direct_letters && !overrides_.chosen;
        if (!overrides_.beside && seconds(shape, 1) < seconds(shape, 2))
            shape.words = 1;
        if (can_be_widest && seconds(shape, 4) < seconds(shape))
            shape.words = 4;
        if (overrides_.words)
            shape.words = overrides_.words == 4 && !can_be_widest ? 2 : overrides_.words;
    }

    /// One limit for all columns: in registers, where the rows' windows need no more levels than the columns'.
    void try_equal_columns()
    {
        if (overrides_.tables || overrides_.far || plan_.rows.far())
            return;
        std::uint32_t const length = equal_length(o_.column_limits, o_.columns.size());
        equal_levels_ = static_cast<std::uint32_t>(std::bit_width(length));
        bool const can_be_wide = equal_levels_ == wide_equal_levels;
        if (length == 0 || plan_.rows.level_mask >= (equal_levels_ <= 3 ? 8u : 32u) || overrides_.words == 1 ||
            (overrides_.words == 4 && !can_be_wide))
            return;
        plan_.equal_columns = length;
        plan_.shape.columns_by = lookup::equal;
        bool const wide =
            overrides_.words == 4 || (overrides_.words == 0 && can_be_wide && o_.letters <= most_wide_letters &&
                                      seconds(plan_.shape, 4) < seconds(plan_.shape, 2));
        plan_.shape.words = wide ? 4 : 2;
    }

    /// Windows of few columns: in registers as well, with few long ones among them where the rows are so too.
    void try_small_columns()
    {
        if (plan_.equal_columns || plan_.shape.value_bytes != 2 || overrides_.tables || overrides_.chosen ||
            overrides_.far || plan_.rows.near_mask >= 8 || o_.column_limits.is_elastic())
            return;
        strip_shape shape = plan_.shape;
        shape.columns_by = lookup::small;
        shape.few_far = plan_.rows.far() || column_reach_ > most_small_columns;
        shape.words = 1;
        for (std::uint32_t words = 2; words <= (shape.few_far ? 2 : 4); words *= 2)
            if (seconds(shape, words) < seconds(shape))
                shape.words = words;
        if (overrides_.words)
            shape.words = shape.few_far ? std::min(overrides_.words, 2u) : overrides_.words;
        if (!shape.few_far || (plan_.rows.far_rows <= plan_.rows.rows / 8 && few_are_far(o_, shape.columns()))) {
            plan_.small_columns = true;
            plan_.shape = shape;
        }
    }

    /// The columns' program, and what of the shape follows from it.
    void compile_columns(std::uint32_t panel_strips)
    {
        strip_shape & shape = plan_.shape;
        plan_.columns = make_column_program(o_.columns, o_.column_limits, shape.table(), panel_strips,
                                            plan_.small_columns ? column_form::small : column_form::tables);
        if (plan_.small_columns) {
            shape.levels = 3;
            return;
        }
        std::uint32_t levels = plan_.rows.level_mask;
        for (std::uint32_t const mask : plan_.columns.level_masks)
            levels |= mask;
        shape.far = overrides_.far || plan_.rows.far() || plan_.columns.has_far() || levels >> ring_levels != 0;
        shape.levels = levels < 8 ? 3 : ring_levels;
        // with few levels the choice costs less than the loads that save it
        bool const direct = o_.letters <= most_direct_letters && (levels >= 8 || shape.words == 4);
        shape.columns_by = direct && !overrides_.chosen && !shape.far ? lookup::direct : lookup::chosen;
        if (o_.column_limits.is_elastic() && !shape.far) {
            shape.columns_by = lookup::elastic;
            shape.levels = ring_levels;
        }
        if (plan_.equal_columns && !shape.far) {
            shape.columns_by = lookup::equal;
            shape.levels = equal_levels_;
        }
    }

    /// Device bytes of the problem without what a traceback needs.
    [[nodiscard]] std::uint64_t own_bytes() const
    {
        std::uint64_t const rows = plan_.rows.rows;
        return program_bytes(plan_, p_) + rounded_bytes(rows * 4 * plan_.shape.halo_row_words()) +
               8 * std::uint64_t{plan_.columns.strips} * plan_.shape.columns() +
               rounded_bytes(plan_.columns.slots * rows * plan_.shape.value_bytes);
    }

    /// What is stored for the traceback. Panels share fewer of the column slots, so that the choice is made again with
    /// what they take.
    void plan_traceback()
    {
        std::uint64_t const row_reach = farthest_reach(o_.rows, o_.row_limits);
        std::uint64_t used = plan_.problem_bytes;
        for (int turn = 0; turn < 3; ++turn) {
            bool const far = plan_.rows.far() || plan_.columns.has_far() || plan_.shape.far;
            traceback_planner const planner{
                {.shape = plan_.shape,
                 .rows = plan_.rows.rows,
                 .strips = plan_.columns.strips,
                 .row_reach = row_reach,
                 .column_reach = column_reach_,
                 .chunk = far ? rows_per_block : rows_per_chunk,
                 .columns_a_row = static_cast<double>(o_.columns.size()) / static_cast<double>(o_.rows.size()),
                 .seconds = plan_.seconds}};
            plan_.chain = planner.choose(used, budget_, overrides_);
            if (plan_.columns.has_far())
                compile_columns(plan_.chain.panel_strips);
            plan_.problem_bytes = own_bytes() + planner.bytes_of(plan_.chain);
            if (turn == 2 || !plan_.columns.has_far() || plan_.problem_bytes <= budget_) {
                plan_.seconds = planner.seconds_of_chain(plan_.chain);
                break;
            }
            used = own_bytes();
        }
    }

    /// As many workers as can be resident and have a strip; row slots are a worker's own, so that memory may allow
    /// less.
    void choose_workers()
    {
        plan_.workers = std::min(resident_workers(plan_.shape),
                                 std::max({1u, plan_.columns.strips, plan_.chain.tiles * plan_.chain.table_strips}));
        if (overrides_.workers)
            plan_.workers = std::min(plan_.workers, overrides_.workers);
        std::uint64_t const each = std::uint64_t{plan_.rows.slots} * plan_.shape.columns() * plan_.shape.value_bytes;
        if (each)
            plan_.workers = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
                plan_.problem_bytes < budget_ ? (budget_ - plan_.problem_bytes) / each : 1, 1, plan_.workers));
        plan_.worker_bytes = rounded_bytes(each * plan_.workers);
    }

    problem const & p_;
    std::uint64_t budget_;
    strip_overrides const & overrides_;
    orientation o_;
    std::uint64_t column_reach_;
    std::uint32_t equal_levels_ = 0; ///< dyadic levels of one limit for all columns
    strip_plan plan_;
};

} // namespace

strip_plan make_strip_plan(problem const & p, task what, std::uint64_t budget, strip_overrides const & overrides)
{
    return strip_planner{p, what, budget, overrides}.run();
}

} // namespace vglcs::cuda
