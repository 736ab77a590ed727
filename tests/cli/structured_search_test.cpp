// SPDX-License-Identifier: BSD-3-Clause
/// `vglcs search` with structured patterns: what is taken for one, rows of every format, faults, and the examples of
/// docs/guide/patterns.md.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_letters.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <thread>

using namespace vglcs::test;
using namespace testing;
using namespace std::chrono_literals;

namespace {

using texts = std::vector<std::string>;

struct structured_search : cli_test
{
    structured_search()
    {
        //                    0         1         2
        //                    0123456789012345678901234567
        write("a.fa", ">one x\nccTTGACAgggggTATAATcccccNN\n>two\nATTATACCCCCTGTCAAG\n");
        write("p.fa", ">box\nTTGACA N{4,6}\nTAWAAT~1\n>plain\nGGGGG\n");
    }
    void expect_refused(texts const & arguments, int code, std::string const & message) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, code) << r.err;
        EXPECT_EQ(r.err, message);
        EXPECT_EQ(r.out, "");
    }
    [[nodiscard]] std::string run(texts const & arguments, std::string const & input = "") const
    {
        cli_run const r = vglcs(arguments, input);
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(r.err, "");
        return r.out;
    }
};

std::string const box = "TTGACA N{4,6} <box:TAWAAT~1>";

} // namespace

TEST_F(structured_search, a_file_is_structured_by_its_signs)
{
    std::string const rows = "one\t2\t19\tbox\t0\t+\t0\t1=2-8/0/0,2=8-13/0/0,3=13-19/0/0\n"
                             "one\t8\t13\tplain\t0\t+\t0\t1=8-13/0/0\n"
                             "one\t19\t24\tplain\t0\t-\t0\t1=19-24/0/0\n"
                             "two\t0\t17\tbox\t0\t-\t0\t1=11-17/0/0,2=6-11/0/0,3=0-6/0/0\n"
                             "two\t6\t11\tplain\t0\t-\t0\t1=6-11/0/0\n";
    std::string const found = run({"search", "a.fa", "p.fa"});
    EXPECT_EQ(found, rows);
    write("p.tsv", "# a comment\nname\tpattern\nbox\tTTGACA N{4,6} TAWAAT~1\nplain\tGGGGG\n");
    EXPECT_EQ(run({"search", "a.fa", "p.tsv"}), found);
    EXPECT_EQ(run({"search", "a.fa", "-"}, read("p.fa")), found);
    EXPECT_EQ(run({"search", "a.fa", "-"}, read("p.tsv")), found);
    write("p.fa.gz", gzip(read("p.fa")));
    EXPECT_EQ(run({"search", "a.fa", "p.fa.gz"}), found);
    EXPECT_EQ(run({"search", "-", "p.fa"}, read("a.fa")), found);
    write("a.fa.gz", gzip(read("a.fa")));
    EXPECT_EQ(run({"search", "a.fa.gz", "p.fa"}), found);
    ASSERT_EQ(vglcs({"index", "a.fa", "-o", "a.vgx"}).code, 0);
    EXPECT_EQ(run({"search", "a.vgx", "p.fa"}), found);
    EXPECT_EQ(run({"search", "a.fa", "p.fa", "--threads", "1"}), found);
}

TEST_F(structured_search, plain_patterns_keep_their_rows)
{
    std::string const rows = "one\t8\t13\tx\t0\t+\n";
    write("x.fa", ">x\nGGGGG\n");
    write("x.fq", "@x\nGGGGG\n+\n~{(<@\n");
    EXPECT_EQ(run({"search", "a.fa", "x.fa", "--strand", "+"}), rows);
    EXPECT_EQ(run({"search", "a.fa", "x.fq", "--strand", "+"}), rows) << "qualities are no signs";
    EXPECT_EQ(run({"search", "a.fa", "-", "--strand", "+"}, ">x\nGGGGG\n"), rows);
    EXPECT_EQ(run({"search", "a.fa", "-", "--strand", "+"}, read("x.fq")), rows);
    std::string many; // more than is looked at before what was read is put back
    for (int k = 0; k < 60'000; ++k)
        many += ">p" + std::to_string(k) + "\nCATCATCATCATCATCAT\n";
    EXPECT_EQ(run({"search", "a.fa", "-", "--strand", "+"}, many + read("x.fa")), rows);
    EXPECT_EQ(run({"search", "a.fa", "--pattern", "GGGGG", "--strand", "+"}), "one\t8\t13\tp1\t0\t+\t0\t1=8-13/0/0\n");
}

TEST_F(structured_search, formats)
{
    texts const base{"search", "a.fa", "--pattern", box, "--strand", "+"};
    auto const with = [&](texts const & more) {
        texts all = base;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    std::string const tsv = "pattern\ttarget\tstrand\tstart\tend\terrors\tindels\telements\n"
                            "p1\tone\t+\t2\t19\t0\t0\t1=2-8/0/0,2=8-13/0/0,box=13-19/0/0\n";
    EXPECT_EQ(run(with({"--format", "tsv"})), tsv);
    std::string const gff = "##gff-version 3\n"
                            "one\tvglcs\tnucleotide_match\t3\t19\t0\t+\t.\tID=hit1;Name=p1;errors=0;indels=0\n"
                            "one\tvglcs\tmatch_part\t3\t8\t0\t+\t.\tParent=hit1;Name=1;errors=0;indels=0\n"
                            "one\tvglcs\tmatch_part\t9\t13\t0\t+\t.\tParent=hit1;Name=2;errors=0;indels=0\n"
                            "one\tvglcs\tmatch_part\t14\t19\t0\t+\t.\tParent=hit1;Name=box;errors=0;indels=0\n";
    EXPECT_EQ(run(with({"--format", "gff3"})), gff);
    EXPECT_EQ(run(with({"--format", "captures"})), "read\tpattern\tstrand\tstart\tend\terrors\tbox\n"
                                                   "one\tp1\t+\t2\t19\t0\tTATAAT\n");
    EXPECT_EQ(run(with({"--format", "fasta"})), ">one\nccTTGACAgggggTATAATcccccNN\n");
    for (auto const & [name, text] : {std::pair{"x.tsv", tsv}, {"x.gff3", gff}, {"x.gff", gff}}) {
        EXPECT_EQ(run(with({"-o", name})), "");
        EXPECT_EQ(read(name), text) << name;
    }
    EXPECT_EQ(run(with({"-o", "x.gff3.gz"})), "");
    EXPECT_EQ(unpacked_file(path("x.gff3.gz").string()), gff);
}

TEST_F(structured_search, reads_with_tags_are_cut_and_turned)
{
    write("list", "ACGT\nGGCC\n");
    write("r.fq", "@a d\nACGTCTTTGATTACAAAC\n+\nABCDEFGHIJKLMNOPQR\n" // exact
                  "@b\nGTTTGTAATCAAAGGGCA\n+\nABCDEFGHIJKLMNOPQR\n"   // the other strand, a letter of the list differs
                  "@c\nTTTTTTTTTTTTTTTTTT\n+\nABCDEFGHIJKLMNOPQR\n"); // none
    texts const base{"search", "r.fq", "--pattern", "^<cb1:@list~1> <umi:N{4}> GATTACA <bc:N{2}> <bc2:N>"};
    auto const with = [&](texts const & more) {
        texts all = base;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    std::string const a = "\tCB:Z:ACGT\tCR:Z:ACGT\tUR:Z:CTTT\tBC:Z:AA-C\n", b = "\tCB:Z:GGCC\tCR:Z:TGCC\tUR:Z:CTTT\t"
                                                                                "BC:Z:AA-C\n";
    EXPECT_EQ(run(with({"--format", "fastq"})), "@a" + a + "ACGTCTTTGATTACAAAC\n+\nABCDEFGHIJKLMNOPQR\n@b" + b +
                                                    "TGCCCTTTGATTACAAAC\n+\nRQPONMLKJIHGFEDCBA\n");
    EXPECT_EQ(run(with({"--format", "fasta", "--cut", "match"})),
              ">a" + a + "ACGTCTTTGATTACAAAC\n>b" + b + "TGCCCTTTGATTACAAAC\n");
    EXPECT_EQ(run(with({"--format", "captures"})),
              "read\tpattern\tstrand\tstart\tend\terrors\tcb1\tcb1_word\tcb1_errors\tcb1_runner_up\tumi\tbc\tbc2\n"
              "a\tp1\t+\t0\t18\t0\tACGT\tACGT\t0\t.\tCTTT\tAA\tC\n"
              "b\tp1\t-\t0\t18\t1\tTGCC\tGGCC\t1\t.\tCTTT\tAA\tC\n");
    texts const middle{"search", "r.fq", "--pattern", "<u:N{4}> GATTACA", "--format", "fastq"};
    for (auto const & [cut, text] : {std::pair{"before", "@a\nACGT\n+\nABCD\n@b\nTGCC\n+\nRQPO\n"},
                                     {"after", "@a\nAAC\n+\nPQR\n@b\nAAC\n+\nCBA\n"},
                                     {"match", "@a\nCTTTGATTACA\n+\nEFGHIJKLMNO\n@b\nCTTTGATTACA\n+\nNMLKJIHGFED\n"}})
    {
        texts all = middle;
        all.insert(all.end(), {"--cut", cut});
        EXPECT_EQ(run(all), text) << cut;
    }
}

TEST_F(structured_search, which_hits)
{
    write("t.fa", ">t\nAACAACAAGTTTTTTTTTTTTAACAACATT\n");
    texts const base{"search", "t.fa", "--pattern", "AACAACAAG~1,0,1", "--strand", "+"};
    auto const rows = [&](texts const & more) {
        texts all = base;
        all.insert(all.end(), more.begin(), more.end());
        std::string const out = run(all);
        return std::ranges::count(out, '\n');
    };
    EXPECT_GT(rows({}), 2);
    EXPECT_EQ(rows({"--hits", "all"}), rows({}));
    EXPECT_EQ(rows({"--hits", "distinct"}), 2);
    EXPECT_EQ(rows({"--hits", "best"}), 1);
}

TEST_F(structured_search, faults)
{
    expect_refused({"search", "a.fa", "--pattern", "TTGACA~1 N{15,Q} TATAAT"}, 2,
                   "--pattern: column 15: 'Q' is no number: give the letters of a spacer\n"
                   "  TTGACA~1 N{15,Q} TATAAT\n                ^\n");
    write("bad.fa", ">a\nACG~1\n>b\nACGT\nN{5,} AA\n");
    expect_refused({"search", "a.fa", "bad.fa"}, 2,
                   "bad.fa:3: column 10: a spacer without end: give its largest length, as in N{5,15}\n"
                   "  ACGT N{5,} AA\n           ^\n");
    expect_refused(
        {"search", "a.fa", "--pattern", "ACGT~4"}, 2,
        "--pattern: column 1: an element of 4 letters other than N with 4 mismatches and 0 deletions matches "
        "everywhere: allow fewer, or write a spacer N{lo,hi}\n  ACGT~4\n  ^\n");
    expect_refused({"search", "a.fa"}, 2, "PATTERNS: none given: name a file, or use --pattern\n");
    expect_refused({"search", "a.fa", "p.fa", "--pattern", "ACG"}, 2, "PATTERNS and --pattern: give one of them\n");
    expect_refused({"search", "a.fa", "--pattern", box, "--max-mismatch", "1"}, 2,
                   "--max-mismatch 1: structured patterns say it themselves, as in TTGACA~1: leave it out\n");
    expect_refused({"search", "a.fa", "--pattern", box, "--method", "index"}, 2,
                   "--method index: structured patterns are found by a scan: leave it out\n");
    expect_refused({"search", "a.fa", "--pattern", box, "--format", "sam"}, 2,
                   "--format sam: not one of bed, tsv, gff3, captures, fasta, fastq\n");
    expect_refused({"search", "a.fa", "--pattern", box, "--hits", "some"}, 2,
                   "--hits some: not one of all, distinct, best\n");
    expect_refused({"search", "a.fa", "--pattern", box, "--format", "fastq"}, 2,
                   "--format fastq: a.fa has no qualities: use --format fasta\n");
    expect_refused({"search", "a.fa", "--pattern", box, "--format", "fasta", "--hits", "all"}, 2,
                   "--hits all: fasta has each read once, with its best hit: leave it out\n");
    expect_refused({"search", "a.fa", "--pattern", box, "--cut", "after"}, 2,
                   "--cut after: bed has no reads: use --format fastq or fasta\n");
    expect_refused({"search", "a.fa", "--pattern", "GG @none~1"}, 3,
                   "none: no such file: check the name and the folder\n");
    write("list", "ACGT\nACXT\n");
    expect_refused({"search", "a.fa", "--pattern", "GG @list~1"}, 3,
                   "list:2: word 'ACXT': not 1 to 10000 letters of A C G T U: put such words in the first column\n");
    write("p.faa", ">p\nMKVLAWMKVL\n");
    expect_refused({"search", "p.faa", "--pattern", "ACG~1"}, 2,
                   "search: structured patterns are of nucleotides, the text is protein: use plain patterns\n");
    expect_refused({"search", "a.fa", "--pattern", "GG @list~1", "-o", "list"}, 2,
                   "-o list: is the input list: choose another output file\n");
    write("x.fa", ">x\nGGGGG\n");
    expect_refused({"search", "a.fa", "x.fa", "--hits", "best"}, 2,
                   "--hits: plain patterns have none: it belongs to patterns with any of { ~ < ( @, or --pattern\n");
}

TEST_F(structured_search, a_bad_text_leaves_no_output)
{
    write("bad.fa", ">a\n" + std::string(30, 'A') + "\n>b\nAC!G\n");
    cli_run const r = vglcs({"search", "bad.fa", "--pattern", "CCC~1", "-o", "x.bed"});
    EXPECT_EQ(r.code, 3);
    EXPECT_THAT(r.err, HasSubstr("bad.fa:4"));
    EXPECT_FALSE(exists("x.bed"));
}

TEST_F(structured_search, hits_beyond_the_memory)
{
    write("long.fa", ">t\n" + std::string(1'000'000, 'A') + "\n");
    cli_run const r = vglcs({"search", "long.fa", "--pattern", "AA N{1,1000} AA", "--max-memory", "64M", "-o", "out"});
    EXPECT_EQ(r.code, 4) << r.err;
    EXPECT_THAT(r.err, HasSubstr("raise --max-memory"));
    EXPECT_FALSE(exists("out"));
}

TEST_F(structured_search, a_list_beyond_the_memory)
{
    std::string words;
    for (unsigned k = 0; k < 40'000; ++k) {
        std::string word;
        for (unsigned bits = k; word.size() < 16; bits >>= 2)
            word += "ACGT"[bits & 3];
        words += word + "\n";
    }
    write("list", words);
    cli_run const r = vglcs({"search", "a.fa", "--pattern", "GG @list~1", "--max-memory", "16M", "-o", "out"});
    EXPECT_EQ(r.code, 4);
    EXPECT_THAT(r.err, AllOf(StartsWith("list:"), EndsWith(": raise --max-memory\n")));
    EXPECT_FALSE(exists("out"));
}

TEST_F(structured_search, an_interrupt_ends_it_and_leaves_no_file)
{
    // every place of the text is looked up in a list that is long and near to all of them
    std::string words;
    for (unsigned k = 0; k < 1'024; ++k) {
        for (unsigned n = 0, bits = k; n < 5; ++n, bits >>= 2)
            words += "ACGT"[bits & 3];
        words += "ACGTA\n";
    }
    write("list", words);
    write("t.fa", ">t\n" + made_letters(40'000'000, 5) + "\n");
    texts const arguments{"search", "t.fa", "--pattern", "A @list~3,1,1", "--hits", "best", "-o", "x.bed"};
    pid_t const child = start(arguments);
    std::this_thread::sleep_for(1500ms);
    auto const sent = std::chrono::steady_clock::now();
    kill(child, SIGINT);
    cli_run const r = wait(child);
    EXPECT_LT(std::chrono::steady_clock::now() - sent, 1s);
    EXPECT_EQ(r.code, 130) << r.err;
    EXPECT_EQ(names(), (texts{"a.fa", "list", "p.fa", "t.fa"}));
}

// ---- docs/guide/patterns.md

TEST_F(structured_search, guide_promoter_boxes)
{
    EXPECT_EQ(run({"search", VGLCS_DATA "/lambda.fa", "--pattern", "TTGACA~1 N{15,19} TATAAT~1", "--strand", "+"}),
              "gi|9626243|ref|NC_001416.1|\t25906\t25937\tp1\t2\t+\t0\t1=25906-25912/1/0,2=25912-25931/0/0,"
              "3=25931-25937/1/0\n"
              "gi|9626243|ref|NC_001416.1|\t37987\t38016\tp1\t2\t+\t0\t1=37987-37993/1/0,2=37993-38010/0/0,"
              "3=38010-38016/1/0\n"
              "gi|9626243|ref|NC_001416.1|\t47012\t47041\tp1\t2\t+\t0\t1=47012-47018/1/0,2=47018-47035/0/0,"
              "3=47035-47041/1/0\n");
}

TEST_F(structured_search, guide_primer_pair)
{
    EXPECT_EQ(run({"search", VGLCS_DATA "/lambda.fa", "--pattern",
                   "<fwd:TTCTCATGCTGAAAACGTGG~2 strict3=5> N{100,1000} ~rc(TCTGCATCAGCACATCATCT~2 strict3=5)"}),
              "gi|9626243|ref|NC_001416.1|\t10000\t10400\tp1\t0\t+\t0\tfwd=10000-10020/0/0,2=10020-10380/0/0,"
              "3=10380-10400/0/0\n");
}

TEST_F(structured_search, guide_crispr_bulges)
{
    texts const base{"search", VGLCS_DATA "/lambda.fa", "--format", "tsv", "--hits", "distinct", "--pattern"};
    auto const rows = [&](std::string const & pattern) {
        texts all = base;
        all.push_back(pattern);
        std::string const out = run(all);
        return out.substr(out.find('\n') + 1);
    };
    EXPECT_EQ(rows("<guide:GCAGACGCGAAGAAATCAGC~2,1,1> <pam:NGG>"),
              "p1\tgi|9626243|ref|NC_001416.1|\t+\t20021\t20044\t0\t0\tguide=20021-20041/0/0,pam=20041-20044/0/0\n");
    EXPECT_EQ(rows("<guide:GCAGACGCGTAAGAAATCAGC~2,1,1> <pam:NGG>"), // a letter more: a bulge of the guide
              "p1\tgi|9626243|ref|NC_001416.1|\t+\t20021\t20044\t1\t1\tguide=20021-20041/1/1,pam=20041-20044/0/0\n");
    EXPECT_EQ(rows("<guide:GCAGACGCGAAGAATCAGC~2,1,1> <pam:NGG>"), // a letter less: a bulge of the genome
              "p1\tgi|9626243|ref|NC_001416.1|\t+\t20021\t20044\t1\t1\tguide=20021-20041/1/1,pam=20041-20044/0/0\n");
}

TEST_F(structured_search, guide_restriction_pair)
{
    // EcoRI and BamHI of the map of lambda: G/AATTC behind 21226 26104 31747 39168 44972, G/GATCC behind 5505 22346
    // 27972 34499 41732
    EXPECT_EQ(run({"search", VGLCS_DATA "/lambda.fa", "--pattern", "GAATTC N{1000,6000} GGATCC", "--strand", "+"}),
              "gi|9626243|ref|NC_001416.1|\t21225\t22351\tp1\t0\t+\t0\t1=21225-21231/0/0,2=21231-22345/0/0,"
              "3=22345-22351/0/0\n"
              "gi|9626243|ref|NC_001416.1|\t26103\t27977\tp1\t0\t+\t0\t1=26103-26109/0/0,2=26109-27971/0/0,"
              "3=27971-27977/0/0\n"
              "gi|9626243|ref|NC_001416.1|\t31746\t34504\tp1\t0\t+\t0\t1=31746-31752/0/0,2=31752-34498/0/0,"
              "3=34498-34504/0/0\n"
              "gi|9626243|ref|NC_001416.1|\t39167\t41737\tp1\t0\t+\t0\t1=39167-39173/0/0,2=39173-41731/0/0,"
              "3=41731-41737/0/0\n");
}

TEST_F(structured_search, guide_droplet_reads)
{
    write("cells.txt", "AAACCTGAGAAACCAT\nAAACCTGAGAAACCGC\nTTTGTCATCTTTAGTC\n");
    write("R1.fq", "@r1\nAAACCTGAGAAACCATGGCATTACGTAA\n+\nIIIIIIIIIIIIIIIIIIIIIIIIIIII\n"
                   "@r2\nTTTGTCATCTTAAGTCCCCTTTAAAGGG\n+\nIIIIIIIIIIIIIIIIIIIIIIIIIIII\n"
                   "@r3\nGGGGGGGGGGGGGGGGCCCTTTAAAGGG\n+\nIIIIIIIIIIIIIIIIIIIIIIIIIIII\n");
    EXPECT_EQ(run({"search", "R1.fq", "--pattern", "^<cb:@cells.txt~1> <umi:N{12}>", "--strand", "+", "--format",
                   "captures"}),
              "read\tpattern\tstrand\tstart\tend\terrors\tcb\tcb_word\tcb_errors\tcb_runner_up\tumi\n"
              "r1\tp1\t+\t0\t28\t0\tAAACCTGAGAAACCAT\tAAACCTGAGAAACCAT\t0\t.\tGGCATTACGTAA\n"
              "r2\tp1\t+\t0\t28\t1\tTTTGTCATCTTAAGTC\tTTTGTCATCTTTAGTC\t1\t.\tCCCTTTAAAGGG\n");
}

TEST_F(structured_search, guide_split_pool_reads)
{
    write("wells.txt", "AACGTGAT\nAAACATCG\nATGCCTAA\n");
    std::string const one = "GTGGCCGATGTTTCGCATCGGCGTACGACT", two = "ATCCACGTGCTTGAGACTGTGG";
    write("R2.fa", ">exact\nGGGTTTCCCA"
                   "AACGTGAT" +
                       one + "AAACATCG" + two +
                       "ATGCCTAA\n"
                       ">lost\nGGGTTTCCCA"
                       "AACGTAT" +
                       one + "AAACATCG" + two +
                       "ATGCCTAA\n" // a letter of the barcode
                       ">more\nGGGTTTCCCA"
                       "AACGTGAT" +
                       one.substr(0, 9) + "T" + one.substr(9) + "AAACATCG" + two +
                       "ATGCCTTA\n"); // one more in the linker, one other in the last barcode
    EXPECT_EQ(
        run({"search", "R2.fa", "--strand", "+", "--format", "captures", "--pattern",
             "^<umi:N{10}> <cb3:@wells.txt~1,1,1> " + one + "~2,1,1 <cb2:@wells.txt~1,1,1> " + two +
                 "~2,1,1 <cb1:@wells.txt~1,1,1>"}),
        "read\tpattern\tstrand\tstart\tend\terrors\tumi\tcb3\tcb3_word\tcb3_errors\tcb3_runner_up\tcb2\tcb2_word\t"
        "cb2_errors\tcb2_runner_up\tcb1\tcb1_word\tcb1_errors\tcb1_runner_up\n"
        "exact\tp1\t+\t0\t86\t0\tGGGTTTCCCA\tAACGTGAT\tAACGTGAT\t0\t.\tAAACATCG\tAAACATCG\t0\t.\tATGCCTAA\t"
        "ATGCCTAA\t0\t.\n"
        "lost\tp1\t+\t0\t85\t1\tGGGTTTCCCA\tAACGTAT\tAACGTGAT\t1\t.\tAAACATCG\tAAACATCG\t0\t.\tATGCCTAA\t"
        "ATGCCTAA\t0\t.\n"
        "more\tp1\t+\t0\t87\t2\tGGGTTTCCCA\tAACGTGAT\tAACGTGAT\t0\t.\tAAACATCG\tAAACATCG\t0\t.\tATGCCTTA\t"
        "ATGCCTAA\t1\t.\n");
}
