// SPDX-License-Identifier: BSD-3-Clause
/// Sequence files as people have them: line ends, headers, compression, damage, files that are none.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;
using namespace std::string_literals;

namespace {

struct input_files : cli_test
{
    [[nodiscard]] cli_run align(std::string const & a, std::string const & b, texts const & more = {}) const
    {
        texts arguments{"align", a, b};
        arguments.insert(arguments.end(), more.begin(), more.end());
        if (std::ranges::find(more, "--format") == more.end())
            arguments.insert(arguments.end(), {"--format", "tsv"});
        return vglcs(arguments);
    }
    /// Two files that cannot be aligned: exit code 3, this line on standard error, and nothing else anywhere.
    void expect_refused(std::string const & a, std::string const & b, std::string const & message) const
    {
        texts const before = names();
        for (texts const & more : {texts{}, {"-o", "rows.tsv"}, {"--format", "sam"}}) {
            cli_run const r = align(a, b, more);
            EXPECT_EQ(r.code, 3);
            EXPECT_EQ(r.out, "");
            EXPECT_EQ(r.err, message + "\n");
        }
        EXPECT_EQ(names(), before) << "a file was left behind";
    }
};

/// A row of two equal records without limits.
std::string identical_row(std::string const & name, std::size_t length, int number)
{
    std::string const size = std::to_string(length), record = std::to_string(number);
    return name + "\t" + name + "\t+\t" + size + "\t" + size + "\t" + size + "\t0\t" + size + "\t0\t" + size +
           "\t1.0000\t" + size + "=\t" + record + "\t" + record + "\tok\tNA\n";
}

} // namespace

TEST_F(input_files, line_ends_of_every_kind_give_the_same_rows)
{
    std::string const one = made_letters(47, 1), two = made_letters(31, 2);
    auto const fasta = [&](std::string const & end) {
        return ">one first" + end + wrapped(one, 20, end) + ">two" + end + wrapped(two, 20, end);
    };
    std::string mixed = fasta("\n");
    mixed.replace(mixed.find('\n'), 1, "\r\n");
    mixed.replace(mixed.rfind('\n'), 1, "\r");
    write("unix.fa", fasta("\n"));
    write("windows.fa", fasta("\r\n"));
    write("macintosh.fa", fasta("\r"));
    write("mixed.fa", mixed);
    write("windows.fq", "@one\r\n" + one + "\r\n+\r\n" + std::string(47, 'I') + "\r\n@two\r\n" + two + "\r\n+\r\n" +
                            std::string(31, 'I')); // no line end at the end of the file
    std::string const expected = std::string{tsv_header} + identical_row("one", 47, 1) + identical_row("two", 31, 2);
    for (std::string const other : {"unix.fa", "windows.fa", "macintosh.fa", "mixed.fa", "windows.fq"})
        for (std::string const limit : {"inf", "0"}) {
            cli_run const r = align("unix.fa", other, {"--gaps", limit});
            EXPECT_EQ(r.code, 0);
            EXPECT_EQ(r.out, expected) << other;
            EXPECT_EQ(r.err, "");
        }
    for (std::string const format : {"sam", "paf", "pairs", "json", "pretty"}) {
        cli_run const r = vglcs({"align", "windows.fa", "macintosh.fa", "--gaps", "0", "--format", format});
        EXPECT_EQ(r.code, 0);
        EXPECT_EQ(r.out.find('\r'), std::string::npos) << format;
    }
}

TEST_F(input_files, missing_empty_and_blank_files_and_folders_are_refused)
{
    write("good.fa", ">g\nACGT\n");
    write("empty.fa", "");
    write("blank.fa", "\n  \n\r\n");
    write("comments.fa", "; nothing here\n;\n");
    std::filesystem::create_directory(path("folder"));
    expect_refused("nosuch.fa", "good.fa", "nosuch.fa: no such file: check the name and the folder");
    expect_refused("good.fa", "nosuch.fa", "nosuch.fa: no such file: check the name and the folder");
    expect_refused("good.fa", "good.fa/x", "good.fa/x: no such file: check the name and the folder");
    expect_refused("empty.fa", "good.fa", "empty.fa: no sequences (the file is empty): give a FASTA or FASTQ file");
    expect_refused("empty.fa", "empty.fa", "empty.fa: no sequences (the file is empty): give a FASTA or FASTQ file");
    expect_refused("good.fa", "blank.fa",
                   "blank.fa: no sequences (only blank lines and comments): give a FASTA or FASTQ file");
    expect_refused("comments.fa", "good.fa",
                   "comments.fa: no sequences (only blank lines and comments): give a FASTA or FASTQ file");
    expect_refused("good.fa", "folder", "folder: is a directory: name a file in it");
    expect_refused(".", "good.fa", ".: is a directory: name a file in it");
}

TEST_F(input_files, records_without_letters_are_rows_of_length_zero)
{
    write("a.fa", ">none\n>some\nACGT\n");
    cli_run const r = align("a.fa", "a.fa");
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, std::string{tsv_header} + "none\tnone\t+\t0\t0\t0\t0\t0\t0\t0\tNA\t*\t1\t1\tok\tNA\n" +
                         identical_row("some", 4, 2));
}

TEST_F(input_files, a_header_without_name_gets_the_record_number)
{
    write("h.fa", ">\nACGTACGT\n>   spaced out\nGGTTGG\n>plain\nAACC\n");
    std::string const warning =
        "warning: h.fa:1: record 1 has no name: its number stands in for it (said once a file)\n";
    cli_run const r = align("h.fa", "h.fa", {"--gaps", "0"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, std::string{tsv_header} + identical_row("1", 8, 1) + identical_row("spaced", 6, 2) +
                         identical_row("plain", 4, 3));
    EXPECT_EQ(r.err, warning + warning); // for each of the two files
    cli_run const sam = align("h.fa", "h.fa", {"--format", "sam", "--quiet"});
    EXPECT_NE(sam.out.find("@SQ\tSN:1\tLN:8\n@SQ\tSN:spaced\tLN:6\n"), std::string::npos) << sam.out;
    EXPECT_EQ(sam.err, "");
}

TEST_F(input_files, other_bytes_of_headers_stay_as_they_are)
{
    write("odd.fa", ">Ærø_α×2 an island\nACGTTACG\n>arrow a->b > c\nCCGTA\n>gi_7\x01gi_8 two titles\nTTACA\n");
    cli_run const r = align("odd.fa", "odd.fa", {"--gaps", "0"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, std::string{tsv_header} + identical_row("Ærø_α×2", 8, 1) + identical_row("arrow", 5, 2) +
                         identical_row("gi_7", 5, 3));
    for (std::string const locale : {"LC_ALL=C", "LC_ALL=C.UTF-8", "LC_ALL=tr_TR.UTF-8"})
        EXPECT_EQ(vglcs_with({.environment = {locale}}, {"align", "odd.fa", "odd.fa", "--gaps=0", "--format=tsv"}).out,
                  r.out)
            << locale;
    EXPECT_NE(vglcs({"align", "odd.fa", "odd.fa", "--format", "json"}).out.find("\"query\":\"Ærø_α×2\""),
              std::string::npos);
    cli_run const sam = align("odd.fa", "odd.fa", {"--format", "sam"});
    EXPECT_EQ(sam.code, 3);
    EXPECT_EQ(sam.out, "");
    EXPECT_EQ(sam.err, "query record 1 (line 1): name 'Ærø_α×2' has the byte 0xC3, which SAM cannot hold in the name "
                       "of a query: rename it, or use --format paf, tsv or json\n");
}

TEST_F(input_files, headers_of_a_megabyte)
{
    std::string const name(1'000'000, 'n');
    write("long.fa", ">" + name + " words\nACGTACGTAC\n>b " + std::string(1'000'000, 'd') + "\nACGTTTTTAC\n");
    cli_run const r = align("long.fa", "long.fa", {"--gaps", "0"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, std::string{tsv_header} + identical_row(name, 10, 1) + identical_row("b", 10, 2));
    EXPECT_LT(r.peak_bytes, 200'000'000u);
    cli_run const sam = align("long.fa", "long.fa", {"--format", "sam"});
    EXPECT_EQ(sam.code, 3);
    EXPECT_EQ(sam.out, "");
    EXPECT_EQ(sam.err, "query record 1 (line 1): name longer than 254 (1000000 bytes, '" + std::string(40, 'n') +
                           "...'), which SAM cannot hold: rename it, or use --format paf, tsv or json\n");
}

TEST_F(input_files, damaged_gzip_is_refused_wherever_the_damage_is)
{
    std::string text;
    for (std::uint32_t k = 0; k < 30; ++k)
        text += ">r" + std::to_string(k) + "\n" + wrapped(made_letters(200, k), 60);
    std::string const whole = gzip(text), blocks = bgzip(text);
    write("whole.fa.gz", whole);
    write("blocks.fa.gz", blocks);
    for (std::string const good : {"whole.fa.gz", "blocks.fa.gz"}) {
        cli_run const r = align(good, good, {"--gaps", "0"});
        EXPECT_EQ(r.code, 0);
        EXPECT_EQ(column(r.out, "length"), texts(30, "200"));
    }

    auto const changed = [](std::string bytes, std::size_t at) {
        bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
        return bytes;
    };
    std::string const truncated = "truncated gzip data (unexpected end of file): copy or download the file again";
    struct damage
    {
        std::string name, bytes, says;
    };
    for (damage const & d : {damage{"tail", whole.substr(0, whole.size() - 20), truncated},
                             damage{"half", whole.substr(0, whole.size() / 2), truncated},
                             damage{"trailer", whole.substr(0, whole.size() - 8), truncated},
                             damage{"checksum", changed(whole, whole.size() - 6), "gzip data error (crc"},
                             damage{"size", changed(whole, whole.size() - 2), "gzip data error ("},
                             damage{"middle", changed(whole, whole.size() / 2), "gzip data error ("},
                             damage{"block", blocks.substr(0, blocks.size() - 400), truncated}})
    {
        write("bad.fa.gz", d.bytes);
        for (texts const & more : {texts{"--gaps", "0"}, {"--gaps", "0", "-o", "rows.tsv"}}) {
            cli_run const r = align("bad.fa.gz", "bad.fa.gz", more);
            EXPECT_EQ(r.code, 3) << d.name;
            EXPECT_TRUE(r.err.starts_with("bad.fa.gz:")) << r.err;
            EXPECT_NE(r.err.find(d.says), std::string::npos) << d.name << ": " << r.err;
        }
        EXPECT_FALSE(exists("rows.tsv")) << d.name;
    }
}

TEST_F(input_files, the_first_bytes_tell_the_format_and_not_the_name)
{
    std::string const letters = made_letters(36, 5);
    std::string const fasta = ">s\n" + letters + "\n", fastq = "@s\n" + letters + "\n+\n" + std::string(36, '#') + "\n";
    write("plain.fa", fasta);
    write("really_gzip.fa", gzip(fasta));
    write("really_plain.fa.gz", fasta);
    write("really_fastq.fasta", fastq);
    write("noending", fasta);
    write("really_gzip.txt", gzip(fastq));
    for (std::string const other :
         {"really_gzip.fa", "really_plain.fa.gz", "really_fastq.fasta", "noending", "really_gzip.txt"})
    {
        cli_run const r = align("plain.fa", other, {"--gaps", "0"});
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(r.out, std::string{tsv_header} + identical_row("s", 36, 1)) << other;
    }
    write("bzip2.fa", "BZh91AY&SY\x01\x02\x03\x04");
    write("zstd.fa", "\x28\xb5\x2f\xfd\x04\x10");
    write("text.fa", "once upon a time\n");
    expect_refused("plain.fa", "bzip2.fa", "bzip2.fa: bzip2 data is not supported: decompress it first, or use gzip");
    expect_refused("plain.fa", "zstd.fa", "zstd.fa: zstd data is not supported: decompress it first, or use gzip");
    expect_refused("plain.fa", "text.fa",
                   "text.fa:1: neither FASTA nor FASTQ (the text starts with 'o', not with '>' "
                   "or '@'): give a FASTA or FASTQ file, plain or gzip");
}

TEST_F(input_files, standard_input_may_be_either_file_plain_or_gzip)
{
    std::string const a = ">a\nACGTACGTAC\n", b = ">b\nACGACGAC\n";
    write("a.fa", a);
    write("b.fa", b);
    std::string const expected = align("a.fa", "b.fa").out;
    ASSERT_NE(expected, "");
    for (std::string const & input : {a, gzip(a), bgzip(a)}) {
        cli_run const r = vglcs({"align", "-", "b.fa", "--format", "tsv"}, input);
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(r.out, expected);
    }
    EXPECT_EQ(vglcs({"align", "a.fa", "-", "--format", "tsv"}, gzip(b)).out, expected);
    EXPECT_EQ(vglcs({"batch", "-", "b.fa"}, a).out, expected);
    cli_run const empty = vglcs({"align", "-", "b.fa"});
    EXPECT_EQ(empty.code, 3);
    EXPECT_EQ(empty.err, "standard input: no sequences (the file is empty): give a FASTA or FASTQ file\n");
}

TEST_F(input_files, a_long_sequence_on_one_line_reads_as_one_in_short_lines)
{
    std::string const letters = made_letters(5'000'000, 27);
    write("one.fa", ">s\n" + letters + "\n");
    write("wrapped.fa", ">s\n" + wrapped(letters, 60));
    write("short.fa", ">t\n" + letters.substr(500, 8) + "\n");
    for (bool const as_target : {false, true}) {
        auto const run = [&](std::string const & file) {
            texts const more{"--gaps", "0", "--task", "length"};
            return as_target ? align("short.fa", file, more) : align(file, "short.fa", more);
        };
        cli_run const one = run("one.fa"), lines = run("wrapped.fa");
        EXPECT_EQ(one.code, 0) << one.err;
        EXPECT_EQ(one.out, lines.out);
        EXPECT_EQ(column(one.out, "length"), texts{"8"});
        EXPECT_EQ(column(one.out, as_target ? "target_length" : "query_length"), texts{"5000000"});
        // a line waits as a whole before its letters are taken, in a buffer that doubles
        EXPECT_LE(one.peak_bytes, lines.peak_bytes + 2 * letters.size());
        // the engine keeps more for a letter of the query, a row, than for one of the target
        EXPECT_LT(one.peak_bytes, as_target ? 80'000'000u : 600'000'000u);
    }
}
