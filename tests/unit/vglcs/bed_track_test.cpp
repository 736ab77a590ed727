// SPDX-License-Identifier: BSD-3-Clause
#include "gap_spec_fixture.hpp"

using namespace vglcs;
using test::limits;

namespace {

class bed_track : public test::gap_spec_fixture
{
protected:
    gap_limits read(std::string_view bytes, std::string_view more = {}, strand direction = strand::forward)
    {
        return open_file("t.bed", bytes, more).limits_for(record("chr1", 6), direction);
    }
};

} // namespace

TEST_F(bed_track, score_is_the_limit)
{
    EXPECT_EQ(read("chr1\t1\t3\tname\t5\t+\t1\t3\nchr1\t4\t5\t.\t2..9\n"), limits("inf 5 5 inf 2..9 inf"));
    EXPECT_EQ(read("chr1 1 3 name 5 -\n"), limits("inf 5 5 inf inf inf")) << "the strand does not matter";
    EXPECT_EQ(read("chr1\t1\t3\ta name\tx\n"), limits("inf x x inf inf inf"));
    EXPECT_EQ(read("chr1\t1\t3\tlarge\t4000\n"), limits("inf 4000 4000 inf inf inf")) << "above BED's 1000";
}

TEST_F(bed_track, one_limit_for_all_intervals)
{
    EXPECT_EQ(read("chr1\t1\t3\nchr1\t2\t4\ta\t.\t+\n", ":50"), limits("inf 50 50 50 inf inf"));
    EXPECT_EQ(read("chr1\t1\t3\n", ":2..5"), limits("inf 2..5 2..5 inf inf inf"));
    EXPECT_EQ(read("chr1\t1\t3\n", ":x", strand::reverse), limits("inf inf inf x x inf"));
    EXPECT_TRUE(warnings.empty());
}

TEST_F(bed_track, bad_lines)
{
    EXPECT_EQ(file_error("t.bed", "chr1\t1\n"), "t.bed:1: 2 columns, BED has at least 3: write name, start and end");
    EXPECT_EQ(
        file_error("t.bed", "chr1\t1\t3\tname\n"),
        "t.bed:1: 4 columns, no score (column 5) to take as limit: write one, or give one limit for all intervals "
        "as FILE.bed:LIMIT");
    EXPECT_EQ(file_error("t.bed", "chr1\t1\t3\tname\t.\n"),
              "t.bed:1: '.' is no limit: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(file_error("t.bed", "chr1\t1\t3\nchr1\t3\t2\n", ":5"),
              "t.bed:2: start 3 is above end 2: write the smaller one first");
    EXPECT_EQ(file_error("t.bed", "chr1\t1\tz\n", ":5"),
              "t.bed:1: end 'z' is no whole number: write a position in letters");
    EXPECT_EQ(file_error("t.bed", "", ":5"), "t.bed: holds no interval: check that it is the file you mean");
}
