// SPDX-License-Identifier: BSD-3-Clause
/// SAM as samtools and pysam take it: every kind of record through view, sort, index, quickcheck, calmd and CRAM.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <cstdlib>

using namespace vglcs::test;

namespace {

struct sam_output : cli_test
{
    sam_output() { write_inputs(); }

    /// Queries of every kind: each strand, other case, codes, U, one letter, no letter, no common letter, qualities.
    void write_inputs() const
    {
        std::string const t1 = made_letters(300, 1), t2 = made_letters(120, 2);
        write("t.fa",
              ">t1 first\n" + wrapped(t1, 50) + ">t2\n" + wrapped(t2, 50) + ">empty\n>rna\n" + "ACGUACGUUUGGCA\n");
        std::string text;
        std::uint32_t number = 0;
        auto const add = [&](std::string const & letters) {
            std::string phred;
            for (std::size_t k = 0; k < letters.size(); ++k)
                phred += static_cast<char>('#' + (k * 7 + number) % 40);
            text += "@q" + std::to_string(++number) + "\n" + letters + "\n+\n" + phred + "\n";
        };
        add(t1.substr(10, 80));
        add(without_every(9, t1.substr(60, 120))); // D
        std::string more = t1.substr(100, 60);
        add(more.insert(30, "ACGTT"));                                      // I
        add(made_letters(15, 7) + t2.substr(20, 50) + made_letters(15, 8)); // clips
        std::string changed = t2;
        for (std::size_t k = 5; k < changed.size(); k += 11)
            changed[k] = changed[k] == 'A' ? 'C' : 'A';
        add(changed); // X
        std::string codes = t2.substr(0, 60);
        codes[10] = 'N';
        codes[20] = 'R';
        codes[30] = 'n';
        add(codes);
        std::string lower = t2.substr(10, 40);
        std::ranges::transform(lower, lower.begin(), [](char c) { return static_cast<char>(c | 0x20); });
        add(lower);
        std::string rna = t1.substr(200, 50);
        std::ranges::replace(rna, 'T', 'U');
        add(rna);
        std::string back = t1.substr(150, 70);
        std::ranges::reverse(back);
        std::ranges::transform(back, back.begin(), [](char c) {
            return c == 'A' ? 'T' : c == 'C' ? 'G' : c == 'G' ? 'C' : 'A';
        });
        add(back);
        add("A");
        add("");
        add("NNNN");
        write("q.fq", text);
        std::string dna = read("t.fa"); // samtools knows no U
        std::ranges::replace(dna, 'U', 'T');
        write("dna.fa", dna);
        write("q.fa", ">f1\n" + t1.substr(20, 40) + "\n>f2\n" + without_every(4, t2) + "\n");
    }

    /// Runs a command of the shell in the folder; what it writes to standard output and error.
    [[nodiscard]] std::string shell(std::string const & command) const
    {
        std::string const line = "cd '" + path("").string() + "' && { " + command + "; } > .shell 2>&1";
        EXPECT_EQ(std::system(line.c_str()), 0) << command << ":\n" << read(".shell");
        return read(".shell");
    }
    void make(std::string const & queries, std::string const & gaps, texts const & more = {}) const
    {
        texts words{"batch",  queries, "t.fa",  "--gaps", gaps,   "--strand",
                    "both",   "-o",    "x.sam", "--md",   "--rg", "@RG\\tID:run 1\\tSM:leaf",
                    "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        cli_run const r = vglcs(words);
        ASSERT_EQ(r.code, 0) << r.err;
        ASSERT_GT(std::ranges::count(read("x.sam"), '\n'), 10);
    }
    /// Rows without header: the fields that a program must keep. = and X are M where `folded`.
    [[nodiscard]] texts rows(std::string const & sam, bool folded) const
    {
        texts out;
        for (std::string const & line : split(sam, '\n')) {
            if (line.starts_with('@'))
                continue;
            texts fields = split(line, '\t');
            std::string row;
            for (std::size_t k = 0; k < 11 && k < fields.size(); ++k) {
                if (k == 5 && folded)
                    fields[k] = as_m(fields[k]);
                if (k == 9) // BAM has no lower case
                    std::ranges::transform(fields[k], fields[k].begin(),
                                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
                row += fields[k] + '\t';
            }
            std::sort(fields.begin() + 11, fields.end());
            for (std::size_t k = 11; k < fields.size(); ++k)
                row += fields[k] + '\t';
            out.push_back(row);
        }
        return out;
    }
    [[nodiscard]] static std::string as_m(std::string const & cigar)
    {
        std::string out;
        std::uint64_t run = 0, number = 0;
        auto const end_run = [&] {
            if (run != 0)
                out += std::to_string(run) + 'M';
            run = 0;
        };
        for (char const c : cigar) {
            if (c >= '0' && c <= '9') {
                number = number * 10 + static_cast<std::uint64_t>(c - '0');
                continue;
            }
            if (c == '=' || c == 'X' || c == 'M') {
                run += number;
            } else {
                end_run();
                out += std::to_string(number) + c;
            }
            number = 0;
        }
        end_run();
        return out;
    }
};

struct samtools : sam_output
{
    void SetUp() override
    {
        if (std::system("samtools --version >/dev/null 2>&1") != 0)
            GTEST_SKIP() << "samtools is not installed";
    }
};

} // namespace

TEST_F(samtools, view_sort_index_and_quickcheck_take_every_kind_of_record)
{
    for (std::string const queries : {"q.fq", "q.fa"})
        for (std::string const gaps : {"0", "2", "30", "inf"}) {
            make(queries, gaps);
            EXPECT_EQ(shell("samtools view -b x.sam -o x.bam"), "");
            EXPECT_EQ(shell("samtools quickcheck -v x.bam"), "");
            EXPECT_EQ(rows(shell("samtools view -h x.bam"), false), rows(read("x.sam"), false))
                << queries << ' ' << gaps;
            EXPECT_EQ(shell("samtools sort x.bam -o s.bam && samtools index s.bam"), "");
            EXPECT_NE(shell("samtools view -c s.bam t1:1-300"), "0\n");
            EXPECT_NE(shell("samtools view -h x.bam | grep '^@RG'").find("SM:leaf"), std::string::npos);
        }
}

TEST_F(samtools, calmd_finds_no_difference_in_NM_and_MD)
{
    for (std::string const queries : {"q.fq", "q.fa"})
        for (std::string const gaps : {"0", "2", "30", "inf"}) {
            make(queries, gaps);
            (void)shell("samtools view -b x.sam -o x.bam");
            std::string const told = shell("samtools calmd -e x.bam dna.fa > e.sam");
            EXPECT_EQ(told.find("different"), std::string::npos) << queries << ' ' << gaps << '\n' << told;
            for (std::string const & line : split(read("e.sam"), '\n')) // -e writes = for letters that are equal
                EXPECT_TRUE(line.starts_with('@') || line.find("\tMD:Z:") != std::string::npos) << line;
            std::string const again = shell("samtools calmd x.bam dna.fa 2>/dev/null");
            EXPECT_EQ(rows(again, false), rows(read("x.sam"), false)) << queries << ' ' << gaps;
        }
}

TEST_F(samtools, cram_keeps_all_but_the_difference_of_match_and_mismatch)
{
    make("q.fq", "5");
    (void)shell("samtools faidx dna.fa && samtools view -C -T dna.fa x.sam -o x.cram && samtools quickcheck -v x.cram");
    EXPECT_EQ(rows(shell("samtools view -T dna.fa x.cram"), true), rows(read("x.sam"), true));
}

TEST_F(sam_output, rna_is_written_as_dna_in_seq_alone)
{
    write("u.fa", ">u\nACGUACGU\n");
    ASSERT_EQ(vglcs({"align", "u.fa", "u.fa", "--gaps", "1", "-o", "x.sam"}).code, 0);
    EXPECT_NE(read("x.sam").find("\tACGTACGT\t*\tNM:i:0\t"), std::string::npos) << read("x.sam");
    EXPECT_EQ(vglcs({"verify", "x.sam", "u.fa", "u.fa", "--gaps", "1"}).code, 0);
    ASSERT_EQ(vglcs({"align", "u.fa", "u.fa", "--gaps", "1", "--format", "pairs", "-o", "x"}).code, 0);
    EXPECT_NE(read("x").find("\tU\t"), std::string::npos);
}

TEST_F(samtools, pysam_reads_every_record)
{
    std::string python; // the system's, where another one stands before it
    for (std::string const name : {"python3", "/usr/bin/python3"})
        if (python.empty() && std::system((name + " -c 'import pysam' >/dev/null 2>&1").c_str()) == 0)
            python = name;
    if (python.empty())
        GTEST_SKIP() << "pysam is not installed";
    make("q.fq", "5");
    write("read.py", "import pysam\n"
                     "f = pysam.AlignmentFile('x.sam')\n"
                     "rows = list(f)\n"
                     "for r in rows:\n"
                     "    assert r.get_tag('RG') == 'run 1'\n"
                     "    assert r.get_tag('vl') == r.get_cigar_stats()[0][7]\n"
                     "    pairs = r.get_aligned_pairs(with_seq=True)\n"
                     "    edits = sum(1 for q, t, s in pairs[r.query_alignment_start:]\n"
                     "                if t is not None and q is not None and s.islower())\n"
                     "    assert edits <= r.get_tag('NM')\n"
                     "print(len(rows), f.header.to_dict()['RG'][0]['SM'])\n");
    std::size_t const expected = rows(read("x.sam"), false).size();
    EXPECT_EQ(shell(python + " read.py"), std::to_string(expected) + " leaf\n");
}

TEST_F(sam_output, options_of_sam_are_refused_elsewhere_and_read_groups_checked)
{
    EXPECT_EQ(vglcs({"align", "q.fa", "q.fa", "--format", "tsv", "--md"}).code, 2);
    EXPECT_EQ(vglcs({"align", "q.fa", "q.fa", "--format", "paf", "--rg", "@RG\\tID:x"}).code, 2);
    for (std::string const group : {"ID:x", "@RG\\tSM:x", "@RG\\tID:x\\tno", "@RG\\tID:x\n"}) {
        cli_run const r = vglcs({"align", "q.fa", "q.fa", "--format", "sam", "--rg", group});
        EXPECT_EQ(r.code, 2) << group;
        EXPECT_TRUE(r.err.starts_with("--rg ")) << r.err;
    }
}

TEST_F(sam_output, the_command_line_in_the_header_shows_where_words_end)
{
    write("with blank.fa", read("q.fa"));
    ASSERT_EQ(vglcs({"align", "with blank.fa", "with blank.fa", "--gaps", "letter:A=1,*=2", "-o", "x.sam"}).code, 0);
    EXPECT_NE(read("x.sam").find("\tCL:vglcs align 'with blank.fa' 'with blank.fa' --gaps 'letter:A=1,*=2' -o x.sam\n"),
              std::string::npos)
        << read("x.sam");
}
