// SPDX-License-Identifier: BSD-3-Clause
#include "gap_spec_fixture.hpp"

using namespace vglcs;
using test::limits;

namespace {

class quality_limits : public test::gap_spec_fixture
{
protected:
    gap_limits read(std::string quality, strand direction = strand::forward)
    {
        std::string const letters(quality.size(), 'A');
        return open("qual").limits_for(
            {.name = "r1", .letters = letters, .quality = std::move(quality), .number = 2, .line = 5}, direction);
    }
};

} // namespace

TEST_F(quality_limits, the_phred_value_is_the_limit)
{
    EXPECT_EQ(read("!\"I~I"), limits("0 1 40 93 40"));
    EXPECT_EQ(read("!I~", strand::reverse), limits("93 40 0"));
    EXPECT_TRUE(read("IIIIIIII").is_uniform());
    EXPECT_EQ(read(""), limits(""));
}

TEST_F(quality_limits, records_without_qualities)
{
    EXPECT_EQ(test::message_of<input_error>([&] {
                  (void)open("qual").limits_for({.name = "r1", .letters = "ACGT", .number = 2, .line = 5},
                                                strand::forward);
              }),
              "gap SPEC qual: record r1 (line 5) has no qualities: give a FASTQ file, or another SPEC");
    EXPECT_EQ(test::message_of<input_error>([&] { (void)read("II I"); }),
              "gap SPEC qual: record r1 (line 5) has the quality byte 32 at letter 3: Phred+33 begins at 33 (!)");
}
