// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/jump_spec.hpp>

#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include <set>

using namespace vglcs;

namespace {

gap_limits spread_out(std::size_t size, gap_limit every)
{
    gap_limits out{size, {.hi = 123456}};
    for (std::size_t k = 0; k < size; ++k)
        out.set(k, every);
    return out;
}

} // namespace

TEST(gap_digest, does_not_depend_on_how_limits_are_kept)
{
    for (gap_limit const every :
         {gap_limit{}, gap_limit{.hi = 5}, gap_limit{.lo = 2, .hi = 9}, gap_limit{.blocked = true}}) {
        ASSERT_FALSE(spread_out(100, every).is_uniform());
        EXPECT_EQ(digest(gap_limits{100, every}), digest(spread_out(100, every)));
    }
    // a blocked letter is blocked, whatever stands beside
    EXPECT_EQ(digest(gap_limits{3, {.blocked = true}}), digest(gap_limits{3, {.lo = 1, .hi = 2, .blocked = true}}));
}

TEST(gap_digest, is_the_documented_hash_of_runs)
{
    gap_limits limits{300, {.lo = 1, .hi = 2}};
    limits.set(299, {.blocked = true});
    // lengths 299 (0x012b) and 1, LO, HI, blocked
    std::string const bytes{"\x2b\x01\0\0\0\0\0\0\x01\0\0\0\x02\0\0\0\0"
                            "\x01\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\x01",
                            34};
    EXPECT_EQ(digest(limits), sha256_hex(bytes).substr(0, 16));
    EXPECT_EQ(digest(gap_limits{}), sha256_hex("").substr(0, 16));
}

TEST(gap_digest, tells_limits_apart)
{
    std::set<std::string> digests;
    std::size_t count = 0;
    auto const add = [&](gap_limits const & limits) {
        digests.insert(digest(limits));
        ++count;
    };
    for (std::size_t size : {0, 1, 2, 99, 100})
        add(gap_limits{size, {}});
    for (std::uint32_t hi : {0u, 1u, 5u, 4294967294u})
        add(gap_limits{100, {.hi = hi}});
    add(gap_limits{100, {.lo = 5, .hi = 5}});
    add(gap_limits{100, {.blocked = true}});
    for (std::size_t k : {0, 1, 50, 99}) {
        gap_limits limits{100, {}};
        limits.set(k, {.hi = 5});
        add(limits);
        add(limits.reversed()); // 0 and 99 mirror each other: two equal pairs in all
    }
    EXPECT_EQ(digests.size(), count - 2);
}

TEST(gap_digest, prices_and_jumps_stand_behind_the_limits)
{
    gap_limits const limits{3, {.hi = 2}};
    EXPECT_EQ(digest(limits, 1, 0, {}), digest(limits));
    EXPECT_EQ(digest(limits, 1, 0, jumps{3, {}, 7}), digest(limits)) << "nothing jumps, so nothing leaves";
    std::string const of_limits{"\x03\0\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\0", 17};
    EXPECT_EQ(digest(limits, 5, 4, {}), sha256_hex(of_limits + std::string{"\x05\0\0\0\x04\0\0\0", 8}).substr(0, 16));
    jumps given{3, jump{.lo = 0, .hi = 9, .cost = 6}};
    given.set_landing(2, 3, {});
    given.set_leaving(1, 2, 258);
    given.set_leaving(2, 3, {});
    std::string const bytes{"\x01\0\0\0\0\0\0\0"                               // match, skip
                            "\x02\0\0\0\0\0\0\0\x01\0\0\0\x09\0\0\0\x06\0\0\0" // two land, LO 1 for 0
                            "\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"       // one does not
                            "\x01\0\0\0\0\0\0\0\0\0\0\0"
                            "\x01\0\0\0\0\0\0\0\x02\x01\0\0"
                            "\x01\0\0\0\0\0\0\0\xff\xff\xff\xff",
                            84};
    EXPECT_EQ(digest(limits, 1, 0, given), sha256_hex(of_limits + bytes).substr(0, 16));
    jumps same{3, {}, {}};
    same.set_landing(0, 2, jump{.lo = 1, .hi = 9, .cost = 6});
    same.set_leaving(0, 1, 0);
    same.set_leaving(1, 2, 258);
    EXPECT_EQ(digest(limits, 1, 0, same), digest(limits, 1, 0, given)) << "however they were given";
    EXPECT_EQ(digest(gap_limits{4'000'000'000, {}}, 2, 1, jumps{4'000'000'000, jump{.hi = 3}}).size(), 16u);
}

TEST(gap_digest, many_runs_pass_the_buffer_unharmed)
{
    gap_limits limits{20'000, {}};
    std::string bytes;
    for (std::size_t k = 0; k < limits.size(); ++k) {
        auto const hi = static_cast<std::uint32_t>(k % 251);
        limits.set(k, {.hi = hi});
        bytes += std::string{"\x01\0\0\0\0\0\0\0\0\0\0\0", 12} + static_cast<char>(hi) + std::string(4, '\0');
    }
    EXPECT_EQ(digest(limits), sha256_hex(bytes).substr(0, 16));
}

TEST(gap_digest, uniform_limits_of_any_length_take_no_time)
{
    EXPECT_EQ(digest(gap_limits{4'000'000'000, {.hi = 5}}).size(), 16u);
}
