// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/plan/window_plan.hpp"

#include "cuda/strip/plan/near_windows.hpp"

#include <vglcs/error.hpp>

#include <algorithm>
#include <limits>
#include <queue>
#include <unordered_map>

namespace vglcs::cuda {

namespace {

constexpr std::uint32_t unset = std::numeric_limits<std::uint32_t>::max();

/// The kept vectors of a plan, with the times from their making to their last use.
class kept_vectors
{
public:
    std::uint32_t make(std::uint64_t time)
    {
        if (made_.size() >= unset >> 4)
            throw resource_error{"engine strip (cuda): the limits need more kept vectors than can be planned: "
                                 "use --device cpu"};
        made_.push_back(time);
        last_.push_back(time);
        return static_cast<std::uint32_t>(made_.size() - 1);
    }
    void use(std::uint32_t vector, std::uint64_t time) { last_[vector] = std::max(last_[vector], time); }
    [[nodiscard]] std::uint64_t made(std::uint32_t vector) const noexcept { return made_[vector]; }
    [[nodiscard]] std::size_t size() const noexcept { return made_.size(); }

    /// Gives each vector a slot: two share one only where the first's last use lies before the second's making. A
    /// vector alive across a multiple of `border` (where not 0) shares with none.
    void place(std::uint64_t border)
    {
        std::vector<std::uint32_t> order(made_.size());
        for (std::uint32_t k = 0; k < order.size(); ++k)
            order[k] = k;
        if (!std::ranges::is_sorted(made_))
            std::ranges::stable_sort(order, {}, [&](std::uint32_t k) { return made_[k]; });
        using ending = std::pair<std::uint64_t, std::uint32_t>;
        std::priority_queue<ending, std::vector<ending>, std::greater<>> alive;
        std::vector<std::uint32_t> free;
        slot_.resize(made_.size());
        for (std::uint32_t const k : order) {
            bool const exclusive = border && made_[k] / border != last_[k] / border;
            for (; !alive.empty() && alive.top().first < made_[k]; alive.pop())
                free.push_back(alive.top().second);
            if (exclusive || free.empty()) {
                slot_[k] = slots_++;
            } else {
                slot_[k] = free.back();
                free.pop_back();
            }
            if (!exclusive)
                alive.emplace(last_[k], slot_[k]);
        }
    }
    [[nodiscard]] std::uint32_t slot(std::uint32_t vector) const noexcept { return slot_[vector]; }
    [[nodiscard]] std::uint32_t slots() const noexcept { return slots_; }

private:
    std::vector<std::uint64_t> made_, last_;
    std::vector<std::uint32_t> slot_;
    std::uint32_t slots_ = 0;
};

/// Maxima over ranges of whole blocks, as a sparse table of which only the needed entries are made: entry (k, b) covers
/// the 2^k blocks that end with b, and is made right after block b. Ranges from block 0 on have a running prefix.
/// Source: S2, blocked sparse table (Alg. 2 over block maxima); difference: built on demand, with lifetimes.
template <class Leaf, class Time>
class block_maxima
{
public:
    struct operation
    {
        std::uint32_t target, left, right;
        std::size_t block;
    };

    /// @param leaf    leaf(b): the vector of block b's maximum
    /// @param time    time(b): when the operations after block b run
    /// @param delay   blocks that they may be late
    block_maxima(kept_vectors & vectors, Leaf leaf, Time time, std::size_t delay)
        : vectors_{vectors}, leaf_{leaf}, time_{time}, delay_{delay}
    {
    }

    /// Vectors whose maximum is that of the blocks [first, last]; one or two, equal where one is enough.
    std::pair<std::uint32_t, std::uint32_t> range(std::size_t first, std::size_t last)
    {
        if (first == 0) {
            std::uint32_t const p = prefix(last);
            return {p, p};
        }
        std::uint32_t const level = level_of(last - first + 1);
        std::uint32_t const right = entry(level, last);
        return {entry(level, first + (std::size_t{1} << level) - 1), right};
    }

    /// Operations in the order of their blocks, sources before their targets.
    [[nodiscard]] std::vector<operation> & operations()
    {
        std::ranges::stable_sort(operations_, {}, &operation::block);
        return operations_;
    }

private:
    std::uint32_t combine(std::uint32_t left, std::uint32_t right, std::size_t block)
    {
        std::uint64_t const time = time_(block);
        std::uint32_t const target = vectors_.make(time);
        vectors_.use(left, time_(block + delay_));
        vectors_.use(right, time_(block + delay_));
        operations_.push_back({target, left, right, block});
        return target;
    }

    std::uint32_t prefix(std::size_t last)
    {
        if (prefixes_.empty())
            prefixes_.push_back(leaf_(0));
        while (prefixes_.size() <= last) {
            std::size_t const block = prefixes_.size();
            prefixes_.push_back(combine(prefixes_.back(), leaf_(block), block));
        }
        return prefixes_[last];
    }

    std::uint32_t entry(std::uint32_t level, std::size_t block)
    {
        if (level == 0)
            return leaf_(block);
        if (entries_.size() < level)
            entries_.resize(level);
        std::unordered_map<std::size_t, std::uint32_t> & known = entries_[level - 1];
        if (auto const found = known.find(block); found != known.end())
            return found->second;
        std::uint32_t const left = entry(level - 1, block - (std::size_t{1} << (level - 1)));
        std::uint32_t const right = entry(level - 1, block);
        std::uint32_t const made = combine(left, right, block);
        entries_[level - 1].emplace(block, made);
        return made;
    }

    kept_vectors & vectors_;
    Leaf leaf_;
    Time time_;
    std::size_t delay_;
    std::vector<std::uint32_t> prefixes_;
    std::vector<std::unordered_map<std::size_t, std::uint32_t>> entries_;
    std::vector<operation> operations_;
};

/// Up to four vectors, each once.
struct vector_list
{
    std::uint32_t items[4] = {unset, unset, unset, unset};
    std::uint32_t size = 0;
    void add(std::uint32_t vector)
    {
        if (std::find(items, items + size, vector) == items + size)
            items[size++] = vector;
    }
};

/// The slots of a window's vectors.
slot_list placed(kept_vectors const & vectors, vector_list const & list)
{
    slot_list out;
    for (std::uint32_t k = 0; k < list.size; ++k)
        out.slots[k] = vectors.slot(list.items[k]);
    return out;
}

/// T_level of a row, kept: made when first asked for.
class kept_rows
{
public:
    kept_rows(kept_vectors & vectors, std::size_t rows) : vectors_{vectors}, rows_{rows} {}
    /// Time of what happens after row i's values are there; reads of row i happen at 2 i.
    static std::uint64_t time(std::size_t row) { return 2 * row + 1; }

    std::uint32_t operator()(std::uint32_t level, std::size_t row)
    {
        if (index_[level].empty())
            index_[level].assign(rows_, unset);
        std::uint32_t & at = index_[level][row];
        if (at == unset)
            at = vectors_.make(time(row));
        return at;
    }
    [[nodiscard]] std::uint32_t find(std::uint32_t level, std::size_t row) const noexcept
    {
        return index_[level].empty() ? unset : index_[level][row];
    }

private:
    kept_vectors & vectors_;
    std::size_t rows_;
    std::vector<std::uint32_t> index_[ring_levels + 1];
};

} // namespace

row_program make_row_program(std::span<letter_code const> letters, limits_view limits)
{
    std::size_t const n = letters.size();
    std::size_t const blocks = (n + rows_per_block - 1) / rows_per_block;
    row_program out;
    out.rows = static_cast<std::uint32_t>(blocks * rows_per_block);

    constexpr row_header empty_row{row_header::no_letter, row_header::no_level, ring_zero_row, 0, 0};
    std::vector<std::uint32_t> & headers = out.headers;
    constexpr std::uint32_t keep_first_level = row_header{0, 0, 0, 1, 0}.packed();
    headers.assign(out.rows + rows_per_block, empty_row.packed());
    kept_vectors vectors;
    kept_rows kept{vectors, out.rows};
    auto const leaf = [&](std::size_t b) { return kept(ring_levels, b * rows_per_block + rows_per_block - 1); };
    auto const time = [](std::size_t b) { return kept_rows::time(b * rows_per_block + rows_per_block - 1); };
    block_maxima<decltype(leaf), decltype(time)> maxima{vectors, leaf, time, 1};
    std::vector<std::pair<std::size_t, vector_list>> reads;
    bool far = false;

    // keeps T_level of row i-1-older, with level chosen for a window of `length` rows that ends at row i-1
    auto const near_header = [&](row_header h, std::size_t i, std::size_t length) {
        std::uint32_t const level = near_level_of(length);
        h.level = level;
        out.near_mask |= 1u << level;
        std::size_t const older = length - (std::size_t{1} << level);
        if (older && older < i) {                  // rows before row 0 are zeros
            std::size_t const row = i - 1 - older; // read before row i-1 is put there: 2^level is not too old
            h.ring_row = (1u << level) - 2 + static_cast<std::uint32_t>(row & ((1u << level) - 1));
            headers[row] |= keep_first_level << (level - 1);
        }
        headers[i] = h.packed();
    };
    bool const elastic = limits.is_elastic();
    near_rows const near;

    for (std::size_t i = 0; i < n; ++i) {
        if (!elastic && i >= ring_reach) {
            i = near.plan(letters, limits, i, headers.data(), out.near_mask);
            if (i == n)
                break;
        }
        row_header h = empty_row;
        if (letters[i] == no_match)
            continue;
        h.letter = letters[i] + 1u;
        // rows before row 0 count as zeros in the ring, so a window cut at row 0 may be read uncut
        if (!elastic && i && limits.hi(i) < ring_reach) {
            near_header(h, i, limits.hi(i) + std::size_t{1});
            continue;
        }
        headers[i] = h.packed();
        window const w = predecessors(limits, i);
        if (w.empty()) {
            far |= i > 0; // "nothing" below row 0 is known to far plans only
            continue;
        }
        auto const first = static_cast<std::size_t>(w.first), last = static_cast<std::size_t>(w.last);
        bool const newest = last + 1 == i;
        std::size_t const length =
            newest && limits.hi(i) < ring_reach ? limits.hi(i) + std::size_t{1} : last - first + 1;
        std::uint32_t const level = std::min(newest ? near_level_of(length) : level_of(length), ring_levels);
        if (newest && length <= ring_reach) {
            near_header(h, i, length);
            continue;
        }
        far = true;
        vector_list list;
        if (newest) {
            h.level = ring_levels;
            headers[i] = h.packed();
        } else
            list.add(kept(level, last));
        std::size_t const front = first + (std::size_t{1} << level) - 1; // T_level here covers the window's front
        if (level < ring_levels) {
            list.add(kept(level, front));
        } else if (length > rows_per_block) {
            std::size_t const first_block = (first + rows_per_block - 1) / rows_per_block;
            std::size_t const end_block = (last + 1) / rows_per_block;
            std::size_t end_kept = end_block;
            if (first_block < end_block && end_block == i / rows_per_block) { // its maximum is at hand
                headers[i] |= row_header::has_block;
                --end_kept;
            }
            if (first_block < end_kept) {
                auto const [left, right] = maxima.range(first_block, end_kept - 1);
                list.add(left);
                list.add(right);
            }
            if (first % rows_per_block != 0 || first_block >= end_block)
                list.add(kept(ring_levels, front));
        }
        for (std::uint32_t k = 0; k < list.size; ++k)
            vectors.use(list.items[k], 2 * i);
        if (list.size)
            reads.emplace_back(i, list);
    }

    out.level_mask = far ? (1u << ring_levels) - 1 : out.near_mask;
    if (far) {
        vectors.place(0);
        out.slots = vectors.slots();
        out.reads.resize(headers.size());
        std::vector<slot_list> late; // of the block under way
        out.late_begin.assign(1, 0);
        auto read = reads.begin();
        for (std::size_t b = 0; b < blocks; ++b) {
            for (; read != reads.end() && read->first < (b + 1) * rows_per_block; ++read) {
                auto const & [row, list] = *read;
                std::size_t const chunk = row / rows_per_chunk;
                std::uint64_t const early_end = chunk ? 2 * (chunk - 1) * rows_per_chunk : 0;
                vector_list early, others;
                for (std::uint32_t k = 0; k < list.size; ++k)
                    (vectors.made(list.items[k]) < early_end ? early : others).add(list.items[k]);
                out.reads[row] = placed(vectors, early);
                headers[row] |= (early.size ? row_header::has_early : 0) | (others.size ? row_header::has_late : 0);
                if (others.size) {
                    late.resize(rows_per_block);
                    late[row % rows_per_block] = placed(vectors, others);
                }
            }
            out.late_reads.insert(out.late_reads.end(), late.begin(), late.end());
            out.late_begin.push_back(static_cast<std::uint32_t>(out.late_reads.size()));
            late.clear();
        }
        if (out.late_reads.empty())
            out.late_begin.clear();
        auto const & operations = maxima.operations();
        auto operation = operations.begin();
        for (std::size_t b = 0; b < blocks; ++b) {
            out.writes_begin.push_back(static_cast<std::uint32_t>(out.writes.size()));
            out.operations_begin.push_back(static_cast<std::uint32_t>(out.operations.size()));
            for (std::size_t i = b * rows_per_block; i < (b + 1) * rows_per_block; ++i) {
                row_header h = row_header::unpacked(headers[i]);
                h.keep |= 1u << (ring_levels - 2); // T_5 is made from the ring's T_4
                for (std::uint32_t level = 0; level <= ring_levels; ++level) {
                    if (std::uint32_t const v = kept.find(level, i); v != unset) {
                        out.writes.push_back(level << 28 | vectors.slot(v));
                        ++h.writes;
                    }
                }
                h.far = h.early || h.late || h.block || h.writes ||
                        (h.letter != row_header::no_letter && h.level >= ring_levels);
                out.far_rows += h.far;
                headers[i] = h.packed();
            }
            for (; operation != operations.end() && operation->block == b; ++operation)
                out.operations.push_back(
                    {vectors.slot(operation->target), vectors.slot(operation->left), vectors.slot(operation->right)});
        }
        out.writes_begin.push_back(static_cast<std::uint32_t>(out.writes.size()));
        out.operations_begin.push_back(static_cast<std::uint32_t>(out.operations.size()));
    }
    return out;
}

column_program make_column_program(std::span<letter_code const> letters, limits_view limits, table_shape shape,
                                   std::uint32_t panel_strips, column_form form)
{
    std::size_t const m = letters.size(), width = shape.columns;
    column_program out;
    out.shape = shape;
    out.strips = static_cast<std::uint32_t>((m + width - 1) / width);
    out.addresses.assign(out.strips * width, 0);
    out.letters.assign(out.strips * width, no_match);
    out.level_masks.assign(out.strips, 0);
    std::ranges::copy(letters, out.letters.begin());

    // two overlapping table entries of strip s cover [first, last], halo or own columns of the strip
    auto const table_entries = [&](std::size_t s, std::int64_t first, std::int64_t last) {
        std::int64_t const start = static_cast<std::int64_t>(s * width) - halo_columns;
        std::uint32_t const level = near_level_of(static_cast<std::uint64_t>(last - first + 1));
        out.level_masks[s] |= 1u << level;
        auto const at = [&](std::int64_t c) { return shape.address(level, static_cast<std::uint32_t>(c - start)); };
        return at(last) | at(first + (std::int64_t{1} << level) - 1) << 16;
    };

    struct kept_window
    {
        std::uint32_t vector;
        std::int64_t first, last;
    };
    kept_vectors vectors;
    std::vector<kept_window> windows; // exports, in any order
    std::vector<std::uint32_t> suffix, prefix;
    std::unordered_map<std::uint64_t, std::uint32_t> inner;
    // the export of [first, last], both in one strip; suffixes and prefixes of strips are looked up by one end
    auto const exported = [&](std::int64_t first, std::int64_t last) {
        std::size_t const s = static_cast<std::size_t>(first) / width;
        auto const make = [&] {
            std::uint32_t const v = vectors.make(s);
            windows.push_back({v, first, last});
            return v;
        };
        auto const in = [&](std::vector<std::uint32_t> & index, std::int64_t at) {
            if (index.empty())
                index.assign(out.strips * width, unset);
            std::uint32_t & v = index[static_cast<std::size_t>(at)];
            if (v == unset)
                v = make();
            return v;
        };
        if (static_cast<std::size_t>(last) == (s + 1) * width - 1)
            return in(suffix, first);
        if (static_cast<std::size_t>(first) == s * width)
            return in(prefix, last);
        auto const key = static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint64_t>(last);
        auto const [found, fresh] = inner.try_emplace(key, unset);
        if (fresh)
            found->second = make();
        return found->second;
    };
    auto const leaf = [&](std::size_t s) {
        return exported(static_cast<std::int64_t>(s * width), static_cast<std::int64_t>((s + 1) * width - 1));
    };
    auto const time = [](std::size_t s) { return std::uint64_t{s}; };
    block_maxima<decltype(leaf), decltype(time)> maxima{vectors, leaf, time, 0};
    std::vector<std::pair<std::size_t, vector_list>> far; // by column
    struct long_window
    {
        std::size_t column;
        std::int64_t first;   // not left of the halo
        std::size_t far_list; // in `far`, or unset
    };
    std::vector<long_window> few_far; // column_form::small

    near_columns const near{shape, form};
    bool const elastic = limits.is_elastic();

    for (std::size_t j = 0; j < m; ++j) {
        if (!elastic) {
            j = near.plan(letters, limits, j, out.addresses.data(), out.level_masks.data());
            if (j == m)
                break;
        }
        window const w = predecessors(limits, j);
        if (letters[j] == no_match || w.empty())
            continue;
        std::size_t const s = j / width;
        auto const strip_start = static_cast<std::int64_t>(s * width);
        std::int64_t const halo_start = strip_start - halo_columns;
        bool const reaches_far = w.first < halo_start;
        if (form == column_form::small) {
            auto const length = static_cast<std::uint64_t>(w.last - w.first + 1);
            out.addresses[j] = static_cast<std::uint32_t>(std::min<std::uint64_t>(length, most_small_columns));
            if (length > most_small_columns)
                few_far.push_back({j, std::max(w.first, halo_start), reaches_far ? far.size() : std::size_t{unset}});
        } else if (w.last >= strip_start - 1 || !reaches_far) {
            std::int64_t first = std::max(w.first, halo_start);
            if (w.last >= first)
                out.addresses[j] = table_entries(s, first, w.last);
        }
        if (!reaches_far)
            continue;
        std::int64_t const last = std::min(w.last, strip_start - 1);
        auto const first_strip = static_cast<std::size_t>(w.first) / width,
                   last_strip = static_cast<std::size_t>(last) / width;
        bool const whole_front = static_cast<std::size_t>(w.first) % width == 0;
        bool const whole_back = static_cast<std::size_t>(last) % width == width - 1;
        vector_list list;
        if (first_strip == last_strip && !(whole_front && whole_back)) {
            list.add(exported(w.first, last));
        } else {
            if (!whole_front)
                list.add(exported(w.first, static_cast<std::int64_t>((first_strip + 1) * width - 1)));
            if (!whole_back)
                list.add(exported(static_cast<std::int64_t>(last_strip * width), last));
            std::size_t const from = first_strip + !whole_front, end = last_strip + whole_back;
            if (from < end) {
                auto const [left, right] = maxima.range(from, end - 1);
                list.add(left);
                list.add(right);
            }
        }
        for (std::uint32_t k = 0; k < list.size; ++k)
            vectors.use(list.items[k], s);
        far.emplace_back(j, list);
    }
    if (!far.empty()) {
        vectors.place(panel_strips);
        out.slots = vectors.slots();
    }
    if (form == column_form::small) {
        auto column = few_far.begin();
        for (std::size_t s = 0; s < out.strips; ++s) {
            out.few_far_begin.push_back(static_cast<std::uint32_t>(out.few_far.size()));
            for (; column != few_far.end() && column->column / width == s; ++column) {
                std::int64_t const halo_start = static_cast<std::int64_t>(s * width) - halo_columns;
                out.few_far.push_back(
                    {static_cast<std::uint32_t>(column->column % width) |
                         static_cast<std::uint32_t>(column->first - halo_start) << 8,
                     column->far_list == unset ? slot_list{} : placed(vectors, far[column->far_list].second)});
            }
            out.most_few_far =
                std::max(out.most_few_far, static_cast<std::uint32_t>(out.few_far.size()) - out.few_far_begin.back());
        }
        out.few_far_begin.push_back(static_cast<std::uint32_t>(out.few_far.size()));
    }
    if (far.empty())
        return out;

    auto const & operations = maxima.operations();
    std::ranges::stable_sort(windows, [&](kept_window const & x, kept_window const & y) {
        std::size_t const s = static_cast<std::size_t>(x.first) / width, t = static_cast<std::size_t>(y.first) / width;
        return s != t ? s < t : x.first != y.first ? x.first > y.first : x.last < y.last;
    });
    auto window_at = windows.begin();
    auto operation = operations.begin();
    auto column = far.begin();
    for (std::size_t s = 0; s < out.strips; ++s) {
        out.far_begin.push_back(static_cast<std::uint32_t>(out.far.size()));
        out.writes_begin.push_back(static_cast<std::uint32_t>(out.writes.size()));
        out.operations_begin.push_back(static_cast<std::uint32_t>(out.operations.size()));
        // columns that read the same vectors form one group
        auto const strip_end = std::find_if(column, far.end(), [&](auto const & f) { return f.first / width != s; });
        std::stable_sort(column, strip_end, [](auto const & x, auto const & y) {
            return std::ranges::lexicographical_compare(x.second.items, y.second.items);
        });
        for (; column != strip_end; ++column) {
            slot_list const list = placed(vectors, column->second);
            bool const same = out.far.size() > out.far_begin.back() && out.far.back().list == list;
            if (!same) {
                out.far.push_back({list, static_cast<std::uint32_t>(out.far_columns.size()), 0});
            }
            out.far_columns.push_back(static_cast<std::uint8_t>(column->first % width));
            out.far.back().columns_end = static_cast<std::uint32_t>(out.far_columns.size());
        }
        auto const strip_start = static_cast<std::int64_t>(s * width);
        for (; window_at != windows.end() && static_cast<std::size_t>(window_at->first) / width == s; ++window_at)
            out.writes.push_back({static_cast<std::uint32_t>(window_at->first - strip_start) |
                                      static_cast<std::uint32_t>(window_at->last - strip_start) << 16,
                                  vectors.slot(window_at->vector)});
        for (; operation != operations.end() && operation->block == s; ++operation)
            out.operations.push_back(
                {vectors.slot(operation->target), vectors.slot(operation->left), vectors.slot(operation->right)});
    }
    out.far_begin.push_back(static_cast<std::uint32_t>(out.far.size()));
    out.writes_begin.push_back(static_cast<std::uint32_t>(out.writes.size()));
    out.operations_begin.push_back(static_cast<std::uint32_t>(out.operations.size()));
    return out;
}

} // namespace vglcs::cuda
