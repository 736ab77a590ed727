// SPDX-License-Identifier: BSD-3-Clause
/// Where each letter occurs in a sequence.
#pragma once

#include <vglcs/alphabet.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace vglcs::cpu {

/// The positions of every letter, ascending, in one array. `no_match` has none.   Build O(n), 4n bytes.
class match_lists
{
public:
    explicit match_lists(std::span<letter_code const> letters)
    {
        for (letter_code const letter : letters)
            ++first_[letter + 1U];
        first_[no_match + 1U] = 0; // letters that match nothing are left out
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        positions_.resize(first_[no_match]);
        auto next = first_;
        for (std::size_t k = 0; k < letters.size(); ++k)
            if (letters[k] != no_match)
                positions_[next[letters[k]]++] = static_cast<std::uint32_t>(k);
    }

    [[nodiscard]] static std::size_t bytes(std::size_t letters) noexcept { return letters * sizeof(std::uint32_t); }

    /// Positions of one letter, ascending.
    [[nodiscard]] std::span<std::uint32_t const> of(letter_code letter) const noexcept
    {
        if (letter == no_match)
            return {};
        return std::span{positions_}.subspan(first_[letter], first_[letter + 1U] - first_[letter]);
    }

    /// Those of them in [first, last).   O(log n).
    [[nodiscard]] std::span<std::uint32_t const> of(letter_code letter, std::size_t first,
                                                    std::size_t last) const noexcept
    {
        auto const all = of(letter);
        auto const begin = std::ranges::lower_bound(all, first), end = std::ranges::lower_bound(all, last);
        return {begin, end};
    }

private:
    std::array<std::size_t, 257> first_{}; ///< start of a letter's positions
    std::vector<std::uint32_t> positions_;
};

} // namespace vglcs::cpu
