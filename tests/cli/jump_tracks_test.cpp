// SPDX-License-Identifier: BSD-3-Clause
/// Jumps and leaving costs from files on the command line: in runs, beside them, and as `gaps` shows them.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

texts with(texts words, texts const & more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Two exons of a gene with an intron of 40 letters, at 30..70 of 110, and their transcript.
struct jump_tracks : cli_test
{
    jump_tracks()
    {
        std::string const one = made_letters(30, 1), two = made_letters(40, 2);
        write("t.fa", ">t\n" + one + made_letters(40, 7) + two + "\n");
        write("q.fa", ">q\n" + one + two + "\n");
        write("genes.gff3", "t\t.\texon\t1\t30\t.\t.\t.\t.\nt\t.\texon\t71\t110\t.\t.\t.\t.\n");
    }

    [[nodiscard]] std::string good(texts const & arguments) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        return r.out;
    }
    /// The score of the one row.
    [[nodiscard]] std::string score(texts const & options) const
    {
        return column(good(with({"align", "q.fa", "t.fa", "--gaps", "2", "--format", "tsv", "--skip", "1", "--quiet"},
                                options)),
                      "score")
            .at(0);
    }
    void expect_refused(texts const & arguments, int code, std::string const & message) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, code) << message;
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(r.err, message);
    }
};

} // namespace

TEST_F(jump_tracks, every_format_gives_jumps)
{
    write("j.bedgraph", "t\t70\t71\t20..5000@5\n");
    write("j.gaps", ">t\n.x70 20..5000@5 .x39\n");
    write("j.bed", "t\t70\t71\n");
    write("l.bedgraph", "t\t30\t31\t2\nt\t31\t110\tx\n");
    for (std::string const spec : {"j.bedgraph", "j.gaps", "j.bed:20..5000@5", "genes.gff3:exon^=20..5000@5"}) {
        EXPECT_EQ(score({"--jump", spec}), "65") << spec;
        EXPECT_EQ(score({"--jump", spec, "--leave", "5", "--leave", "genes.gff3:exon$=3"}), "62") << spec;
        EXPECT_EQ(score({"--jump", spec, "--leave", "l.bedgraph"}), "63") << spec;
    }
    EXPECT_EQ(score({"--jump", "5@30", "--jump", "j.bedgraph"}), "65");
    EXPECT_NE(score({"--jump", "j.bedgraph", "--leave", "genes.gff3:exon$=x"}), "65");
    EXPECT_EQ(vglcs_with({.input = "t\t70\t71\t20..5000@5\n"},
                         {"align", "q.fa", "t.fa", "--gaps", "2", "--format", "paf", "--jump", "bedgraph:-"})
                  .code,
              0);
}

TEST_F(jump_tracks, of_a_query_on_the_other_strand)
{
    std::string const options = "genes.gff3:exon^=20..5000@5";
    write("rc.fa", "");
    texts const base{"align", "t.fa", "q.fa", "--gaps", "2", "--format", "tsv", "--skip", "1", "--jump-a", options};
    EXPECT_EQ(column(good(base), "score"), texts{"65"});
    // the transcript of the other strand: the gene is read on -, where exons begin at their ends
    std::string turned = read("q.fa").substr(3);
    turned.pop_back();
    std::ranges::reverse(turned);
    for (char & c : turned)
        c = c == 'A' ? 'T' : c == 'C' ? 'G' : c == 'G' ? 'C' : 'A';
    write("q.fa", ">q\n" + turned + "\n");
    std::string const row = good(with(base, {"--strand", "both", "--leave-a", "5", "--leave-a", "genes.gff3:exon$=3"}));
    EXPECT_EQ(column(row, "strand"), texts{"-"});
    EXPECT_EQ(column(row, "score"), texts{"62"});
}

TEST_F(jump_tracks, sidecars)
{
    write("t.fa.bedgraph",
          "#vglcs limits\nt\t0\t110\t2\n#vglcs jumps\nt\t70\t71\t20..5000@5\n#vglcs leaving\nt\t30\t31\t3\n");
    EXPECT_EQ(score({"--jump", "sidecar"}), "65");
    EXPECT_EQ(score({"--jump", "sidecar", "--leave", "5", "--leave", "sidecar"}), "62");
    cli_run const bare =
        vglcs({"align", "q.fa", "t.fa", "--gaps", "--jump", "sidecar", "--skip", "1", "--format", "tsv"});
    EXPECT_EQ(bare.err, "note: q.fa: no sidecar with limits: every limit is 10\nnote: t.fa: limits from "
                        "t.fa.bedgraph\n");
    EXPECT_EQ(column(bare.out, "score"), texts{"65"});
    expect_refused({"align", "q.fa", "t.fa", "--jump-a", "sidecar"}, 2,
                   "--jump-a sidecar: q.fa has none: name a file, or lay q.fa.bedgraph beside it\n");
    // of several files each has its own
    write("u.fa", ">u\n" + made_letters(50, 3) + "\n");
    write("u.gaps", "#vglcs jumps\n>u\n9@1x50\n");
    write("list.tsv", "q.fa\tt.fa\nq.fa\tu.fa\n");
    texts const both{"batch", "--pairs", "list.tsv", "--gaps-a", "2",      "--gaps-b",
                     "2",     "--skip",  "1",        "--jump",   "sidecar"};
    EXPECT_EQ(column(good(both), "score").at(0), "65");
    write("u.gaps", "#vglcs jumps\n>u\n9@1x49\n");
    EXPECT_EQ(vglcs(both).code, 3) << "the second file's own is read";
}

TEST_F(jump_tracks, faults_are_said_before_the_work)
{
    write("bad.bedgraph", "t\t0\t5\t3@1\nt\t5\t9\t9..2@1\n");
    write("far.bedgraph", "t\t0\t111\t3@1\n");
    write("other.bedgraph", "s\t0\t10\t3@1\n");
    texts const base{"align", "q.fa", "t.fa", "--gaps", "2"};
    expect_refused(with(base, {"--jump", "bad.bedgraph"}), 3,
                   "bad.bedgraph:2: jump '9..2@1' has LO above HI: write the smaller number first\n");
    expect_refused(with(base, {"--jump", "far.bedgraph"}), 3,
                   "far.bedgraph:1: end 111 is beyond record t, which has 110 letters: check the coordinates and the "
                   "sequence file\n");
    expect_refused(with(base, {"--jump", "other.bedgraph"}), 3,
                   "other.bedgraph:1: s is no record of the sequence file, which begins with t: nothing of the track "
                   "applies: name the record by --rename 's=t'\n");
    EXPECT_EQ(vglcs(with(base, {"--jump", "other.bedgraph", "--rename", "s=t", "--quiet"})).code, 0);
    expect_refused(with(base, {"--jump", "j.bed"}), 2,
                   "--jump j.bed: which jump inside the intervals of j.bed: write as in FILE.bed:20..5000@5\n");
    expect_refused(with(base, {"--jump", "5@1", "--leave", "genes.gff3"}), 2,
                   "--leave genes.gff3: which features of genes.gff3: write as in FILE.gff3:exon$=0\n");
    expect_refused(with(base, {"--jump", "bedgraph:-", "--leave", "bedgraph:-"}), 2,
                   "-: more than one SPEC reads it, which standard input and pipes cannot be: give a file\n");
    cli_run const twice = vglcs({"align", "-", "t.fa", "--jump", "bedgraph:-"}, ">q\nACGT\n");
    EXPECT_EQ(twice.code, 2);
    EXPECT_EQ(twice.err, "-: standard input is a sequence file already: give a file for one of them\n");
    write("keep.bedgraph", "t\t0\t10\t3@1\n");
    expect_refused(with(base, {"--jump", "keep.bedgraph", "-o", "keep.bedgraph"}), 2,
                   "-o keep.bedgraph: is the input keep.bedgraph: choose another output file\n");
}

TEST_F(jump_tracks, gaps_shows_all_kinds_and_reads_them_back)
{
    texts const options{
        "--jump", "30@9", "--jump", "genes.gff3:exon^=20..5000@5", "--leave", "genes.gff3:exon=x,exon$=3"};
    std::string const all = good(with({"gaps", "t.fa", "2"}, options));
    EXPECT_EQ(all,
              "#vglcs limits\nt\t0\t110\t2\n#vglcs jumps\nt\t0\t1\t20..5000@5\nt\t1\t70\t30@9\nt\t70\t71\t20..5000@5\n"
              "t\t71\t110\t30@9\n#vglcs leaving\nt\t0\t30\tx\nt\t30\t31\t3\nt\t31\t70\t0\nt\t70\t110\tx\n");
    write("all.bedgraph", all);
    texts const again{"--jump", "all.bedgraph", "--leave", "all.bedgraph"};
    EXPECT_EQ(good(with({"gaps", "t.fa", "all.bedgraph"}, again)), all);
    texts const run{"align", "q.fa", "t.fa", "--skip", "1", "--format", "paf", "--gaps-a", "2", "--gaps-b"};
    EXPECT_EQ(good(with(with(run, {"2"}), options)), good(with(with(run, {"all.bedgraph"}), again))) << "digests, too";
    std::string const jumps = all.substr(all.find("#vglcs jumps"));
    EXPECT_EQ(good(with({"gaps", "t.fa"}, options)), jumps);
    EXPECT_EQ(good(with({"gaps", "t.fa"}, {"--jump-a", "30@9", "--jump-a", options[3], "--leave-a", options[5]})),
              jumps);
    EXPECT_EQ(good({"gaps", "t.fa", "--jump", "3@1", "--strand", "-", "--match", "3", "--skip", "2"}),
              "#vglcs jumps\nt\t0\t110\t3@1\n#vglcs leaving\nt\t0\t110\t0\n");
    EXPECT_EQ(good({"gaps", "t.fa", "--jump", "genes.gff3:exon^=3@5", "--leave", "7", "--transcript", "-", "--quiet"}),
              "#vglcs jumps\nt\t0\t110\t3@7\n#vglcs leaving\nt\t0\t1\t5\nt\t1\t30\tx\nt\t30\t31\t5\nt\t31\t110\tx\n");
    write("two.fa", ">t\n" + made_letters(110, 1) + "\n>u\nACGT\n");
    write("two.bedgraph", good({"gaps", "two.fa", "2", "--jump", "after:AG=9@1"}));
    EXPECT_EQ(good({"gaps", "two.fa", "two.bedgraph", "--jump", "two.bedgraph"}), read("two.bedgraph"));
}

TEST_F(jump_tracks, gaps_refuses)
{
    expect_refused({"gaps", "t.fa"}, 2, "gaps: there is nothing to show: give a SPEC of limits, or --jump\n");
    expect_refused({"gaps", "t.fa", ""}, 2, "SPEC '': a limit is missing: write a whole number, LO..HI, inf or x\n");
    expect_refused({"gaps", "t.fa", "--leave", "3"}, 2,
                   "--leave 3: there is no jump that could leave: give --jump, too\n");
    expect_refused({"gaps", "t.fa", "--jump", "3@1", "--jump-a", "3@1"}, 2,
                   "--jump-a: one file is shown, and --jump gives jumps already: leave one of them out\n");
    expect_refused({"gaps", "t.fa", "--jump", "3@1", "--transcript", "both"}, 2,
                   "--transcript both: letters are shown for one direction: use + or -\n");
    expect_refused({"gaps", "t.fa", "3", "--strand", "both"}, 2,
                   "--strand both: letters are shown for one direction: use + or -\n");
    expect_refused({"gaps", "t.fa", "3", "--skip", "-1"}, 2,
                   "--skip -1: not within 0..2147483647: give a whole number of them\n");
}

TEST_F(jump_tracks, limits_take_sites_and_several_specs)
{
    write("s.fa", ">s\nAAGGTN\n");
    EXPECT_EQ(good({"gaps", "s.fa", "after:AG=50,at:GT=x,*=2"}), "s\t0\t3\t2\ns\t3\t4\t50\ns\t4\t6\t2\n");
    EXPECT_EQ(good({"align", "q.fa", "t.fa", "--gaps-a", "2", "--gaps-b", "2", "--gaps-b", "genes.gff3:exon^=40",
                    "--format", "tsv"}),
              good({"align", "q.fa", "t.fa", "--gaps-a", "2", "--gaps-b", "genes.gff3:exon^=40", "--gap-default", "2",
                    "--format", "tsv"}));
    EXPECT_EQ(good({"align", "q.fa", "t.fa", "--gaps", "9", "--gaps", "2", "--format", "tsv"}),
              good({"align", "q.fa", "t.fa", "--gaps", "2", "--format", "tsv"}));
    expect_refused({"align", "q.fa", "t.fa", "--gaps", "2", "--gaps-b", "at:GE=3"}, 2,
                   "--gaps-b at:GE=3: 'E' of the motif GE is no IUPAC code: write letters of ACGTURYSWKMBDHVN\n");
}
