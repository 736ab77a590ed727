// SPDX-License-Identifier: BSD-3-Clause
/// Short windows in the programs of rows and columns: most of a sequence's, written by a table lookup each.
#pragma once

#include "cuda/strip/plan/column_program.hpp"
#include "cuda/strip/plan/row_program.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace vglcs::cuda {

/// Largest l with 2^l <= length, length >= 1.
[[nodiscard]] inline std::uint32_t level_of(std::uint64_t length)
{
    return static_cast<std::uint32_t>(std::bit_width(length)) - 1;
}

/// The level that covers a near window of `length` twice. Eight are two times four, so that limits up to 7 need three
/// levels.
[[nodiscard]] inline std::uint32_t near_level_of(std::uint64_t length)
{
    return length == 8 ? 2 : level_of(length);
}

/// Rows whose windows end at the row before and are short: by the window's number of rows, 0 where a row has no letter.
/// From row ring_reach on no such window is cut at row 0.
class near_rows
{
public:
    near_rows()
    {
        kinds_[0].header = row_header{row_header::no_letter, row_header::no_level, ring_zero_row, 0, 0}.packed();
        for (std::uint32_t length = 1; length <= ring_reach; ++length) {
            std::uint32_t const level = near_level_of(length), older = length - (1u << level);
            std::uint32_t const ring_row = older ? (1u << level) - 2 : ring_zero_row;
            kinds_[length] = {.header = row_header{0, level, ring_row, 0, 0}.packed(),
                              .older = older,
                              .ring_mask = older ? (1u << level) - 1 : 0,
                              .keep = older ? row_header{0, 0, 0, 1, 0}.packed() << (level - 1) : 0,
                              .level_bit = 1u << level};
        }
    }

    /// Writes headers from row `begin` >= ring_reach on, up to a row whose limit is not short: returns that one.
    /// No branch depends on a letter or a limit but that one: their order is not predictable.
    /// @param level_mask   gets the levels that are read
    std::size_t plan(std::span<letter_code const> letters, limits_view limits, std::size_t begin,
                     std::uint32_t * headers, std::uint32_t & level_mask) const
    {
        std::size_t const n = letters.size();
        std::uint32_t levels = 0;
        std::size_t i = begin;
        for (; i < n; ++i) {
            std::uint32_t const hi = limits.hi(i);
            if (hi >= ring_reach)
                break;
            kind const & k = kinds_[letters[i] != no_match ? hi + 1 : 0];
            std::size_t const row = i - 1 - k.older; // read before row i-1 is put there: 2^level is not too old
            headers[i] = k.header + ((static_cast<std::uint32_t>(row) & k.ring_mask) << 11) +
                         static_cast<letter_code>(letters[i] + 1);
            headers[row] |= k.keep;
            levels |= k.level_bit;
        }
        level_mask |= levels;
        return i;
    }

private:
    static_assert(no_match == 255); // the code behind it is row_header::no_letter
    struct kind
    {
        std::uint32_t header = 0; ///< without letter and place in the ring
        std::uint32_t older = 0, ring_mask = 0, keep = 0, level_bit = 0;
    };
    kind kinds_[ring_reach + 1];
};

/// Columns whose windows end at the column before and are short: what is written down depends on the window's number
/// of columns and the place in the strip alone. The beginning of the sequence cuts windows off.
class near_columns
{
public:
    near_columns(table_shape shape, column_form form)
        : width_{shape.columns}, longest_{form == column_form::small ? most_small_columns : halo_columns}
    {
        std::uint32_t const a_column_further = shape.value_bytes | shape.value_bytes << 16;
        for (std::uint32_t length = 1; length <= longest_; ++length) {
            std::uint32_t const level = near_level_of(length);
            if (form == column_form::small)
                kinds_[length].first = length;
            else
                kinds_[length] = {.first = shape.address(level, halo_columns - 1) |
                                           shape.address(level, halo_columns - 1 - length + (1u << level)) << 16,
                                  .step = a_column_further,
                                  .level_bit = 1u << level};
        }
    }

    /// Writes columns from `begin` on, up to one whose limit is not short: returns that one.
    std::size_t plan(std::span<letter_code const> letters, limits_view limits, std::size_t begin,
                     std::uint32_t * addresses, std::uint32_t * level_masks) const
    {
        std::size_t const m = letters.size();
        for (std::size_t j = begin; j < m;) {
            std::size_t const strip = j / width_, strip_begin = strip * width_, end = std::min(m, strip_begin + width_);
            std::uint32_t levels = 0;
            for (; j < end; ++j) {
                std::uint32_t const hi = limits.hi(j);
                if (hi >= longest_)
                    break;
                std::size_t const length = std::min<std::size_t>(hi + 1, j);
                kind const & k = kinds_[letters[j] != no_match ? length : 0];
                addresses[j] = k.first + static_cast<std::uint32_t>(j - strip_begin) * k.step;
                levels |= k.level_bit;
            }
            level_masks[strip] |= levels;
            if (j < end)
                return j;
        }
        return m;
    }

private:
    struct kind
    {
        std::uint32_t first = 0, step = 0; ///< at the strip's column 0, and what each column adds
        std::uint32_t level_bit = 0;
    };
    std::size_t width_;
    std::uint32_t longest_;
    kind kinds_[halo_columns + 1];
};

} // namespace vglcs::cuda
