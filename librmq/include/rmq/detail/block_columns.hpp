// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/path_codes.hpp>
#include <rmq/order.hpp>

namespace rmq {

/// Incremental range extremum of many columns side by side: rows are appended, one value a column, and a query gives
/// the best value of the rows x..y in every column. By sparse tables over blocks of rows, with rightmost-pops codes
/// (Code = detail::pop_path, blocks of 16) or online Catalan indices (detail::catalan_path, blocks of 8) inside.
/// Source: Yang, Liu, Wu 2017, sections 3 and 4, Alg. 4, 5, 8. Differences: only the newest `reach` rows can be asked
/// for; a suffix of a block is read off its right path with rightmost-pops codes; "peeking" (Alg. 9) at the block's
/// best value spares most look-ups inside of old blocks. All columns share one window, so that only look-ups inside of
/// blocks are done column by column; the rest are maxima of whole rows. Values are not copied: `Rows` gives them.
/// Bounds: append amortised O(1) a column and O(log(reach / block)) where a block ends; query O(1) a column, in-block
/// look-ups O(16) by rightmost pops where the window is no suffix.
/// Memory: see bytes().   Ties do not show: answers are values.
/// Thread safety: calls for disjoint ranges of columns may run concurrently.
/// @tparam Rows  rows(i) is the start of row i, for the newest rows_needed(reach) rows
template <class Value, class Order, class Code, class Rows>
class block_columns
{
public:
    using value_type = Value;
    using order_type = Order;
    static constexpr bool answers_ranges = true; ///< windows may end before the newest row
    static constexpr std::size_t block = Code::block;

    block_columns(std::size_t columns, std::size_t reach, Rows rows)
        : columns_{columns}, slots_{slots(reach)}, rows_{rows}, path_(columns), best_(columns),
          state_(has_state ? block * columns : 0), codes_(slots_ * columns), paths_(slots_ * columns)
    {
        RMQ_EXPECTS(reach > 0);
        for (std::size_t t = 0; t < levels(reach); ++t)
            levels_.emplace_back(slots_ * columns);
    }

    /// Rows that must stay readable: those of the blocks that the newest `reach` rows lie in.
    [[nodiscard]] static constexpr std::size_t rows_needed(std::size_t reach) noexcept { return reach + block; }
    /// Bytes of a structure made with these arguments.
    [[nodiscard]] static std::size_t bytes(std::size_t columns, std::size_t reach) noexcept
    {
        std::size_t const a_slot = sizeof(code_type) + sizeof(detail::path_bits) + levels(reach) * sizeof(Value);
        std::size_t const once = sizeof(detail::path_bits) + sizeof(Value) + (has_state ? block * sizeof(state) : 0);
        return columns * (slots(reach) * a_slot + once);
    }

    /// Appends row `row` (0, 1, 2, ... in every column), which rows(row) holds already, to the columns first..last-1.
    /// @param changed  columns of [first, last), ascending, that hold a value; all others hold the worst value
    void append_row(std::size_t row, std::size_t first, std::size_t last,
                    std::span<std::uint32_t const> changed) noexcept
    {
        auto const at = static_cast<unsigned>(row % block);
        std::size_t const slot = slot_of(row / block);
        code_type * const code = codes_.data() + slot * columns_;
        if (at == 0) {
            std::fill(code + first, code + last, Code::empty());
            std::fill(path_.begin() + offset(first), path_.begin() + offset(last), detail::path_bits{0});
            std::fill(best_.begin() + offset(first), best_.begin() + offset(last), Order::template identity<Value>());
        }
        std::array<Value const *, block> values;
        for (unsigned k = 0; k <= at; ++k)
            values[k] = rows_(row - at + k);
        if constexpr (has_state)
            std::fill(state_.begin() + offset(at * columns_ + first), state_.begin() + offset(at * columns_ + last),
                      state{0});
        for (std::uint32_t const c : changed) {
            Value const value = values[at][c];
            state * const lane = has_state ? state_.data() + c : nullptr;
            Code::template push<Order>(code[c], path_[c], lane, columns_, at, value,
                                       [&](unsigned k) { return values[k][c]; });
            best_[c] = Order::best(best_[c], value);
        }
        auto const bit = static_cast<detail::path_bits>(1U << at);
        for (std::size_t c = first; c < last; ++c)
            path_[c] = static_cast<detail::path_bits>(path_[c] | bit);
        if (at == block - 1)
            complete_block(row / block, first, last);
    }

    /// out[c] = best value of the rows x..y of column c, for c in [first, last).
    /// @param newest  the row that was appended last; newest - reach < x <= y <= newest
    void query_rows(std::size_t x, std::size_t y, std::size_t newest, std::size_t first, std::size_t last,
                    Value * out) const noexcept
    {
        RMQ_EXPECTS(x <= y && y <= newest);
        std::size_t const x_block = x / block, y_block = y / block;
        auto const l = static_cast<unsigned>(x % block), r = static_cast<unsigned>(y % block);
        bool const head = l != 0, tail = r != block - 1; // blocks that the window does not cover
        std::size_t const full_first = x_block + head, full_end = y_block + !tail;
        if (x_block == y_block && (head || tail)) {
            if (!head && y == newest)
                std::copy(best_.begin() + offset(first), best_.begin() + offset(last), out + first);
            else
                in_block<false>(x_block, l, r, newest, first, last, out);
            return;
        }
        if (full_first < full_end) {
            auto const t = static_cast<std::size_t>(std::bit_width(full_end - full_first)) - 1;
            best_of(level(t, full_first + (std::size_t{1} << t) - 1), level(t, full_end - 1), first, last, out);
        } else {
            std::fill(out + first, out + last, Order::template identity<Value>());
        }
        if (tail && y == newest)
            best_of(best_.data(), out, first, last, out);
        else if (tail)
            in_block<true>(y_block, 0, r, newest, first, last, out);
        if (head)
            in_block<true>(x_block, l, block - 1, newest, first, last, out);
    }

private:
    using code_type = typename Code::code_type;
    static constexpr bool has_state = !std::is_empty_v<typename Code::lane_state>;
    using state = typename Code::lane_state;

    [[nodiscard]] static std::ptrdiff_t offset(std::size_t k) noexcept { return static_cast<std::ptrdiff_t>(k); }
    /// Blocks kept: those that a window of `reach` rows may touch, and the one that is filling.
    [[nodiscard]] static constexpr std::size_t slots(std::size_t reach) noexcept { return reach / block + 2; }
    [[nodiscard]] static constexpr std::size_t levels(std::size_t reach) noexcept
    {
        return std::max<std::size_t>(1, static_cast<std::size_t>(std::bit_width(reach / block)));
    }
    [[nodiscard]] std::size_t slot_of(std::size_t number) const noexcept { return number % slots_; }
    /// Best values of the 2^t blocks that end at block `number` [0..columns-1].
    [[nodiscard]] Value const * level(std::size_t t, std::size_t number) const noexcept
    {
        return levels_[t].data() + slot_of(number) * columns_;
    }

    static void best_of(Value const * x, Value const * y, std::size_t first, std::size_t last, Value * out) noexcept
    {
        for (std::size_t c = first; c < last; ++c)
            out[c] = Order::best(x[c], y[c]);
    }

    /// Stores what is known of a block once its last row is there.
    void complete_block(std::size_t number, std::size_t first, std::size_t last) noexcept
    {
        std::size_t const slot = slot_of(number) * columns_;
        std::copy(path_.begin() + offset(first), path_.begin() + offset(last), paths_.begin() + offset(slot + first));
        std::copy(best_.begin() + offset(first), best_.begin() + offset(last),
                  levels_[0].begin() + offset(slot + first));
        for (std::size_t t = 1, half = 1; t < levels_.size() && number + 1 >= 2 * half; ++t, half *= 2)
            best_of(level(t - 1, number), level(t - 1, number - half), first, last, levels_[t].data() + slot);
    }

    /// Look-ups inside of one block: out[c] = best value of its positions l..r, joined with what out holds where Join.
    template <bool Join>
    void in_block(std::size_t number, unsigned l, unsigned r, std::size_t newest, std::size_t first, std::size_t last,
                  Value * out) const noexcept
    {
        std::size_t const slot = slot_of(number) * columns_;
        bool const filling = number == newest / block;
        bool const complete = !filling || newest % block == block - 1;
        unsigned const end = filling ? static_cast<unsigned>(newest % block) : static_cast<unsigned>(block - 1);
        std::array<Value const *, block> values;
        for (unsigned k = l; k <= r; ++k)
            values[k] = rows_(number * block + k);
        auto const each = [&](auto const & position) {
            Value const * const best = complete ? levels_[0].data() + slot : best_.data();
            for (std::size_t c = first; c < last; ++c) {
                if constexpr (Join) {
                    if (!Order::better(best[c], out[c])) // peeking: nothing in this block is better
                        continue;
                    out[c] = Order::best(out[c], values[position(c)][c]);
                } else {
                    out[c] = values[position(c)][c];
                }
            }
        };
        if constexpr (!has_state) {
            if (r == end) {
                detail::path_bits const * const path = complete ? paths_.data() + slot : path_.data();
                each([=](std::size_t c) { return detail::path_suffix(path[c], l); });
                return;
            }
        }
        code_type const * const code = codes_.data() + slot;
        each([=](std::size_t c) { return Code::query(code[c], l, r); });
    }

    std::size_t columns_, slots_;
    Rows rows_;
    std::vector<detail::path_bits> path_;    ///< right path of the block that is filling
    std::vector<Value> best_;                ///< its best value so far
    std::vector<state> state_;               ///< what its code needs beside the path
    std::vector<code_type> codes_;           ///< of every block kept
    std::vector<detail::path_bits> paths_;   ///< right path of every complete block kept
    std::vector<std::vector<Value>> levels_; ///< level t: best values of 2^t blocks, by the last of them
};

} // namespace rmq
