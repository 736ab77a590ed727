// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <gtest/gtest.h>

#include <random>

using namespace vglcs;

namespace {

template <class Error>
std::string message_of(std::string_view text)
{
    try {
        (void)parse_gap_limit(text);
    } catch (Error const & e) {
        return e.what();
    }
    return "no error of the expected type";
}

} // namespace

TEST(gap_limit_text, reads_every_form)
{
    EXPECT_EQ(parse_gap_limit("0"), (gap_limit{.lo = 0, .hi = 0}));
    EXPECT_EQ(parse_gap_limit("007"), (gap_limit{.lo = 0, .hi = 7}));
    EXPECT_EQ(parse_gap_limit("2..7"), (gap_limit{.lo = 2, .hi = 7}));
    EXPECT_EQ(parse_gap_limit("4..4"), (gap_limit{.lo = 4, .hi = 4}));
    EXPECT_EQ(parse_gap_limit("3..inf"), (gap_limit{.lo = 3}));
    EXPECT_EQ(parse_gap_limit("inf"), gap_limit{});
    EXPECT_EQ(parse_gap_limit("x"), gap_limit{.blocked = true});
}

TEST(gap_limit_text, numbers_that_no_sequence_reaches_are_infinite)
{
    EXPECT_EQ(parse_gap_limit("4294967294"), (gap_limit{.lo = 0, .hi = 4294967294u}));
    EXPECT_EQ(parse_gap_limit("4294967295"), gap_limit{});
    EXPECT_EQ(parse_gap_limit("18446744073709551615"), gap_limit{});
    EXPECT_EQ(parse_gap_limit("5..18446744073709551615"), (gap_limit{.lo = 5}));
    EXPECT_EQ(parse_gap_limit("4294967296..inf"), (gap_limit{.lo = gap_limit::infinite}));
}

TEST(gap_limit_text, errors_say_what_is_wrong_and_what_to_write)
{
    EXPECT_EQ(message_of<usage_error>(""), "a limit is missing: write a whole number, LO..HI, inf or x");
    for (std::string const text : {"-3", "-3..5", "2..-1"})
        EXPECT_EQ(message_of<usage_error>(text),
                  "limit '" + text + "' is negative: write a whole number from 0 on, LO..HI, inf or x");
    for (std::string const text : {"5.5", "abc", "5 ", " 5", "+5", "..5", "5..", "..", "1..2..3", "inf..inf", "x..5",
                                   "5..x", "-", "--1", "1e3", "INF", "X", "5x10", "0x10"})
        EXPECT_EQ(message_of<usage_error>(text), "'" + text + "' is no limit: write a whole number, LO..HI, inf or x");
    for (std::string const text : {"18446744073709551616", "1..99999999999999999999999"})
        EXPECT_EQ(message_of<usage_error>(text), "limit '" + text +
                                                     "' is above 18446744073709551615: write inf where anything may "
                                                     "be skipped");
    EXPECT_EQ(message_of<input_error>("7..2"), "limit '7..2' has LO above HI: write the smaller number first");
}

TEST(gap_limit_text, text_of_any_limit_reads_back)
{
    std::mt19937 random{7};
    auto const value = [&] { return static_cast<std::uint32_t>(random() >> (random() % 32)); };
    for (int k = 0; k < 10'000; ++k) {
        auto const [lo, hi] = std::minmax({value(), value()});
        gap_limit const limit = random() % 8 == 0   ? gap_limit{.blocked = true}
                                : random() % 8 == 0 ? gap_limit{.lo = lo}
                                                    : gap_limit{.lo = random() % 2 ? 0 : lo, .hi = hi};
        EXPECT_EQ(parse_gap_limit(to_string(limit)), limit) << to_string(limit);
    }
    EXPECT_EQ(to_string({.lo = 0, .hi = 5}), "5");
    EXPECT_EQ(to_string({.lo = 2, .hi = 7}), "2..7");
    EXPECT_EQ(to_string({.lo = 7, .hi = 7}), "7..7");
    EXPECT_EQ(to_string({.lo = 7}), "7..inf");
    EXPECT_EQ(to_string({}), "inf");
    EXPECT_EQ(to_string({.blocked = true}), "x");
}
