// SPDX-License-Identifier: BSD-3-Clause
/// Annotation as people have it: endings of GFF, tracks from pipes, circular records, encoded names, empty intervals,
/// and the --rename that a message proposes.
#include "cli.hpp"

#include "gzip.hpp"

using namespace vglcs::test;

namespace {

struct annotation : cli_test
{
    annotation() { write("g.fa", ">plasmid\nACGTACGTACGT\n>other\nACGT\n"); }

    [[nodiscard]] cli_run gaps(std::string const & spec, std::string const & input = "") const
    {
        return vglcs({"gaps", "g.fa", spec}, input);
    }
    void expect_limits(cli_run const & r, std::string const & plasmid) const
    {
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(r.out, plasmid + "other\t0\t4\tinf\n");
    }
};

std::string const feature = "plasmid\tme\tgene\t3\t5\t.\t+\t.\tID=g1\n";
std::string const limits = "plasmid\t0\t2\tinf\nplasmid\t2\t5\t4\nplasmid\t5\t12\tinf\n";

} // namespace

TEST_F(annotation, gff_is_gff3_and_gtf_is_read_packed_or_not)
{
    write("x.gff", "##gff-version 3\n" + feature + "##FASTA\n>plasmid\nACGT\n");
    write("x.gff.gz", bgzip(feature));
    write("x.gtf", "#!genome-build me\nplasmid\tme\tgene\t3\t5\t.\t+\t.\tgene_id \"g1\"; gene_name \"a;b\";\n");
    write("x.GTF.gz", gzip(read("x.gtf")));
    for (std::string const file : {"x.gff", "x.gff.gz", "x.gtf", "x.GTF.gz"})
        expect_limits(gaps(file + ":gene=4"), limits);
}

TEST_F(annotation, a_format_in_front_of_a_path_names_it)
{
    write("noending", feature);
    expect_limits(gaps("gff3:noending:gene=4"), limits);
    expect_limits(gaps("gtf:noending:gene=4"), limits);
    expect_limits(gaps("gff3:/dev/stdin:gene=4", feature), limits);
    expect_limits(gaps("gff3:-:gene=4", feature), limits);
    expect_limits(gaps("bed:/dev/stdin:4", "plasmid\t2\t5\n"), limits);
    expect_limits(gaps("bed:/dev/stdin", gzip("plasmid\t2\t5\tname\t4\n")), limits);
    expect_limits(gaps("bedgraph:-", "plasmid\t2\t5\t4\n"), limits);
    write("strange:name", "plasmid\t2\t5\t4\n");
    expect_limits(gaps("bedgraph:strange:name"), limits);
    cli_run const gaps_track = gaps("gaps:-", ">plasmid\ninfx2 4x3 infx7\n>other\ninfx4\n");
    expect_limits(gaps_track, limits);
    cli_run const unnamed = gaps("noending");
    EXPECT_EQ(unnamed.code, 2);
    EXPECT_NE(unnamed.err.find("as in bed:PATH"), std::string::npos) << unnamed.err;
    cli_run const missing = gaps("bed:nosuch:4");
    EXPECT_EQ(missing.code, 3);
    EXPECT_EQ(missing.err, "nosuch: no such file: check the name and the folder\n");
    EXPECT_EQ(gaps("bed:").code, 2);
}

TEST_F(annotation, a_pipe_serves_both_sides)
{
    cli_run const r = vglcs({"align", "g.fa", "g.fa", "--gaps", "bed:-:1", "--format", "json"}, "plasmid\t0\t12\n");
    EXPECT_EQ(r.code, 0) << r.err;
    write("t.bed", "plasmid\t0\t12\n");
    cli_run const file = vglcs({"align", "g.fa", "g.fa", "--gaps", "t.bed:1", "--format", "json"});
    auto const digest = [](std::string const & row) { return row.substr(row.find("limits_digest"), 60); };
    EXPECT_EQ(digest(r.out), digest(file.out));
    EXPECT_EQ(vglcs({"align", "-", "g.fa", "--gaps-b", "bed:-:1"}, ">a\nACGT\n").code, 2);
}

TEST_F(annotation, features_of_a_circular_record_go_on_from_its_first_letter)
{
    std::string const landmark = "plasmid\tme\tregion\t1\t12\t.\t.\t.\tID=plasmid;Is_circular=true;Note=x\n";
    std::string const round = "plasmid\tme\tgene\t11\t15\t.\t+\t.\tID=g\n";
    write("c.gff3", landmark + round);
    expect_limits(gaps("c.gff3:gene=4"), "plasmid\t0\t3\t4\nplasmid\t3\t10\tinf\nplasmid\t10\t12\t4\n");
    write("late.gff3", round + landmark); // the landmark may come behind
    expect_limits(gaps("late.gff3:gene=4"), "plasmid\t0\t3\t4\nplasmid\t3\t10\tinf\nplasmid\t10\t12\t4\n");
    // the first base as read: 11 on +, 15, which is 3, on -
    expect_limits(gaps("c.gff3:gene^=7"), "plasmid\t0\t10\tinf\nplasmid\t10\t11\t7\nplasmid\t11\t12\tinf\n");
    cli_run const back = vglcs({"gaps", "g.fa", "c.gff3:gene^=7", "--strand", "-"});
    EXPECT_EQ(back.out, "plasmid\t0\t9\tinf\nplasmid\t9\t10\t7\nplasmid\t10\t12\tinf\nother\t0\t4\tinf\n") << back.err;
    // a feature that lies behind the end as a whole
    write("behind.gff3", landmark + "plasmid\tme\tgene\t13\t14\t.\t+\t.\tID=g\n");
    expect_limits(gaps("behind.gff3:gene=4"), "plasmid\t0\t2\t4\nplasmid\t2\t12\tinf\n");
}

TEST_F(annotation, coordinates_beyond_the_end_of_another_record_stay_an_error)
{
    std::string const round = "plasmid\tme\tgene\t11\t15\t.\t+\t.\tID=g\n";
    write("line.gff3", round);
    cli_run const line = gaps("line.gff3:gene=4");
    EXPECT_EQ(line.code, 3);
    EXPECT_TRUE(line.err.starts_with("line.gff3:1: end 15 is beyond record plasmid, which has 12 letters")) << line.err;
    EXPECT_NE(line.err.find("Is_circular=true"), std::string::npos) << line.err;
    std::string const landmark = "plasmid\tme\tregion\t1\t12\t.\t.\t.\tIs_circular=true\n";
    write("twice.gff3", landmark + "plasmid\tme\tgene\t11\t25\t.\t+\t.\tID=g\n");
    EXPECT_TRUE(gaps("twice.gff3:gene=4").err.starts_with("twice.gff3:2: end 25 is more than once round"));
    write("size.gff3", "plasmid\tme\tregion\t1\t10\t.\t.\t.\tIs_circular=true\n" + round);
    EXPECT_TRUE(gaps("size.gff3:gene=4").err.starts_with("size.gff3:2: record plasmid is circular and has 10 letters"));
}

TEST_F(annotation, names_of_gff3_may_be_percent_encoded)
{
    write("g.fa", ">lambda=1;x\nACGT\n");
    write("x.gff3", "lambda%3D1%3bx\tme\tgene\t2\t3\t.\t+\t.\tID=g\n");
    cli_run const r = gaps("x.gff3:gene=4");
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(r.out, "lambda=1;x\t0\t1\tinf\nlambda=1;x\t1\t3\t4\nlambda=1;x\t3\t4\tinf\n");
    write("g.fa", ">lambda%3D1\nACGT\n"); // both files may write it so
    write("x.gff3", "lambda%3D1\tme\tgene\t2\t3\t.\t+\t.\tID=g\n");
    EXPECT_EQ(gaps("x.gff3:gene=4").code, 0);
    write("g.fa", ">50%zz\nACGT\n"); // a % that encodes nothing
    write("x.gff3", "50%zz\tme\tgene\t2\t3\t.\t+\t.\tID=g\n");
    EXPECT_EQ(gaps("x.gff3:gene=4").code, 0);
    write("x.bed", "50%25zz\t1\t2\n"); // BED does not encode
    EXPECT_EQ(gaps("x.bed:1").code, 3);
}

TEST_F(annotation, a_message_proposes_the_record_that_is_meant)
{
    auto const proposal = [&](std::string const & records, std::string const & name) {
        std::string fasta;
        std::istringstream in{records};
        for (std::string record; in >> record;)
            fasta += ">" + record + "\nACGT\n";
        write("g.fa", fasta);
        write("x.bed", name + "\t0\t2\n");
        cli_run const r = gaps("x.bed:1");
        EXPECT_EQ(r.code, 3) << r.err;
        auto const at = r.err.find("--rename '");
        return at == std::string::npos ? r.err : r.err.substr(at + 10, r.err.find('\'', at + 10) - at - 10);
    };
    EXPECT_EQ(proposal("first second", "Second"), "Second=second");
    EXPECT_EQ(proposal("1 2 11", "chr2"), "chr2=2");
    EXPECT_EQ(proposal("chrX chrMT", "MT"), "MT=chrMT");
    EXPECT_EQ(proposal("NC_1.1 NC_2.3", "NC_2"), "NC_2=NC_2.3");
    EXPECT_EQ(proposal("gi|5|ref|NC_2.3| NC_9", "NC_2.3"), "NC_2.3=gi|5|ref|NC_2.3|");
    EXPECT_EQ(proposal("only", "another"), "another=only");
    EXPECT_EQ(proposal("some others", "another"), "another=NAME"); // no guess where none is likely
    EXPECT_EQ(proposal("chr1 Chr1", "1"), "1=NAME");
}

TEST_F(annotation, a_track_whose_intervals_are_all_empty_is_an_error)
{
    write("e.bed", "plasmid\t4\t4\n");
    cli_run const r = gaps("e.bed:1");
    EXPECT_EQ(r.code, 3);
    EXPECT_TRUE(r.err.starts_with("e.bed:1: every interval is empty")) << r.err;
    write("e.bedgraph", "plasmid\t4\t4\t1\nother\t0\t0\t2\n");
    EXPECT_EQ(gaps("e.bedgraph").code, 3);
    write("f.bed", "plasmid\t4\t4\nelsewhere\t1\t5\n"); // what is not empty applies to nothing here
    EXPECT_TRUE(gaps("f.bed:1").err.starts_with("f.bed:1: every interval in a record of the sequence file is empty"));
    write("g.bed", "plasmid\t4\t4\nother\t1\t2\n");
    EXPECT_EQ(gaps("g.bed:1").code, 0);
}
