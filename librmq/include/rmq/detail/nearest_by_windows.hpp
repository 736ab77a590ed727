// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <rmq/detail/nearest_key.hpp>
#include <rmq/detail/nearest_rule.hpp>
#include <rmq/detail/nearest_window.hpp>

/// All nearest smaller values by windows, stacks of blocks and a last step across chunks.
/// 1. Tile by tile, window_nearest finds the matches that are near. What is left open is a bit per element and side.
/// 2. A chunk is many tiles of one thread. The open elements are matched by the classical stack, but the stack holds
///    words of 64 bits, one per block of 64 elements: runs of open elements are pushed, popped and matched as runs.
/// 3. Elements still open at the end of a chunk are in falling (left side) or rising (right side) order. They are
///    matched with the open elements of the chunks beyond, both sides of all chunks in parallel: a match search goes
///    on where the one before it ended, and gallops over blocks.
namespace rmq::detail {

/// Open elements of one block of 64.
template <class Index>
struct open_block
{
    std::uint64_t bits;
    Index block;
};

template <class Index>
using open_blocks = std::vector<open_block<Index>>;

[[nodiscard]] inline unsigned lowest_bit(std::uint64_t bits) noexcept
{
    return static_cast<unsigned>(std::countr_zero(bits));
}

[[nodiscard]] inline unsigned highest_bit(std::uint64_t bits) noexcept
{
    return 63 - static_cast<unsigned>(std::countl_zero(bits));
}

/// The bits first .. first + length - 1, length >= 1, first + length <= 64.
[[nodiscard]] inline std::uint64_t bit_run(unsigned first, unsigned length) noexcept
{
    return (~std::uint64_t{0} >> (64 - length)) << first;
}

/// Step 2 for one chunk: open elements arrive block by block, from left to right.
template <class Rule, class Value, class Index>
class block_stack
{
public:
    /// @param left, right   matches found are written; for elements without one on the left, so is that
    /// @param past_caches   results are larger than the caches: long runs are streamed
    block_stack(Value const * values, Index * left, Index * right, bool past_caches) noexcept
        : values_(values), left_(left), right_(right), past_caches_(past_caches)
    {
    }

    /// The next block: bits of its elements that are open on the left and on the right.
    void append(Index block, std::uint64_t open_left, std::uint64_t open_right)
    {
        if (open_left == 0) {
            if (open_right != 0)
                stack_.push_back({open_right, block});
            return;
        }
        Index const base = block * 64;
        std::uint64_t waiting = open_right; // open on the right, not yet passed
        std::uint64_t unmatched = 0;
        do {
            unsigned const at = lowest_bit(open_left);
            std::uint64_t const passed = waiting & ((std::uint64_t{1} << at) - 1);
            if (passed != 0) {
                waiting ^= passed;
                push(block, passed);
            }
            Value const x = values_[base + at];
            pop_for(x, base + at);
            open_left ^= match(base, at, x, open_left, waiting, unmatched);
        } while (open_left != 0);
        if (waiting != 0)
            push(block, waiting);
        if (unmatched != 0)
            unmatched_.push_back({unmatched, block});
    }

    /// Writes that the elements still on the stack have no match on the right, as far as this chunk goes.
    void finish()
    {
        for (open_block<Index> const & open : stack_)
            for (std::uint64_t bits = open.bits; bits != 0;) {
                unsigned const at = lowest_bit(bits);
                unsigned const run = static_cast<unsigned>(std::countr_one(bits >> at));
                fill(right_ + open.block * 64 + at, run, no_position<Index>);
                bits &= ~bit_run(at, run);
            }
    }

    /// Open on the right at the end, values not improving from left to right.
    [[nodiscard]] open_blocks<Index> & open_on_right() noexcept { return stack_; }
    /// Open on the left, values not getting worse from left to right.
    [[nodiscard]] open_blocks<Index> & open_on_left() noexcept { return unmatched_; }

private:
    void fill(Index * out, unsigned count, Index value) const
    {
        if (past_caches_ && count >= 32)
            stream_fill(out, count, value);
        else
            std::fill_n(out, count, value);
    }

    void push(Index block, std::uint64_t bits)
    {
        if (!stack_.empty() && stack_.back().block == block)
            stack_.back().bits |= bits;
        else
            stack_.push_back({bits, block});
    }

    /// Every element on the stack that the one at `position` (value x) is a match of leaves it.
    void pop_for(Value const & x, Index position)
    {
        while (!stack_.empty()) {
            open_block<Index> & top = stack_.back();
            Index const base = top.block * 64;
            do {
                unsigned const at = highest_bit(top.bits);
                if (!Rule::on_right(x, values_[base + at]))
                    return;
                unsigned const run = static_cast<unsigned>(std::countl_one(top.bits << (63 - at)));
                unsigned const first = at + 1 - run;
                if (run >= 8 && Rule::on_right(x, values_[base + first])) {
                    std::fill_n(right_ + base + first, run, position);
                    top.bits ^= bit_run(first, run);
                } else {
                    right_[base + at] = position;
                    top.bits ^= std::uint64_t{1} << at;
                }
            } while (top.bits != 0);
            stack_.pop_back();
        }
    }

    /// Left match of the element base + at, and of those that follow it in a run of open elements and have the same
    /// one; returns their bits. A run of neighbours that are all open on the left never gets worse from left to right.
    std::uint64_t match(Index base, unsigned at, Value const & x, std::uint64_t open_left, std::uint64_t waiting,
                        std::uint64_t & unmatched)
    {
        unsigned run = 1;
        if ((open_left >> at & 2) != 0)
            run = static_cast<unsigned>(std::countr_one(open_left >> at));
        // elements behind the next one that will be pushed see another stack
        unsigned const same_stack = waiting == 0 ? run : std::min(run, lowest_bit(waiting) + 1 - at);
        if (stack_.empty()) {
            fill(left_ + base + at, same_stack, no_position<Index>);
            unmatched |= bit_run(at, same_stack);
            return bit_run(at, same_stack);
        }
        Index const top = stack_.back().block * 64 + highest_bit(stack_.back().bits);
        Value const y = values_[top];
        if (Rule::on_left(y, x)) {
            run = longest_run(base + at, same_stack, [&](Value const & z) { return Rule::on_left(y, z); });
            fill(left_ + base + at, run, top);
            return bit_run(at, run);
        }
        // equal values, of which neither counts: what the earlier one found
        run = longest_run(base + at, run, [&](Value const & z) { return !Rule::order::better(z, x); });
        Index const found = left_[top];
        fill(left_ + base + at, run, found);
        if (found == no_position<Index>)
            unmatched |= bit_run(at, run);
        return bit_run(at, run);
    }

    /// Elements first, first + 1, ... of at most `length` for which `holds`, which never starts to hold again.
    template <class Predicate>
    unsigned longest_run(Index first, unsigned length, Predicate const & holds) const
    {
        if (length == 1 || !holds(values_[first + 1]))
            return 1;
        if (holds(values_[first + length - 1]))
            return length;
        return static_cast<unsigned>(std::partition_point(values_ + first, values_ + first + length, holds) -
                                     (values_ + first));
    }

    Value const * values_;
    Index * left_;
    Index * right_;
    bool past_caches_;
    open_blocks<Index> stack_;
    open_blocks<Index> unmatched_;
};

/// Open elements of a chunk after step 2.
template <class Index>
struct open_chunk
{
    open_blocks<Index> on_left;
    open_blocks<Index> on_right;
};

/// Results of one side of a tile to their place, past the caches. Words that are open throughout are left out: each of
/// their elements is written when it leaves the stack.
template <class Index>
void store_tile(Index const * from, std::uint64_t const * open, std::size_t words, Index * out)
{
    for (std::size_t word = 0; word < words;) {
        std::size_t const begin = word;
        while (word < words && open[word] != ~std::uint64_t{0})
            ++word;
        std::size_t const count = (word - begin) * 64;
        stream_copy(from + begin * 64, count, out + begin * 64);
        while (word < words && open[word] == ~std::uint64_t{0})
            ++word;
    }
}

/// Steps 1 and 2 for the elements [begin, end) of the array; begin and, unless it is the end of the array, end are
/// multiples of the tile.
/// @param tile   a multiple of 64, at most window_tile_max
template <class Rule, class Value, class Index>
[[nodiscard]] open_chunk<Index> match_chunk(std::span<Value const> values, std::size_t begin, std::size_t end,
                                            Index * left, Index * right, std::size_t tile, bool past_caches)
{
    using order = typename Rule::order;
    using key = nearest_key_type<Value>;
    std::size_t const size = values.size();
    block_stack<Rule, Value, Index> stack(values.data(), left, right, past_caches);
    alignas(64) std::array<std::uint64_t, window_tile_max / 64> open_left;
    alignas(64) std::array<std::uint64_t, window_tile_max / 64> open_right;
    std::vector<key> copy;
    std::vector<Index> tile_left(tile);
    std::vector<Index> tile_right(tile);
    bool dense = false; // the tile before had words that are open throughout
    for (std::size_t first = begin; first < end; first += tile) {
        std::size_t const last = std::min(first + tile, end);
        bool const inner = first >= window_reach && first + tile + window_reach <= size;
        key const * keys = nullptr;
        if constexpr (is_own_key<order, Value>) {
            if (inner)
                keys = values.data() + first;
        }
        if (keys == nullptr) {
            copy.assign(tile + 2 * window_reach, std::numeric_limits<key>::max());
            std::size_t const from = first - std::min(first, window_reach);
            std::size_t const to = std::min(first + tile + window_reach, size);
            for (std::size_t k = from; k < to; ++k)
                copy[k + window_reach - first] = nearest_key<order>(values[k]);
            keys = copy.data() + window_reach;
        }
        auto const base = static_cast<Index>(first);
        // tiles that leave little open are written in place: what is open is written again soon, while in the caches
        bool const in_place = inner && !(past_caches && dense);
        window_nearest(Rule::equals, keys, tile, base, in_place ? left + first : tile_left.data(),
                       in_place ? right + first : tile_right.data(), open_left.data(), open_right.data());
        if (inner) {
            if (!in_place) {
                store_tile(tile_left.data(), open_left.data(), tile / 64, left + first);
                store_tile(tile_right.data(), open_right.data(), tile / 64, right + first);
            }
            auto const is_full = [](std::uint64_t word) { return word == ~std::uint64_t{0}; };
            dense = std::any_of(open_left.begin(), open_left.begin() + tile / 64, is_full) ||
                    std::any_of(open_right.begin(), open_right.begin() + tile / 64, is_full);
        } else {
            // an end of the array: what lies outside is no match, however it compares
            for (std::size_t k = 0; k < tile; ++k) {
                std::uint64_t const bit = std::uint64_t{1} << (k % 64);
                if (first + k >= last) {
                    open_left[k / 64] &= ~bit;
                    open_right[k / 64] &= ~bit;
                    continue;
                }
                if (tile_left[k] != no_position<Index> && tile_left[k] >= base + k)
                    open_left[k / 64] |= bit, tile_left[k] = no_position<Index>;
                if (tile_right[k] != no_position<Index> && tile_right[k] >= size)
                    open_right[k / 64] |= bit, tile_right[k] = no_position<Index>;
                left[first + k] = tile_left[k];
                right[first + k] = tile_right[k];
            }
        }
        for (std::size_t word = 0; word < tile / 64; ++word)
            if ((open_left[word] | open_right[word]) != 0)
                stack.append(static_cast<Index>(first / 64 + word), open_left[word], open_right[word]);
    }
    stack.finish();
    stream_fence();
    return {std::move(stack.open_on_left()), std::move(stack.open_on_right())};
}

/// Step 3: looks for matches in the chunks on one side of a chunk, nearest first. In search order the values of a list
/// only get better, and so must those that are looked for: every search goes on where the one before it ended.
template <bool ToLeft, class Rule, class Value, class Index>
class across_search
{
public:
    across_search(Value const * values, std::span<open_chunk<Index> const> chunks, std::size_t chunk) noexcept
        : values_(values), chunks_(chunks), chunk_(chunk)
    {
        enter();
    }

    /// Position of the match of an element with value x, or no_position.
    [[nodiscard]] Index find(Value const & x)
    {
        while (inside()) {
            open_blocks<Index> const & list = blocks();
            if (list.empty() || !is_match(far_value(nth(list, list.size() - 1)), x)) {
                enter();
                continue;
            }
            if (!is_match(far_value(nth(list, at_)), x)) {
                at_ = first_match(list, x);
                bits_ = nth(list, at_).bits;
            }
            Index const base = nth(list, at_).block * 64;
            while (!is_match(values_[base + near(bits_)], x))
                bits_ &= ~(std::uint64_t{1} << near(bits_));
            return base + near(bits_);
        }
        return no_position<Index>;
    }

    [[nodiscard]] static bool is_match(Value const & other, Value const & x) noexcept
    {
        return ToLeft ? Rule::on_left(other, x) : Rule::on_right(other, x);
    }

    /// First and last element in search order of a block where matches are looked for.
    [[nodiscard]] static unsigned near(std::uint64_t bits) noexcept
    {
        return ToLeft ? highest_bit(bits) : lowest_bit(bits);
    }
    [[nodiscard]] static unsigned far(std::uint64_t bits) noexcept
    {
        return ToLeft ? lowest_bit(bits) : highest_bit(bits);
    }

private:
    [[nodiscard]] bool inside() const noexcept { return chunk_ < chunks_.size(); }
    [[nodiscard]] open_blocks<Index> const & blocks() const noexcept
    {
        return ToLeft ? chunks_[chunk_].on_right : chunks_[chunk_].on_left;
    }
    [[nodiscard]] static open_block<Index> const & nth(open_blocks<Index> const & list, std::size_t k) noexcept
    {
        return ToLeft ? list[list.size() - 1 - k] : list[k];
    }
    [[nodiscard]] Value const & far_value(open_block<Index> const & block) const noexcept
    {
        return values_[block.block * 64 + far(block.bits)];
    }

    /// To the next chunk; from chunk 0 to the left the number wraps, which is outside as well.
    void enter() noexcept
    {
        chunk_ = ToLeft ? chunk_ - 1 : chunk_ + 1;
        at_ = 0;
        bits_ = inside() && !blocks().empty() ? nth(blocks(), 0).bits : 0;
    }

    /// First block behind at_ that holds a match; the last one does.
    [[nodiscard]] std::size_t first_match(open_blocks<Index> const & list, Value const & x) const
    {
        std::size_t low = at_; // none in this one
        std::size_t step = 1;
        while (low + step < list.size() - 1 && !is_match(far_value(nth(list, low + step)), x)) {
            low += step;
            step *= 2;
        }
        std::size_t high = std::min(low + step, list.size() - 1);
        while (high - low > 1) {
            std::size_t const middle = low + (high - low) / 2;
            (is_match(far_value(nth(list, middle)), x) ? high : low) = middle;
        }
        return high;
    }

    Value const * values_;
    std::span<open_chunk<Index> const> chunks_;
    std::size_t chunk_;
    std::size_t at_{};
    std::uint64_t bits_{};
};

/// Step 3 for the blocks [begin, end) of the open elements of one chunk, on one side; `out` is left or right.
template <bool ToLeft, class Rule, class Value, class Index>
void match_across(std::span<Value const> values, std::span<open_chunk<Index> const> chunks, std::size_t chunk,
                  std::size_t begin, std::size_t end, Index * out)
{
    across_search<ToLeft, Rule, Value, Index> search(values.data(), chunks, chunk);
    open_blocks<Index> const & mine = ToLeft ? chunks[chunk].on_left : chunks[chunk].on_right;
    // own elements from the near end of the chunk: on the left side, the order in which a search on the right goes
    using own = across_search<!ToLeft, Rule, Value, Index>;
    for (std::size_t k = begin; k < end; ++k) {
        open_block<Index> const & block = ToLeft ? mine[k] : mine[mine.size() - 1 - k];
        Index const base = block.block * 64;
        for (std::uint64_t open = block.bits; open != 0;) {
            unsigned const at = own::near(open);
            Index const match = search.find(values[base + at]);
            if (match == no_position<Index>)
                return; // those that follow are no worse
            unsigned const last = own::far(open);
            if (at != last && search.is_match(values[match], values[base + last])) {
                for (; open != 0; open &= open - 1)
                    out[base + lowest_bit(open)] = match;
                break;
            }
            out[base + at] = match;
            open &= ~(std::uint64_t{1} << at);
        }
    }
}

/// Sizes of the parts that work is cut into; parameters, so that small tests reach every edge.
struct window_sizes
{
    std::size_t tile = 2048;     ///< elements in one call of window_nearest; a multiple of 64
    std::size_t chunk_tiles = 0; ///< tiles in a chunk; 0: eight chunks a thread, or a single one for one thread
    std::size_t piece = 1024;    ///< blocks of 64 in one task of step 3
    std::size_t stream_from = std::size_t{8} << 20; ///< bytes of a result from which it is written past the caches
};

/// All nearest smaller values; see nearest_smaller.hpp. left and right are as long as values.
template <class Rule, class Value, class Index>
void nearest_by_windows(std::span<Value const> values, std::span<Index> left, std::span<Index> right, unsigned threads,
                        window_sizes const & sizes = {})
{
    std::size_t const size = values.size();
    std::size_t const tiles = (size + sizes.tile - 1) / sizes.tile;
    std::size_t chunk_tiles = sizes.chunk_tiles;
    if (chunk_tiles == 0)
        chunk_tiles = threads == 1 ? std::max<std::size_t>(tiles, 1)
                                   : std::max<std::size_t>(tiles / (8 * std::size_t{threads}), 16);
    std::size_t const chunk_size = chunk_tiles * sizes.tile;
    std::size_t const chunk_count = (size + chunk_size - 1) / chunk_size;
    std::vector<open_chunk<Index>> chunks(chunk_count);
    bool const past_caches = size * sizeof(Index) >= sizes.stream_from;

    struct task
    {
        std::size_t chunk, begin, end;
        bool to_left;
    };
    std::vector<task> tasks;
    auto const add_tasks = [&](std::size_t chunk, std::size_t blocks, bool to_left) {
        for (std::size_t begin = 0; begin < blocks; begin += sizes.piece)
            tasks.push_back({chunk, begin, std::min(begin + sizes.piece, blocks), to_left});
    };

    // no thread without a chunk: on a busy machine a team costs a small array a hundred times its work
    std::size_t const team = std::clamp<std::size_t>(chunk_count, 1, threads);
#pragma omp parallel num_threads(static_cast <int>(team))
    {
#pragma omp for schedule(dynamic, 1)
        for (std::size_t c = 0; c < chunk_count; ++c)
            chunks[c] = match_chunk<Rule>(values, c * chunk_size, std::min(size, (c + 1) * chunk_size), left.data(),
                                          right.data(), sizes.tile, past_caches);
#pragma omp single
        for (std::size_t c = 0; c < chunk_count && chunk_count > 1; ++c) {
            add_tasks(c, chunks[c].on_left.size(), true);
            add_tasks(c, chunks[c].on_right.size(), false);
        }
#pragma omp for schedule(dynamic, 1)
        for (std::size_t t = 0; t < tasks.size(); ++t) {
            auto const [chunk, begin, end, to_left] = tasks[t];
            std::span<open_chunk<Index> const> const all = chunks;
            if (to_left)
                match_across<true, Rule>(values, all, chunk, begin, end, left.data());
            else
                match_across<false, Rule>(values, all, chunk, begin, end, right.data());
        }
    }
}

} // namespace rmq::detail
