// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pattern/word_match.hpp"

#include <vglcs/word_list.hpp>

#include <cstdint>
#include <vector>

namespace vglcs::detail {

/// The words of a list, found by their pieces: a word with k errors has one of k + 1 pieces unchanged, at most its
/// insertions and deletions off its place. Of those with such a piece, words of up to 32 letters are compared by bits
/// first. Memory: 16 bytes a word and piece, and the words' letters.
class list_index
{
public:
    explicit list_index(pattern_part const & part);

    [[nodiscard]] std::size_t shortest() const noexcept { return shortest_; } ///< letters of a match
    [[nodiscard]] std::size_t longest() const noexcept { return longest_; }

    /// For each length of text at the place that a word matches, the nearest word and the runner-up's errors, into
    /// `ways`, by length.
    void find(word_matcher & matcher, std::uint8_t const * text, std::size_t available,
              std::vector<std::uint32_t> & candidates, std::vector<word_way> & ways) const;

private:
    struct piece
    {
        std::size_t from = 0, size = 0;               ///< letters of the word
        std::vector<std::uint32_t> starts{}, words{}; ///< words of bucket h: words[starts[h] .. starts[h + 1])
        std::vector<std::uint64_t> keys{};            ///< all letters of each, where they are at most 32; else none
    };
    /// Words of one length.
    struct group
    {
        std::size_t length = 0;
        std::vector<std::uint32_t> words{};
        std::vector<piece> pieces{}; ///< none: every word is looked at
    };
    [[nodiscard]] static std::uint64_t bucket(std::uint64_t key, std::uint64_t buckets) noexcept
    {
        return (key * 0x9e3779b97f4a7c15u >> 20) & (buckets - 1);
    }

    pattern_part const & part_;
    std::vector<pattern_word> words_; ///< as they are looked for
    std::vector<group> groups_;
    std::size_t shortest_ = 0, longest_ = 0;
};

} // namespace vglcs::detail
