// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/plan/scored_plan.hpp"

#include "cuda/scored/plan/table_windows.hpp"
#include "cuda/scored/run/scored_arrays.hpp"
#include "problem/shared_letters.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace vglcs::cuda::scored {

namespace {

constexpr std::uint32_t farthest = most_near - 1;
/// A table of at most so many bytes is kept whole for its chain.
constexpr std::uint64_t whole_table_bytes = std::uint64_t{256} << 20;

/// Whether all small windows of a side are near.
bool is_near(step_side const & side) noexcept
{
    std::uint32_t const cut = side.size > most_near ? farthest : most_near; // in so short a sequence all is near
    for (std::size_t k = 0; k < (side.limits.is_uniform() ? std::min<std::size_t>(side.size, 1) : side.size); ++k)
        if (side.limits.hi(k) > cut)
            return false;
    return std::ranges::all_of(side.landing_hi, [&](std::uint32_t hi) { return hi <= cut; });
}

/// The longest jump over letters of a side, where it matters: longer ones would need more memory than a worker can
/// name.
constexpr std::uint32_t longest_jump = std::uint32_t{1} << 20;

bool jumps_are_short(step_side const & side) noexcept
{
    if (!side.has_jumps || side.size <= longest_jump)
        return true;
    for (std::size_t k = 0; k < (side.jumps.is_landing_uniform() ? 1 : side.size); ++k)
        if (side.jumps.hi(k) > longest_jump)
            return false;
    return true;
}

/// Letters of every window of both sides where all are equal and distances are indices, else 0.
std::uint32_t equal_windows(step_side const & a, step_side const & b)
{
    auto const length = [](step_side const & s) -> std::uint32_t {
        if (!s.positions.empty() || s.limits.is_elastic() || s.size == 0)
            return 0;
        std::uint32_t const hi = s.limits.hi(0);
        for (std::size_t k = 1; k < s.size && !s.limits.is_uniform(); ++k)
            if (s.limits.hi(k) != hi)
                return 0;
        return hi + 1;
    };
    std::uint32_t const x = length(a), y = length(b);
    return x == y && x <= most_equal ? x : 0;
}

/// Whether tables hold a side's windows.
bool fits_tables(step_side const & side) noexcept
{
    return side.positions.empty() && !side.limits.is_elastic();
}

std::uint32_t rounded(std::size_t n, std::size_t to)
{
    return static_cast<std::uint32_t>((n + to - 1) / to * to);
}

std::uint32_t slots_for(std::uint64_t distance)
{
    // whole groups and blocks lie one behind the other
    return static_cast<std::uint32_t>(std::bit_ceil(std::max<std::uint64_t>(distance + 1, block_rows)));
}

/// Minus a cost in every column of a word, as the kernels add it; costs beyond all scores are cut.
std::uint32_t lowering_word(scored_shape const & shape, std::uint32_t cost)
{
    if (shape.value_bytes == 2)
        return ((0u - std::min(cost, 0x7fffu)) & 0xffff) * 0x10001u;
    return 0u - std::min(cost, 0x7fffffffu);
}

/// What landing rows read, and what is kept for them.
void plan_jumps(scored_plan & plan, step_side const & side)
{
    std::size_t const n = side.size;
    plan.suffix_masks.assign(plan.rows / block_rows, 0);
    std::uint64_t suffix_age = 0, prefix_age = 0, value_age = 0, block_age = 0;
    for (std::size_t e = 0; e < n; ++e) {
        window const w = side.takeoffs(e);
        if (w.empty() || w.last < 0)
            continue;
        auto const b0 = static_cast<std::uint32_t>(w.first), b1 = static_cast<std::uint32_t>(w.last);
        std::uint32_t const k0 = b0 / block_rows, k1 = b1 / block_rows;
        if (k0 != k1) {
            suffix_age = std::max(suffix_age, std::uint64_t{e} - b0);
            prefix_age = std::max(prefix_age, std::uint64_t{e} - b1);
            if (k1 - k0 > 1) {
                plan.slots.levels =
                    std::max<std::uint32_t>(plan.slots.levels, static_cast<std::uint32_t>(std::bit_width(k1 - k0 - 1)));
                block_age = std::max(block_age, std::uint64_t{e} / block_rows - k0);
            }
        } else if (b0 % block_rows == 0) {
            prefix_age = std::max(prefix_age, std::uint64_t{e} - b1);
        } else {
            value_age = std::max(value_age, std::uint64_t{e} - b0);
        }
    }
    jump_slots & slots = plan.slots;
    slots.suffixes = slots_for(suffix_age + block_rows);
    slots.prefixes = slots_for(prefix_age);
    slots.values = slots_for(value_age);
    slots.blocks = slots_for(block_age + 1);
    std::uint32_t const row_bytes = 4 * 32 * plan.shape.words;
    using blocks_range = std::pair<std::uint32_t, std::uint32_t>; // half open
    auto const is_none = [](blocks_range r) { return r.first == r.second; };
    blocks_range told{0, 0}; // to the row before
    auto const slot = [](std::uint32_t k, std::uint32_t of) { return k & (of - 1); };
    for (std::size_t e = 0; e < n; ++e) {
        row_header & h = plan.headers[e];
        if (std::uint32_t const leave = side.jumps.leaving(e); leave != jumps_view::never) {
            h.flags |= row_header::leaves;
            h.leave = lowering_word(plan.shape, leave);
        }
        window const w = side.takeoffs(e);
        if (w.empty() || w.last < 0)
            continue;
        auto const b0 = static_cast<std::uint32_t>(w.first), b1 = static_cast<std::uint32_t>(w.last);
        std::uint32_t const k0 = b0 / block_rows, k1 = b1 / block_rows;
        h.flags |= row_header::lands;
        h.land = lowering_word(plan.shape, side.jumps.cost(e));
        if (k0 == k1 && b0 % block_rows != 0) {
            h.flags |= row_header::is_late;
            h.value_first = slot(b0, slots.values);
            h.value_count = b1 - b0 + 1;
            for (std::uint32_t b = b0; b <= b1; ++b)
                plan.headers[b].flags |= row_header::stores_value;
            continue;
        }
        if (e - b1 <= rows_asked_ahead(plan.shape.words))
            h.flags |= row_header::is_late;
        else if (blocks_range const range{k0 + 1, std::max(k0 + 1, k1)};
                 range != told && (!is_none(range) || !is_none(told))) {
            h.flags |= row_header::new_range;
            told = range;
        }
        h.parts[3] = row_bytes * (slots.first_prefix() + slot(b1, slots.prefixes));
        plan.headers[b1].flags |= row_header::stores_prefix;
        if (k0 == k1)
            continue;
        h.parts[0] = row_bytes * (1 + slot(b0, slots.suffixes));
        plan.suffix_masks[k0] |= 1u << b0 % block_rows;
        if (std::uint32_t const blocks = k1 - k0 - 1) {
            auto const level = static_cast<std::uint32_t>(std::bit_width(blocks)) - 1;
            std::uint32_t const first = slots.first_block() + level * slots.blocks;
            h.parts[1] = row_bytes * (first + slot(k1 - 1, slots.blocks));
            h.parts[2] = row_bytes * (first + slot(k0 + (1u << level), slots.blocks));
        }
    }
    for (std::uint32_t row = 0; row < plan.rows; row += group_rows) {
        std::uint32_t any = 0, all = 0;
        for (std::uint32_t k = 0; k < group_rows + rows_asked_ahead(plan.shape.words); ++k)
            any |= plan.headers[row + k].flags & (k < group_rows ? ~0u : std::uint32_t{row_header::lands});
        for (std::uint32_t k = 0; k < group_rows; ++k)
            all |= plan.headers[row + k].flags;
        std::uint32_t & flags = plan.headers[row].flags;
        if (any & (row_header::lands | row_header::stores_prefix | row_header::stores_value))
            flags |= row_header::group_is_busy;
        if (all & row_header::is_late)
            flags |= row_header::group_has_late;
    }
}

/// What each row is told, where windows are their own, or jumps are told.
void plan_headers(scored_plan & plan, step_side const & side, std::span<std::uint8_t const> letters)
{
    plan.headers.resize(plan.rows + 2 * block_rows);
    for (std::size_t i = 0; i < side.size; ++i) {
        row_header & h = plan.headers[i];
        auto const at = static_cast<std::int64_t>(i);
        h.letter = letters[i];
        h.position = static_cast<std::uint32_t>(side.position(i));
        if (window const w = side.small(i); !w.empty()) {
            h.lo = static_cast<std::uint8_t>(at - 1 - w.last);
            h.hi = static_cast<std::uint8_t>(at - 1 - w.first);
        }
        h.z_hi = static_cast<std::uint32_t>(at - side.landings(i).first);
        h.c_hi = static_cast<std::uint8_t>(at - 1 - side.before(i).first);
        if (i == 0)
            h.c_hi = 0; // what stands before the first row is nothing, and is there
    }
    if (plan.shape.jumps)
        plan_jumps(plan, side);
}

void plan_columns(scored_plan & plan, step_side const & side)
{
    std::size_t const size = std::size_t{plan.strips} * plan.shape.columns();
    plan.column_lo.assign(size, 1);
    plan.column_hi.assign(size, 0);
    for (std::size_t j = 0; j < side.size; ++j)
        if (window const w = side.small(j); !w.empty()) {
            auto const at = static_cast<std::int64_t>(j);
            plan.column_lo[j] = static_cast<std::uint8_t>(at - 1 - w.last);
            plan.column_hi[j] = static_cast<std::uint8_t>(at - 1 - w.first);
            plan.column_reach = std::max<std::uint32_t>(plan.column_reach, plan.column_hi[j] + 1u);
        }
    if (!side.positions.empty()) {
        plan.column_positions.assign(size, 0);
        std::ranges::copy(side.positions, plan.column_positions.begin());
    }
}

std::uint64_t rounded_bytes(std::uint64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

/// Seconds of the strips on an H200: the chip full, or the chain of rows of one strip after the other.
double seconds_of(scored_plan const & plan)
{
    struct speed
    {
        double row_seconds, cells_per_second;
    };
    scored_shape const & s = plan.shape;
    bool const narrow = s.value_bytes == 2, wide = s.words == 4;
    speed const x = s.tables       ? (narrow ? speed{0.25e-6, 520e9} : speed{0.2e-6, 240e9})
                    : s.equal == 0 ? (narrow ? speed{0.6e-6, 150e9} : speed{1.1e-6, 80e9})
                    : s.jumps      ? (wide ? speed{0.5e-6, 420e9} : speed{0.26e-6, narrow ? 430e9 : 200e9})
                                   : speed{wide ? 0.2e-6 : 0.08e-6, narrow ? (wide ? 1800e9 : 1300e9) : 1000e9};
    constexpr double rows_behind = 14; // its left neighbour
    double const cells = static_cast<double>(plan.rows) * plan.strips * s.columns();
    return std::max(cells / x.cells_per_second, (plan.rows + rows_behind * plan.strips) * x.row_seconds) *
           (plan.what == task::alignment ? 1.5 : 1);
}

/// What a chain keeps, in bytes.
std::uint64_t kept_bytes(scored_plan const & plan, traceback_plan const & c)
{
    std::uint64_t const strip_row = std::uint64_t{plan.shape.columns()} * plan.shape.value_bytes,
                        halo = 4ull * plan.shape.halo_row_words();
    std::uint64_t bytes = rounded_bytes(std::uint64_t{c.tiles} * c.table_rows * c.table_strips * strip_row);
    if (c.in_tiles())
        bytes += rounded_bytes(c.tiles * c.table_rows * halo);
    if (c.panel_strips)
        bytes += rounded_bytes(plan.strips / c.panel_strips * plan.rows * halo);
    return bytes + rounded_bytes(std::uint64_t{c.checkpoints} * c.rows_per_checkpoint * plan.strips * strip_row);
}

/// The whole table, or tiles of it.
/// @param interval  rows of a band, whole blocks; 0: all
/// @param panel     strips between two checkpoints of columns; 0: none
traceback_plan sized_chain(scored_plan const & plan, std::uint32_t interval, std::uint32_t panel, std::uint32_t tiles)
{
    traceback_plan c;
    c.table_rows = plan.rows;
    c.table_strips = plan.strips;
    if (interval && interval < plan.rows) {
        c.row_interval = interval;
        c.rows_per_checkpoint = plan.shape.equal ? group_rows : most_near;
        c.checkpoints = (plan.rows - 1) / interval;
        c.table_rows = interval + c.rows_per_checkpoint;
    }
    if (panel && panel < plan.strips) {
        c.panel_strips = panel;
        // what a chain takes of a band, and as much again, from a checkpoint of columns on
        std::uint32_t const way = c.row_interval ? 2 * interval / plan.shape.columns() : panel;
        c.table_strips = std::min(plan.strips, way + 2 * panel + 1);
    }
    if (c.in_tiles())
        c.tiles = std::clamp<std::uint32_t>(tiles, 1, c.checkpoints + 1);
    return c;
}

/// The fastest of what fits, else the smallest.
traceback_plan choose_chain(scored_plan const & plan, std::uint64_t used, std::uint64_t budget,
                            scored_overrides const & overrides)
{
    if (overrides.panel_strips || overrides.row_interval)
        return sized_chain(plan, plan.shape.jumps ? 0 : overrides.row_interval, overrides.panel_strips,
                           overrides.tiles ? overrides.tiles : 3);
    traceback_plan const whole = sized_chain(plan, 0, 0, 1);
    std::uint64_t const room = budget > used ? budget - used : 0;
    // new memory takes its time, as does a tile; where rows are jumped over, tiles are as high as the table
    if (kept_bytes(plan, whole) <= (plan.shape.jumps ? room : std::min(room, whole_table_bytes)))
        return whole;
    traceback_plan least = whole;
    auto const fits = [&](traceback_plan const & c) {
        if (kept_bytes(plan, c) < kept_bytes(plan, least))
            least = c;
        return kept_bytes(plan, c) <= room;
    };
    if (plan.shape.jumps) {
        for (std::uint32_t panel = std::bit_floor(std::max(plan.strips / 3, 1u)); panel; panel /= 2)
            if (traceback_plan const c = sized_chain(plan, 0, panel, 1); fits(c))
                return c;
        return least;
    }
    for (std::uint32_t const bands : {32u, 64u, 128u})
        for (std::uint32_t const panel : {4u, 16u, 64u}) {
            std::uint32_t const interval = std::max(rounded(plan.rows / bands + 1, block_rows), 512u);
            for (std::uint32_t tiles = bands; tiles; tiles /= 2)
                if (traceback_plan const c = sized_chain(plan, interval, panel, tiles); fits(c))
                    return c;
        }
    return kept_bytes(plan, whole) <= room ? whole : least;
}

} // namespace

std::uint64_t scored_plan::host_bytes() const noexcept
{
    std::uint64_t out = 0;
    scored_pointers none;
    for_each_array(*this, none, [&](auto const & array, auto const &) { out += array.size() * sizeof(array[0]); });
    return out;
}

bool is_supported(problem const & p) noexcept
{
    step_side const a = p.side_a(), b = p.side_b();
    constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
    return !(a.has_jumps && b.has_jumps) && p.score_bound() + p.scoring().match <= most && is_near(a) && is_near(b) &&
           jumps_are_short(a) && jumps_are_short(b) && p.n() < most / 2 && p.m() < most / 2;
}

scored_plan make_scored_plan(problem const & p, task what, std::uint64_t budget, scored_overrides const & overrides)
{
    scored_plan plan;
    step_side const a = p.side_a(), b = p.side_b();
    plan.what = what;
    // jumps pass rows; else the longer sequence lies on the columns, where there is more to do side by side
    plan.columns_are_a = a.has_jumps ? false : b.has_jumps ? true : p.n() > p.m();
    step_side const & rows = plan.columns_are_a ? b : a;
    step_side const & columns = plan.columns_are_a ? a : b;
    scored_shape & shape = plan.shape;
    shape.jumps = rows.has_jumps;
    shape.equal = overrides.own || overrides.tables ? 0 : equal_windows(a, b);
    if (shape.jumps && shape.equal > most_equal_with_jumps)
        shape.equal = 0;
    shape.tables = !shape.equal && !overrides.own && !shape.jumps && fits_tables(a) && fits_tables(b);
    plan.match = static_cast<std::int32_t>(p.scoring().match);
    plan.row_skip = rows.skip;
    plan.column_skip = columns.skip;

    // 16 bits: from 0 on, or, where no cost must leave nothing and all are small, from so low on that the largest score
    // fits
    std::uint64_t const largest = p.score_bound() + p.scoring().match;
    if (largest > 32'767) {
        bool const lies_low = shape.equal || shape.tables;
        std::uint64_t most = 0; // a cost
        if (lies_low) {
            most = std::uint64_t{std::max(rows.skip, columns.skip)} *
                   (shape.tables ? most_table_window / 2 : std::min(4u, shape.equal - 1));
            for (std::size_t k = 0; rows.has_jumps && k < rows.size; ++k) {
                if (rows.jumps.hi(k) != 0)
                    most = std::max<std::uint64_t>(most, rows.jumps.cost(k));
                if (rows.jumps.leaving(k) != jumps_view::never)
                    most = std::max<std::uint64_t>(most, rows.jumps.leaving(k));
            }
        }
        if (lies_low && largest + most <= 65'535)
            plan.floor = 32'767 - static_cast<std::int32_t>(largest);
        else
            shape.value_bytes = 4;
    }
    if (overrides.value_bytes == 4) {
        shape.value_bytes = 4;
        plan.floor = 0;
    }
    // wide strips where there are enough of them to fill the chip
    bool const can_be_wide = shape.equal && (!shape.jumps || shape.value_bytes == 2);
    bool const is_wide = overrides.beside ? columns.size > 128 : columns.size > 100'000 && !shape.jumps;
    shape.words = can_be_wide && (overrides.words ? overrides.words == 4 : is_wide) ? 4 : 2;
    shape.keeps = what == task::alignment;

    plan.rows = rounded(rows.size, block_rows);
    plan.strips = rounded(columns.size, shape.columns()) / shape.columns();
    detail::shared_letters const letters{p};
    static_assert(static_cast<std::uint8_t>(detail::shared_letters::none + 1) == 0); // the kernels' letter of no match
    auto const from_one = [](std::uint8_t letter) { return static_cast<std::uint8_t>(letter + 1); };
    shape.letters = static_cast<std::uint32_t>(letters.size);
    plan.row_letters.assign(plan.rows + 2 * block_rows, 0);
    std::ranges::transform(plan.columns_are_a ? letters.b : letters.a, plan.row_letters.begin(), from_one);
    plan.column_letters.assign(std::size_t{plan.strips} * shape.columns(), 0);
    std::ranges::transform(plan.columns_are_a ? letters.a : letters.b, plan.column_letters.begin(), from_one);
    if (shape.tables) {
        plan.table_rows.assign(plan.rows + 2 * block_rows, table_row{}.packed());
        plan_table_rows(std::span{plan.row_letters}.first(rows.size), rows.limits, plan.table_rows);
    }
    if (shape.jumps || (!shape.equal && (!shape.tables || what == task::alignment)))
        plan_headers(plan, rows, plan.row_letters);
    if (!shape.equal)
        plan_columns(plan, columns);
    if (shape.jumps && what == task::alignment) {
        plan.jump_windows.resize(plan.rows);
        for (std::size_t e = 0; e < rows.size; ++e)
            if (window const w = rows.takeoffs(e); !w.empty() && w.last >= 0)
                plan.jump_windows[e] = {static_cast<std::uint32_t>(w.first), static_cast<std::uint32_t>(w.last)};
    }

    scored_pointers none;
    for_each_array(plan, none, [&](auto const & array, auto const &) {
        plan.problem_bytes += rounded_bytes(array.size() * sizeof(array[0]));
    });
    plan.problem_bytes += rounded_bytes(std::uint64_t{plan.rows} * shape.halo_row_words() * 4) +
                          2 * rounded_bytes(4ull * plan.strips * shape.columns()) + 16 * plan.strips + 4096;
    if (what == task::alignment)
        plan.problem_bytes += rounded_bytes(8ull * plan.rows);
    if (shape.jumps)
        plan.worker_bytes = 4ull * 32 * shape.words * plan.slots.rows();
    if (what == task::alignment) {
        plan.kept = choose_chain(plan, plan.problem_bytes + plan.worker_bytes, budget, overrides);
        plan.problem_bytes += kept_bytes(plan, plan.kept);
    }
    plan.workers = std::min(std::max(plan.strips, plan.kept.in_tiles() ? plan.kept.tiles * plan.kept.table_strips : 0),
                            overrides.workers ? overrides.workers : resident_workers(shape));
    if (plan.worker_bytes && plan.problem_bytes < budget) // fewer, where each takes much
        plan.workers = static_cast<std::uint32_t>(
            std::clamp<std::uint64_t>((budget - plan.problem_bytes) / plan.worker_bytes, 1, plan.workers));
    plan.seconds = seconds_of(plan);
    return plan;
}

} // namespace vglcs::cuda::scored
