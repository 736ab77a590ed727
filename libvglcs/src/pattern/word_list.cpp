// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/word_list.hpp>

#include "io/bytes/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace vglcs {

namespace {

/// The word in capitals with T for U; empty where a letter is none of A C G T U.
std::string settled(std::string_view word)
{
    std::string out;
    for (char const c : word) {
        char const upper = static_cast<char>(c & ~0x20);
        if (std::string_view{"ACGTU"}.find(upper) == std::string_view::npos)
            return {};
        out += upper == 'U' ? 'T' : upper;
    }
    return out;
}

} // namespace

word_list::word_list(std::string const & path, std::uint64_t max_memory) : path_{path}
{
    detail::text_reader lines{path, {}, detail::memory_budget{max_memory}};
    std::unordered_set<std::string> seen;
    // a word here, in the set of those seen and among those that are looked for, and its pieces
    constexpr std::uint64_t bytes_a_word = 256, copies = 3;
    std::uint64_t bytes = 0;
    for (std::string_view line; lines.next_line(line);) {
        std::string_view const word = line.substr(0, line.find_first_of(" \t\r"));
        if (line.empty() || line[0] == '#' || (word.empty() && line.find_first_not_of(" \t\r") == line.npos))
            continue;
        std::string letters = settled(word);
        if (letters.empty() || letters.size() > longest_word)
            throw input_error{path, lines.line_number(),
                              fmt::format("word '{}': not 1 to {} letters of A C G T U: put such words in the first "
                                          "column",
                                          word.substr(0, 40), longest_word)};
        bytes += bytes_a_word + copies * letters.size();
        if (max_memory != 0 && bytes > max_memory)
            throw resource_error{fmt::format("{}:{}: the words up to here take {}, more than {}: raise --max-memory",
                                             path, lines.line_number(), format_bytes(bytes), format_bytes(max_memory))};
        if (seen.insert(letters).second)
            words_.push_back(std::move(letters));
    }
    finish();
}

word_list::word_list(std::string path, std::vector<std::string> const & words) : path_{std::move(path)}
{
    std::unordered_set<std::string> seen;
    for (std::string const & word : words) {
        std::string letters = settled(word);
        if (letters.empty())
            throw input_error{fmt::format("{}: word '{}': not letters of A C G T U: take it out", path_, word)};
        if (seen.insert(letters).second)
            words_.push_back(std::move(letters));
    }
    finish();
}

void word_list::finish()
{
    if (words_.empty())
        throw input_error{fmt::format("{}: no words: give one a line", path_)};
    auto const [least, most] = std::ranges::minmax(words_, {}, &std::string::size);
    shortest_ = least.size();
    longest_ = most.size();
}

void read_lists(std::vector<structured_pattern> & patterns, std::string const & where, std::uint64_t max_memory)
{
    std::map<std::string, std::shared_ptr<word_list const>> lists;
    for (structured_pattern & pattern : patterns)
        for (pattern_part & part : pattern.parts) {
            if (part.what != pattern_part::kind::list)
                continue;
            std::shared_ptr<word_list const> & list = lists[part.list_path];
            if (!list)
                list = std::make_shared<word_list const>(part.list_path, max_memory);
            part.list = list;
            auto const refuse = [&](std::string const & what) {
                throw pattern_error{where, pattern.text, part.column, what};
            };
            std::size_t const strict = std::max(part.strict_first, part.strict_last);
            if (strict > list->shortest())
                refuse(fmt::format("strict3={}: {} has a word of {} letters: use at most as many", strict,
                                   part.list_path, list->shortest()));
            if (strict == 0 && part.errors.mismatches + part.errors.deletions >= list->shortest())
                refuse(fmt::format("{} has a word of {} letters, which {} mismatches and {} deletions let match "
                                   "everywhere: allow fewer",
                                   part.list_path, list->shortest(), part.errors.mismatches, part.errors.deletions));
        }
}

} // namespace vglcs
