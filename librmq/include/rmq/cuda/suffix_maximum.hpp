// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/cuda/detail/block_code.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/order.hpp>

namespace rmq::cuda {

/// The windows that are asked for: after row i is appended, column c asks for the rows max(0, i - skip - length + 1) ..
/// i - skip, with length = lengths[(i - first_row) * row_step + c * column_step] >= 1; if i < skip the answer is the
/// worst value. Steps: 0, 0 one length for all; 1, 0 one a row; 0, 1 one a column; columns, 1 each its own.
struct column_windows
{
    std::uint32_t const * d_lengths = nullptr; ///< device
    std::size_t row_step = 0, column_step = 0;
    std::uint32_t skip = 0; ///< newest rows that no window holds; skip + length <= reach
};

namespace detail {

/// What the kernels of suffix_maximum.cu are called with.
template <class Value>
struct columns_task
{
    block_code code{};
    bool minimum = false;
    column_blocks<Value> blocks;
    Value * best = nullptr;          ///< [columns] of the newest block
    std::uint16_t * paths = nullptr; ///< [slots][columns] right paths of complete blocks; pops only
    std::uint32_t const * lca = nullptr;
    std::size_t columns = 0;
    Value const * rows = nullptr; ///< row r is rows + r * columns
    std::uint32_t first = 0, last = 0;
    column_windows windows;
    Value * out = nullptr; ///< [last - first][columns]
    stream_handle on = nullptr;
};
template <class Value>
void append_rows_async(columns_task<Value> const & task);

} // namespace detail

/// Incremental suffix and range extremum of many columns at once on the device: rows are appended, one value a column,
/// and after each row every column asks for one window. The twin of rmq::block_columns, same answers (values, so that
/// ties do not show). Rightmost-pops codes (blocks of 16 rows) or the online Catalan index (blocks of 8).
/// Source: Yang, Liu, Wu 2017, sections 3 and 4, Alg. 4, 5, 8. Differences: only the newest `reach` rows can be asked
/// for; a suffix of a block is read off its right path with rightmost-pops codes; the block's best value is looked at
/// before its inside (Alg. 9's peeking).
/// Bounds, a column: append amortised O(1) and O(log reach) where a block ends; a window O(1), in-block look-ups O(16)
/// by rightmost pops where skip is not 0. Memory: bytes(columns, reach). Many rows a call are much faster than one.
template <class Value, class Order = max_leftmost>
class suffix_columns
{
    static_assert(Order::ties == tie::leftmost);

public:
    using value_type = Value;
    using order_type = Order;

    /// @param reach   >= 1: oldest row that a window may hold, counted from the newest one
    /// @param on      must outlive the structure
    suffix_columns(block_code code, std::size_t columns, std::size_t reach, stream const & on)
        : code_{code}, columns_{columns}, slots_{slots(code, reach)}, levels_{levels(code, reach)},
          codes_{slots_ * columns * code_bytes(code), on}, path_{columns, on}, left_{code == block_code::catalan
                                                                                         ? columns * block_rows(code)
                                                                                         : 0,
                                                                                     on},
          paths_{code == block_code::pops ? slots_ * columns : 0, on}, level_values_{levels_ * slots_ * columns, on},
          best_{columns, on}, lca_{code == block_code::catalan ? packed_lca_words : 0, on}
    {
        if (code == block_code::catalan) {
            auto const table = packed_lca_table();
            copy_async(std::span<std::uint32_t const>{table}, lca_.span(), on);
            on.synchronize();
        }
    }

    /// Rows before the first appended one that append_async reads.
    [[nodiscard]] static constexpr std::size_t rows_needed(block_code code, std::size_t reach) noexcept
    {
        return reach + block_rows(code);
    }
    /// Bytes of device memory of a structure made with these arguments.
    [[nodiscard]] static std::size_t bytes(block_code code, std::size_t columns, std::size_t reach) noexcept
    {
        bool const catalan = code == block_code::catalan;
        return columns *
                   (slots(code, reach) * (code_bytes(code) + (catalan ? 0 : 2) + levels(code, reach) * sizeof(Value)) +
                    2 + sizeof(Value) + (catalan ? 2 * block_rows(code) : 0)) +
               (catalan ? packed_lca_words * 4 : 0);
    }

    /// Appends `count` rows and answers a window a row and column. Enqueues and returns; everything must stay alive
    /// until the work has run.
    /// @param d_rows     row r of the columns is d_rows.data() + (r - origin) * columns: the appended ones, and
    /// rows_needed
    ///                   before them or as many as there are
    /// @param origin     number of the first row of d_rows
    /// @param windows    lengths as column_windows says
    /// @param d_out      [count * columns] answers, a row after the other
    void append_async(device_span<Value const> d_rows, std::size_t origin, std::size_t count,
                      column_windows const & windows, device_span<Value> d_out, stream_handle on)
    {
        RMQ_EXPECTS(d_out.size() == count * columns_);
        RMQ_EXPECTS(d_rows.size() >= (size_ + count - origin) * columns_);
        detail::append_rows_async<Value>({.code = code_,
                                          .minimum = Order::is_minimum,
                                          .blocks = {.stride = columns_,
                                                     .slots = static_cast<std::uint32_t>(slots_),
                                                     .codes = codes_.data(),
                                                     .path = path_.data(),
                                                     .left_index = left_.data(),
                                                     .levels = level_values_.data(),
                                                     .level_count = static_cast<std::uint32_t>(levels_)},
                                          .best = best_.data(),
                                          .paths = paths_.data(),
                                          .lca = lca_.data(),
                                          .columns = columns_,
                                          .rows = d_rows.data() - origin * columns_,
                                          .first = static_cast<std::uint32_t>(size_),
                                          .last = static_cast<std::uint32_t>(size_ + count),
                                          .windows = windows,
                                          .out = d_out.data(),
                                          .on = on});
        size_ += count;
    }

    /// Rows so far.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

private:
    /// Blocks that a window of `reach` rows may touch, and the one that is filling.
    [[nodiscard]] static constexpr std::size_t slots(block_code code, std::size_t reach) noexcept
    {
        return reach / block_rows(code) + 2;
    }
    [[nodiscard]] static constexpr std::size_t levels(block_code code, std::size_t reach) noexcept
    {
        return std::max<std::size_t>(1, static_cast<std::size_t>(std::bit_width(reach / block_rows(code))));
    }

    block_code code_;
    std::size_t columns_, slots_, levels_, size_ = 0;
    device_buffer<std::byte> codes_;
    device_buffer<std::uint16_t> path_, left_, paths_;
    device_buffer<Value> level_values_, best_;
    device_buffer<std::uint32_t> lca_;
};

} // namespace rmq::cuda
