// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/parse_fault.hpp"
#include "io/results/cigar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

using namespace vglcs;
using namespace vglcs::detail;
using namespace testing;

namespace {

using chain = std::vector<matched_pair>;

std::string encoded(chain const & pairs)
{
    std::string out;
    encode_cigar(pairs, [&](char letter, std::uint64_t count) { out += std::to_string(count) + letter; });
    return out;
}

chain expanded(std::vector<matched_run> const & runs)
{
    return stated_pair{.runs = runs}.chain();
}

std::string fault_of(std::string_view text, bool clips = false)
{
    try {
        (void)decode_cigar(text, 0, 0, clips);
    } catch (parse_fault const & e) {
        return e.what();
    }
    ADD_FAILURE() << text << " was taken";
    return {};
}

} // namespace

TEST(cigar, between_two_matches_stand_x_then_i_or_d)
{
    EXPECT_EQ(encoded({}), "");
    EXPECT_EQ(encoded({{5, 9}}), "1=");
    EXPECT_EQ(encoded({{0, 0}, {1, 1}, {2, 2}}), "3=");
    EXPECT_EQ(encoded({{0, 0}, {2, 2}}), "1=1X1=");
    EXPECT_EQ(encoded({{0, 0}, {3, 1}}), "1=2I1="); // the query is the read: I consumes it
    EXPECT_EQ(encoded({{0, 0}, {1, 3}}), "1=2D1=");
    EXPECT_EQ(encoded({{0, 0}, {4, 2}}), "1=1X2I1=");
    EXPECT_EQ(encoded({{0, 0}, {2, 4}, {3, 5}}), "1=1X2D2=");
}

TEST(cigar, counts_are_those_of_the_letters)
{
    cigar_counts const c = count_cigar(chain{{3, 1}, {4, 2}, {8, 4}, {10, 9}});
    EXPECT_EQ(c, (cigar_counts{.matches = 4, .mismatches = 2, .insertions = 2, .deletions = 3}));
    EXPECT_EQ(c.edits(), 7u);
    EXPECT_EQ(c.columns(), 11u);
    EXPECT_EQ(c.query_letters(), 8u);
    EXPECT_EQ(c.target_letters(), 9u);
    EXPECT_EQ(count_cigar({}), cigar_counts{});
}

TEST(cigar, random_chains_come_back)
{
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random{seed};
        chain pairs;
        matched_pair at{random() % 5, random() % 5};
        for (std::size_t k = random() % 40; k-- > 0;) {
            pairs.push_back(at);
            at.i += 1 + (random() % 3 == 0 ? random() % 4 : 0);
            at.j += 1 + (random() % 3 == 0 ? random() % 4 : 0);
        }
        if (pairs.empty())
            continue;
        std::string const text = encoded(pairs);
        decoded_cigar const back = decode_cigar(text, pairs[0].i, pairs[0].j, false);
        ASSERT_EQ(expanded(back.runs), pairs) << "seed " << seed << ": " << text;
        ASSERT_EQ(back.counts, count_cigar(pairs)) << "seed " << seed << ": " << text;
        ASSERT_EQ(cigar_text(back.runs), text) << "seed " << seed;
    }
}

TEST(cigar, clips_move_the_query)
{
    decoded_cigar const c = decode_cigar("8S2=1D1=5S", 0, 10, true);
    EXPECT_EQ(expanded(c.runs), (chain{{8, 10}, {9, 11}, {10, 13}}));
    EXPECT_EQ(c.clip_front, 8u);
    EXPECT_EQ(c.clip_back, 5u);
    EXPECT_EQ(c.counts, (cigar_counts{.matches = 3, .deletions = 1}));
    EXPECT_EQ(expanded(decode_cigar("3=", 0, 0, true).runs).size(), 3u);
}

TEST(cigar, another_form_is_read_but_shows)
{
    decoded_cigar const c = decode_cigar("1=1I1D1=", 0, 0, false);
    EXPECT_EQ(expanded(c.runs), (chain{{0, 0}, {2, 2}}));
    EXPECT_EQ(cigar_text(c.runs), "1=1X1=");
    EXPECT_EQ(cigar_text(decode_cigar("1=2=", 0, 0, false).runs), "3=");
}

TEST(cigar, a_short_text_never_takes_much_memory)
{
    decoded_cigar const c = decode_cigar("4000000000=", 0, 0, false);
    EXPECT_EQ(c.runs, (std::vector<matched_run>{{0, 0, 4'000'000'000u}}));
}

TEST(cigar, what_is_no_cigar_is_refused)
{
    EXPECT_THAT(fault_of(""), HasSubstr("matched letter"));
    EXPECT_THAT(fault_of("="), HasSubstr("not a whole number"));
    EXPECT_THAT(fault_of("3"), HasSubstr("ends in the number 3"));
    EXPECT_THAT(fault_of("3=2"), HasSubstr("ends in the number 2"));
    EXPECT_THAT(fault_of("0="), HasSubstr("no letters"));
    EXPECT_THAT(fault_of("3M"), HasSubstr("M"));
    EXPECT_THAT(fault_of("3=2N1="), HasSubstr("none of = X I D"));
    EXPECT_THAT(fault_of("-3="), HasSubstr("not a whole number"));
    EXPECT_THAT(fault_of("+3="), HasSubstr("not a whole number"));
    EXPECT_THAT(fault_of("99999999999999999999="), HasSubstr("too large"));
    EXPECT_THAT(fault_of("4294967296="), HasSubstr("too large"));
    EXPECT_THAT(fault_of("4294967295=1="), HasSubstr("longest possible"));
    EXPECT_THAT(fault_of("2X"), HasSubstr("begin and end"));
    EXPECT_THAT(fault_of("1I3="), HasSubstr("begin and end"));
    EXPECT_THAT(fault_of("3=1D"), HasSubstr("end with"));
    EXPECT_THAT(fault_of("2S3="), HasSubstr("clips"));
    EXPECT_THAT(fault_of("3=2S1=", true), HasSubstr("S that is not at one"));
    EXPECT_THAT(fault_of("5S", true), HasSubstr("matched letter"));
    EXPECT_THAT(fault_of("5S5S", true), HasSubstr("begin and end"));
    EXPECT_THAT(fault_of("5S1X2=", true), HasSubstr("begin and end"));
    EXPECT_THAT(fault_of("2=1X5S", true), HasSubstr("begin and end"));
}
