// SPDX-License-Identifier: BSD-3-Clause
#include "gap_spec_fixture.hpp"

using namespace vglcs;
using test::limits;

namespace {

class letter_limits : public test::gap_spec_fixture
{
protected:
    gap_limits read(std::string_view spec, std::string letters, strand direction = strand::forward)
    {
        return open(spec).limits_for({.name = "r", .letters = std::move(letters)}, direction);
    }
    template <class Error>
    std::string error_of(std::string_view spec)
    {
        return test::message_of<Error>([&] { (void)open(spec); });
    }
};

} // namespace

TEST_F(letter_limits, each_letter_its_own)
{
    EXPECT_EQ(read("letter:A=3,C=1,*=2", "ACGNa"), limits("3 1 2 2 3"));
    EXPECT_EQ(read("letter:A=3", "ACA"), limits("3 inf 3"));
    options.otherwise = {.hi = 9};
    EXPECT_EQ(read("letter:A=3", "ACA"), limits("3 9 3"));
    EXPECT_EQ(read("letter:*=2..5,A=x", "ACA"), limits("x 2..5 x"));
    EXPECT_EQ(read("letter:*=4", "ACA"), limits("4 4 4"));
    EXPECT_EQ(read("letter:A=3,C=1", ""), limits(""));
}

TEST_F(letter_limits, reverse_strand_reverses_the_limits_of_the_letters_as_written_in_the_file)
{
    EXPECT_EQ(read("letter:A=3,C=1", "ACC", strand::reverse), limits("1 1 3"));
}

TEST_F(letter_limits, equal_letters_are_those_that_match)
{
    EXPECT_EQ(read("letter:t=3,*=0", "TtUu"), limits("3 3 0 0")) << "alphabet not known";
    for (alphabet const a : {alphabet::dna, alphabet::rna}) {
        options.letters = a;
        EXPECT_EQ(read("letter:T=3,*=0", "TtUuA"), limits("3 3 3 3 0"));
        EXPECT_EQ(read("letter:u=3,*=0", "TtUuA"), limits("3 3 3 3 0"));
    }
    options.letters = alphabet::protein;
    EXPECT_EQ(read("letter:T=3,k=1,*=0", "TtUuKk"), limits("3 3 0 0 1 1"));
    options.letters = alphabet::raw;
    EXPECT_EQ(read("letter:T=3,t=1,*=0", "TtUu"), limits("3 1 0 0"));
    EXPECT_EQ(read("letter:==1,,=2,*=0", "=,a"), limits("1 2 0"));
    EXPECT_EQ(read("letter:\xfd=1,*=0", "\xfd\xfc"), limits("1 0"));
}

TEST_F(letter_limits, bad_specs)
{
    for (std::string const items : {"", "A", "A3", "=3", "AC=3", "\xc3\xa9=1"})
        EXPECT_EQ(error_of<usage_error>("letter:" + items),
                  "gap SPEC letter: '" + items +
                      "' does not begin with LETTER=LIMIT: write one letter, or * for every "
                      "other, as in letter:A=3,C=1,*=2");
    EXPECT_EQ(error_of<usage_error>("letter:A=3,"), "gap SPEC letter: '' does not begin with LETTER=LIMIT: write one "
                                                    "letter, or * for every other, as in letter:A=3,C=1,*=2");
    EXPECT_EQ(error_of<usage_error>("letter:A="), "a limit is missing: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of<usage_error>("letter:A=,C=3"), "a limit is missing: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of<usage_error>("letter:A=b"), "'b' is no limit: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of<input_error>("letter:A=5..2"), "limit '5..2' has LO above HI: write the smaller number first");
    EXPECT_EQ(error_of<usage_error>("letter:*=1,*=1"), "gap SPEC letter: * stands twice: give it one limit");
    EXPECT_EQ(error_of<usage_error>("letter:A=1,a=1"),
              "gap SPEC letter: 'a' stands twice (case does not count): give it one limit");
    options.letters = alphabet::dna;
    EXPECT_EQ(error_of<usage_error>("letter:T=1,U=2"),
              "gap SPEC letter: 'U' stands twice (case does not count, U is T): give it one limit");
    EXPECT_EQ(error_of<usage_error>("letter:E=1"),
              "gap SPEC letter: 'E' is no letter of the alphabet dna: take it out, or use --alphabet");
    options.letters = alphabet::raw;
    EXPECT_EQ(error_of<usage_error>("letter:A=1,A=2"), "gap SPEC letter: 'A' stands twice: give it one limit");
}
