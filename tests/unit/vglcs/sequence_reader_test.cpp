// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/io/sequence_reader.hpp>

#include "gzip.hpp"
#include "temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace vglcs;

namespace {

struct record
{
    std::string name, letters, quality;
    std::uint64_t number = 0, line = 0;
    bool operator==(record const &) const = default;
};

void PrintTo(record const & r, std::ostream * out)
{
    *out << fmt::format("{} '{}' at line {}: {} {}", r.number, r.name, r.line, r.letters, r.quality);
}

/// A file of its own for every text; messages show it as FILE.
class sequence_reader_file : public testing::Test
{
protected:
    std::vector<record> read(std::string const & text, std::optional<alphabet> a = alphabet::dna)
    {
        return read_path(folder.replace("file", text), a);
    }

    std::vector<record> read_path(std::string const & path, std::optional<alphabet> a = alphabet::dna)
    {
        std::vector<record> records;
        sequence_reader reader{path, [&](std::string const & text) { warnings.push_back(shown(text)); }};
        if (a)
            reader.set_alphabet(*a);
        sequence s;
        while (reader.next(s))
            records.push_back({s.name, s.letters, s.quality, s.number, s.line});
        EXPECT_FALSE(reader.next(s)); // and so again
        return records;
    }

    std::string error(std::string const & text, std::optional<alphabet> a = alphabet::dna)
    {
        try {
            read(text, a);
        } catch (input_error const & e) {
            EXPECT_EQ(e.code(), exit_code::input);
            return shown(e.what());
        }
        return "no error";
    }

    std::string shown(std::string message) const
    {
        if (message.starts_with(folder.path("file")))
            message.replace(0, folder.path("file").size(), "FILE");
        return message;
    }

    test::temporary_folder folder;
    std::vector<std::string> warnings;
};

using records = std::vector<record>;

} // namespace

TEST_F(sequence_reader_file, fasta_with_every_kind_of_line_end)
{
    records const expected{{"r1", "ACGTAC", "", 1, 1}, {"r2", "GGT", "", 2, 4}};
    for (std::string_view const text : {">r1 x\nACGT\nAC\n>r2\nGGT\n", ">r1\r\nACGT\r\nAC\r\n>r2\r\nGGT\r\n",
                                        ">r1\rACGT\rAC\r>r2\rGGT", ">r1\r\nACGT\nAC\r>r2\nGGT\r\n"})
        EXPECT_EQ(read(std::string{text}), expected) << testing::PrintToString(text);
    EXPECT_TRUE(warnings.empty());
}

TEST_F(sequence_reader_file, blank_lines_blanks_and_tabs_in_fasta_are_dropped)
{
    EXPECT_EQ(read("\n  \n>a\n\nAC GT\tA \n \n\n>b\n\n\nCC\n\n"),
              (records{{"a", "ACGTA", "", 1, 3}, {"b", "CC", "", 2, 8}}));
}

TEST_F(sequence_reader_file, comments_and_byte_order_mark_before_the_first_record_are_passed_over)
{
    EXPECT_EQ(read("\xef\xbb\xbf;one\n; two\n\n>a\nAC\n"), (records{{"a", "AC", "", 1, 4}}));
    EXPECT_EQ(
        error(">a\nAC\n;no\n"),
        "FILE:3: record 1 (a): the line begins with ';': comment lines are read before the first record only, and "
        "there with ';': remove it");
}

TEST_F(sequence_reader_file, records_without_letters_are_legal)
{
    EXPECT_EQ(read(">a\n>b\nAC\n>c"), (records{{"a", "", "", 1, 1}, {"b", "AC", "", 2, 2}, {"c", "", "", 3, 4}}));
    EXPECT_EQ(read("@a\n\n+\n\n@b\nA\n+\n!\n@c\n+\n"),
              (records{{"a", "", "", 1, 1}, {"b", "A", "!", 2, 5}, {"c", "", "", 3, 9}}));
}

TEST_F(sequence_reader_file, records_without_a_name_get_their_number_and_one_warning)
{
    EXPECT_EQ(read(">\nAC\n>  spaced words\nGG\n> \t \nTT\n"),
              (records{{"1", "AC", "", 1, 1}, {"spaced", "GG", "", 2, 3}, {"3", "TT", "", 3, 5}}));
    EXPECT_EQ(warnings,
              std::vector<std::string>{"FILE:1: record 1 has no name: its number stands in for it (said once a file)"});
    warnings.clear();
    EXPECT_EQ(read(">a\nAC\n>"), (records{{"a", "AC", "", 1, 1}, {"2", "", "", 2, 3}}));
    EXPECT_EQ(warnings.size(), 1);
}

TEST_F(sequence_reader_file, a_warning_without_a_sink_goes_nowhere)
{
    sequence_reader reader{folder.replace("file", ">\nAC\n")};
    EXPECT_EQ(reader.first().name, "1");
}

TEST_F(sequence_reader_file, headers_keep_utf8_and_end_the_name_at_blank_or_control_a)
{
    EXPECT_EQ(read(">Genus_spéciës×1 note\nAC\n>x1 A->B and C>D\nGG\n>gi_1\x01gi_2 t\nTT\n>gi|1|a#2;b\tc\nA\n"),
              (records{{"Genus_spéciës×1", "AC", "", 1, 1},
                       {"x1", "GG", "", 2, 3},
                       {"gi_1", "TT", "", 3, 5},
                       {"gi|1|a#2;b", "A", "", 4, 7}}));
}

TEST_F(sequence_reader_file, header_lines_of_a_megabyte)
{
    std::string const name(1'000'000, 'n'), rest(1'000'000, 'd');
    EXPECT_EQ(read(">" + name + " words\nACGT\n>b " + rest + "\nGG\n"),
              (records{{name, "ACGT", "", 1, 1}, {"b", "GG", "", 2, 3}}));
    EXPECT_EQ(error(">" + name + "\nAC-\n"),
              "FILE:2: record 1 (" + std::string(80, 'n') +
                  "...): position 3: gap character '-' left over from an alignment: "
                  "remove '-' and '.' from the sequences, or use --alphabet raw to compare them as letters");
}

TEST_F(sequence_reader_file, fastq_plain_and_wrapped)
{
    EXPECT_EQ(read("@r1 x\nACGT\n+\nIIII\n@r2\nGG\n+r2\n!~\n"),
              (records{{"r1", "ACGT", "IIII", 1, 1}, {"r2", "GG", "!~", 2, 5}}));
    // quality lines that begin with '@', '>' and '+', CRLF, blank lines between records, no final line end
    EXPECT_EQ(read("@r1\r\nACG\r\nTAC\r\nGT\r\n+r1\r\n@II\r\n>I+\r\n+I\r\n\r\n@r2\r\nA\r\n+\r\n@"),
              (records{{"r1", "ACGTACGT", "@II>I++I", 1, 1}, {"r2", "A", "@", 2, 10}}));
    EXPECT_EQ(read("@r1\nAC GT \n+\nII\tII \n \n@r2\nA\n+\n+\n"),
              (records{{"r1", "ACGT", "IIII", 1, 1}, {"r2", "A", "+", 2, 6}}));
}

TEST_F(sequence_reader_file, format_comes_from_the_text_not_from_the_name)
{
    EXPECT_TRUE(sequence_reader{folder.replace("reads.fasta", "@r\nA\n+\nI\n")}.has_quality());
    EXPECT_FALSE(sequence_reader{folder.replace("genome.fastq.gz", ">r\nA\n")}.has_quality());
    EXPECT_EQ(read_path(folder.replace("noext", test::gzip(">r\nACG\n"))), (records{{"r", "ACG", "", 1, 1}}));
}

TEST_F(sequence_reader_file, malformed_fastq)
{
    EXPECT_EQ(error("@r1\nACGT\n+\nIII\n"),
              "FILE:4: record 1 (r1): 4 letters but 3 qualities: repair the FASTQ file, it needs one for each letter");
    EXPECT_EQ(error("@r1\nACGT\n+\nIII\n@r2\nACGT\n+\nIIII\n"),
              "FILE:4: record 1 (r1): 4 letters but 3 qualities: repair the FASTQ file, it needs one for each letter");
    EXPECT_EQ(error("@r1\nACGT\n+\nIIIII\n"),
              "FILE:4: record 1 (r1): 4 letters but 5 qualities: repair the FASTQ file, it needs one for each letter");
    EXPECT_EQ(error("@r1\nACGT\n+\nIIII\nI\n"),
              "FILE:5: record 1 (r1): 4 letters but 5 qualities: repair the FASTQ file, it needs one for each letter");
    EXPECT_EQ(error("@r1\nA\n+\nI\n@r2\nACGT\n"),
              "FILE:5: record 2 (r2): ends before its '+' line: the FASTQ file is cut or damaged");
    EXPECT_EQ(error("@r1\nA\n+\nI\n@r2\nACGT\n@r3\nA\n+\nI\n"),
              "FILE:7: record 2 (r2): another record starts before the '+' line: repair the FASTQ file");
    EXPECT_EQ(error("@r1\nACG\n+\nI\x07I\n"),
              "FILE:4: record 1 (r1): position 2: 0x07 is no Phred+33 quality ('!' to '~'): repair the FASTQ file");
}

TEST_F(sequence_reader_file, letters_outside_the_alphabet)
{
    EXPECT_EQ(error(">a\nACGT\n>b x\nAC\nGJ\n"),
              "FILE:5: record 2 (b): position 4: letter 'J' is not in alphabet dna: correct "
              "it, or use --alphabet protein or raw");
    // in the first record, which is read before its alphabet is known: the first foreign letter, not the first value
    EXPECT_EQ(error(">a\nAC\nGZ\nEZ\n"),
              "FILE:3: record 1 (a): position 4: letter 'Z' is not in alphabet dna: correct it, or "
              "use --alphabet protein or raw");
    EXPECT_EQ(error(">\nAC1\n"),
              "FILE:2: record 1: position 3: letter '1' is not in alphabet dna: correct it, or use --alphabet raw");
    EXPECT_EQ(
        error(">p\nMKV@\n", alphabet::protein),
        "FILE:2: record 1 (p): position 4: letter '@' is not in alphabet protein: correct it, or use --alphabet raw");
    EXPECT_EQ(
        error(">p\nMK\xffV\n", alphabet::raw),
        "FILE:2: record 1 (p): position 3: letter 0xff is not in alphabet raw: no --alphabet has it: correct the file");
    EXPECT_EQ(
        error(std::string{">p\nAC\0G\n", 8}, alphabet::rna),
        "FILE:2: record 1 (p): position 3: letter 0x00 is not in alphabet rna: no --alphabet has it: correct the file");
}

TEST_F(sequence_reader_file, gap_characters_of_an_alignment)
{
    EXPECT_EQ(
        error(">a\nACGTAC--GT\n"),
        "FILE:2: record 1 (a): position 7: gap character '-' left over from an alignment: remove '-' and '.' from the "
        "sequences, or use --alphabet raw to compare them as letters");
    EXPECT_EQ(
        error(">a\nAC\n>b\nMK\nV.\n", alphabet::protein),
        "FILE:5: record 2 (b): position 4: gap character '.' left over from an alignment: remove '-' and '.' from the "
        "sequences, or use --alphabet raw to compare them as letters");
    EXPECT_EQ(read(">a\nA-.C\n", alphabet::raw), (records{{"a", "A-.C", "", 1, 1}}));
}

TEST_F(sequence_reader_file, takes_exactly_the_letters_of_each_alphabet)
{
    for (alphabet const a : {alphabet::dna, alphabet::rna, alphabet::protein, alphabet::raw})
        for (int byte = 0; byte < 256; ++byte) {
            char const letter = static_cast<char>(byte);
            if (std::string_view{" \t\v\f\r\n"}.find(letter) != std::string_view::npos)
                continue;
            bool const legal = encoding(a)[static_cast<unsigned char>(byte)] != foreign_letter;
            for (std::string const & text :
                 {std::string{">r\nA"} + letter + "\n", std::string{">q\nA\n>r\nA"} + letter + "\n"})
                EXPECT_EQ(error(text, a) == "no error", legal) << name(a) << ", byte " << byte;
        }
}

TEST_F(sequence_reader_file, without_an_alphabet_letters_are_not_judged)
{
    EXPECT_EQ(read(">a\nA-1?\n>b\nx y\xff\n", std::nullopt),
              (records{{"a", "A-1?", "", 1, 1}, {"b", "xy\xff", "", 2, 3}}));
}

TEST_F(sequence_reader_file, case_is_kept)
{
    EXPECT_EQ(read(">a\nacGTuNryk\n"), (records{{"a", "acGTuNryk", "", 1, 1}}));
}

TEST_F(sequence_reader_file, no_sequences)
{
    EXPECT_EQ(error(""), "FILE: no sequences (the file is empty): give a FASTA or FASTQ file");
    EXPECT_EQ(error("\n\n  \n"), "FILE: no sequences (only blank lines and comments): give a FASTA or FASTQ file");
    EXPECT_EQ(error("; nothing\n"), "FILE: no sequences (only blank lines and comments): give a FASTA or FASTQ file");
    EXPECT_EQ(error(test::gzip("")), "FILE: no sequences (the file is empty): give a FASTA or FASTQ file");
    EXPECT_EQ(error("\nACGT\n"),
              "FILE:2: neither FASTA nor FASTQ (the text starts with 'A', not with '>' or '@'): give a FASTA "
              "or FASTQ file, plain or gzip");
    EXPECT_EQ(
        error(test::gzip(test::gzip(">a\nA\n"))),
        "FILE:1: neither FASTA nor FASTQ (the text starts with 0x1f, not with '>' or '@'): give a FASTA or FASTQ file, "
        "plain or gzip");
}

TEST_F(sequence_reader_file, failures_of_the_source_carry_file_line_and_record)
{
    std::string damaged = test::gzip(">a\nACGT\n>b\nGG\n");
    damaged.resize(damaged.size() - 3);
    EXPECT_EQ(error(damaged),
              "FILE:5: record 2: truncated gzip data (unexpected end of file): copy or download the file again");
    EXPECT_EQ(error("BZh91AY&SY"), "FILE: bzip2 data is not supported: decompress it first, or use gzip");
    EXPECT_THROW(sequence_reader{folder.path("none")}, input_error);
}

TEST_F(sequence_reader_file, the_first_record_is_there_before_it_is_read)
{
    sequence_reader reader{folder.replace("file", ">a\nACGT\n>b\nGG\n")};
    EXPECT_EQ(reader.path(), folder.path("file"));
    EXPECT_EQ(reader.first().name, "a");
    EXPECT_EQ(reader.first().letters, "ACGT");
    reader.set_alphabet(alphabet::dna);
    sequence_reader moved = std::move(reader);
    sequence s;
    ASSERT_TRUE(moved.next(s));
    EXPECT_EQ(s.letters, "ACGT");
    ASSERT_TRUE(moved.next(s));
    EXPECT_EQ(s.letters, "GG");
    EXPECT_FALSE(moved.next(s));
}

TEST_F(sequence_reader_file, memory_of_the_record_is_used_again)
{
    std::string text;
    for (int k = 0; k < 50; ++k) {
        text += ">r\n"; // g++ 13 warns of a sum of these three
        text.append(10'000, 'A');
        text += '\n';
    }
    sequence_reader reader{folder.replace("file", text)};
    sequence s;
    std::vector<char const *> seen;
    while (reader.next(s))
        if (std::ranges::find(seen, s.letters.data()) == seen.end())
            seen.push_back(s.letters.data());
    EXPECT_LE(seen.size(), 3);
}

TEST_F(sequence_reader_file, real_files)
{
    auto const load = [&](std::string const & name, alphabet a) { return read_path(VGLCS_DATA "/" + name, a); };
    auto const letters = [](records const & all) {
        std::size_t sum = 0;
        for (record const & r : all)
            sum += r.letters.size();
        return sum;
    };
    records const human = load("MT-human.fa", alphabet::dna);
    ASSERT_EQ(human.size(), 1);
    EXPECT_EQ(human[0].name, "MT_human");
    EXPECT_EQ(human[0].letters.size(), 16'569);
    records const ests = load("A_thaliana_BAC_U89959_ESTs.fa", alphabet::dna);
    EXPECT_EQ(ests.size(), 200);
    EXPECT_EQ(letters(ests), 86'350);
    records const globins = load("globins45.fa", alphabet::protein);
    EXPECT_EQ(globins.size(), 45);
    EXPECT_EQ(letters(globins), 6'519);
    records const wrapped = load("454_sanger_longreads_multiline.fastq", alphabet::dna);
    EXPECT_EQ(wrapped.size(), 10);
    EXPECT_EQ(letters(wrapped), 3'665);
    records const reads = load("SRR5833294_200_76bp.fastq.gz", alphabet::dna);
    EXPECT_EQ(reads.size(), 200);
    for (records const & all : {wrapped, reads})
        for (record const & r : all)
            EXPECT_EQ(r.quality.size(), r.letters.size());
    EXPECT_TRUE(warnings.empty());
}
