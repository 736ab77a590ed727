// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip/column_program.hpp"

#include "cpu/strip/kernels.hpp"
#include "cpu/strip/left_value_slots.hpp"
#include "cpu/strip/window_controls.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace vglcs::cpu {

namespace {

constexpr std::int64_t dense_window = 31; ///< largest window of the dense kernel
constexpr std::size_t lanes = 16;         ///< of the vectors that the cost estimates think in

std::size_t round_up(std::size_t x, std::size_t to)
{
    return (x + to - 1) / to * to;
}

/// A window of one column, relative to its strip.
struct column_window
{
    std::uint16_t column;
    std::uint8_t letter;
    std::int64_t first, last;
};

/// A far column before its left values have slots.
struct far_column
{
    column_window own;                                       ///< clipped to the strip; empty where last < first
    std::uint32_t request_first = none, request_last = none; ///< index into the wishes of their strips
    std::uint32_t strip_first = 0, strip_last = 0;
    strip_range whole{1, 0}; ///< strips in between; empty where last < first
    static constexpr std::uint32_t none = 0xffffffff;
};

} // namespace

class column_program::builder
{
public:
    builder(column_program & plan, problem const & p, shared_letters const & letters, strip_sizes const & sizes,
            std::size_t value_bytes)
        : plan_{plan}, p_{p}, letters_{letters}, sizes_{sizes}, narrow_{value_bytes == 2}
    {
    }

    void build()
    {
        choose_kernel();
        std::size_t const m = p_.m(), count = (m + plan_.width_ - 1) / plan_.width_;
        plan_.strips_.resize(count);
        near_.resize(count);
        far_.resize(count);
        left_.emplace(count, letters_.size);
        for (std::size_t s = 0; s < count; ++s) {
            plan_.strips_[s].first = s * plan_.width_;
            plan_.strips_[s].width = std::min(plan_.width_, m - s * plan_.width_);
            if (!covers_all_columns())
                classify(s);
        }
        left_->allocate();
        plan_.left_slots_ = std::max(plan_.left_slots_, left_->most());
        for (std::size_t s = 0; s < count; ++s) {
            choose_tables(s);
            emit(s);
        }
    }

private:
    /// The bulk's kernel. Milliseconds of DNA, 4,000 x 65,536, 2026-11-28, kernel for all columns | lists: AVX2
    /// shuffles, windows of at most 8 columns 72 | 90, of at most 31 141 | 102; AVX-512 permutes 54 | 80 and 68 | 93.
    /// Proteins, a fifth of the matches: AVX2 82 | 39, and for 31 columns lists 49; AVX-512 62 | 34 and 76 | 42.
    void choose_kernel()
    {
        limits_view const limits = p_.limits_b();
        std::size_t const m = p_.m();
        constexpr std::size_t widest = 2048; // so that area indices fit 16 bits
        std::size_t const width = sizes_.width != 0 ? sizes_.width : 1024;
        plan_.width_ = std::min({width, widest, std::max<std::size_t>(64, round_up(m, 64))});
        plan_.halo_ = 32;
        plan_.reach_ = std::min<std::size_t>(std::size_t{limits.max_hi()} + 1, m);
        if (p_.has_b_by_a()) {
            take_row_windows();
            return;
        }
        constexpr std::size_t largest_halo = 1024;
        if (limits.is_uniform() && m > 0 && std::size_t{limits.hi(0)} < std::min(m, largest_halo)) {
            plan_.kernel_ = column_kernel::uniform;
            plan_.uniform_distance_ = limits.lo(0);
            plan_.uniform_length_ = std::size_t{limits.hi(0)} - limits.lo(0) + 1;
            plan_.halo_ = round_up(std::size_t{limits.hi(0)} + 1, 32);
            plan_.in_registers_ = narrow_ && sizes_.dense && has_blocks() && plan_.uniform_distance_ == 0 &&
                                  plan_.uniform_length_ <= largest_passing_window;
        } else if (limits.is_uniform() && limits.lo(0) == 0 && m > 0 && std::size_t{limits.hi(0)} + 2 >= m) {
            plan_.kernel_ = column_kernel::endless;
            plan_.left_slots_ = 2;
        } else if (narrow_ && sizes_.dense && has_blocks()) {
            std::size_t small = 0;
            std::int64_t largest = 0;
            std::vector<std::size_t> in_b(letters_.size);
            for (std::size_t j = 0; j < m; ++j) {
                if (letters_.b[j] == shared_letters::none)
                    continue;
                ++in_b[letters_.b[j]];
                if (window const w = predecessors(limits, j); is_dense(w, static_cast<std::int64_t>(j))) {
                    ++small;
                    largest = std::max(largest, w.last - w.first + 1);
                }
            }
            double matches = 0; // share of cells that match
            for (std::size_t c = 0; c < letters_.size; ++c)
                matches += letters_.share[c] * static_cast<double>(in_b[c]) / static_cast<double>(m);
            // time for 16 columns, in instructions of lists
            double const lists = 10 + 13 * matches * lanes * static_cast<double>(small) / static_cast<double>(m);
            bool const permutes = vector_bytes() == 2 * dense_group;
            int const top = largest < 8 || (largest == 8 && !permutes) ? 2 : largest < 16 ? 3 : 4;
            double const each = permutes ? 7 + 7 * top : 7 * static_cast<double>(dense_terms(top));
            if (lists > each || !sizes_.thrifty) {
                plan_.kernel_ = permutes ? column_kernel::permute : column_kernel::dense;
                plan_.top_ = top;
            }
        }
        lay_out_area(plan_.width_ + plan_.halo_);
    }

    /// Room for tables of windows of up to so many columns.
    void lay_out_area(std::size_t longest)
    {
        most_levels_ = level_of(static_cast<std::int64_t>(longest)) + 1;
        plan_.tables_ = most_levels_ + 2;
        plan_.origin_ = 64 + round_up(std::size_t{1} << (most_levels_ - 1), 64) + round_up(plan_.halo_, 64);
        plan_.stride_ = plan_.origin_ + plan_.width_ + 64;
    }

    void take_row_windows()
    {
        plan_.kernel_ = column_kernel::rows;
        plan_.row_windows_ = row_windows(p_, true);
        plan_.halo_ = round_up(std::max<std::size_t>(1, reach_of(plan_.row_windows_)), 32);
        if (plan_.halo_ > plan_.width_) // more is copied than computed
            plan_.width_ = std::min(round_up(plan_.halo_, 64), std::max<std::size_t>(64, round_up(p_.m(), 64)));
        std::size_t longest = 1;
        plan_.reach_ = plan_.halo_;
        for (row_window const & w : plan_.row_windows_) {
            if (w.length == row_window::endless) {
                plan_.left_slots_ = 2;
                plan_.reach_ = p_.m();
                ++row_work_.running;
            } else if (w.length != 0) {
                longest = std::max<std::size_t>(longest, w.length);
                row_work_.levels += level_of(w.length);
            }
        }
        plan_.reach_ = std::min(plan_.reach_, p_.m());
        lay_out_area(longest);
    }

    /// True where the kernel leaves no column to lists.
    [[nodiscard]] bool covers_all_columns() const
    {
        return plan_.kernel_ == column_kernel::uniform || plan_.kernel_ == column_kernel::endless ||
               plan_.kernel_ == column_kernel::rows;
    }

    /// True where the kernel computes every column with a small window, whether it matches or not.
    [[nodiscard]] bool computes_all() const
    {
        return plan_.kernel_ == column_kernel::dense || plan_.kernel_ == column_kernel::permute;
    }

    /// The first column's window is empty and so is what stands left of it.
    [[nodiscard]] static bool is_dense(window const & w, std::int64_t j)
    {
        return w.empty() ? j == 0 : w.last == j - 1 && w.last - w.first < dense_window;
    }

    /// True where vectors consist of blocks of 8 columns of 16 bits.
    [[nodiscard]] static bool has_blocks() { return vector_bytes() >= 16; }

    /// True where a window needs no table whatever its length.
    [[nodiscard]] bool may_be_direct(column_window const & w) const
    {
        return narrow_ && sizes_.thrifty && w.first <= w.last && w.last - w.first < 32;
    }

    /// Sorts the columns of strip s into the bulk, near and far, and notes what far ones ask of earlier strips.
    void classify(std::size_t s)
    {
        strip_columns & strip = plan_.strips_[s];
        auto const start = static_cast<std::int64_t>(strip.first), halo = static_cast<std::int64_t>(plan_.halo_);
        auto const width = static_cast<std::int64_t>(plan_.width_);
        for (std::size_t x = 0; x < strip.width; ++x) {
            std::size_t const j = strip.first + x;
            std::uint8_t const letter = letters_.b[j];
            if (letter == shared_letters::none)
                continue;
            window const w = predecessors(p_.limits_b(), j);
            if (computes_all() && is_dense(w, static_cast<std::int64_t>(j)))
                continue;
            column_window own{static_cast<std::uint16_t>(x), letter, w.first - start, w.last - start};
            if (w.empty() || own.first >= -halo) {
                near_[s].push_back(own);
                continue;
            }
            // far: the own part is what lies in this strip, the rest is asked of the strips on the left
            far_column f;
            std::int64_t const last = std::min(w.last, start - 1);
            f.strip_first = static_cast<std::uint32_t>(w.first / width);
            f.strip_last = static_cast<std::uint32_t>(last / width);
            std::int64_t const first_x = w.first % width, last_x = last % width;
            bool const one = f.strip_first == f.strip_last;
            bool const from_start = first_x == 0, to_end = last_x == width - 1;
            if (one || !from_start)
                f.request_first = left_->ask(f.strip_first, letter, first_x, one ? last_x : width - 1, s);
            if (!one && !to_end)
                f.request_last = left_->ask(f.strip_last, letter, 0, last_x, s);
            if (!one)
                f.whole = {f.strip_first + (from_start ? 0U : 1U), f.strip_last - (to_end ? 0U : 1U)};
            own.first = 0;
            f.own = own;
            far_[s].push_back(f);
        }
    }

    /// Instructions of a scan over `length` columns.
    static double scan_cost(std::int64_t length) { return 14 + 1.5 * static_cast<double>(length) / lanes; }

    /// Builds a table where the scans that it saves cost more. Levels stand on each other, so they fall from the top.
    void choose_tables(std::size_t s)
    {
        strip_columns & strip = plan_.strips_[s];
        double const vectors = static_cast<double>(plan_.width_) / lanes;
        std::array<double, 32> scans{};
        double prefix_scans = 0, suffix_scans = 0;
        auto const note = [&](column_window const & w) {
            if (w.first > w.last)
                return;
            double const cost = letters_.share[w.letter] * scan_cost(w.last - w.first + 1);
            if (w.first == 0)
                prefix_scans += cost;
            else if (w.last + 1 == static_cast<std::int64_t>(plan_.width_))
                suffix_scans += cost;
            else
                scans[level_of(w.last - w.first + 1)] += cost;
        };
        for (column_window const & w : near_[s]) {
            if (w.first <= w.last && !may_be_direct(w))
                scans[level_of(w.last - w.first + 1)] += letters_.share[w.letter] * scan_cost(w.last - w.first + 1);
        }
        for (far_column const & f : far_[s])
            note(f.own);
        for (wish const & w : left_->of(s))
            note({0, w.letter, w.first, w.last});

        if (plan_.kernel_ == column_kernel::uniform && !plan_.in_registers_)
            strip.levels = level_of(static_cast<std::int64_t>(plan_.uniform_length_)) + 1;
        double saved = 0, cost = 0;
        std::size_t top = 0;
        for (std::size_t l = 0; l < most_levels_; ++l)
            if (scans[l] > 0)
                top = l + 1;
        for (std::size_t l = top; l-- > strip.levels;) {
            saved += scans[l];
            cost += 4 * vectors;
            if (saved > cost || !sizes_.thrifty) {
                strip.levels = l + 1;
                saved = cost = 0;
                break;
            }
        }
        strip.prefix = sizes_.thrifty ? prefix_scans > 12 * vectors : prefix_scans > 0;
        if (plan_.kernel_ == column_kernel::endless)
            strip.prefix = true;
        strip.suffix = sizes_.thrifty ? suffix_scans > 12 * vectors : suffix_scans > 0;
    }

    [[nodiscard]] std::uint16_t at(std::size_t table, std::int64_t x) const
    {
        return static_cast<std::uint16_t>(static_cast<std::int64_t>(table * plan_.stride_ + plan_.origin_) + x);
    }

    [[nodiscard]] range_ref refer(strip_columns const & strip, std::int64_t first, std::int64_t last) const
    {
        if (first > last)
            return {};
        unsigned const level = level_of(last - first + 1);
        if (level < strip.levels)
            return {at(level, last), at(level, first + (std::int64_t{1} << level) - 1)};
        if (first == 0 && strip.prefix)
            return {at(plan_.prefix_table(), last), 0};
        if (first >= 0 && last + 1 == static_cast<std::int64_t>(plan_.width_) && strip.suffix)
            return {at(plan_.suffix_table(), first), 0};
        return {at(0, first), at(0, last), true};
    }

    template <class Entry, class Items, class Make>
    [[nodiscard]] letter_lists<Entry> by_letter(Items const & items, auto letter_of, Make make) const
    {
        letter_lists<Entry> out;
        out.begin.assign(letters_.size + 1, 0);
        for (auto const & item : items)
            ++out.begin[letter_of(item) + 1];
        for (std::size_t c = 0; c < letters_.size; ++c)
            out.begin[c + 1] += out.begin[c];
        out.entries.resize(items.size());
        std::vector<std::uint32_t> next(out.begin.begin(), out.begin.end() - 1);
        for (auto const & item : items)
            out.entries[next[letter_of(item)]++] = make(item);
        return out;
    }

    void emit(std::size_t s)
    {
        strip_columns & strip = plan_.strips_[s];
        std::vector<column_window> tabled;
        std::array<std::vector<column_window>, 3> direct; // of less than 8, up to 16, up to 32 columns
        std::vector<far_column> rest;
        for (column_window const & w : near_[s]) {
            if (!refer(strip, w.first, w.last).scan)
                tabled.push_back(w);
            else if (may_be_direct(w))
                direct[w.last - w.first < 7 ? 0 : w.last - w.first < 16 ? 1 : 2].push_back(w);
            else
                rest.push_back({w});
        }
        auto const runs = [&](std::vector<column_window> const & windows, auto run) {
            return by_letter<near_entry>(
                windows, [](column_window const & w) { return w.letter; }, run);
        };
        strip.direct.below_8 = runs(direct[0], [&](column_window const & w) {
            return near_entry{w.column, at(0, w.last - 7), static_cast<std::uint16_t>(w.last - w.first + 1)};
        });
        strip.direct.up_to_16 = runs(direct[1], [&](column_window const & w) {
            return near_entry{w.column, at(0, w.first), at(0, w.last - 7)};
        });
        strip.direct.up_to_32 = runs(direct[2], [&](column_window const & w) {
            return near_entry{w.column, at(0, w.first), at(0, w.last - 15)};
        });
        rest.insert(rest.end(), far_[s].begin(), far_[s].end());
        collect_middles(strip, rest);
        strip.near = runs(tabled, [&](column_window const & w) {
            range_ref const r = refer(strip, w.first, w.last);
            return near_entry{w.column, r.a, r.b};
        });
        strip.far = by_letter<far_entry>(
            rest, [](far_column const & f) { return f.own.letter; },
            [&](far_column const & f) {
                far_entry e{refer(strip, f.own.first, f.own.last), f.own.column};
                if (f.request_first != far_column::none)
                    e.first = left_->slot(f.strip_first, f.request_first);
                if (f.request_last != far_column::none)
                    e.last = left_->slot(f.strip_last, f.request_last);
                if (f.whole.first <= f.whole.last)
                    e.middle =
                        static_cast<std::uint32_t>(std::ranges::find(strip.middles, f.whole) - strip.middles.begin());
                return e;
            });
        strip.requests = by_letter<request>(
            left_->of(s), [](wish const & w) { return w.letter; },
            [&](wish const & w) {
                return request{refer(strip, w.first, w.last), w.slot};
            });
        emit_bulk(strip);
        add_work(strip);
        near_[s] = {};
        far_[s] = {};
        left_->forget(s);
    }

    void add_work(strip_columns const & strip)
    {
        row_work & work = plan_.work_;
        double const vectors = static_cast<double>(plan_.width_) / lanes;
        work.vectors += vectors;
        work.levels += vectors * static_cast<double>(strip.levels - 1);
        work.running += vectors * (int{strip.prefix} + int{strip.suffix});
        if (plan_.kernel_ == column_kernel::rows && p_.n() != 0) {
            auto const n = static_cast<double>(p_.n());
            work.levels += vectors * row_work_.levels / n;
            work.running += vectors * row_work_.running / n;
        }
        for (std::size_t c = 0; c < letters_.size; ++c) {
            std::size_t const near = strip.near[c].size() + strip.direct.below_8[c].size() +
                                     strip.direct.up_to_16[c].size() + strip.direct.up_to_32[c].size();
            work.near += letters_.share[c] * static_cast<double>(near);
            for (far_entry const & e : strip.far[c])
                work.far += letters_.share[c] * (e.own.scan ? scan_cost(e.own.b - e.own.a) / scan_cost(0) : 1);
            work.requests += letters_.share[c] * static_cast<double>(strip.requests[c].size());
        }
    }

    void collect_middles(strip_columns & strip, std::vector<far_column> const & far)
    {
        for (far_column const & f : far)
            if (f.whole.first <= f.whole.last)
                strip.middles.push_back(f.whole);
        auto const order = [](strip_range const & r) { return std::tuple{r.last, ~r.first}; };
        std::ranges::sort(strip.middles, {}, order);
        auto const tail = std::ranges::unique(strip.middles);
        strip.middles.erase(tail.begin(), tail.end());
        if (!strip.middles.empty())
            plan_.has_middles_ = true;
        strip.middles.insert(strip.middles.begin(), strip_range{1, 0});
    }

    /// Codes of the columns that the kernel itself does, and the dense kernel's control vectors.
    void emit_bulk(strip_columns & strip)
    {
        if (plan_.kernel_ == column_kernel::lists)
            return;
        strip.codes = aligned_array<std::uint16_t>(plan_.width_, shared_letters::none);
        if (plan_.kernel_ == column_kernel::dense)
            strip.controls = aligned_array<std::uint16_t>(dense_terms(plan_.top_) * plan_.width_, dense_zero);
        else if (plan_.kernel_ == column_kernel::permute)
            strip.controls = aligned_array<std::uint16_t>(permute_terms(plan_.top_) * plan_.width_, 0);
        for (std::size_t x = 0; x < strip.width; ++x) {
            std::size_t const j = strip.first + x;
            // a letter that matches nothing: its window had no say in the kernel's tiers and may need more of them
            if (letters_.b[j] == shared_letters::none)
                continue;
            window const w = predecessors(p_.limits_b(), j);
            if (computes_all() && !is_dense(w, static_cast<std::int64_t>(j)))
                continue;
            strip.codes.data()[x] = letters_.b[j];
            std::int64_t const length = w.empty() ? 0 : w.last - w.first + 1;
            if (plan_.kernel_ == column_kernel::dense)
                set_shuffles(strip, plan_.top_, x, length);
            else if (plan_.kernel_ == column_kernel::permute)
                set_permutes(strip, plan_.top_, x, length);
        }
    }

    column_program & plan_;
    problem const & p_;
    shared_letters const & letters_;
    strip_sizes const & sizes_;
    bool narrow_;
    std::size_t most_levels_ = 1;
    row_work row_work_; ///< rows: levels and running maxima of all rows
    std::vector<std::vector<column_window>> near_;
    std::vector<std::vector<far_column>> far_;
    std::optional<left_value_slots> left_;
};

column_program::column_program(problem const & p, shared_letters const & letters, strip_sizes const & sizes,
                               std::size_t value_bytes)
{
    builder{*this, p, letters, sizes, value_bytes}.build();
}

std::size_t column_program::bytes() const noexcept
{
    auto const bytes_of = [](letter_lists<near_entry> const & lists) {
        return lists.entries.size() * sizeof(near_entry) + lists.begin.size() * sizeof(std::uint32_t);
    };
    std::size_t sum = row_windows_.size() * sizeof(row_window);
    for (strip_columns const & s : strips_)
        sum += sizeof s + bytes_of(s.near) + s.far.entries.size() * sizeof(far_entry) +
               s.requests.entries.size() * sizeof(request) + s.middles.size() * sizeof(strip_range) +
               (s.controls.size() + s.codes.size()) * sizeof(std::uint16_t) +
               (s.far.begin.size() + s.requests.begin.size()) * sizeof(std::uint32_t) + bytes_of(s.direct.below_8) +
               bytes_of(s.direct.up_to_16) + bytes_of(s.direct.up_to_32);
    return sum;
}

} // namespace vglcs::cpu
