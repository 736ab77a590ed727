// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/text_reader.hpp"

#include "gap_spec_fixture.hpp"
#include "gzip.hpp"

#include <fmt/format.h>

#include <array>
#include <random>

using namespace vglcs;
using detail::text_reader;

namespace {

class text_reader_test : public testing::Test
{
protected:
    std::vector<std::pair<std::uint64_t, std::string>> lines(std::string_view bytes,
                                                             detail::byte_source_sizes sizes = {})
    {
        text_reader reader{folder.write("t", bytes), sizes};
        std::vector<std::pair<std::uint64_t, std::string>> out;
        for (std::string_view line; reader.next_line(line);)
            out.emplace_back(reader.line_number(), line);
        return out;
    }
    /// Words as "LINE:WORD", those that begin a line with ^ in front.
    std::vector<std::string> words(std::string_view bytes, detail::byte_source_sizes sizes = {})
    {
        text_reader reader{folder.write("t", bytes), sizes};
        std::vector<std::string> out;
        for (std::string_view word; reader.next_word(word);)
            out.push_back(fmt::format("{}{}:{}", reader.word_begins_line() ? "^" : "", reader.line_number(), word));
        return out;
    }
    std::string error_of(std::string_view bytes)
    {
        std::string text = test::message_of<input_error>([&] { (void)lines(bytes); });
        return text.erase(0, text.starts_with(folder.path("")) ? folder.path("").size() : 0);
    }

    test::temporary_folder folder;
};

using numbered = std::vector<std::pair<std::uint64_t, std::string>>;

} // namespace

TEST_F(text_reader_test, every_line_end)
{
    EXPECT_EQ(lines(""), numbered{});
    EXPECT_EQ(lines("a\nb\r\n\rc\n\nd"), (numbered{{1, "a"}, {2, "b"}, {3, ""}, {4, "c"}, {5, ""}, {6, "d"}}));
    EXPECT_EQ(lines("\xef\xbb\xbf"
                    "a\n"),
              (numbered{{1, "a"}}));
    EXPECT_EQ(lines("\n\n"), (numbered{{1, ""}, {2, ""}}));
}

TEST_F(text_reader_test, words)
{
    EXPECT_EQ(words("a  bb\r\n\r\n\tc\rd "), (std::vector<std::string>{"^1:a", "1:bb", "^3:c", "^4:d"}));
    EXPECT_EQ(words(" \n "), (std::vector<std::string>{}));
    text_reader reader{folder.write("t", ">a b  c \r\nd\n")};
    std::string_view word;
    ASSERT_TRUE(reader.next_word(word));
    EXPECT_EQ(reader.take_line(), ">a b  c ");
    ASSERT_TRUE(reader.next_word(word));
    EXPECT_EQ(word, "d");
    EXPECT_TRUE(reader.word_begins_line());
    EXPECT_EQ(reader.line_number(), 2u);
    EXPECT_EQ(reader.take_line(), "d");
    EXPECT_FALSE(reader.next_word(word));
}

TEST_F(text_reader_test, blocks_of_any_size_give_the_same)
{
    std::mt19937 random{5};
    for (int round = 0; round < 20; ++round) {
        std::string text = round % 2 ? "\xef\xbb\xbf" : "";
        for (int left = 60; left; --left)
            text += std::array{"a", "bc", "def", " ", "\t", "\n", "\r\n", "\r"}[random() % 8];
        auto const all_lines = lines(text);
        auto const all_words = words(text);
        for (std::size_t const block : {1, 2, 3, 5, 7}) {
            EXPECT_EQ(lines(text, {.block_bytes = block}), all_lines) << text;
            EXPECT_EQ(words(text, {.block_bytes = block}), all_words) << text;
        }
    }
    EXPECT_EQ(words("\xef\xbb\xbf a\n\xef\xbb\xbf"), (std::vector<std::string>{"^1:a", "^2:\xef\xbb\xbf"}));
}

TEST_F(text_reader_test, a_header_may_span_blocks)
{
    for (std::size_t const block : {1, 2, 3, 100}) {
        text_reader reader{folder.write("t", ">a bc  d\r\n5 6\n"), {.block_bytes = block}};
        std::string_view word;
        ASSERT_TRUE(reader.next_word(word));
        EXPECT_EQ(reader.take_line(), ">a bc  d");
        ASSERT_TRUE(reader.next_word(word));
        EXPECT_EQ(word, "5");
        EXPECT_TRUE(reader.word_begins_line());
        EXPECT_EQ(reader.take_line(), "5 6");
        EXPECT_FALSE(reader.next_word(word));
    }
}

TEST_F(text_reader_test, gzip_is_found_from_the_bytes)
{
    EXPECT_EQ(lines(test::gzip("a\nb\n")), (numbered{{1, "a"}, {2, "b"}}));
    EXPECT_EQ(lines(test::gzip("a\nb") + test::gzip("c\n")), (numbered{{1, "a"}, {2, "bc"}})) << "two members";
}

TEST_F(text_reader_test, damaged_files)
{
    std::string const whole = test::gzip("chr1\t0\t5\t7\nchr1\t5\t9\t3\n");
    for (std::size_t const left : {whole.size() / 2, whole.size() - 8, whole.size() - 1})
        EXPECT_EQ(error_of(whole.substr(0, left)),
                  "t: truncated gzip data (unexpected end of file): copy or download the file again");
    EXPECT_EQ(error_of("BZh91AY&SY"), "t: bzip2 data is not supported: decompress it first, or use gzip");
}
