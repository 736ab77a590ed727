// SPDX-License-Identifier: BSD-3-Clause
#include "gap_spec_fixture.hpp"

using namespace vglcs;
using test::limits;

namespace {

class gaps_track : public test::gap_spec_fixture
{
protected:
    gap_limits read(std::string_view bytes, std::size_t letters, strand direction = strand::forward)
    {
        return open_file("t.gaps", bytes).limits_for(record("r", letters), direction);
    }
    std::string error_of(std::string_view bytes) { return file_error("t.gaps", bytes); }
};

} // namespace

TEST_F(gaps_track, one_limit_for_each_letter)
{
    EXPECT_EQ(read(">r\n1 2 3\n", 3), limits("1 2 3"));
    EXPECT_EQ(read(">r words behind the name\n1\t2..4\r\n\r\n  inf x\n", 4), limits("1 2..4 inf x"));
    EXPECT_EQ(read("# note\n>r\n1 2\n # no limits: 5 5\n#5\n3", 3), limits("1 2 3"));
    EXPECT_EQ(read("> r\n1 2 3\n", 3), limits("1 2 3"));
    EXPECT_EQ(read(">r\n1 2 3\n", 3, strand::reverse), limits("3 2 1"));
}

TEST_F(gaps_track, repeats)
{
    EXPECT_EQ(read(">r\n5x3 2..7x2 xx2 x infx1 7\n", 10), limits("5 5 5 2..7 2..7 x x x inf 7"));
    EXPECT_TRUE(read(">r\n5x3 5 5x6\n", 10).is_uniform());
    EXPECT_EQ(read(">r\n5x3000000\n", 3'000'000), (gap_limits{3'000'000, {.hi = 5}}));
}

TEST_F(gaps_track, records_are_found_by_name)
{
    gap_spec spec = open_file("t.gaps", ">a\n1 2\n>b\n>c\n3\n");
    EXPECT_EQ(spec.limits_for(record("c", 1), strand::forward), limits("3"));
    EXPECT_EQ(spec.limits_for(record("a", 2), strand::forward), limits("1 2"));
    EXPECT_EQ(spec.limits_for(record("b", 0), strand::forward), limits(""));
    EXPECT_EQ(spec.limits_for(record("a", 2, 4), strand::forward), limits("1 2")) << "a second record of that name";
    spec.finish();
    EXPECT_TRUE(warnings.empty());
}

TEST_F(gaps_track, a_record_without_name_is_called_by_its_number)
{
    gap_spec spec = open_file("t.gaps", ">a\n1 2\n>\n3\n> \t\n4\n");
    EXPECT_EQ(spec.limits_for(record("2", 1), strand::forward), limits("3"));
    EXPECT_EQ(spec.limits_for(record("3", 1), strand::forward), limits("4"));
}

TEST_F(gaps_track, length_must_be_the_record_s)
{
    for (auto const & [bytes, count] : {std::pair{">z\n>r\n1 2\n", "2"},
                                        {">z\n>r\n1 2 3 4\n", "4"},
                                        {">z\n>r\n", "0"},
                                        {">z\n>r\n1x4294967296 1 1 1", "4294967299"},
                                        {">z\n>r\n1x18446744073709551615 1 1", "18446744073709551615"}})
    {
        gap_spec spec = open_file("t.gaps", bytes);
        EXPECT_EQ(without_folder(
                      test::message_of<input_error>([&] { (void)spec.limits_for(record("r", 3), strand::forward); })),
                  "t.gaps:2: record r has " + std::string{count} +
                      " limits here and 3 letters in the sequence file: give one limit for each letter");
    }
}

TEST_F(gaps_track, unknown_records_are_errors_and_missing_ones_a_warning)
{
    gap_spec spec = open_file("t.gaps", ">a\n1 2\n>b\n1\n>c\n3\n");
    (void)spec.limits_for(record("a", 2), strand::forward);
    EXPECT_EQ(without_folder(test::message_of<input_error>([&] { spec.finish(); })),
              "t.gaps:3: record b (and 1 more) is not in the sequence file: take it out, or name the record it belongs "
              "to by --rename 'b=NAME'");

    options.otherwise = {.hi = 7};
    gap_spec other = open_file("t.gaps", ">a\n1 2\n");
    (void)other.limits_for(record("a", 2, 1), strand::forward);
    for (strand const direction : {strand::forward, strand::reverse})
        EXPECT_EQ(other.limits_for(record("b", 2, 2), direction), limits("7 7"));
    (void)other.limits_for(record("c", 2, 3), strand::forward);
    other.finish();
    EXPECT_EQ(warnings, (std::vector<std::string>{"t.gaps: records of the sequence file that it does not name: 2: they "
                                                  "get the limit 7 (--gap-default)"}));
}

TEST_F(gaps_track, bad_files)
{
    EXPECT_EQ(error_of(""), "t.gaps: holds no record: begin each with a line >NAME, then a limit for each letter");
    EXPECT_EQ(error_of("#\n1 2\n"), "t.gaps:2: '1' stands before the first record: begin with a line >NAME");
    EXPECT_EQ(error_of(">r\n1 2\n3 -4\n"),
              "t.gaps:3: limit '-4' is negative: write a whole number from 0 on, LO..HI, inf or x");
    EXPECT_EQ(error_of(">r\n1,2\n"), "t.gaps:2: '1,2' is no limit: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of(">r\n1 >b\n"), "t.gaps:2: '>b' is no limit: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of(">r\n3..1x2\n"), "t.gaps:2: limit '3..1' has LO above HI: write the smaller number first");
    EXPECT_EQ(error_of(">r\n18446744073709551616\n"),
              "t.gaps:2: limit '18446744073709551616' is above 18446744073709551615: write inf where anything may be "
              "skipped");
    for (auto const & [word, count] : {std::pair{"5x", ""},
                                       {"5x0", "0"},
                                       {"5x-1", "-1"},
                                       {"5xy", "y"},
                                       {"5x2.5", "2.5"},
                                       {"5x18446744073709551616", "18446744073709551616"},
                                       {"xx", ""}})
        EXPECT_EQ(error_of(">r\n" + std::string{word}),
                  "t.gaps:2: '" + std::string{word} + "' repeats '" + count +
                      "' times: write LIMITxCOUNT with a COUNT from 1 on, as in 5x100");
    EXPECT_EQ(error_of(">r\nax5\n"), "t.gaps:2: 'a' is no limit: write a whole number, LO..HI, inf or x");
    EXPECT_EQ(error_of(">r\n1\n\n>s\n>r 2\n"), "t.gaps:5: record r stands here again, first in line 1: one record of "
                                               "limits serves all sequences of that name: take one out");
}
