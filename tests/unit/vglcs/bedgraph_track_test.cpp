// SPDX-License-Identifier: BSD-3-Clause
#include "gap_spec_fixture.hpp"

using namespace vglcs;
using test::limits;

namespace {

class bedgraph_track : public test::gap_spec_fixture
{
protected:
    gap_limits read(std::string_view bytes, std::size_t letters = 6, strand direction = strand::forward)
    {
        gap_spec spec = open_file("t.bedgraph", bytes);
        gap_limits out = spec.limits_for(record("chr1", letters), direction);
        spec.finish();
        return out;
    }
    std::string error_of(std::string_view bytes) { return file_error("t.bedgraph", bytes); }
};

} // namespace

TEST_F(bedgraph_track, coordinates_are_zero_based_and_half_open)
{
    EXPECT_EQ(read("chr1\t1\t3\t5\nchr1\t3\t4\t2..7\nchr1\t5\t6\tx\n"), limits("inf 5 5 2..7 inf x"));
    EXPECT_EQ(read("chr1\t0\t6\t5\n"), limits("5 5 5 5 5 5"));
    EXPECT_EQ(read("chr1\t2\t2\t5\nchr1\t0\t1\t3\n"), limits("3 inf inf inf inf inf"));
    EXPECT_TRUE(warnings.empty());
}

TEST_F(bedgraph_track, letters_left_out_get_the_default)
{
    options.otherwise = {.lo = 1, .hi = 4};
    EXPECT_EQ(read("chr1\t1\t3\t5\n"), limits("1..4 5 5 1..4 1..4 1..4"));
    options.otherwise = {.blocked = true};
    EXPECT_EQ(read("chr1\t1\t3\t5\n"), limits("x 5 5 x x x"));
}

TEST_F(bedgraph_track, reverse_strand_reads_the_limits_from_the_other_end)
{
    EXPECT_EQ(read("chr1\t0\t2\t5\nchr1\t2\t3\t1\n", 6, strand::reverse), limits("inf inf inf 1 5 5"));
}

TEST_F(bedgraph_track, limits_that_are_equal_everywhere_take_no_memory)
{
    EXPECT_TRUE(read("chr1\t0\t2\t5\nchr1\t2\t6\t5\n").is_uniform());
    options.otherwise = {.hi = 5};
    EXPECT_TRUE(read("chr1\t1\t2\t5\n").is_uniform());
}

TEST_F(bedgraph_track, other_lines_and_line_ends_do_not_matter)
{
    auto const expected = limits("inf 5 5 7 inf inf");
    EXPECT_EQ(read("#chr1\t0\t6\t1\n\n  \ntrack type=bedGraph name=\"a\tb\"\nbrowser position chr1:1-6\ntrack\nbrowser "
                   "hide all\n"
                   "chr1\t1\t3\t5\nchr1\t3\t4\t7"),
              expected);
    EXPECT_EQ(read("chr1\t1\t3\t5\r\n\r\nchr1\t3\t4\t7\r\n"), expected);
    EXPECT_EQ(read("chr1\t1\t3\t5\rchr1\t3\t4\t7\r"), expected);
    EXPECT_EQ(read("chr1 1  3 5\nchr1   3 4 7  \n"), expected);
    EXPECT_EQ(read("  chr1 1 3 5\nchr1\t3\t4\t7\t \n"), expected);
    EXPECT_EQ(read("\xef\xbb\xbf"
                   "chr1\t1\t3\t5\nchr1\t3\t4\t7\n"),
              expected);
    EXPECT_TRUE(warnings.empty());
}

TEST_F(bedgraph_track, records_may_be_called_track_or_browser)
{
    gap_spec spec = open_file("t.bg", "track\t0\t2\t5\nbrowser 1 3 6\n");
    EXPECT_EQ(spec.limits_for(record("track", 3), strand::forward), limits("5 5 inf"));
    EXPECT_EQ(spec.limits_for(record("browser", 3), strand::forward), limits("inf 6 6"));
}

TEST_F(bedgraph_track, the_last_line_wins_where_intervals_overlap)
{
    EXPECT_EQ(read("chr1\t0\t6\t1\nchr1\t1\t5\t2\nchr1\t2\t3\t3\nchr1\t4\t6\t3\n"), limits("1 2 3 2 3 3"));
    EXPECT_EQ(warnings, (std::vector<std::string>{"t.bedgraph: intervals that overlap an earlier line with another "
                                                  "limit: 3: the last line wins"}));
    warnings.clear();
    EXPECT_EQ(read("chr1\t2\t5\t3\nchr1\t1\t4\t3\nchr1\t0\t1\t7\n"), limits("7 3 3 3 3 inf"));
    EXPECT_TRUE(warnings.empty()) << "the same limit twice is no loss: " << warnings[0];
}

TEST_F(bedgraph_track, lines_may_come_in_any_order)
{
    gap_spec spec = open_file("t.bedgraph", "b\t4\t5\t9\na\t2\t3\t1\nb\t0\t1\t8\na\t0\t1\t2\n");
    EXPECT_EQ(spec.limits_for(record("a", 3), strand::forward), limits("2 inf 1"));
    EXPECT_EQ(spec.limits_for(record("b", 5), strand::forward), limits("8 inf inf inf 9"));
    EXPECT_EQ(spec.limits_for(record("c", 2), strand::forward), limits("inf inf"));
    spec.finish();
    EXPECT_TRUE(warnings.empty());
}

TEST_F(bedgraph_track, bad_lines)
{
    EXPECT_EQ(error_of("chr1\t0\t5\n"), "t.bedgraph:1: 3 columns, bedGraph has 4: write name, start, end and limit");
    EXPECT_EQ(error_of("\nchr1\t0\t5\t\n"),
              "t.bedgraph:2: 3 columns, bedGraph has 4: write name, start, end and limit");
    EXPECT_EQ(error_of("chr1\t0\t5\ta\t7\n"),
              "t.bedgraph:1: 5 columns, bedGraph has 4: write name, start, end and limit");
    EXPECT_EQ(error_of("chr1\t0\t5\t1\nvariableStep chrom=chr1\n"),
              "t.bedgraph:2: 2 columns, bedGraph has 4: write name, start, end and limit");
    EXPECT_EQ(error_of("# a\r\nchr1\tten\t5\t1\r\n"),
              "t.bedgraph:2: start 'ten' is no whole number: write a position in letters");
    EXPECT_EQ(error_of("chr1\t-1\t5\t1\n"), "t.bedgraph:1: start '-1' is no whole number: write a position in letters");
    EXPECT_EQ(error_of("chr1\t0\t5.0\t1\n"), "t.bedgraph:1: end '5.0' is no whole number: write a position in letters");
    EXPECT_EQ(error_of("chr1\t0\t\t1\n"), "t.bedgraph:1: end '' is no whole number: write a position in letters");
    EXPECT_EQ(error_of("chr1\t0\t18446744073709551616\t1\n"),
              "t.bedgraph:1: end '18446744073709551616' is too large: write a position in letters");
    EXPECT_EQ(error_of("chr1\t6\t5\t1\n"), "t.bedgraph:1: start 6 is above end 5: write the smaller one first");
    EXPECT_EQ(error_of("chr1\t0\t5\t-1\n"),
              "t.bedgraph:1: limit '-1' is negative: write a whole number from 0 on, LO..HI, inf or x");
    EXPECT_EQ(error_of("chr1\t0\t5\t0.5\n"), "t.bedgraph:1: '0.5' is no limit: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of("chr1\t0\t5\t9..3\n"),
              "t.bedgraph:1: limit '9..3' has LO above HI: write the smaller number first");
    EXPECT_EQ(error_of("\t0\t5\t9\n"),
              "t.bedgraph:1: the record's name (column 1) is empty: write the name of a sequence");
}

TEST_F(bedgraph_track, files_without_intervals)
{
    EXPECT_EQ(error_of(""), "t.bedgraph: holds no interval: check that it is the file you mean");
    EXPECT_EQ(error_of("# nothing\n\ntrack a\n"), "t.bedgraph: holds no interval: check that it is the file you mean");
}

TEST_F(bedgraph_track, coordinates_beyond_the_record)
{
    auto const message = [&](std::string_view bytes) {
        gap_spec spec = open_file("t.bedgraph", bytes);
        return without_folder(
            test::message_of<input_error>([&] { (void)spec.limits_for(record("chr1", 6), strand::forward); }));
    };
    EXPECT_EQ(message("chr1\t0\t6\t1\n#\nchr1\t6\t7\t1\nchr1\t0\t2\t1\n"),
              "t.bedgraph:3: end 7 is beyond record chr1, which has 6 letters: check the coordinates and the sequence "
              "file");
    // an empty interval, and coordinates that 32 bits do not hold
    EXPECT_EQ(message("chr1\t7\t7\t1\nchr1\t0\t1\t1\n"),
              "t.bedgraph:1: end 7 is beyond record chr1, which has 6 letters: check the "
              "coordinates and the sequence file");
    EXPECT_EQ(message("chr1\t4294967296\t4294967298\t1\n"),
              "t.bedgraph:1: end 4294967298 is beyond record chr1, which has 6 letters: check the coordinates and the "
              "sequence file");
}
