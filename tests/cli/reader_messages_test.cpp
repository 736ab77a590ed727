// SPDX-License-Identifier: BSD-3-Clause
/// What is wrong with a sequence file is said as what it is, with record, line and counts.
#include "cli.hpp"

#include "gzip.hpp"

using namespace vglcs::test;

namespace {

struct reader_messages : cli_test
{
    reader_messages() { write("b.fa", ">t1\nACGTAC\n>t2\nACGTAC\n"); }

    [[nodiscard]] cli_run align(std::string const & text, std::vector<std::string> const & more = {}) const
    {
        write("a", text);
        std::vector<std::string> words{"align", "a", "b.fa", "--format", "tsv"};
        words.insert(words.end(), more.begin(), more.end());
        return vglcs(words);
    }
    void expect_refused(cli_run const & r, std::string const & message) const
    {
        EXPECT_EQ(r.code, 3) << r.err;
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(r.err, message);
    }
};

} // namespace

TEST_F(reader_messages, too_few_qualities_are_counted_and_the_next_header_is_not_among_them)
{
    std::string const tail = ": repair the FASTQ file, it needs one for each letter\n";
    expect_refused(align("@one\nACGTACGT\n+\nIIIII\n@two\nACGT\n+\nIIII\n"),
                   "a:4: record 1 (one): 8 letters but 5 qualities" + tail);
    // the header would make the qualities complete
    expect_refused(align("@one\nACGTACGT\n+\nIIII\n@two\nACGT\n+\nIIII\n"),
                   "a:4: record 1 (one): 8 letters but 4 qualities" + tail);
    expect_refused(align("@one\nACGT\n+\nIII\n"), "a:4: record 1 (one): 4 letters but 3 qualities" + tail);
    // wrapped letters may have wrapped qualities, one line of which begins with @
    expect_refused(align("@one\nACGT\nACGT\n+\nIIII\nI\n@two\nACGTAC\n+\nIIIIII\n"),
                   "a:6: record 1 (one): 8 letters but 5 qualities" + tail);
    cli_run const wrapped = align("@one\nACGT\nACGT\n+\nIIII\n@III\n@two\nACGTAC\n+\nIIIIII\n");
    EXPECT_EQ(wrapped.code, 0) << wrapped.err;
}

TEST_F(reader_messages, too_many_qualities_are_counted)
{
    std::string const tail = ": repair the FASTQ file, it needs one for each letter\n";
    expect_refused(align("@one\nACGT\n+\nIIIIIII\n@two\nACGT\n+\nIIII\n"),
                   "a:4: record 1 (one): 4 letters but 7 qualities" + tail);
    expect_refused(align("@one\nACGT\n+\nIIII\nIII\n@two\nACGT\n+\nIIII\n"),
                   "a:5: record 1 (one): 4 letters but 7 qualities" + tail);
}

TEST_F(reader_messages, zero_bytes_are_damage_wherever_they_stand)
{
    using namespace std::string_literals;
    std::string const tail = ": the file is damaged, or no text: copy it again\n";
    expect_refused(align(">on\0e\nACGT\n>two\nACGT\n"s), "a:1: record 1: byte 0x00 in the header" + tail);
    expect_refused(align(">one with a\0b\nACGT\n>two\nACGT\n"s), "a:1: record 1: byte 0x00 in the header" + tail);
    expect_refused(align("@one\nACGT\n+o\0e\nIIII\n"s), "a:3: record 1 (one): byte 0x00 in the '+' line" + tail);
    EXPECT_EQ(align(">one\nAC\0GT\n>two\nACGT\n"s).code, 3);
    EXPECT_EQ(align("@one\nACGT\n+\nII\0I\n"s).code, 3);
    write("x.bed", "t\0one\t1\t2\n"s);
    cli_run const track = vglcs({"gaps", "b.fa", "x.bed:1"});
    expect_refused(track, "x.bed:1: byte 0x00" + tail);
}

TEST_F(reader_messages, bgzip_data_without_its_last_block_is_read_with_a_warning)
{
    std::string const fasta = ">one\nACGT\n>two\nACGTAC\n", whole = bgzip(fasta, 7);
    std::string const end = bgzip_block({});
    std::string const warning =
        "bgzip data without its end-of-file block: all blocks are whole, but there may have been "
        "more: compare it with the original\n";
    cli_run const good = align(whole), open = align(whole.substr(0, whole.size() - end.size()));
    EXPECT_EQ(good.err, "");
    EXPECT_EQ(open.code, 0);
    EXPECT_EQ(open.out, good.out);
    EXPECT_EQ(open.err, "warning: a: " + warning);
    cli_run const cut = align(whole.substr(0, whole.size() - end.size() - 5)); // within a block
    EXPECT_EQ(cut.code, 3);
    EXPECT_NE(cut.err.find("truncated"), std::string::npos) << cut.err;
    std::string const track = bgzip("t1\t0\t2\n");
    write("x.bed.gz", track.substr(0, track.size() - end.size()));
    cli_run const limits = vglcs({"gaps", "b.fa", "x.bed.gz:1"});
    EXPECT_EQ(limits.code, 0);
    EXPECT_EQ(limits.err, "warning: x.bed.gz: " + warning);
    write("a", fasta);
    std::string const rows = bgzip(good.out);
    write("rows.tsv.gz", rows.substr(0, rows.size() - end.size()));
    cli_run const checked = vglcs({"verify", "rows.tsv.gz", "a", "b.fa"});
    EXPECT_EQ(checked.code, 0);
    EXPECT_EQ(checked.err, "warning: rows.tsv.gz: " + warning);
}

TEST_F(reader_messages, comment_lines_are_named_as_such)
{
    auto const message = [](std::string const & place, char sign) {
        return place + ": the line begins with '" + sign +
               "': comment lines are read before the first record only, and there with ';': remove it\n";
    };
    expect_refused(align(">one\nACGTACGT\n; done by me\nACGT\n>two\nACGT\n"), message("a:3: record 1 (one)", ';'));
    expect_refused(align(">one\nACGTACGT\n>two\nACGT\n# done\n"), message("a:5: record 2 (two)", '#'));
    expect_refused(align(">one\nACGTACGT\n;\n>two\nACGT\n", {"--alphabet", "dna"}),
                   message("a:3: record 1 (one)", ';'));
    write("c.fa", ">c\n;x\nACGT\n");
    cli_run const index = vglcs({"index", "c.fa", "-o", "c.vgx"});
    EXPECT_EQ(index.err, message("c.fa:2: record 1 (c)", ';'));
    expect_refused(align("# done\n>one\nACGT\n"),
                   "a:1: the line begins with '#': comment lines before the first record begin with ';': remove it, or "
                   "give a FASTA or FASTQ file\n");
    EXPECT_EQ(align(";first\n;second\n>one\nACGT\n>two\nACGT\n").code, 0);
    EXPECT_EQ(align(">one\n;#AC\n>two\n#GT\n", {"--alphabet", "raw"}).code, 0); // letters as any
}

TEST_F(reader_messages, a_stray_character_does_not_make_protein_of_dna)
{
    std::string const letters(60, 'A');
    cli_run const digit = align(">one\nACGT" + letters + "7ACGT\n>two\nACGT\n");
    EXPECT_EQ(digit.code, 3);
    EXPECT_EQ(digit.err.find("protein"), std::string::npos) << digit.err;
    EXPECT_TRUE(digit.err.starts_with("a:2: record 1 (one): position 65: letter '7' is not in alphabet dna"))
        << digit.err;
    cli_run const letter = align(">one\nACGT" + letters + "EACGT\n>two\nACGT\n");
    EXPECT_EQ(letter.code, 3);
    EXPECT_TRUE(letter.err.starts_with("a:2: record 1 (one): position 65: letter 'E' is not in alphabet dna"))
        << letter.err;
    EXPECT_EQ(align(">one\nMKVLAWEF\n>two\nMKV\n").code, 0); // proteins are still found
}
