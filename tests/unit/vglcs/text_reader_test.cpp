// SPDX-License-Identifier: BSD-3-Clause
#include <io/text_reader.hpp>

#include "gap_spec_fixture.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <random>

using namespace vglcs;
using detail::text_reader;

namespace {

/// One gzip member.
std::string packed(std::string const & text)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

class text_reader_test : public testing::Test
{
protected:
    std::vector<std::pair<std::uint64_t, std::string>> lines(std::string_view bytes)
    {
        text_reader reader{folder.write("t", bytes)};
        std::vector<std::pair<std::uint64_t, std::string>> out;
        for (std::string_view line; reader.next_line(line);)
            out.emplace_back(reader.line_number(), line);
        return out;
    }
    /// Words as "LINE:WORD", those that begin a line with ^ in front.
    std::vector<std::string> words(std::string_view bytes)
    {
        text_reader reader{folder.write("t", bytes)};
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

TEST_F(text_reader_test, parts_of_the_file_meet_without_a_seam)
{
    // several parts, with line ends of two bytes at every place
    std::mt19937 random{5};
    numbered expected;
    std::string text;
    while (text.size() < 3'000'000) {
        std::string const line(random() % 3 ? random() % 8 : random() % 3000, 'a');
        expected.emplace_back(expected.size() + 1, line);
        text += line + "\r\n";
    }
    expected.emplace_back(expected.size() + 1, std::string(1'000'000, 'b'));
    text += expected.back().second;
    EXPECT_TRUE(lines(text) == expected);
    EXPECT_TRUE(lines(packed(text)) == expected);
    EXPECT_EQ(words(text).back(), fmt::format("^{}:{}", expected.size(), expected.back().second));
}

TEST_F(text_reader_test, gzip_is_found_from_the_bytes)
{
    EXPECT_EQ(lines(packed("a\nb\n")), (numbered{{1, "a"}, {2, "b"}}));
    EXPECT_EQ(lines(packed("a\nb") + packed("c\n")), (numbered{{1, "a"}, {2, "bc"}})) << "two members";
}

TEST_F(text_reader_test, damaged_files)
{
    std::string const whole = packed("chr1\t0\t5\t7\nchr1\t5\t9\t3\n");
    for (std::size_t const left : {whole.size() / 2, whole.size() - 8, whole.size() - 1})
        EXPECT_EQ(error_of(whole.substr(0, left)).substr(0, 40),
                  std::string{"t:1: truncated gzip data (unexpected end"})
            << left;
    std::string changed = whole;
    changed[whole.size() - 6] ^= 1;
    EXPECT_NE(error_of(changed).find("gzip data error"), std::string::npos) << error_of(changed);
}

TEST_F(text_reader_test, other_compressions)
{
    EXPECT_NE(error_of("BZh91AY&SY").find("bzip2 data is not supported: decompress it first, or use gzip"),
              std::string::npos);
    EXPECT_NE(error_of("\x28\xb5\x2f\xfd....").find("zstd data is not supported"), std::string::npos);
}
