// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/text_input.hpp"

#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace vglcs;
using detail::text_input;

namespace {

std::vector<std::string> lines_of(std::string const & path, std::size_t block_bytes)
{
    text_input input{path, {.block_bytes = block_bytes, .blocks = 2}};
    std::vector<std::string> lines;
    while (!input.at_end()) {
        EXPECT_EQ(input.line(), lines.size() + 1);
        std::string line;
        for (bool last = false; !last;) {
            text_input::piece const piece = input.line_piece();
            EXPECT_EQ(piece.line, lines.size() + 1);
            line += piece.text;
            last = piece.last;
        }
        lines.push_back(line);
    }
    return lines;
}

} // namespace

TEST(text_input, every_kind_of_line_end_at_every_block_boundary)
{
    test::temporary_folder const folder;
    struct
    {
        std::string text;
        std::vector<std::string> lines;
    } const cases[] = {
        {"", {}},
        {"a", {"a"}},
        {"\n", {""}},
        {"\r", {""}},
        {"\r\n", {""}},
        {"\n\r", {"", ""}},
        {"\r\r\n", {"", ""}},
        {"ab\ncd\n", {"ab", "cd"}},
        {"ab\rcd\r", {"ab", "cd"}},
        {"ab\r\ncd\r\n", {"ab", "cd"}},
        {"ab\r\ncd\nef\rgh", {"ab", "cd", "ef", "gh"}},
        {"ab\n\n\r\n\r\rcd\r\n\n", {"ab", "", "", "", "", "cd", ""}},
        {"a\rb\nc\rd\ne\r\nf", {"a", "b", "c", "d", "e", "f"}},
    };
    for (auto const & c : cases) {
        std::string const path = folder.replace("text", c.text);
        for (std::size_t block = 1; block <= c.text.size() + 1; ++block)
            EXPECT_EQ(lines_of(path, block), c.lines) << "block of " << block << ": " << testing::PrintToString(c.text);
    }
}

TEST(text_input, carriage_returns_only_take_linear_time)
{
    // looked for line by line, the line feed that never comes would be searched for through the block 100,000 times
    test::temporary_folder const folder;
    std::string text;
    for (int k = 0; k < 200'000; ++k)
        text += "a\r";
    EXPECT_EQ(lines_of(folder.replace("mac", text), std::size_t{1} << 22).size(), 200'000);
}

TEST(text_input, skips_lines_and_single_bytes)
{
    test::temporary_folder const folder;
    text_input input{folder.replace("text", "abc\r\ndef\nghi"), {.block_bytes = 2, .blocks = 2}};
    input.skip_line();
    ASSERT_FALSE(input.at_end());
    EXPECT_EQ(input.peek(), 'd');
    input.skip();
    ASSERT_FALSE(input.at_end());
    EXPECT_EQ(input.peek(), 'e');
    input.skip_line();
    EXPECT_EQ(input.line(), 3);
    input.skip_line();
    EXPECT_TRUE(input.at_end());
    EXPECT_TRUE(input.line_piece().last);
}
