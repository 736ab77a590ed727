// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/plan/column_program.hpp"

#include "cuda/strip/plan/near_windows.hpp"
#include "cuda/strip/plan/slot_allocator.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace vglcs::cuda {

namespace {

/// Maxima of some of a strip's columns as vectors with a slot: made when first asked for. Suffixes and prefixes of
/// strips are found by one end.
class strip_vectors
{
public:
    struct entry
    {
        std::uint32_t vector;
        std::int64_t first, last;
        [[nodiscard]] std::size_t strip(std::size_t width) const { return static_cast<std::size_t>(first) / width; }
    };

    strip_vectors(slot_allocator & vectors, std::size_t strips, std::size_t width)
        : vectors_{vectors}, columns_{strips * width}, width_{width}
    {
    }

    /// The vector of [first, last], both in one strip.
    std::uint32_t operator()(std::int64_t first, std::int64_t last)
    {
        std::size_t const s = static_cast<std::size_t>(first) / width_;
        if (static_cast<std::size_t>(last) == (s + 1) * width_ - 1)
            return at_end(suffix_, first, first, last);
        if (static_cast<std::size_t>(first) == s * width_)
            return at_end(prefix_, last, first, last);
        auto const key = static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint64_t>(last);
        auto const [found, fresh] = inner_.try_emplace(key, unset);
        if (fresh)
            found->second = make(first, last);
        return found->second;
    }

    /// All of them by strip, from right to left: that of the whole strip is the last.
    [[nodiscard]] std::vector<entry> const & sorted()
    {
        std::ranges::stable_sort(entries_, [this](entry const & x, entry const & y) {
            std::size_t const s = x.strip(width_), t = y.strip(width_);
            return s != t ? s < t : x.first != y.first ? x.first > y.first : x.last < y.last;
        });
        return entries_;
    }

private:
    std::uint32_t at_end(std::vector<std::uint32_t> & index, std::int64_t end, std::int64_t first, std::int64_t last)
    {
        if (index.empty())
            index.assign(columns_, unset);
        std::uint32_t & v = index[static_cast<std::size_t>(end)];
        if (v == unset)
            v = make(first, last);
        return v;
    }

    std::uint32_t make(std::int64_t first, std::int64_t last)
    {
        std::uint32_t const v = vectors_.make(static_cast<std::size_t>(first) / width_);
        entries_.push_back({v, first, last});
        return v;
    }

    slot_allocator & vectors_;
    std::size_t columns_, width_;
    std::vector<entry> entries_;
    std::vector<std::uint32_t> suffix_, prefix_;
    std::unordered_map<std::uint64_t, std::uint32_t> inner_;
};

/// Whole strips, for block_maxima.
struct strip_blocks
{
    strip_vectors & columns;
    std::size_t width;
    static constexpr std::size_t delay = 0;

    [[nodiscard]] std::uint32_t leaf(std::size_t s) const
    {
        return columns(static_cast<std::int64_t>(s * width), static_cast<std::int64_t>((s + 1) * width - 1));
    }
    [[nodiscard]] static std::uint64_t time(std::size_t s) { return s; }
};

class column_compiler
{
public:
    column_compiler(std::span<letter_code const> letters, limits_view limits, table_shape shape, column_form form)
        : letters_{letters}, limits_{limits}, form_{form}, width_{shape.columns}
    {
        out_.shape = shape;
        out_.strips = static_cast<std::uint32_t>((letters.size() + width_ - 1) / width_);
        out_.addresses.assign(out_.strips * width_, 0);
        out_.letters.assign(out_.strips * width_, no_match);
        out_.level_masks.assign(out_.strips, 0);
        std::ranges::copy(letters, out_.letters.begin());
    }

    column_program run(std::uint32_t panel_strips)
    {
        plan_windows();
        if (!far_.empty()) {
            vectors_.assign_slots(panel_strips);
            out_.slots = vectors_.slots();
        }
        if (form_ == column_form::small)
            write_few_far();
        if (!far_.empty())
            write_far();
        return std::move(out_);
    }

private:
    /// A column of column_form::small with a long window.
    struct long_window
    {
        std::size_t column;
        std::int64_t first;   // not left of the halo
        std::size_t far_list; // in far_, or unset
    };

    void plan_windows()
    {
        near_columns const near{out_.shape, form_};
        bool const elastic = limits_.is_elastic();
        for (std::size_t j = 0; j < letters_.size(); ++j) {
            if (!elastic) {
                j = near.plan(letters_, limits_, j, out_.addresses.data(), out_.level_masks.data());
                if (j == letters_.size())
                    break;
            }
            window const w = predecessors(limits_, j);
            if (letters_[j] != no_match && !w.empty())
                plan_window(j, w);
        }
    }

    void plan_window(std::size_t j, window const & w)
    {
        std::size_t const s = j / width_;
        auto const strip_start = static_cast<std::int64_t>(s * width_);
        std::int64_t const halo_start = strip_start - halo_columns;
        bool const reaches_far = w.first < halo_start;
        if (form_ == column_form::small) {
            auto const length = static_cast<std::uint64_t>(w.last - w.first + 1);
            out_.addresses[j] = static_cast<std::uint32_t>(std::min<std::uint64_t>(length, most_small_columns));
            if (length > most_small_columns)
                long_.push_back({j, std::max(w.first, halo_start), reaches_far ? far_.size() : std::size_t{unset}});
        } else if (w.last >= strip_start - 1 || !reaches_far) {
            std::int64_t const first = std::max(w.first, halo_start);
            if (w.last >= first)
                out_.addresses[j] = table_entries(s, first, w.last);
        }
        if (!reaches_far)
            return;
        vector_list const list = vectors_left_of_strip(w.first, std::min(w.last, strip_start - 1));
        for (std::uint32_t k = 0; k < list.size; ++k)
            vectors_.use(list.items[k], s);
        far_.emplace_back(j, list);
    }

    /// Addresses of two overlapping table entries of strip s that cover [first, last], halo or own columns of it.
    std::uint32_t table_entries(std::size_t s, std::int64_t first, std::int64_t last)
    {
        std::int64_t const start = static_cast<std::int64_t>(s * width_) - halo_columns;
        std::uint32_t const level = near_level_of(static_cast<std::uint64_t>(last - first + 1));
        out_.level_masks[s] |= 1u << level;
        auto const at = [&](std::int64_t c) {
            return out_.shape.address(level, static_cast<std::uint32_t>(c - start));
        };
        return at(last) | at(first + (std::int64_t{1} << level) - 1) << 16;
    }

    /// What covers columns [first, last] of other strips: a suffix of one, whole strips, a prefix of another.
    vector_list vectors_left_of_strip(std::int64_t first, std::int64_t last)
    {
        auto const first_strip = static_cast<std::size_t>(first) / width_,
                   last_strip = static_cast<std::size_t>(last) / width_;
        bool const whole_front = static_cast<std::size_t>(first) % width_ == 0;
        bool const whole_back = static_cast<std::size_t>(last) % width_ == width_ - 1;
        vector_list list;
        if (first_strip == last_strip && !(whole_front && whole_back)) {
            list.add(columns_(first, last));
            return list;
        }
        if (!whole_front)
            list.add(columns_(first, static_cast<std::int64_t>((first_strip + 1) * width_ - 1)));
        if (!whole_back)
            list.add(columns_(static_cast<std::int64_t>(last_strip * width_), last));
        std::size_t const from = first_strip + !whole_front, end = last_strip + whole_back;
        if (from < end) {
            auto const [left, right] = maxima_.range(from, end - 1);
            list.add(left);
            list.add(right);
        }
        return list;
    }

    /// The long windows of column_form::small, by strip.
    void write_few_far()
    {
        auto column = long_.begin();
        for (std::size_t s = 0; s < out_.strips; ++s) {
            out_.few_far_begin.push_back(static_cast<std::uint32_t>(out_.few_far.size()));
            std::int64_t const halo_start = static_cast<std::int64_t>(s * width_) - halo_columns;
            for (; column != long_.end() && column->column / width_ == s; ++column)
                out_.few_far.push_back(
                    {static_cast<std::uint32_t>(column->column % width_) |
                         static_cast<std::uint32_t>(column->first - halo_start) << 8,
                     column->far_list == unset ? slot_list{} : slots_of(vectors_, far_[column->far_list].second)});
            out_.most_few_far = std::max(out_.most_few_far,
                                         static_cast<std::uint32_t>(out_.few_far.size()) - out_.few_far_begin.back());
        }
        out_.few_far_begin.push_back(static_cast<std::uint32_t>(out_.few_far.size()));
    }

    /// Each strip's groups of far columns, writes and operations.
    void write_far()
    {
        std::vector<block_operation> const & operations = maxima_.operations();
        std::vector<strip_vectors::entry> const & entries = columns_.sorted();
        auto entry = entries.begin();
        auto operation = operations.begin();
        auto column = far_.begin();
        for (std::size_t s = 0; s < out_.strips; ++s) {
            begin_strip();
            auto const strip_end =
                std::find_if(column, far_.end(), [&](auto const & f) { return f.first / width_ != s; });
            write_groups(column, strip_end);
            column = strip_end;
            auto const strip_start = static_cast<std::int64_t>(s * width_);
            for (; entry != entries.end() && entry->strip(width_) == s; ++entry)
                out_.writes.push_back({static_cast<std::uint32_t>(entry->first - strip_start) |
                                           static_cast<std::uint32_t>(entry->last - strip_start) << 16,
                                       vectors_.slot(entry->vector)});
            for (; operation != operations.end() && operation->block == s; ++operation)
                out_.operations.push_back(slots_of(vectors_, *operation));
        }
        begin_strip(); // the end of the last one
    }

    void begin_strip()
    {
        out_.far_begin.push_back(static_cast<std::uint32_t>(out_.far.size()));
        out_.writes_begin.push_back(static_cast<std::uint32_t>(out_.writes.size()));
        out_.operations_begin.push_back(static_cast<std::uint32_t>(out_.operations.size()));
    }

    /// A strip's far columns; those that read the same vectors form one group.
    using far_iterator = std::vector<std::pair<std::size_t, vector_list>>::iterator;
    void write_groups(far_iterator column, far_iterator end)
    {
        std::stable_sort(column, end, [](auto const & x, auto const & y) {
            return std::ranges::lexicographical_compare(x.second.items, y.second.items);
        });
        for (; column != end; ++column) {
            slot_list const list = slots_of(vectors_, column->second);
            bool const same = out_.far.size() > out_.far_begin.back() && out_.far.back().list == list;
            if (!same)
                out_.far.push_back({list, static_cast<std::uint32_t>(out_.far_columns.size()), 0});
            out_.far_columns.push_back(static_cast<std::uint8_t>(column->first % width_));
            out_.far.back().columns_end = static_cast<std::uint32_t>(out_.far_columns.size());
        }
    }

    std::span<letter_code const> letters_;
    limits_view limits_;
    column_form form_;
    std::size_t width_;
    column_program out_;
    slot_allocator vectors_;
    strip_vectors columns_{vectors_, (letters_.size() + width_ - 1) / width_, width_};
    block_maxima<strip_blocks> maxima_{vectors_, strip_blocks{columns_, width_}};
    std::vector<std::pair<std::size_t, vector_list>> far_; ///< by column
    std::vector<long_window> long_;                        ///< by column
};

} // namespace

column_program make_column_program(std::span<letter_code const> letters, limits_view limits, table_shape shape,
                                   std::uint32_t panel_strips, column_form form)
{
    return column_compiler{letters, limits, shape, form}.run(panel_strips);
}

} // namespace vglcs::cuda
