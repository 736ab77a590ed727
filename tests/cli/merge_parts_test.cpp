// SPDX-License-Identifier: BSD-3-Clause
/// Parts of a batch say at their end how many rows they hold: merge refuses one that was cut, also between two rows.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct merge_parts : cli_test
{
    merge_parts()
    {
        std::string queries, targets;
        for (std::uint32_t k = 1; k <= 4; ++k)
            queries += ">q" + std::to_string(k) + "\n" + made_letters(20, k) + "\n";
        for (std::uint32_t k = 1; k <= 3; ++k)
            targets += ">t" + std::to_string(k) + "\n" + made_letters(20, 10 + k) + "\n";
        write("q.fa", queries);
        write("t.fa", targets);
    }
    [[nodiscard]] cli_run batch(std::string const & output, texts const & more) const
    {
        texts words{"batch", "q.fa", "t.fa", "--gaps", "3", "-o", output};
        words.insert(words.end(), more.begin(), more.end());
        return vglcs(words);
    }
    void make_parts(std::string const & format, texts const & more = {}) const
    {
        for (std::string const part : {"1", "2", "3"}) {
            texts words{"--format", format, "--shard", part + "/3"};
            words.insert(words.end(), more.begin(), more.end());
            ASSERT_EQ(batch("p" + part, words).code, 0);
        }
    }
    [[nodiscard]] cli_run merge(texts const & parts = {"p1", "p2", "p3"}) const
    {
        texts words{"merge", "-o", "all"};
        words.insert(words.end(), parts.begin(), parts.end());
        return vglcs(words);
    }
    /// Without `lines` lines at the end.
    static std::string cut(std::string text, int lines)
    {
        for (; lines > 0; --lines)
            text.resize(text.rfind('\n', text.size() - 2) + 1);
        return text;
    }
    static std::string without_program_line(std::string const & text)
    {
        std::string out;
        for (std::string const & line : split(text, '\n'))
            if (!line.starts_with("@PG"))
                out += line + '\n';
        return out;
    }
};

texts const formats{"tsv", "paf", "sam", "pairs", "json"};

} // namespace

TEST_F(merge_parts, joins_to_the_bytes_of_a_whole_run_and_parts_can_be_verified)
{
    for (std::string const & format : formats) {
        ASSERT_EQ(batch("whole", {"--format", format}).code, 0);
        make_parts(format);
        cli_run const r = merge();
        EXPECT_EQ(r.code, 0) << format << ": " << r.err;
        EXPECT_EQ(without_program_line(read("all")), without_program_line(read("whole"))) << format;
        for (std::string const part : {"p1", "p2", "p3"}) {
            cli_run const v = vglcs({"verify", part, "q.fa", "t.fa", "--gaps", "3", "--full"});
            EXPECT_EQ(v.code, 0) << format << ": " << v.err;
        }
    }
}

TEST_F(merge_parts, refuses_a_part_that_was_cut_between_rows)
{
    for (std::string const & format : formats)
        for (std::string const part : {"p1", "p2", "p3"}) { // the last one has nothing behind it that would show it
            make_parts(format);
            write(part, cut(read(part), format == "tsv" || format == "pairs" ? 2 : 1));
            cli_run const r = merge();
            EXPECT_EQ(r.code, 3) << format << ' ' << part;
            EXPECT_FALSE(exists("all"));
            EXPECT_TRUE(r.err.starts_with(part + ": does not end as a part does")) << r.err;
        }
    make_parts("tsv");
    std::string lines = read("p2");
    lines.erase(lines.find('\n') + 1, lines.find('\n', lines.find('\n') + 1) - lines.find('\n')); // a row within
    write("p2", lines);
    EXPECT_NE(merge().err.find(" of its "), std::string::npos) << merge().err;
}

TEST_F(merge_parts, refuses_parts_that_are_missing_doubled_or_of_another_run)
{
    make_parts("tsv");
    EXPECT_NE(merge({"p1", "p3"}).err.find("part 2 of 3 is missing"), std::string::npos);
    write("copy", read("p2"));
    EXPECT_NE(merge({"p1", "p2", "copy"}).err.find("copy: is part 2 of 3, which was given already"), std::string::npos);
    ASSERT_EQ(batch("p4", {"--shard", "2/2"}).code, 0);
    EXPECT_NE(merge({"p1", "p4"}).err.find("p4: is a part of 2, others are of 3"), std::string::npos);
    write("both", read("p1") + read("p2"));
    EXPECT_EQ(merge({"both", "p3"}).code, 3);
}

TEST_F(merge_parts, parts_without_rows_are_whole_parts)
{
    write("t.fa", ">t1\nNNNN\n"); // nothing matches
    for (std::string const format : {"paf", "sam", "pairs"}) {
        make_parts(format);
        cli_run const r = merge();
        EXPECT_EQ(r.code, 0) << format << ": " << r.err;
        ASSERT_EQ(batch("whole", {"--format", format, "--quiet"}).code, 0);
        EXPECT_EQ(without_program_line(read("all")), without_program_line(read("whole"))) << format;
        EXPECT_EQ(vglcs({"verify", "p2", "q.fa", "t.fa", "--gaps", "3", "--quiet"}).code, 0);
        write("p2", format == "sam" ? cut(read("p2"), 1) : format == "pairs" ? cut(read("p2"), 1) : "");
        EXPECT_EQ(merge().code, 3) << format;
    }
    write("t.fa", ">t1\nACGT\n");
    make_parts("json", {"--min-length", "50"});
    EXPECT_EQ(merge().code, 0);
    EXPECT_EQ(read("all"), "");
}

TEST_F(merge_parts, without_marks_a_hole_in_the_record_numbers_is_an_error)
{
    make_parts("tsv");
    for (std::string const part : {"p1", "p2", "p3"})
        write(part, cut(read(part), 1));
    EXPECT_EQ(merge().code, 0);
    write("p2", cut(read("p2"), 1));
    cli_run const r = merge();
    EXPECT_EQ(r.code, 3);
    EXPECT_NE(r.err.find("rows are missing: p2 ends with records "), std::string::npos) << r.err;
}

TEST_F(merge_parts, reads_and_writes_packed_files)
{
    ASSERT_EQ(batch("whole", {}).code, 0);
    for (std::string const part : {"1", "2", "3"})
        ASSERT_EQ(batch("p" + part + ".tsv.gz", {"--shard", part + "/3"}).code, 0);
    cli_run const r = vglcs({"merge", "-o", "all.tsv.gz", "p1.tsv.gz", "p2.tsv.gz", "p3.tsv.gz"});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(unpacked_file(path("all.tsv.gz")), read("whole"));
    EXPECT_EQ(vglcs({"merge", "-o", "all.sam", "p1.tsv.gz", "p2.tsv.gz", "p3.tsv.gz"}).code, 2);
}

TEST_F(merge_parts, resumed_parts_have_their_mark)
{
    make_parts("tsv", {"--resume"});
    EXPECT_EQ(merge().code, 0);
}
