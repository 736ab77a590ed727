// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_plan.hpp"

#include "cuda/strip_tuning.hpp"
#include "cuda/trace_launch.hpp"

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
    row_plan const & r = plan.rows;
    column_plan const & c = plan.columns;
    std::uint64_t bytes = 4 * (r.headers.size() + r.writes.size() + r.late_begin.size() + 2 * r.writes_begin.size() +
                               c.addresses.size() + c.level_masks.size() + 3 * c.far_begin.size()) +
                          (r.reads.size() + r.late_reads.size()) * sizeof(slot_list) +
                          r.operations.size() * sizeof(slot_operation) + c.letters.size() +
                          c.far.size() * sizeof(far_group) + c.far_columns.size() +
                          c.exports.size() * sizeof(column_export) + c.rare.size() * sizeof(rare_column) +
                          4 * c.rare_begin.size() + c.operations.size() * sizeof(slot_operation) +
                          std::uint64_t{c.strips} * (sizeof(strip_task) + 4) + sizeof(strip_problem) + 1024;
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

strip_speed speed_of(strip_shape shape)
{
    if (shape.columns_by == lookup::equal) {
        if (shape.value_bytes == 4)
            return shape.words == 4 ? default_tuning.equal_widest32 : default_tuning.equal32;
        return shape.words == 4 ? default_tuning.equal_widest : default_tuning.equal;
    }
    if (shape.rare)
        return shape.words == 1 ? default_tuning.rare_narrow : default_tuning.rare;
    if (shape.columns_by == lookup::small)
        return shape.words == 1   ? default_tuning.small_narrow
               : shape.words == 2 ? default_tuning.small
                                  : default_tuning.small_widest;
    if (shape.value_bytes == 4)
        return default_tuning.values32;
    return shape.words == 1 ? default_tuning.narrow : shape.words == 2 ? default_tuning.wide : default_tuning.widest;
}

/// Of `problems` of one size side by side.
double seconds_of(strip_shape shape, std::uint64_t rows, std::uint64_t columns, std::uint32_t problems = 1)
{
    strip_speed const speed = speed_of(shape);
    std::uint64_t const strips = (columns + shape.columns() - 1) / shape.columns();
    double const filling =
        (static_cast<double>(rows) + static_cast<double>(strips) * default_tuning.rows_behind) * speed.row_seconds;
    double const full = problems * static_cast<double>(rows) * static_cast<double>(columns) / speed.cells_per_second;
    return std::max(filling, full + static_cast<double>(rows) * speed.row_seconds / 2);
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
bool few_are_rare(orientation const & o, std::size_t strip_columns)
{
    if ((o.columns.size() / strip_columns) >> (most_rare_operations - 1))
        return false;
    std::size_t const size = o.columns.size();
    std::size_t all = 0;
    for (std::size_t begin = 0; begin < size; begin += strip_columns) {
        std::size_t of_strip = 0;
        for (std::size_t k = begin; k < std::min(size, begin + strip_columns); ++k)
            of_strip += o.columns[k] != no_match &&
                        std::min<std::uint64_t>(std::uint64_t{o.column_limits.hi(k)} + 1, k) > most_small_columns;
        if (of_strip > most_rare_columns)
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

/// Chooses what is kept for a chain: the fastest of what fits, else the smallest.
class chain_chooser
{
public:
    /// @param column_reach   farthest_reach of the columns
    chain_chooser(strip_plan const & plan, orientation const & o, std::uint64_t column_reach)
        : shape_{plan.shape}, workers_{resident_workers(plan.shape)}, rows_{plan.rows.rows},
          strips_{plan.columns.strips}, row_bytes_{std::uint64_t{plan.shape.columns()} * plan.shape.value_bytes},
          halo_bytes_{4 * std::uint64_t{plan.shape.halo_row_words()}}, seconds_{plan.seconds}
    {
        steepness_ = std::clamp(static_cast<double>(o.columns.size()) / static_cast<double>(o.rows.size()), 1.0,
                                default_tuning.steepest_chain);
        beside_ = column_reach / plan.shape.columns() + 2;
        std::uint64_t const chunk = plan.rows.far() || plan.columns.has_far() || plan.shape.far ? rows_per_block : 16;
        save_rows_ = std::max(chunk, (farthest_reach(o.rows, o.row_limits) + chunk - 1) / chunk * chunk);
    }

    /// @param used   bytes that the problem takes beside what the chain keeps
    [[nodiscard]] chain_plan choose(std::uint64_t used, std::uint64_t budget, strip_overrides const & overrides) const
    {
        std::vector<std::uint32_t> panels{0}, intervals{0}, pieces{1, ~0u};
        for (std::uint32_t k = 1; k < strips_; k *= 2)
            panels.push_back(k);
        for (std::uint64_t k = 2; rows_ / k >= std::max<std::uint64_t>(save_rows_, 256); k *= 2)
            intervals.push_back(static_cast<std::uint32_t>((rows_ / k + rows_per_block - 1) / rows_per_block) *
                                rows_per_block);
        if (overrides.panel_strips || overrides.row_interval) {
            panels = {overrides.panel_strips};
            intervals = {overrides.row_interval >= save_rows_ ? overrides.row_interval : 0};
        }
        if (overrides.pieces)
            pieces = {overrides.pieces};
        chain_plan best;
        bool best_fits = false;
        double best_seconds = 0;
        std::uint64_t best_bytes = 0;
        for (std::uint32_t const panel : panels) {
            for (std::uint32_t const interval : intervals) {
                for (std::uint32_t const most : pieces) {
                    chain_plan const c = sized(panel, interval, most);
                    std::uint64_t const bytes = used + bytes_of(c);
                    double const seconds = seconds_of_chain(c);
                    bool const fits = bytes <= budget;
                    bool const better = fits != best_fits ? fits : fits ? seconds < best_seconds : bytes < best_bytes;
                    if (best.table_strips == 0 || better)
                        best = c, best_fits = fits, best_seconds = seconds, best_bytes = bytes;
                }
            }
        }
        return best;
    }

    /// What the walk's scouts write, at most.
    [[nodiscard]] static std::uint64_t scout_bytes(std::uint64_t rows)
    {
        scout_tuning const & t = default_tuning.scouts;
        return rows < t.least_rows
                   ? 0
                   : rounded_bytes((8 * rows + 3 * (t.most_bands + 1) * sizeof(table_cell)) * scouts_a_band);
    }

    [[nodiscard]] std::uint64_t bytes_of(chain_plan const & c) const
    {
        std::uint64_t bytes = rounded_bytes(std::uint64_t{c.pieces} * c.table_rows * c.table_strips * row_bytes_) +
                              4096 + c.pieces * scout_bytes(c.table_rows) + rounded_bytes(8 * std::uint64_t{rows_});
        if (c.in_pieces())
            bytes += rounded_bytes(c.pieces * c.table_rows * halo_bytes_);
        if (c.panel_strips)
            bytes += rounded_bytes(std::uint64_t{strips_ / c.panel_strips} * rows_ * halo_bytes_);
        return bytes + rounded_bytes(std::uint64_t{c.saves} * c.save_rows * strips_ * row_bytes_);
    }

    /// Of the whole run.
    [[nodiscard]] double seconds_of_chain(chain_plan const & c) const
    {
        strip_tuning const & t = default_tuning;
        auto const bytes = static_cast<double>(bytes_of(c));
        double const seconds =
            seconds_ + bytes * t.seconds_per_new_byte + static_cast<double>(rows_) * t.trace_seconds_per_pair;
        if (!c.in_pieces())
            return seconds + bytes * t.seconds_per_kept_byte;
        std::uint32_t const panels = c.panel_strips ? strips_ / c.panel_strips : 0, bands = 1 + c.saves;
        // one piece after the other crosses borders of rows and of columns; of pieces side by side each is a band of
        // rows, where the guess is right
        double const launches = c.pieces == 1
                                    ? bands + panels
                                    : std::max(1.0, t.launches_per_guess * bands / static_cast<double>(c.pieces));
        return seconds + bands * t.seconds_per_band +
               launches *
                   (t.seconds_per_piece +
                    seconds_of(shape_, c.table_rows, std::uint64_t{c.table_strips} * shape_.columns(), c.pieces));
    }

private:
    [[nodiscard]] chain_plan sized(std::uint32_t panel, std::uint32_t interval, std::uint32_t most_pieces) const
    {
        chain_plan c{.panel_strips = panel, .row_interval = interval, .table_strips = strips_, .table_rows = rows_};
        if (panel) {
            std::uint64_t strips = panel + beside_;
            if (most_pieces > 1) // room for the way through a band, and for half a panel on either side of it
                strips += static_cast<std::uint64_t>(interval * steepness_) / shape_.columns() + panel;
            c.table_strips = static_cast<std::uint32_t>(std::min<std::uint64_t>(strips_, strips));
        }
        if (interval) {
            c.save_rows = static_cast<std::uint32_t>(save_rows_);
            c.saves = (rows_ - 1) / interval;
            c.table_rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(rows_, interval + save_rows_));
            c.pieces = std::min({most_pieces, 1 + c.saves, std::max(1u, workers_ / c.table_strips)});
            if (most_pieces != ~0u)
                c.pieces = std::min(most_pieces, 1 + c.saves);
        }
        return c;
    }

    strip_shape shape_;
    std::uint32_t workers_, rows_, strips_;
    std::uint64_t row_bytes_, halo_bytes_; // of a row of a strip, and of its halo
    std::uint64_t beside_ = 0, save_rows_ = 0;
    double seconds_;       // of the length
    double steepness_ = 1; // columns a row that a chain is expected to take at most
};

} // namespace

strip_plan make_strip_plan(problem const & p, task what, std::uint64_t budget, strip_overrides const & overrides)
{
    strip_plan plan;
    plan.what = what;
    plan.columns_are_a = p.n() > p.m();
    orientation const o = oriented(p, plan.columns_are_a);
    plan.rows = plan_rows(o.rows, o.row_limits);
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
        shape.rare = plan.rows.far() || column_reach > most_small_columns;
        shape.words = 1;
        for (std::uint32_t words = 2; words <= (shape.rare ? 2 : 4); words *= 2) {
            strip_shape wider = shape;
            wider.words = words;
            if (seconds_of(wider, o.rows.size(), o.columns.size()) < seconds_of(shape, o.rows.size(), o.columns.size()))
                shape = wider;
        }
        if (overrides.words)
            shape.words = shape.rare ? std::min(overrides.words, 2u) : overrides.words;
        if (!shape.rare || (plan.rows.rare_rows <= plan.rows.rows / 8 && few_are_rare(o, shape.columns()))) {
            plan.small_columns = true;
            plan.shape = shape;
        }
    }
    plan.seconds = seconds_of(plan.shape, o.rows.size(), o.columns.size());

    auto const plan_for_panels = [&](std::uint32_t panel_strips) {
        plan.columns = plan_columns(o.columns, o.column_limits, plan.shape.table(), panel_strips,
                                    plan.small_columns ? column_form::few : column_form::tables);
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
        std::uint64_t used = plan.problem_bytes;
        for (int turn = 0; turn < 3; ++turn) {
            chain_chooser const chooser{plan, o, column_reach};
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
                            std::max({1u, plan.columns.strips, plan.chain.pieces * plan.chain.table_strips}));
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
