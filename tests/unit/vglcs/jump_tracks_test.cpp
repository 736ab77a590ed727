// SPDX-License-Identifier: BSD-3-Clause
/// Jumps and leaving costs from tracks: every format, both strands, what wins on a letter, and what is refused.
#include "gap_spec_fixture.hpp"
#include "gzip.hpp"

#include <vglcs/io/jump_spec.hpp>

using namespace vglcs;

namespace {

using texts = std::vector<std::string>;

class jump_tracks : public test::gap_spec_fixture
{
protected:
    /// "20@5 1..9@3 ." for landing.
    static std::string landing_of(jumps const & given)
    {
        std::string out;
        for (std::size_t k = 0; k < given.size(); ++k) {
            auto const at = given.landing(k);
            out += k ? " " : "";
            out += at ? to_string(gap_limit{.lo = at->lo, .hi = at->hi}) + "@" + std::to_string(at->cost) : ".";
        }
        return out;
    }
    /// "0 4 x" for leaving.
    static std::string leaving_of(jumps const & given)
    {
        std::string out;
        for (std::size_t k = 0; k < given.size(); ++k) {
            auto const at = given.leaving(k);
            out += k ? " " : "";
            out += at ? std::to_string(*at) : "x";
        }
        return out;
    }

    jumps read(texts const & landing, texts const & leaving, std::size_t letters, strand direction = strand::forward,
               strand transcript = strand::forward)
    {
        jump_spec spec{landing, leaving, options};
        sequence const r = record("r", letters);
        spec.expect(r);
        spec.finish();
        return spec.for_record(r, direction, transcript);
    }
    std::string landing(std::string const & spec, std::size_t letters, strand direction = strand::forward)
    {
        return landing_of(read({spec}, {}, letters, direction));
    }
    std::string leaving(std::string const & spec, std::size_t letters, strand direction = strand::forward)
    {
        return leaving_of(read({"."}, {spec}, letters, direction));
    }

    template <class Error>
    std::string error_of(texts const & landing, texts const & leaving = {})
    {
        return without_folder(test::message_of<Error>([&] { (void)jump_spec{landing, leaving, options}; }));
    }
};

std::string gff3(std::string const & type, int start, int end, std::string const & attributes = ".")
{
    return "r\t.\t" + type + "\t" + std::to_string(start) + "\t" + std::to_string(end) + "\t.\t.\t.\t" + attributes +
           "\n";
}

} // namespace

TEST_F(jump_tracks, values_of_every_format)
{
    EXPECT_EQ(landing(folder.write("t.bedgraph", "r\t1\t3\t20..5000@5\nr\t3\t4\tinf@0\nr\t4\t5\t.\n"), 6),
              ". 20..5000@5 20..5000@5 inf@0 . .");
    EXPECT_EQ(leaving(folder.write("t.bg.gz", test::gzip("r\t1\t3\t4\nr\t3\t4\tx\n")), 5), "0 4 4 x 0");
    EXPECT_EQ(landing(folder.write("t.gaps", ">r\n5@1x2 . 2..9@3 .x2\n"), 6), "5@1 5@1 . 2..9@3 . .");
    EXPECT_EQ(leaving(folder.write("l.gaps", ">r\n4x2 xx2 0\n"), 5), "4 4 x x 0");
    std::string const bed = folder.write("t.bed", "r\t1\t3\n");
    EXPECT_EQ(landing(bed + ":20..5000@5", 4), ". 20..5000@5 20..5000@5 .");
    EXPECT_EQ(leaving(bed + ":x", 4), "0 x x 0");
    EXPECT_EQ(landing("bed:" + folder.write("sites", "r\t1\t2\n") + ":3@1", 3), ". 3@1 .");
    std::string const features = folder.write("g.gff3", gff3("exon", 2, 4) + gff3("CDS", 3, 3));
    EXPECT_EQ(landing(features + ":exon^=20..5000@5,CDS=9@1", 5), ". 20..5000@5 9@1 . .");
    EXPECT_EQ(leaving(features + ":exon$=0,exon=x", 6), "0 x x x 0 0");
    EXPECT_EQ(leaving(folder.write("g.gtf", gff3("exon", 2, 4)) + ":exon$=7", 6), "0 0 0 0 7 0");
    EXPECT_TRUE(warnings.empty());
}

TEST_F(jump_tracks, first_bases_and_bases_behind_are_those_of_the_direction)
{
    std::string const features = folder.write("g.gff3", gff3("exon", 2, 4) + gff3("exon", 6, 7));
    //                                                             letter of the file 12345678
    EXPECT_EQ(landing(features + ":exon^=9@1", 8), ". 9@1 . . . 9@1 . .");
    EXPECT_EQ(landing(features + ":exon^=9@1", 8, strand::reverse), ". 9@1 . . 9@1 . . .") << "letters 7 and 4";
    EXPECT_EQ(leaving(features + ":exon$=3", 8), "0 0 0 0 3 0 0 3");
    EXPECT_EQ(leaving(features + ":exon$=3", 8, strand::reverse), "0 0 0 3 0 0 0 3") << "letters 5 and 1";
    std::string const ends = folder.write("e.gff3", gff3("exon", 1, 2) + gff3("exon", 5, 6));
    EXPECT_EQ(leaving(ends + ":exon$=3", 6), "0 0 3 0 0 0") << "no letter is behind the last one";
    EXPECT_EQ(leaving(ends + ":exon$=3", 6, strand::reverse), "0 0 3 0 0 0");
    // of limits, too
    EXPECT_EQ(open(ends + ":exon$=3").limits_for(record("r", 6), strand::forward),
              test::limits("inf inf 3 inf inf inf"));
}

TEST_F(jump_tracks, intervals_move_with_their_junctions)
{
    std::string const track = folder.write("t.bedgraph", "r\t0\t2\t9@1\nr\t3\t4\t8@2\n");
    EXPECT_EQ(landing(track, 5), "9@1 9@1 . 8@2 .");
    EXPECT_EQ(landing(track, 5, strand::reverse), "9@1 . 8@2 . 9@1") << "letter k belongs to letter 5 - k, 0 stays";
    for (std::size_t size : {1u, 2u})
        EXPECT_EQ(landing(folder.write("u.bedgraph", "r\t0\t1\t9@1\n"), size, strand::reverse),
                  size == 1 ? "9@1" : "9@1 .");
    jumps const forward = read({track}, {}, 5);
    EXPECT_EQ(read({track}, {}, 5, strand::reverse), forward.reversed());
}

TEST_F(jump_tracks, circular_records)
{
    std::string const landmark = gff3("region", 1, 8, "Is_circular=true");
    std::string const round = folder.write("c.gff3", landmark + gff3("exon", 7, 9));
    EXPECT_EQ(landing(round + ":exon^=9@1,exon=2@5", 8), "2@5 . . . . . 9@1 2@5");
    EXPECT_EQ(leaving(round + ":exon$=3", 8), "0 3 0 0 0 0 0 0");
    EXPECT_EQ(leaving(round + ":exon$=3", 8, strand::reverse), "0 0 3 0 0 0 0 0") << "letter 6";
    std::string const to_the_end = folder.write("d.gff3", landmark + gff3("exon", 6, 8));
    EXPECT_EQ(leaving(to_the_end + ":exon$=3", 8), "3 0 0 0 0 0 0 0");
    std::string const from_the_start = folder.write("e.gff3", landmark + gff3("exon", 1, 3));
    EXPECT_EQ(leaving(from_the_start + ":exon$=3", 8, strand::reverse), "3 0 0 0 0 0 0 0") << "letter 8";
    EXPECT_EQ(without_folder(test::message_of<input_error>([&] { (void)leaving(to_the_end + ":exon$=3", 9); })),
              "d.gff3:2: record r is circular and has 8 letters here and 9 in the sequence file: check the coordinates "
              "and the sequence file");
}

TEST_F(jump_tracks, the_cheapest_of_several_holds_then_the_larger_window)
{
    std::string const track =
        folder.write("t.bedgraph", "r\t0\t4\t20@5\nr\t1\t3\t9@3\nr\t2\t5\t30@5\nr\t3\t6\t2..30@5\nr\t0\t6\t.\n");
    EXPECT_EQ(landing(track, 7), "20@5 9@3 9@3 30@5 30@5 2..30@5 .");
    EXPECT_TRUE(warnings.empty()) << "nothing is lost by accident";
    EXPECT_EQ(leaving(folder.write("l.bedgraph", "r\t0\t3\t4\nr\t1\t5\tx\nr\t2\t4\t7\n"), 6), "4 4 4 7 x 0");
    std::string const features =
        folder.write("g.gff3", gff3("exon", 2, 4) + gff3("exon", 2, 3) + gff3("gene", 1, 6) + gff3("cheap", 2, 2));
    EXPECT_EQ(landing(features + ":exon^=9@2,gene=9@7", 6), "9@7 9@2 9@7 9@7 9@7 9@7");
    EXPECT_EQ(landing(features + ":exon^=9@2,cheap=9@1,gene=.", 6), ". 9@1 . . . .") << "a mark is no better";
    EXPECT_EQ(landing(features + ":exon^=9@2,cheap^=8@2", 6), ". 9@2 . . . .");
    EXPECT_EQ(leaving(features + ":exon$=3,gene=x", 6, strand::reverse), "x x x x x 3");
}

TEST_F(jump_tracks, layers_of_tracks_sites_and_constants)
{
    std::string const track = folder.write("t.bedgraph", "r\t2\t3\t5@1\nr\t3\t4\t.\n");
    EXPECT_EQ(landing_of(read({"9@9", track}, {}, 5)), "9@9 9@9 5@1 . 9@9") << ". says that there is none";
    EXPECT_EQ(landing_of(read({track, "9@9"}, {}, 5)), "9@9 9@9 9@9 9@9 9@9");
    EXPECT_EQ(landing_of(read({track, "after:AAA=7@7"}, {}, 5)), ". . 5@1 7@7 7@7");
    EXPECT_EQ(leaving_of(read({"9@9"}, {"x", folder.write("l.bedgraph", "r\t1\t2\t0\n")}, 4)), "x 0 x x");
    EXPECT_EQ(test::message_of<usage_error>([&] { (void)read({track}, {}, 5, strand::forward, strand::reverse); }),
              "no error")
        << "one window: it is mirrored";
    EXPECT_THROW((void)read({"9@9", track}, {}, 5, strand::forward, strand::reverse), usage_error);
}

TEST_F(jump_tracks, read_in_the_other_direction_ends_change_places)
{
    std::string const features = folder.write("g.gff3", gff3("exon", 2, 4) + gff3("exon", 6, 7));
    jumps const got =
        read({features + ":exon^=9@5"}, {"x", features + ":exon$=2"}, 8, strand::forward, strand::reverse);
    EXPECT_EQ(landing_of(got), ". 9@2 . . . 9@2 . .") << "what is left there is landed on here";
    EXPECT_EQ(leaving_of(got), "x x x x 5 x x 5");
}

TEST_F(jump_tracks, sections_of_one_file)
{
    std::string const one =
        folder.write("all.bedgraph", "# a comment\n#vglcs limits\nr\t0\t2\t7\n#vglcs jumps \nr\t1\t3\t9@1\n"
                                     "#vglcs leaving\r\nr\t2\t4\tx\n#vglcs limits\nr\t3\t4\t2..5\n");
    EXPECT_EQ(landing(one, 4), ". 9@1 9@1 .");
    EXPECT_EQ(leaving(one, 4), "0 0 x x");
    EXPECT_EQ(open(one).limits_for(record("r", 4), strand::forward), test::limits("7 7 inf 2..5"));
    EXPECT_EQ(error_of<input_error>({folder.write("all.gaps", ">r\n5x4\n#vglcs jumps\n>r\n.x3\n9@1\n")}),
              "all.gaps:2: '5' is no jump: write HI@COST, LO..HI@COST, or . for no jump")
        << "what stands before the first such line is of the kind that is read";
    std::string const other =
        folder.write("b.gaps", "#vglcs limits\n>r\n5x4\n#vglcs jumps\n>r\n.x3\n9@1\n#vglcs limits\n>s\n5\n");
    EXPECT_EQ(landing(other, 4), ". . . 9@1");
    EXPECT_EQ(file_error("c.gaps", "#vglcs jumps\n>r\n.x3\n9@1\n#vglcs limits\n5 5\n"),
              "c.gaps:6: '5' stands before the first record: begin with a line >NAME");
    EXPECT_EQ(error_of<input_error>({folder.write("d.bedgraph", "#vglcs limits\nr\t0\t2\t7\n")}),
              "d.bedgraph: holds no interval: check that it is the file you mean");
    EXPECT_EQ(error_of<input_error>({folder.write("e.bedgraph", "# vglcs limits\nr\t0\t2\t7\n")}),
              "e.bedgraph:2: '7' is no jump: write HI@COST, LO..HI@COST, or . for no jump")
        << "no such line";
}

TEST_F(jump_tracks, what_is_printed_reads_back)
{
    jumps const given = read({"9@1", folder.write("t.bedgraph", "r\t1\t3\t2..inf@8\nr\t3\t4\t.\n")},
                             {"3", folder.write("l.bedgraph", "r\t0\t1\tx\n")}, 6);
    std::string text;
    auto const write = [&](std::string_view part) { text += part; };
    text += limits_section() + '\n';
    write_bedgraph("r", gap_limits{6, {.hi = 4}}, write);
    for (jump_part const part : {jump_part::leaving, jump_part::landing}) {
        text += jumps_section(part) + '\n';
        write_bedgraph("r", given, part, write);
    }
    EXPECT_EQ(text, "#vglcs limits\nr\t0\t6\t4\n#vglcs leaving\nr\t0\t1\tx\nr\t1\t6\t3\n#vglcs "
                    "jumps\nr\t0\t1\t9@1\nr\t1\t3\t2..inf@8\n"
                    "r\t3\t4\t.\nr\t4\t6\t9@1\n");
    std::string const file = folder.write("again.bedgraph", text);
    EXPECT_TRUE(read({file}, {file}, 6) == given);
    EXPECT_EQ(open(file).limits_for(record("r", 6), strand::forward), (gap_limits{6, {.hi = 4}}));
    EXPECT_EQ(test::message_of<input_error>([&] { write_bedgraph("a b", given, jump_part::landing, write); }),
              "record 'a b': bedGraph cannot hold this name: a name may not be empty, begin with # or have blanks in "
              "it: rename the record");
}

TEST_F(jump_tracks, bad_lines_are_named)
{
    auto const bad = [&](std::string const & file, std::string const & bytes, std::string const & more = {}) {
        return error_of<input_error>({folder.write(file, bytes) + more});
    };
    auto const bad_leaving = [&](std::string const & file, std::string const & bytes) {
        return error_of<input_error>({"."}, {folder.write(file, bytes)});
    };
    EXPECT_EQ(bad("t.bedgraph", "r\t0\t1\t5@1\nr\t1\t2\t9..2@1\n"),
              "t.bedgraph:2: jump '9..2@1' has LO above HI: write the smaller number first");
    EXPECT_EQ(bad("t.bedgraph", "r\t0\t1\t5@2147483648\n"),
              "t.bedgraph:1: cost '2147483648' is not within 0..2147483647: write a whole number of them");
    EXPECT_EQ(bad("t.bedgraph", "r\t0\t1\t5\n"),
              "t.bedgraph:1: '5' is no jump: write HI@COST, LO..HI@COST, or . for no jump");
    EXPECT_EQ(bad("t.bedgraph", "r\t0\t1\n"),
              "t.bedgraph:1: 3 columns, bedGraph has 4: write name, start, end and jump");
    EXPECT_EQ(bad_leaving("l.bedgraph", "r\t0\t1\t-1\n"),
              "l.bedgraph:1: cost '-1' is not within 0..2147483647: write a whole number of them");
    EXPECT_EQ(bad("t.gaps", ">r\n5@1\n5@1x0\n"),
              "t.gaps:3: '5@1x0' repeats '0' times: write VALUExCOUNT with a COUNT from 1 on, as in 500@5x100");
    EXPECT_EQ(bad_leaving("l.gaps", ">r\n5 y\n"),
              "l.gaps:2: cost 'y' is not within 0..2147483647: write a whole number of them");
    EXPECT_EQ(bad("e.gaps", ""), "e.gaps: holds no record: begin each with a line >NAME, then a jump for each letter");
    EXPECT_EQ(bad("t.bed", "r\t3\t3\n", ":5@1"),
              "t.bed:1: every interval is empty (start = end), so that no letter has a jump: check the coordinates");
    sequence const five = record("r", 5);
    jump_spec short_one{texts{folder.write("s.gaps", ">r\n5@1x4\n")}, {}, options};
    EXPECT_EQ(without_folder(test::message_of<input_error>([&] { short_one.expect(five); })),
              "s.gaps:1: record r has 4 jumps here and 5 letters in the sequence file: give one jump for each letter");
    jump_spec beyond{texts{"."}, texts{folder.write("b.bedgraph", "r\t0\t6\t4\n")}, options};
    EXPECT_EQ(without_folder(test::message_of<input_error>([&] { beyond.expect(five); })),
              "b.bedgraph:1: end 6 is beyond record r, which has 5 letters: check the coordinates and the sequence "
              "file");
}

TEST_F(jump_tracks, bad_specs)
{
    std::string const bed = folder.write("t.bed", "r\t1\t3\tn\t5\n");
    EXPECT_EQ(error_of<usage_error>({bed}),
              "jump SPEC 't.bed': which jump inside the intervals of t.bed: write as in FILE.bed:20..5000@5");
    EXPECT_EQ(error_of<usage_error>({"5@1"}, {bed}),
              "leave SPEC 't.bed': which leaving cost inside the intervals of t.bed: write as in FILE.bed:4");
    EXPECT_EQ(error_of<usage_error>({bed + ":5"}),
              "jump SPEC 't.bed:5': '5' is no jump: write HI@COST, LO..HI@COST, or . for no jump");
    std::string const features = folder.write("g.gff3", gff3("exon", 2, 4));
    EXPECT_EQ(error_of<usage_error>({features}),
              "jump SPEC 'g.gff3': which features of g.gff3: write as in FILE.gff3:exon^=20..5000@5");
    EXPECT_EQ(error_of<usage_error>({"5@1"}, {features + ":exon"}),
              "leave SPEC 'g.gff3:exon': 'exon' is not TYPE=VALUE, TYPE^=VALUE or TYPE$=VALUE: write as in "
              "FILE.gff3:exon$=0");
    EXPECT_EQ(error_of<usage_error>({features + ":exon^=9..2@1"}),
              "jump SPEC 'g.gff3:exon^=9..2@1': jump '9..2@1' has LO above HI: write the smaller number first");
    EXPECT_EQ(error_of<usage_error>({folder.write("t.bedgraph", "r\t0\t1\t5@1\n") + ":5@1"}),
              "jump SPEC 't.bedgraph:5@1': ':5@1' after t.bedgraph: the file holds its jumps itself: leave it out");
    EXPECT_EQ(error_of<usage_error>({folder.write("t.txt", "")}),
              "jump SPEC 't.txt': the file's name does not tell its format: it must end in .bedgraph, .bg, .bed, "
              ".gff3, .gff, .gtf or .gaps (each also .gz), or the format in front of it, as in bed:PATH");
    EXPECT_EQ(error_of<usage_error>({"qual"}), "jump SPEC 'qual': 'qual' is no jump: write HI@COST, LO..HI@COST, or . "
                                               "for no jump");
    EXPECT_EQ(error_of<input_error>({folder.path("none.bedgraph")}),
              "none.bedgraph: no such file: check the name and the folder");
    EXPECT_EQ(error_of<input_error>({features + ":Exon^=5@1"}),
              "g.gff3: holds no feature of the type Exon: its types (column 3) are exon");
    EXPECT_EQ(test::message_of<usage_error>([&] { check_jump_spec(folder.path("none.bed"), jump_part::leaving); }),
              "leave SPEC '" + folder.path("none.bed") + "': which leaving cost inside the intervals of " +
                  folder.path("none.bed") + ": write as in FILE.bed:4");
    check_jump_spec(folder.path("none.bedgraph"), jump_part::landing); // opens nothing
    EXPECT_EQ(jump_spec_path("bedgraph:-", jump_part::landing), "-");
    EXPECT_EQ(jump_spec_path("5@1", jump_part::landing), "");
    EXPECT_EQ(jump_spec_path("bed:-", jump_part::landing), "") << "cannot be read";
}

TEST_F(jump_tracks, names_of_records)
{
    options.rename = {{"old", "r"}};
    EXPECT_EQ(landing(folder.write("t.bedgraph", "old\t1\t2\t5@1\n"), 3), ". 5@1 .");
    options.rename = {};
    jump_spec spec{texts{folder.write("t.bedgraph", "r\t0\t1\t5@1\ns\t0\t1\t5@1\n")}, {}, options};
    jump_spec silent = spec.copy(true);
    jump_spec unused{texts{folder.write("u.bedgraph", "\nq\t0\t1\t5@1\n")}, {}, options};
    for (jump_spec * one : {&spec, &silent, &unused})
        one->expect(record("r", 3));
    spec.finish();
    EXPECT_EQ(warnings, (texts{"t.bedgraph:2: names without a record in the sequence file: 1 (first: s): their lines "
                               "are not used"}));
    silent.finish();
    EXPECT_EQ(warnings.size(), 1u);
    EXPECT_EQ(without_folder(test::message_of<input_error>([&] { unused.finish(); })),
              "u.bedgraph:2: q is no record of the sequence file, which begins with r: nothing of the track applies: "
              "name the record by --rename 'q=r'");
    EXPECT_EQ(landing_of(unused.for_record(record("other", 2), strand::forward)), ". .");
}
