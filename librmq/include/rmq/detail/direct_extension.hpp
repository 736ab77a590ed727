// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <rmq/detail/expects.hpp>
#include <rmq/packed_text.hpp>

namespace rmq {

namespace detail {

/// Letters that a from i on and b from j on share, of `limit` letters that hold no barrier. By vectors of the
/// processor.
[[nodiscard]] std::size_t long_extension(packed_view const & a, std::size_t i, packed_view const & b, std::size_t j,
                                         std::size_t limit) noexcept;

/// Letters before the first barrier of a from i on or of b from j on.
[[nodiscard]] inline std::size_t letters_to_barrier(packed_view const & a, std::size_t i, packed_view const & b,
                                                    std::size_t j) noexcept
{
    return std::min(a.next_barrier(i) - i, b.next_barrier(j) - j);
}

/// The index of the lowest letter that is not zero in a difference of windows.
[[nodiscard]] inline std::size_t first_letter(std::uint64_t difference, unsigned bits) noexcept
{
    return static_cast<std::size_t>(std::countr_zero(difference)) >> (bits == 2 ? 1 : 3);
}

/// The extension where the first windows differ in `difference` != 0.
[[nodiscard]] inline std::size_t short_extension(packed_view const & a, std::size_t i, packed_view const & b,
                                                 std::size_t j, std::uint64_t difference) noexcept
{
    std::size_t const length = first_letter(difference, a.bits);
    if (!a.near_barrier(i, i + length) && !b.near_barrier(j, j + length)) [[likely]]
        return length;
    return std::min(length, letters_to_barrier(a, i, b, j));
}

} // namespace detail

/// Longest common extension by comparison: how many letters the suffix of a at i and that of b at j share. 32 letters
/// of 2 bits (8 of 8 bits) at a time, hundreds where it is long.   O(1 + length / 32 + log(runs of barriers)).
/// @param a, b   texts packed with the same bits; they may be one
/// @param i, j   positions, i <= a.size, j <= b.size
[[nodiscard]] inline std::size_t direct_extension(packed_view const & a, std::size_t i, packed_view const & b,
                                                  std::size_t j) noexcept
{
    RMQ_EXPECTS(a.bits == b.bits && i <= a.size && j <= b.size);
    std::uint64_t const difference = a.window(i) ^ b.window(j);
    if (difference != 0) [[likely]]
        return detail::short_extension(a, i, b, j, difference);
    std::size_t const limit = detail::letters_to_barrier(a, i, b, j);
    return limit <= a.per_word() ? limit : detail::long_extension(a, i, b, j, limit);
}

} // namespace rmq
