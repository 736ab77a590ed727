// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/structured_pattern.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vglcs::detail {

/// One length of text that a word matches at a place, with the fewest errors, then the fewest insertions and deletions.
struct word_way
{
    std::size_t length = 0;
    unsigned errors = 0, indels = 0;
    std::uint32_t choice = 0;                    ///< the alternative, or the word of a list
    std::uint32_t runner_up = ~std::uint32_t{0}; ///< list: errors of the nearest other word

    [[nodiscard]] bool better_than(word_way const & other) const noexcept
    {
        if (errors != other.errors)
            return errors < other.errors;
        return indels != other.indels ? indels < other.indels : choice < other.choice;
    }
};

/// Reads words at one place of a text, letter by letter; keeps memory from call to call.
class word_matcher
{
public:
    /// Calls found(way) for each length that the word matches at `text`, once a length.
    /// @param text        sets of letters, as in a tile
    /// @param available   letters that may be read
    template <class Found>
    void match(pattern_part const & part, pattern_word const & word, std::uint8_t const * text, std::size_t available,
               Found const & found)
    {
        if (part.errors.insertions == 0 && part.errors.deletions == 0) {
            if (word.size() > available)
                return;
            unsigned errors = 0;
            std::size_t const end = word.size() - part.strict_last;
            for (std::size_t k = 0; k < word.size(); ++k)
                if (!equal(text[k], word[k]) &&
                    (++errors > part.errors.mismatches || k < part.strict_first || k >= end))
                    return;
            found(word_way{word.size(), errors, 0});
            return;
        }
        read(part, word, text, available);
        auto const [m, i, d] = part.errors;
        for (std::ptrdiff_t off = -static_cast<std::ptrdiff_t>(d); off <= static_cast<std::ptrdiff_t>(i); ++off) {
            word_way best{.errors = ~0u};
            for (unsigned de = 0; de <= d; ++de) {
                std::ptrdiff_t const in = off + static_cast<std::ptrdiff_t>(de);
                if (in < 0 || in > static_cast<std::ptrdiff_t>(i))
                    continue;
                unsigned const mm = least(static_cast<unsigned>(in), de);
                if (mm > m)
                    continue;
                unsigned const indels = static_cast<unsigned>(in) + de;
                word_way const way{static_cast<std::size_t>(static_cast<std::ptrdiff_t>(word.size()) + off),
                                   mm + indels, indels};
                if (best.errors == ~0u || way.better_than(best))
                    best = way;
            }
            if (best.errors != ~0u)
                found(best);
        }
    }

    /// True where the letter of the text is in the set; N is every letter.
    [[nodiscard]] static bool equal(std::uint8_t letter, std::uint8_t set) noexcept
    {
        return (letter & set) != 0 || (set == 15 && letter != 0);
    }

private:
    /// Fewest mismatches with these numbers of insertions and deletions, after the letters read so far.
    [[nodiscard]] unsigned & least(unsigned in, unsigned de) noexcept { return least_[in * deletions_ + de]; }

    void read(pattern_part const & part, pattern_word const & word, std::uint8_t const * text, std::size_t available)
    {
        auto const [m, i, d] = part.errors;
        unsigned const no = m + 1;
        deletions_ = d + 1;
        least_.assign(std::size_t{i + 1} * deletions_, no);
        least(0, 0) = 0;
        insert(part, word, 0, available);
        for (std::size_t k = 0; k < word.size(); ++k) {
            bool const free = k >= part.strict_first && k + part.strict_last < word.size();
            bool any = false;
            for (unsigned in = 0; in <= i; ++in)
                for (unsigned de = d + 1; de-- > 0;) {
                    unsigned value = no;
                    if (std::size_t const before = k + in;
                        least(in, de) < no && before >= de && before - de < available)
                        value = least(in, de) + (equal(text[before - de], word[k]) ? 0 : (free ? 1 : no));
                    if (free && de > 0)
                        value = std::min(value, least(in, de - 1));
                    least(in, de) = std::min(value, no);
                    any = any || value < no;
                }
            if (!any)
                return;
            insert(part, word, k + 1, available);
        }
    }

    void insert(pattern_part const & part, pattern_word const & word, std::size_t count, std::size_t available)
    {
        if (count < part.strict_first || count + part.strict_last > word.size())
            return;
        for (unsigned in = 1; in <= part.errors.insertions; ++in)
            for (unsigned de = 0; de < deletions_; ++de)
                if (count + in >= de && count + in - de <= available)
                    least(in, de) = std::min(least(in, de), least(in - 1, de));
    }

    std::vector<unsigned> least_;
    unsigned deletions_ = 1;
};

} // namespace vglcs::detail
