// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/scored/lane_plan.hpp"

#include "cpu/strip/kernels.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <type_traits>
#include <utility>

namespace vglcs::cpu {

namespace {

constexpr std::uint8_t no_letter = 255;
constexpr std::size_t list_window = 32, registers_window = 16;

std::size_t round_up(std::size_t x, std::size_t to)
{
    return (x + to - 1) / to * to;
}

unsigned level_of(std::int64_t length)
{
    return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(length))) - 1;
}

} // namespace

lane_plan::choice lane_plan::choose(step_side const & across, std::size_t value_bytes, double matches, bool special)
{
    limits_view const & limits = across.limits;
    std::size_t const n = across.size;
    bool const narrow = value_bytes == 2;
    constexpr std::size_t largest_table = 1024;
    double const wide = narrow ? 1 : 2.2;
    if (special && is_even(across) && !across.has_jumps && n > 0) {
        std::size_t const hi = limits.max_hi();
        if (limits.is_uniform()) {
            if (narrow && vector_bytes() >= 16 && limits.lo(0) == 0 && hi < registers_window)
                return {lane_kernel::registers, 8 + 4.5 * level_of(static_cast<std::int64_t>(hi) + 1)};
            if (hi < std::min(n, largest_table))
                return {lane_kernel::uniform,
                        wide * (12 + 5.0 * level_of(static_cast<std::int64_t>(hi - limits.lo(0)) + 1))};
            if (limits.lo(0) == 0 && hi + 2 >= n)
                return {lane_kernel::endless, wide * 30};
        }
        if (narrow && hi < list_window)
            return {lane_kernel::lists, 8 + 16 * 16 * matches};
    }
    // tables of three lines, two loads a vector from each
    if (special && across.has_jumps && across.positions.empty() && limits.is_uniform() && limits.lo(0) == 0)
        if (auto const every = one_jump_window(across))
            return {lane_kernel::jumps, wide * (50 + 10.0 * level_of(static_cast<std::int64_t>(limits.hi(0)) + 1) +
                                                6.0 * level_of(static_cast<std::int64_t>(every->hi - every->lo) + 1))};
    double const jumps = across.has_jumps ? 200 + 6.0 * level_of(static_cast<std::int64_t>(reach_of(across)) + 1) : 0;
    return {lane_kernel::general,
            wide * (10 + 5.0 * level_of(static_cast<std::int64_t>(limits.max_hi()) + 1) + jumps) + 16 * 14 * matches};
}

lane_plan::choice lane_plan::choose_for_rows(std::span<row_window const> rows, std::size_t value_bytes)
{
    double work = 0;
    for (row_window const & w : rows)
        work += w.length == row_window::endless ? 30 : w.length == 0 ? 8 : 12 + 5.0 * level_of(w.length);
    return {lane_kernel::rows, (value_bytes == 2 ? 1 : 2.2) * work / static_cast<double>(rows.size())};
}

class lane_plan::builder
{
public:
    builder(lane_plan & plan, std::span<std::uint8_t const> letters, std::size_t letter_count)
        : plan_{plan}, along_{plan.across_}, letters_{letters}, letter_count_{letter_count}
    {
    }

    void build(std::size_t width)
    {
        lay_out(width);
        std::size_t const n = along_.size;
        for (std::size_t first = 0; first < n; first += plan_.width_) {
            lane_strip strip;
            strip.first = first;
            strip.width = std::min(plan_.width_, n - first);
            if (plan_.kernel_ == lane_kernel::lists) {
                emit_runs(strip);
            } else if (plan_.kernel_ == lane_kernel::general) {
                emit_lookups(strip);
            } else {
                strip.codes = aligned_array<std::uint16_t>(plan_.width_, no_letter);
                std::copy_n(letters_.begin() + static_cast<std::ptrdiff_t>(first), strip.width, strip.codes.data());
                if (plan_.kernel_ == lane_kernel::jumps)
                    emit_ends(strip);
            }
            plan_.strips_.push_back(std::move(strip));
        }
    }

private:
    void lay_out(std::size_t width)
    {
        std::size_t const n = along_.size;
        limits_view const & limits = along_.limits;
        plan_.width_ = std::clamp<std::size_t>(round_up(n, 64), 64, width);
        plan_.halo_ = 32;
        plan_.reach_ = reach_of(along_);
        std::size_t levels = 1, zeros = 0; // columns left of the halo that are read
        switch (plan_.kernel_) {
        case lane_kernel::registers:
        case lane_kernel::uniform:
            plan_.distance_ = limits.lo(0);
            plan_.length_ = std::size_t{limits.hi(0)} - limits.lo(0) + 1;
            plan_.halo_ = round_up(std::size_t{limits.hi(0)} + 1, 32);
            if (plan_.kernel_ == lane_kernel::uniform)
                levels = level_of(static_cast<std::int64_t>(plan_.length_)) + 1;
            plan_.small_levels_ = levels;
            plan_.tables_ = levels;
            break;
        case lane_kernel::endless:
            break;
        case lane_kernel::rows:
            levels = lay_out_rows(width);
            break;
        case lane_kernel::lists:
            for (std::size_t k = priced_columns; k-- > 0;)
                plan_.falling_prices_.push_back(
                    as_price<std::uint16_t>(std::uint64_t{along_.skip} * static_cast<std::uint64_t>(k)));
            plan_.falling_prices_.resize(priced_columns + 32, 0);
            break;
        case lane_kernel::jumps: {
            jump_lengths const every = one_jump_window(along_).value_or(jump_lengths{});
            plan_.jump_lo_ = every.lo;
            plan_.jump_hi_ = every.hi;
            plan_.length_ = std::size_t{limits.hi(0)} + 1;
            zeros = plan_.jump_hi_ + plan_.length_;
            levels = lay_out_general(width);
            break;
        }
        case lane_kernel::general:
            levels = lay_out_general(width);
            break;
        }
        zeros = std::max(zeros, std::size_t{1} << (levels - 1));
        plan_.origin_ = 64 + round_up(zeros, 64) + round_up(plan_.halo_, 64);
        plan_.stride_ = plan_.origin_ + plan_.width_ + 64;
    }

    /// Strips are no narrower than what is copied in front of them.
    std::size_t lay_out_rows(std::size_t width)
    {
        std::size_t const n = along_.size;
        plan_.halo_ = round_up(std::max<std::size_t>(1, reach_of(plan_.rows_)), 64);
        plan_.width_ = std::max(plan_.halo_, std::clamp<std::size_t>(round_up(n, 64), 64, width));
        std::size_t longest = 1;
        plan_.reach_ = std::min(n, plan_.halo_);
        for (row_window const & w : plan_.rows_)
            if (w.length == row_window::endless)
                plan_.reach_ = n;
            else
                longest = std::max<std::size_t>(longest, w.length);
        plan_.small_levels_ = plan_.tables_ = level_of(static_cast<std::int64_t>(longest)) + 1;
        return plan_.tables_;
    }

    /// The halo holds all that one link can reach, so that no strip asks others; strips are at least four times as
    /// wide, or there is one only.
    std::size_t lay_out_general(std::size_t width)
    {
        std::size_t const n = along_.size;
        std::size_t const reach = round_up(reach_of(along_), 64);
        plan_.width_ = std::max(width, 4 * reach);
        plan_.halo_ = reach;
        if (plan_.width_ >= n) {
            plan_.width_ = round_up(std::max<std::size_t>(n, 1), 64);
            plan_.halo_ = 0;
        }
        auto const levels_for = [&](std::uint64_t longest) {
            return std::size_t{level_of(
                       static_cast<std::int64_t>(std::clamp<std::uint64_t>(longest, 1, std::max<std::size_t>(n, 1))))} +
                   1;
        };
        std::uint64_t longest_small = 1, longest_jump = 1, longest_behind = 1;
        for (std::size_t q = 0; q < n; ++q) {
            std::uint64_t const hi = along_.limits.hi(q);
            longest_small =
                std::max<std::uint64_t>(longest_small, hi - (along_.has_jumps ? 0 : along_.limits.lo(q)) + 1);
            if (!along_.has_jumps)
                continue;
            window const behind = along_.landings(q);
            longest_behind = std::max(longest_behind, static_cast<std::uint64_t>(behind.last - behind.first + 1));
            if (lands(along_, q))
                longest_jump =
                    std::max<std::uint64_t>(longest_jump, std::uint64_t{along_.jumps.hi(q)} - along_.jumps.lo(q) + 1);
        }
        plan_.small_levels_ = levels_for(longest_small);
        if (along_.has_jumps) {
            plan_.begun_levels_ = levels_for(longest_jump);
            plan_.landed_levels_ = levels_for(longest_behind);
        }
        plan_.tables_ = plan_.small_levels_ + plan_.begun_levels_ + plan_.landed_levels_;
        return std::max({plan_.small_levels_, plan_.begun_levels_, plan_.landed_levels_});
    }

    template <class Entry, class Item>
    [[nodiscard]] lists_by_letter<Entry> by_letter(std::vector<std::pair<std::uint8_t, Item>> const & items) const
    {
        lists_by_letter<Entry> out;
        out.begin.assign(letter_count_ + 1, 0);
        for (auto const & [letter, item] : items)
            ++out.begin[letter + 1U];
        for (std::size_t c = 0; c < letter_count_; ++c)
            out.begin[c + 1] += out.begin[c];
        out.entries.resize(items.size());
        std::vector<std::uint32_t> next(out.begin.begin(), out.begin.end() - 1);
        for (auto const & [letter, item] : items)
            out.entries[next[letter]++] = item;
        return out;
    }

    /// Where the prices of a run begin whose first column is `distance` columns from the one just before the asking.
    [[nodiscard]] static std::uint16_t prices_from(std::int64_t distance)
    {
        return static_cast<std::uint16_t>(static_cast<std::int64_t>(priced_columns) - 1 - distance);
    }

    void emit_runs(lane_strip & strip) const
    {
        std::vector<std::pair<std::uint8_t, run_entry>> below_8, up_to_16, up_to_32;
        for (std::size_t x = 0; x < strip.width; ++x) {
            std::size_t const q = strip.first + x;
            if (letters_[q] == no_letter)
                continue;
            window const w = along_.small(q);
            auto const at = [&](std::int64_t column) {
                return static_cast<std::uint16_t>(static_cast<std::int64_t>(plan_.origin_) + column -
                                                  static_cast<std::int64_t>(strip.first));
            };
            std::int64_t const length = w.empty() ? 0 : w.last - w.first + 1;
            std::int64_t const newest = static_cast<std::int64_t>(q) - 1; // distance 0
            auto const run = [&](std::int64_t columns) {
                return run_entry{static_cast<std::uint16_t>(x), at(w.first), at(w.last - columns + 1),
                                 prices_from(newest - w.first), prices_from(newest - (w.last - columns + 1))};
            };
            if (length < 8) { // an empty window begins at the column itself: nothing of it is taken
                std::int64_t const last = length == 0 ? newest : w.last;
                below_8.emplace_back(letters_[q],
                                     run_entry{static_cast<std::uint16_t>(x), at(last - 7),
                                               static_cast<std::uint16_t>(length), prices_from(newest - last + 7), 0});
            } else if (length <= 16) {
                up_to_16.emplace_back(letters_[q], run(8));
            } else {
                up_to_32.emplace_back(letters_[q], run(16));
            }
        }
        strip.below_8 = by_letter<run_entry>(below_8);
        strip.up_to_16 = by_letter<run_entry>(up_to_16);
        strip.up_to_32 = by_letter<run_entry>(up_to_32);
    }

    [[nodiscard]] std::int64_t position_of(std::int64_t k) const
    {
        return static_cast<std::int64_t>(along_.position(static_cast<std::size_t>(k)));
    }

    /// The window's maximum in the tables from `table` on, of values lowered to `reference`; empty: the constant 0.
    [[nodiscard]] lane_lookup look_up(lane_strip const & strip, std::size_t table, window const & w, std::uint64_t skip,
                                      std::int64_t reference) const
    {
        if (w.empty())
            return {};
        unsigned const level = level_of(w.last - w.first + 1);
        std::int64_t const begin = w.first + (std::int64_t{1} << level) - 1;
        auto const at = [&](std::int64_t column) {
            return static_cast<std::uint32_t>(
                static_cast<std::int64_t>((table + level) * plan_.stride_ + plan_.origin_) + column -
                static_cast<std::int64_t>(strip.first));
        };
        auto const price = [&](std::int64_t column) {
            return as_price<std::uint32_t>(skip * static_cast<std::uint64_t>(reference - position_of(column)));
        };
        return {at(w.last), at(begin), price(w.last), price(begin)};
    }

    void emit_lookups(lane_strip & strip) const
    {
        std::size_t const begun = plan_.small_levels_, landed = begun + plan_.begun_levels_;
        std::int64_t const first = static_cast<std::int64_t>(strip.first);
        std::int64_t const from = std::max<std::int64_t>(0, first - static_cast<std::int64_t>(plan_.halo_));
        auto const end = static_cast<std::size_t>(first) + strip.width;
        // windows of columns in the halo are cut at its beginning: what is cut off is out of this strip's reach
        auto const cut = [&](window w) {
            w.first = std::max(w.first, from);
            return w;
        };
        if (along_.has_jumps) {
            for (auto k = static_cast<std::size_t>(from); k < end; ++k) {
                auto const column = static_cast<std::int32_t>(static_cast<std::int64_t>(k) - first);
                std::int64_t const position = position_of(static_cast<std::int64_t>(k));
                if (leaves(along_, k))
                    strip.begins.push_back({column, along_.jumps.leaving(k),
                                            look_up(strip, 0, cut(along_.before(k)), along_.skip, position - 1)});
                if (lands(along_, k))
                    strip.lands.push_back(
                        {column, along_.jumps.cost(k), look_up(strip, begun, cut(along_.takeoffs(k)), 0, 0)});
            }
        }
        std::vector<std::pair<std::uint8_t, cell_entry>> cells;
        for (std::size_t x = 0; x < strip.width; ++x) {
            std::size_t const q = strip.first + x;
            if (letters_[q] == no_letter)
                continue;
            std::int64_t const position = position_of(static_cast<std::int64_t>(q));
            cell_entry e{
                static_cast<std::uint32_t>(x), look_up(strip, 0, along_.small(q), along_.skip, position - 1), {}};
            if (along_.has_jumps)
                e.jumps = look_up(strip, landed, along_.landings(q), along_.skip, position);
            cells.emplace_back(letters_[q], e);
        }
        strip.cells = by_letter<cell_entry>(cells);
        if (!is_even(along_))
            emit_table_prices(strip);
    }

    /// Costs of the ends of jumps in the halo and the strip.
    void emit_ends(lane_strip & strip) const
    {
        std::size_t const count = plan_.halo_ + plan_.width_;
        auto const fill = [&](auto & leaving, auto & landing) {
            using value = std::remove_cvref_t<decltype(*leaving.data())>;
            leaving = {count, as_price<value>(jumps_view::never)};
            landing = {count, as_price<value>(jumps_view::never)};
            for (std::size_t x = 0; x < count; ++x) {
                if (strip.first + x < plan_.halo_ || strip.first + x - plan_.halo_ >= along_.size)
                    continue;
                std::size_t const k = strip.first + x - plan_.halo_;
                leaving.data()[x] = as_price<value>(leaving_cost(along_, k));
                landing.data()[x] = as_price<value>(landing_cost(along_, k));
            }
        };
        if (plan_.value_bytes_ == 2)
            fill(strip.leaving_16, strip.landing_16);
        else
            fill(strip.leaving_32, strip.landing_32);
    }

    /// What the left half of each table entry is lowered by: the distance of two letters 2^l columns apart.
    void emit_table_prices(lane_strip & strip) const
    {
        std::size_t const levels = std::max(plan_.small_levels_, plan_.landed_levels_);
        std::int64_t const halo = static_cast<std::int64_t>(plan_.halo_),
                           first = static_cast<std::int64_t>(strip.first);
        for (std::size_t l = 0; l + 1 < levels; ++l)
            for (std::int64_t x = -halo; x < static_cast<std::int64_t>(plan_.width_); ++x) {
                std::int64_t const right = first + x, left = right - (std::int64_t{1} << l);
                bool const there = left >= 0 && right < static_cast<std::int64_t>(along_.size);
                strip.table_prices.push_back(
                    there ? as_price<std::uint32_t>(along_.skip *
                                                    static_cast<std::uint64_t>(position_of(right) - position_of(left)))
                          : std::numeric_limits<std::uint32_t>::max());
            }
    }

    lane_plan & plan_;
    step_side const & along_;
    std::span<std::uint8_t const> letters_;
    std::size_t letter_count_;
};

lane_plan::lane_plan(step_side const & across, std::span<std::uint8_t const> letters, std::size_t letter_count,
                     std::size_t width, std::size_t value_bytes, double matches, bool special,
                     std::vector<row_window> rows)
    : across_{across}, rows_{std::move(rows)}, value_bytes_{value_bytes}
{
    choice const c =
        rows_.empty() ? choose(across, value_bytes, matches, special) : choose_for_rows(rows_, value_bytes);
    kernel_ = c.kernel;
    work_ = c.work;
    builder{*this, letters, letter_count}.build(width);
}

std::size_t lane_plan::bytes() const noexcept
{
    std::size_t sum = falling_prices_.size() * sizeof(std::uint16_t) + rows_.size() * sizeof(row_window);
    auto const list = [](auto const & lists) {
        return lists.entries.size() * sizeof(lists.entries[0]) + lists.begin.size() * sizeof(std::uint32_t);
    };
    for (lane_strip const & s : strips_)
        sum += sizeof s + s.codes.bytes() + s.leaving_16.bytes() + s.landing_16.bytes() + s.leaving_32.bytes() +
               s.landing_32.bytes() + list(s.below_8) + list(s.up_to_16) + list(s.up_to_32) + list(s.cells) +
               (s.begins.size() + s.lands.size()) * sizeof(end_entry) + s.table_prices.size() * sizeof(std::uint32_t);
    return sum;
}

} // namespace vglcs::cpu
