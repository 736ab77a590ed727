// SPDX-License-Identifier: BSD-3-Clause
#include "gap_spec_fixture.hpp"

#include <algorithm>

using namespace vglcs;
using test::limits;

namespace {

std::string written(std::string_view name, gap_limits const & l)
{
    std::string out;
    write_bedgraph(name, l, [&](std::string_view part) { out += part; });
    return out;
}

} // namespace

TEST(gap_bedgraph, one_line_for_each_run)
{
    EXPECT_EQ(written("chr1", limits("5 5 2..7 inf inf x 3..inf 4..4")), "chr1\t0\t2\t5\n"
                                                                         "chr1\t2\t3\t2..7\n"
                                                                         "chr1\t3\t5\tinf\n"
                                                                         "chr1\t5\t6\tx\n"
                                                                         "chr1\t6\t7\t3..inf\n"
                                                                         "chr1\t7\t8\t4..4\n");
    EXPECT_EQ(written("chr1", gap_limits{3'000'000'000, {.hi = 5}}), "chr1\t0\t3000000000\t5\n");
    EXPECT_EQ(written("chr1", limits("")), "");
}

TEST(gap_bedgraph, long_output_comes_in_parts)
{
    gap_limits many{100'000, {}};
    for (std::size_t k = 0; k < many.size(); k += 2)
        many.set(k, {.hi = 5});
    std::string all;
    std::size_t parts = 0, largest = 0;
    write_bedgraph("chr1", many, [&](std::string_view part) {
        all += part;
        ++parts;
        largest = std::max(largest, part.size());
    });
    EXPECT_GT(parts, 10u);
    EXPECT_LT(largest, 70'000u);
    EXPECT_EQ(std::ranges::count(all, '\n'), 100'000);
    EXPECT_TRUE(all.ends_with("chr1\t99998\t99999\t5\nchr1\t99999\t100000\tinf\n"));
}

TEST(gap_bedgraph, names_that_would_not_read_back)
{
    for (std::string const name : {"", "#1", "a b", "a\tb", "a\rb"})
        EXPECT_EQ(test::message_of<input_error>([&] { (void)written(name, limits("5")); }),
                  "record '" + name +
                      "': bedGraph cannot hold this name: a name may not be empty, begin with # or have blanks in it: "
                      "rename the record");
    EXPECT_EQ(written("track", limits("5")), "track\t0\t1\t5\n");
    EXPECT_EQ(written("MT#chimp", limits("5")), "MT#chimp\t0\t1\t5\n");
}
