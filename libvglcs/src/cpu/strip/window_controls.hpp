// SPDX-License-Identifier: BSD-3-Clause
/// Control vectors of the kernels that find small windows of all columns in registers: for each column, which shuffles,
/// permutes and masks make its window.
#pragma once

#include "cpu/strip/column_program.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace vglcs::cpu {

/// Largest l with 2^l <= length, length >= 1.
[[nodiscard]] inline unsigned level_of(std::int64_t length)
{
    return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(length))) - 1;
}

/// Element x of control vector k.
[[nodiscard]] inline std::uint16_t & control_term(strip_columns & strip, std::size_t x, std::size_t k,
                                                  std::size_t terms)
{
    return strip.controls.data()[(x / dense_group * terms + k) * dense_group + x % dense_group];
}

/// One column's share of the permute kernel's control vectors; dense_columns-inl.hpp reads them in the same order.
/// @param top      level of the largest window
/// @param length   columns of the window, which ends at the column before
inline void set_permutes(strip_columns & strip, int top, std::size_t x, std::int64_t length)
{
    auto const at = [&](std::size_t k) -> std::uint16_t & { return control_term(strip, x, k, permute_terms(top)); };
    std::size_t const level = length > 3 ? level_of(length) : 0;
    for (std::size_t k = 0; k < 3; ++k)
        at(k) = level == 0 && length == static_cast<std::int64_t>(k) + 1 ? 0xffff : 0;
    if (level == 0)
        return;
    // the window is 2^level columns that end where the window does, and as many from its first one on
    std::size_t const back = static_cast<std::size_t>(length) - (std::size_t{1} << level);
    at(3 + 2 * (level - 2)) = 0xffff;
    at(4 + 2 * (level - 2)) = static_cast<std::uint16_t>((x % dense_group - back) % (2 * dense_group));
}

/// One column's share of the shuffle kernel's control vectors; windows-inl.hpp reads them in the same order.
/// @param top      level of the largest window
/// @param length   columns of the window, which ends at the column before
inline void set_shuffles(strip_columns & strip, int top, std::size_t x, std::int64_t length)
{
    bool const small = top == 2;
    auto const at = [&](std::size_t k) -> std::uint16_t & { return control_term(strip, x, k, dense_terms(top)); };
    auto const mask = [&](std::size_t k, std::int64_t from) { at(k) = length >= from ? 0xffff : 0; };
    // `columns` of them from the window's first one on: the term is that of the group of 8 columns they end in
    auto const shuffle = [&](std::size_t own_term, std::int64_t columns) {
        auto const column = static_cast<std::int64_t>(x), source = column - (length - columns);
        auto const lane = static_cast<std::uint16_t>(source & 7);
        at(own_term + static_cast<std::size_t>((column >> 3) - (source >> 3))) =
            static_cast<std::uint16_t>((2 * lane + 1) << 8 | 2 * lane);
    };
    mask(0, 2);
    mask(1, 3);
    if (length >= 4 && (small || length < 8))
        shuffle(2, 4);
    if (small) {
        mask(4, 4);
        return;
    }
    mask(4, 8);
    if (length >= 8 && length < 16)
        shuffle(5, 8);
    if (top == 3)
        return;
    mask(7, 16);
    if (length >= 16)
        shuffle(8, 16);
}

} // namespace vglcs::cpu
