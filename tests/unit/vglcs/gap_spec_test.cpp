// SPDX-License-Identifier: BSD-3-Clause
#include "gap_spec_fixture.hpp"
#include "gzip.hpp"

#include <filesystem>

using namespace vglcs;
using test::limits;

namespace {

class gap_spec_text : public test::gap_spec_fixture
{
protected:
    template <class Error>
    std::string error_of(std::string_view text)
    {
        return without_folder(test::message_of<Error>([&] { (void)open(text); }));
    }
};

constexpr char none_of_all[] =
    "is none of N, LO..HI, inf, x, letter:A=3,*=2, after:AG=9,*=2, qual, or a file ending in .bedgraph, .bg, "
    ".bed, .gff3, .gff, .gtf or .gaps (each also .gz), or the format in front of it, as in bed:PATH";

} // namespace

TEST_F(gap_spec_text, constants)
{
    for (auto const & [text, limit] : {std::pair{"5", gap_limit{.hi = 5}},
                                       {"2..7", gap_limit{.lo = 2, .hi = 7}},
                                       {"inf", gap_limit{}},
                                       {"x", gap_limit{.blocked = true}},
                                       {"3..inf", gap_limit{.lo = 3}},
                                       {"4294967296", gap_limit{}}})
    {
        gap_spec spec = open(text);
        EXPECT_EQ(spec.text(), text);
        for (strand const direction : {strand::forward, strand::reverse}) {
            gap_limits const got = spec.limits_for(record("a", 4), direction);
            EXPECT_TRUE(got.is_uniform());
            EXPECT_EQ(got, (gap_limits{4, limit}));
        }
        spec.finish();
    }
    EXPECT_TRUE(warnings.empty());
}

TEST_F(gap_spec_text, texts_that_are_no_spec)
{
    for (std::string const text : {"foo", "5.5", "5,6", "quality", "letters:A=3", "missing.txt", "a:b", "Inf", "+5"})
        EXPECT_EQ(error_of<usage_error>(text), "gap SPEC '" + text + "': " + none_of_all);
    EXPECT_EQ(error_of<usage_error>(""), "a limit is missing: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of<usage_error>("-5"), "limit '-5' is negative: write a whole number from 0 on, LO..HI, inf or x");
    EXPECT_EQ(error_of<usage_error>("99999999999999999999"),
              "limit '99999999999999999999' is above 18446744073709551615: write inf where anything may be skipped");
    EXPECT_EQ(error_of<input_error>("9..3"), "limit '9..3' has LO above HI: write the smaller number first");
    EXPECT_EQ(error_of<usage_error>(folder.write("limits.txt", "")),
              "gap SPEC 'limits.txt': the file's name does not tell its format: it must end in .bedgraph, .bg, .bed, "
              ".gff3, .gff, .gtf or .gaps (each also .gz), or the format in front of it, as in bed:PATH");
}

TEST_F(gap_spec_text, files_by_their_ending)
{
    for (char const * const name : {"t.bedgraph", "t.bg", "t.bedGraph", "T.BG", "t.bedgraph.gz", "t.bg.GZ"}) {
        gap_spec spec = open_file(name, "r\t1\t2\t5\n");
        EXPECT_EQ(spec.limits_for(record("r", 3), strand::forward), limits("inf 5 inf")) << name;
    }
    EXPECT_EQ(open_file("t.BED.gz", test::gzip("r\t1\t2\n"), ":5").limits_for(record("r", 3), strand::forward),
              limits("inf 5 inf"));
    EXPECT_EQ(open_file("t.GFF3", "r\t.\te\t2\t2\t.\t.\t.\t.\n", ":e=5").limits_for(record("r", 3), strand::forward),
              limits("inf 5 inf"));
    EXPECT_EQ(open_file("t.Gaps", ">r\n1 5 2").limits_for(record("r", 3), strand::forward), limits("1 5 2"));
}

TEST_F(gap_spec_text, paths_may_hold_colons_commas_and_endings)
{
    folder.make_folder("run:2,a=3.bed");
    for (char const * const name : {"a:b.bed", "a.bed:5.bed", "run:2,a=3.bed/x.bed", "letter:A=3.bed"}) {
        std::string const path = folder.write(name, "r\t1\t2\tn\t7\n");
        EXPECT_EQ(open(path).limits_for(record("r", 3), strand::forward), limits("inf 7 inf")) << name;
        EXPECT_EQ(open(path + ":5").limits_for(record("r", 3), strand::forward), limits("inf 5 inf")) << name;
    }
    // the longest file that exists wins
    std::string const gff3 = "r\t.\texon:a.bed\t2\t2\t.\t.\t.\t.\n";
    EXPECT_EQ(open_file("f.gff3", gff3, ":exon:a.bed=5").limits_for(record("r", 3), strand::forward),
              limits("inf 5 inf"));
    std::string const short_path = folder.write("g.bed", "r\t1\t2\n");
    EXPECT_EQ(open(short_path + ":5").limits_for(record("r", 3), strand::forward), limits("inf 5 inf"));
    folder.write("g.bed:5.gaps", ">r\n9 9 9");
    EXPECT_EQ(open(short_path + ":5.gaps").limits_for(record("r", 3), strand::forward), limits("9 9 9"));
}

TEST_F(gap_spec_text, what_stands_after_a_file)
{
    EXPECT_EQ(error_of<usage_error>(folder.write("t.bedgraph", "r\t0\t1\t5\n") + ":5"),
              "gap SPEC 't.bedgraph:5': ':5' after t.bedgraph: the file holds its limits itself: leave it out");
    EXPECT_EQ(error_of<usage_error>(folder.write("t.gaps", ">r\n5") + ":"),
              "gap SPEC 't.gaps:': ':' after t.gaps: the file holds its limits itself: leave it out");
    std::string const bed = folder.write("t.bed", "r\t0\t1\n");
    EXPECT_EQ(error_of<usage_error>(bed + ":"), "a limit is missing: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of<usage_error>(bed + ":five"), "'five' is no limit: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of<input_error>(bed + ":5..2"), "limit '5..2' has LO above HI: write the smaller number first");
    std::string const gff3 = folder.write("t.gff3", "r\t.\te\t2\t2\t.\t.\t.\t.\n");
    for (std::string const more : {"", ":"})
        EXPECT_EQ(error_of<usage_error>(gff3 + more), "gap SPEC 't.gff3" + more +
                                                          "': which features of t.gff3: write as in "
                                                          "FILE.gff3:exon=5,exon^=50000");
    auto const no_feature = [](std::string const & spec, std::string const & item) {
        return "gap SPEC 't.gff3:" + spec + "': '" + item +
               "' is not TYPE=LIMIT, TYPE^=LIMIT or TYPE$=LIMIT: write as in FILE.gff3:exon=5,exon^=50000";
    };
    EXPECT_EQ(error_of<usage_error>(gff3 + ":exon"), no_feature("exon", "exon"));
    EXPECT_EQ(error_of<usage_error>(gff3 + ":exon=5,"), no_feature("exon=5,", ""));
    EXPECT_EQ(error_of<usage_error>(gff3 + ":=5"), no_feature("=5", "=5"));
    for (std::string const mark : {"^", "$"})
        EXPECT_EQ(error_of<usage_error>(gff3 + ":" + mark + "=5"), "gap SPEC 't.gff3:" + mark + "=5': '" + mark +
                                                                       "=5' has no feature type before " + mark +
                                                                       ": write as in FILE.gff3:exon=5,exon^=50000");
    EXPECT_EQ(error_of<usage_error>(gff3 + ":e$=5,e=4,e$=6"),
              "gap SPEC 't.gff3:e$=5,e=4,e$=6': e$ stands twice: give it one limit");
    EXPECT_EQ(error_of<usage_error>(gff3 + ":e=5,e^=7,e^=8"),
              "gap SPEC 't.gff3:e=5,e^=7,e^=8': e^ stands twice: give it one limit");
    EXPECT_EQ(error_of<usage_error>(gff3 + ":e=z"), "'z' is no limit: write a whole number, LO..HI, inf or x");
}

TEST_F(gap_spec_text, files_that_cannot_be_read)
{
    EXPECT_EQ(error_of<input_error>(folder.path("none.gff3") + ":exon=5"),
              "none.gff3: no such file: check the name and the folder");
    folder.make_folder("d.bed");
    EXPECT_EQ(error_of<input_error>(folder.path("d.bed")), "d.bed: is a directory: name a file in it");
}

TEST_F(gap_spec_text, names_of_other_records)
{
    gap_spec spec = open_file("t.bedgraph", "a\t0\t1\t5\n#\nb\t0\t1\t5\nc\t0\t99\t5\nb\t1\t2\t5\n");
    (void)spec.limits_for(record("a", 3), strand::forward);
    spec.finish();
    EXPECT_EQ(warnings, (std::vector<std::string>{"t.bedgraph:3: names without a record in the sequence file: 2 "
                                                  "(first: b): their lines are not used"}));
}

TEST_F(gap_spec_text, a_track_that_applies_to_nothing)
{
    gap_spec spec = open_file("t.bedgraph", "\n1877523\t0\t1\t5\n");
    EXPECT_NO_THROW(spec.finish()) << "no record was asked for yet";
    EXPECT_EQ(spec.limits_for(record("gi|1877523|", 3), strand::forward), limits("inf inf inf"));
    (void)spec.limits_for(record("another", 3), strand::forward);
    EXPECT_EQ(without_folder(test::message_of<input_error>([&] { spec.finish(); })),
              "t.bedgraph:2: 1877523 is no record of the sequence file, which begins with gi|1877523|: nothing of the "
              "track applies: name the record by --rename '1877523=gi|1877523|'");
    gap_spec more = open_file("t.bedgraph", "A\t0\t1\t5\nB\t0\t1\t5\nC\t0\t1\t5\n");
    (void)more.limits_for(record("a", 3), strand::forward);
    EXPECT_EQ(without_folder(test::message_of<input_error>([&] { more.finish(); })),
              "t.bedgraph:1: A (and 2 more) is no record of the sequence file, which begins with a: nothing of the "
              "track applies: name the record by --rename 'A=a'");
}

TEST_F(gap_spec_text, renamed_records)
{
    options.rename = {{"1877523", "gi|1877523|"}, {"old", "new"}};
    gap_spec spec = open_file("t.bedgraph", "1877523\t0\t1\t5\nold\t0\t1\t6\nnew\t1\t2\t7\n");
    EXPECT_EQ(spec.limits_for(record("gi|1877523|", 2), strand::forward), limits("5 inf"));
    EXPECT_EQ(spec.limits_for(record("new", 2), strand::forward), limits("6 7")) << "both names are the record's now";
    EXPECT_EQ(spec.limits_for(record("old", 2), strand::forward), limits("inf inf"));
    spec.finish();
    EXPECT_TRUE(warnings.empty());

    gap_spec gaps = open_file("t.gaps", ">old\n3 4\n");
    EXPECT_EQ(gaps.limits_for(record("new", 2), strand::forward), limits("3 4"));
    gaps.finish();
    EXPECT_EQ(warnings, (std::vector<std::string>{"--rename 1877523=gi|1877523|: t.gaps does not name 1877523"}));
    EXPECT_EQ(file_error("t.gaps", ">old\n3 4\n>new\n1\n"),
              "t.gaps:3: record new stands here again, first in line 1: one record of limits serves all sequences of "
              "that name: take one out");
}

TEST_F(gap_spec_text, limits_at_sites)
{
    auto const read = [&](std::string_view spec, std::string letters, strand direction = strand::forward) {
        return open(spec).limits_for({.name = "r", .letters = std::move(letters)}, direction);
    };
    EXPECT_EQ(read("after:AG=50,at:GT=x,*=2", "AAGGTN"), limits("2 2 2 50 2 2")) << "the first that matches";
    EXPECT_EQ(read("at:GT=x,after:AG=50,*=2", "AAGGTN"), limits("2 2 2 x 2 2"));
    EXPECT_EQ(read("after:AG=50,at:GT=x,*=2", "AAGTTN"), limits("2 2 x 50 2 2"));
    EXPECT_EQ(read("after:AG=50", "AAGC"), limits("inf inf inf 50")) << "--gap-default elsewhere";
    EXPECT_EQ(read("at:GT=5,*=1", "GTAC"), limits("5 1 1 1"));
    EXPECT_EQ(read("at:GT=5,*=1", "CCAC", strand::reverse), limits("5 1 1 1")) << "GTGG is read";
    options.letters = alphabet::protein;
    EXPECT_EQ(error_of<usage_error>("at:GT=5"),
              "gap SPEC 'at:GT=5': sites are for dna and rna, not for protein: use letter:");
    options.letters = {};
    EXPECT_EQ(error_of<input_error>("at:GT=5..2"), "limit '5..2' has LO above HI: write the smaller number first");
    EXPECT_EQ(error_of<usage_error>("at:GT=5,C=2"),
              "gap SPEC 'at:GT=5,C=2': 'C=2' is none of at:IUPAC=VALUE, after:IUPAC=VALUE, *=VALUE: write one of them");
}

TEST_F(gap_spec_text, a_later_spec_overrides_where_it_says_something)
{
    auto const read = [&](std::vector<std::string> const & specs, strand direction = strand::forward) {
        gap_spec spec{specs, options};
        gap_limits out =
            spec.limits_for({.name = "r", .letters = "ACGTA", .quality = "!!\"\"#", .number = 1}, direction);
        spec.finish();
        return out;
    };
    std::string const track = folder.write("t.bedgraph", "r\t1\t3\t7\n");
    EXPECT_EQ(read({"5", track}), limits("5 7 7 5 5"));
    EXPECT_EQ(read({track, "5"}), limits("5 5 5 5 5"));
    EXPECT_EQ(read({track, "letter:A=1,C=2"}), limits("1 2 7 inf 1"));
    EXPECT_EQ(read({"qual", track, "at:GT=9"}), limits("0 7 9 1 2"));
    EXPECT_EQ(read({"qual", track}, strand::reverse), limits("2 1 7 7 0"));
    EXPECT_EQ(read({track, folder.write("u.gaps", ">r\n1x5\n"), folder.write("v.bed", "r\t0\t2\n") + ":x"}),
              limits("x x 1 1 1"));
    EXPECT_EQ(without_folder(gap_spec{std::vector<std::string>{"5", track}, options}.text()), "5 t.bedgraph");
    EXPECT_TRUE(gap_spec(std::vector<std::string>{"5", "letter:A=2"}, options).can_wait());
    EXPECT_FALSE(gap_spec(std::vector<std::string>{"letter:A=2", track}, options).can_wait());
}

TEST_F(gap_spec_text, specs_can_be_moved)
{
    gap_spec spec = open("5");
    spec = open_file("t.bedgraph", "r\t1\t2\t5\n");
    gap_spec other = std::move(spec);
    EXPECT_EQ(other.limits_for(record("r", 3), strand::forward), limits("inf 5 inf"));
    EXPECT_EQ(without_folder(other.text()), "t.bedgraph");
}

TEST_F(gap_spec_text, nobody_needs_to_hear_warnings)
{
    options.warn = {};
    options.rename = {{"no", "where"}};
    gap_spec spec = open_file("t.bedgraph", "r\t1\t2\t5\nr\t1\t2\t6\ns\t1\t2\t6\n");
    EXPECT_EQ(spec.limits_for(record("r", 3), strand::forward), limits("inf 6 inf"));
    EXPECT_NO_THROW(spec.finish());
}
