// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs {

class word_list;

/// What an element of a pattern may differ in, each kind for itself.
struct pattern_errors
{
    unsigned mismatches = 0; ///< letters of the text in place of others
    unsigned insertions = 0; ///< letters of the text that the element does not have
    unsigned deletions = 0;  ///< letters of the element that the text does not have

    [[nodiscard]] unsigned total() const noexcept { return mismatches + insertions + deletions; }
    [[nodiscard]] friend bool operator==(pattern_errors const &, pattern_errors const &) = default;
};

/// Letters of an element: the sets of A C G T that they stand for, as bits 1 2 4 8. 15 (N) is every letter of the text,
/// also one that is none of the four.
using pattern_word = std::vector<std::uint8_t>;

/// One piece of a pattern, in the order of the text.
struct pattern_part
{
    enum class kind : std::uint8_t { element, spacer, list };

    kind what = kind::element;
    std::string label;                       ///< the capture that holds it alone, else its number from 1
    std::vector<pattern_word> words{};       ///< element: the alternatives, in order
    pattern_errors errors{};                 ///< element and list
    std::size_t strict_first = 0;            ///< letters at its left end that are matched without errors
    std::size_t strict_last = 0;             ///< and at its right end
    std::size_t lo = 0, hi = 0;              ///< spacer: letters
    std::string list_path{};                 ///< list: the file of its words
    bool list_turned = false;                ///< list: the words are looked for as their reverse complements
    std::shared_ptr<word_list const> list{}; ///< what `read_lists` read
    std::size_t column = 1;                  ///< in the pattern's text, from 1
};

/// A name for parts that follow each other.
struct pattern_capture
{
    std::string name;
    std::size_t first = 0, last = 0; ///< parts [first, last)
};

/// A pattern in the language of `vglcs search` (EBNF: docs/guide/patterns.md): elements with mismatches or edits,
/// spacers, captures, lists of words.
struct structured_pattern
{
    std::string name, text;
    bool at_start = false; ///< matches begin at the first letter of a record
    bool at_end = false;   ///< matches end at the last letter of a record
    std::vector<pattern_part> parts;
    std::vector<pattern_capture> captures;
};

/// A pattern that cannot be used; the message ends with the pattern and a caret below the column.
struct pattern_error : usage_error
{
    pattern_error(std::string const & where, std::string_view text, std::size_t column, std::string const & what);
    std::size_t column; ///< in the pattern's text, from 1
};

/// More letters than this between two elements, or in an element, are a mistake.
inline constexpr std::size_t longest_spacer = 1'000'000;
inline constexpr std::size_t longest_word = 10'000;
/// More errors of one kind than this in an element are no pattern.
inline constexpr unsigned most_pattern_errors = 15;

/// Reads a pattern; opens no file.   O(text).
/// @param where   what the message of a fault begins with, `file:line` or an option
/// Throws pattern_error: unknown classes and signs, unbounded spacers, numbers too large, what can match the empty text
/// or everywhere.
[[nodiscard]] structured_pattern parse_pattern(std::string_view text, std::string name = {},
                                               std::string const & where = "pattern");

/// True where a text has any of `{ ~ < ( @`, which no plain pattern has.
[[nodiscard]] bool is_structured(std::string_view text) noexcept;

/// Reads the files of the pattern's lists, each once for all patterns. Throws input_error (letters that are not A C G
/// T U, no words), pattern_error where the errors of a list allow any text.
/// @param max_memory   bytes that the words of one list may take, 0: any; more is a resource_error
void read_lists(std::vector<structured_pattern> & patterns, std::string const & where = "pattern",
                std::uint64_t max_memory = 0);

} // namespace vglcs
