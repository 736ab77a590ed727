// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vglcs::detail {

/// A set of bytes, laid out for one question asked of every byte that is read: where is the first one outside?
/// 32 bytes of memory; copies are cheap; const members may run concurrently.
class letter_set
{
public:
    constexpr letter_set() = default;
    /// Every byte for which `contains` is true.
    template <class Predicate>
    explicit constexpr letter_set(Predicate const & is_member)
    {
        for (int byte = 0; byte < 256; ++byte)
            if (is_member(static_cast<unsigned char>(byte)))
                insert(static_cast<char>(byte));
    }

    constexpr void insert(char byte) noexcept
    {
        auto const value = static_cast<unsigned char>(byte);
        half(value)[value & 15] |= static_cast<std::uint8_t>(1 << (value >> 4 & 7));
    }

    [[nodiscard]] constexpr bool contains(char byte) const noexcept
    {
        auto const value = static_cast<unsigned char>(byte);
        return (value < 128 ? low_ : high_)[value & 15] >> (value >> 4 & 7) & 1;
    }

    /// Index of the first byte that is not in the set; text.size() where all are.   O(index), 32 bytes a step.
    [[nodiscard]] std::size_t find_outside(std::string_view text) const noexcept;

private:
    using half_table = std::array<std::uint8_t, 16>;
    constexpr half_table & half(unsigned char value) noexcept { return value < 128 ? low_ : high_; }

    half_table low_{};  ///< [low nibble] bit h: the byte 16 * h + low nibble is in the set
    half_table high_{}; ///< the same for 128 + 16 * h + low nibble
};

} // namespace vglcs::detail
