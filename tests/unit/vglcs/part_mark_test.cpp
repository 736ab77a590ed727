// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/part_mark.hpp>

#include <gtest/gtest.h>

#include <string>

using namespace vglcs;

namespace {

constexpr part_mark mark{.index = 2, .count = 3, .rows = 41};

/// The lines of a part's end without the mark, which must be the one above.
std::string without_mark(std::string text)
{
    std::string out;
    std::size_t marks = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t const end = text.find('\n', at);
        std::string line = text.substr(at, end - at);
        bool const was_empty = line.empty();
        if (auto const found = take_part_mark(line)) {
            EXPECT_EQ(*found, mark);
            ++marks;
        }
        if (!line.empty() || was_empty)
            out += line + '\n';
        at = end + 1;
    }
    EXPECT_EQ(marks, 1u) << text;
    return out;
}

} // namespace

TEST(part_mark, comes_off_as_it_was_put_on)
{
    std::string const json = "{\"query\":\"a,\\\"part\\\":{\",\"parameters\":{\"task\":\"length\"}}\n";
    for (auto const & [f, row] : {std::pair{format::tsv, std::string{"a\tb\tc\n"}},
                                  {format::pairs, "a\tb\n"},
                                  {format::paf, "a\tb\tcg:Z:3=\n"},
                                  {format::sam, "a\tb\tri:Z:1,1\n"},
                                  {format::json, json}})
    {
        EXPECT_EQ(without_mark(marked_end(f, mark, row)), row);
        EXPECT_EQ(without_mark(marked_end(f, mark, "")), "");
    }
}

TEST(part_mark, is_not_seen_in_other_lines)
{
    for (std::string const line :
         {"", "#part", "#part 2/3, x rows", "#part 4/3, 1 rows", "#part 0/3, 1 rows", "a\tpt:Z:2/3", "a\tpt:Z:2/3,1x",
          "{\"part\":{\"index\":1}}", "{\"a\":1}", "part 2/3, 41 rows"})
    {
        std::string copy = line;
        EXPECT_FALSE(take_part_mark(copy)) << line;
        EXPECT_EQ(copy, line);
    }
}
