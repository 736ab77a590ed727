// SPDX-License-Identifier: BSD-3-Clause
// Random records, written in every way that FASTA, FASTQ and gzip allow, come back equal whatever the sizes of the
// reading ahead.
#include "io/bytes/byte_source.hpp"
#include "io/sequences/open_sequence_reader.hpp"
#include <vglcs/error.hpp>

#include "gzip.hpp"
#include "random_problem.hpp"
#include "temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace vglcs;
using detail::byte_source_sizes;
using test::chance;
using test::generator;
using test::uniform;

namespace {

/// What a file should give, and its text.
struct written
{
    std::vector<sequence> records;
    bool fastq = false;
    std::string text;
};

/// Writes lines with the line ends of one kind, or of all.
class line_writer
{
public:
    explicit line_writer(generator & rng) : rng_{rng}, kind_{uniform(rng, 0, 3)} {}

    void line(std::string_view content)
    {
        constexpr std::string_view ends[] = {"\n", "\r\n", "\r"};
        std::string_view end = ends[kind_ < 3 ? kind_ : uniform(rng_, 0, 2)];
        if (content.empty() && text.ends_with('\r') && end == "\n")
            end = "\r"; // CR, then an empty line that ends with LF, would be one CRLF
        text += content;
        text += end;
        ++lines;
    }
    /// Over several lines of random or equal width, with blanks and, where allowed, empty lines.
    void wrapped(std::string_view content, bool empty_lines)
    {
        std::size_t const width = uniform(rng_, 1, 90);
        bool const ragged = chance(rng_, 30), blanks = chance(rng_, 20);
        while (!content.empty()) {
            std::size_t const size = std::min<std::size_t>(content.size(), ragged ? uniform(rng_, 1, width) : width);
            std::string part{content.substr(0, size)};
            if (blanks)
                part.insert(uniform(rng_, 1, part.size()), 1, " \t"[uniform(rng_, 0, 1)]);
            line(part);
            content.remove_prefix(size);
            if (empty_lines && chance(rng_, 5))
                line("");
        }
    }

    std::string text;
    std::uint64_t lines = 0;

private:
    generator & rng_;
    std::uint64_t kind_;
};

std::string random_string(generator & rng, std::size_t size, std::string_view characters)
{
    std::string out(size, '\0');
    for (char & c : out)
        c = characters[uniform(rng, 0, characters.size() - 1)];
    return out;
}

written random_file(generator & rng)
{
    written out;
    out.fastq = chance(rng, 50);
    line_writer writer{rng};
    if (chance(rng, 20))
        writer.line("; a comment");
    std::string qualities;
    for (char c = '!'; c <= '~'; ++c)
        qualities += c;
    qualities += "@@@@>>>>++++"; // more often, so that lines begin with them
    for (std::uint64_t number = 1, count = uniform(rng, 1, 6); number <= count; ++number) {
        sequence s;
        s.number = number;
        s.line = writer.lines + 1;
        s.name = chance(rng, 10) ? "" : random_string(rng, uniform(rng, 1, 30), "abcXYZ019|#>@;+_\xc3\xa9");
        std::size_t const longest = chance(rng, 20) ? 2000 : 100;
        s.letters = random_string(rng, uniform(rng, 0, longest), "ACGTUNRYacgtn");
        std::string rest;
        if (chance(rng, 50) && !s.name.empty())
            rest = random_string(rng, uniform(rng, 0, 40), "a >@+\x01\t");
        writer.line(fmt::format("{}{}{} {}", out.fastq ? '@' : '>', chance(rng, 10) ? " " : "", s.name, rest));
        if (s.name.empty())
            s.name = std::to_string(number);
        writer.wrapped(s.letters, !out.fastq || chance(rng, 20));
        if (out.fastq) {
            s.quality = random_string(rng, s.letters.size(), qualities);
            writer.line(fmt::format("+{}", chance(rng, 30) ? s.name : ""));
            writer.wrapped(s.quality, false);
            if (s.quality.empty() && chance(rng, 50))
                writer.line("");
        }
        if (chance(rng, 10))
            writer.line("");
        out.records.push_back(s);
    }
    out.text = writer.text;
    if (chance(rng, 30)) // no final line end
        while (!out.text.empty() && (out.text.back() == '\n' || out.text.back() == '\r'))
            out.text.pop_back();
    return out;
}

std::string compressed(generator & rng, std::string const & text)
{
    switch (uniform(rng, 0, 3)) {
    case 0:
        return test::gzip(text);
    case 1:
        return test::bgzip(text, uniform(rng, 1, 3000));
    case 2: {
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t const size = uniform(rng, 0, text.size() - at);
            out += test::gzip(text.substr(at, size));
            at += size;
        }
        return out;
    }
    default:
        return text;
    }
}

void expect_records(std::string const & path, byte_source_sizes sizes, written const & expected)
{
    sequence_reader reader = detail::open_sequence_reader(path, sizes);
    reader.set_alphabet(alphabet::dna);
    EXPECT_EQ(reader.has_quality(), expected.fastq);
    sequence s;
    for (sequence const & e : expected.records) {
        ASSERT_TRUE(reader.next(s)) << "record " << e.number;
        EXPECT_EQ(s.name, e.name);
        EXPECT_EQ(s.letters, e.letters);
        EXPECT_EQ(s.quality, e.quality);
        EXPECT_EQ(s.number, e.number);
        EXPECT_EQ(s.line, e.line) << "record " << e.number;
    }
    EXPECT_FALSE(reader.next(s));
}

} // namespace

TEST(sequence_reader_round_trip, random_files_in_blocks_of_every_size)
{
    test::temporary_folder const folder;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        generator rng{seed};
        written const expected = random_file(rng);
        std::string const path = folder.replace("file", compressed(rng, expected.text));
        for (std::size_t const block : {uniform(rng, 1, 8), uniform(rng, 1, 200), uniform(rng, 1, 5000)}) {
            byte_source_sizes const sizes{.block_bytes = block,
                                          .blocks = uniform(rng, 2, 5),
                                          .input_bytes = uniform(rng, 1, 500),
                                          .thread_bytes = chance(rng, 50) ? std::size_t{0} : std::size_t{1} << 20};
            SCOPED_TRACE(fmt::format("seed {}, block {}, {} letters: {}", seed, block,
                                     expected.records[0].letters.size(),
                                     testing::PrintToString(expected.text.substr(0, 300))));
            expect_records(path, sizes, expected);
            if (testing::Test::HasFailure())
                return;
        }
    }
}

TEST(sequence_reader_round_trip, one_file_with_a_boundary_at_every_byte)
{
    test::temporary_folder const folder;
    for (std::uint64_t seed = 1001; seed <= 1006; ++seed) {
        generator rng{seed};
        written expected = random_file(rng);
        while (expected.text.size() > 1500)
            expected = random_file(rng);
        std::string const path = folder.replace("file", expected.text);
        for (std::size_t block = 1; block <= expected.text.size(); ++block) {
            SCOPED_TRACE(fmt::format("seed {}, block {}", seed, block));
            expect_records(path, {.block_bytes = block, .blocks = 2}, expected);
            if (testing::Test::HasFailure())
                return;
        }
    }
}

TEST(sequence_reader_round_trip, a_cut_file_never_ends_well)
{
    // of every gzip file cut anywhere: records that are there may come, then an error, or, where bgzip data is cut
    // between two blocks, a warning
    test::temporary_folder const folder;
    generator rng{77};
    written const expected = random_file(rng);
    for (std::string const & whole : {test::gzip(expected.text), test::bgzip(expected.text, 300)})
        for (std::size_t size = 2; size < whole.size(); size += uniform(rng, 1, 9)) {
            std::string const path = folder.replace("file", std::string_view{whole}.substr(0, size));
            bool told = false;
            try {
                sequence_reader reader = detail::open_sequence_reader(
                    path, {.block_bytes = uniform(rng, 1, 400)},
                    [&](std::string const & text) { told |= text.find("end-of-file block") != text.npos; });
                sequence s;
                while (reader.next(s)) {
                }
            } catch (input_error const &) {
                told = true;
            }
            EXPECT_TRUE(told) << size << " of " << whole.size();
        }
}
