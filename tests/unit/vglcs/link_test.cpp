// SPDX-License-Identifier: BSD-3-Clause
/// Links against the definition: every way of a step, one by one.
#include "random_scored.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/link.hpp>
#include <vglcs/verify.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

using namespace vglcs;
using namespace vglcs::test;
using ::testing::HasSubstr;

namespace {

struct way
{
    std::uint64_t cost, beside;
    std::optional<jumped> jump;

    [[nodiscard]] auto rank() const { return std::tuple{cost, jump.has_value(), beside, jump ? jump->first : 0}; }
};

/// The cheapest of all ways; then no jump; then the fewest letters beside it; then the smallest first letter.
std::optional<way> cheapest(gap_limits const & limits, jumps const & all, std::uint64_t skip, std::size_t p,
                            std::size_t q)
{
    std::optional<way> best;
    auto const take = [&](way const & w) {
        if (!best || w.rank() < best->rank())
            best = w;
    };
    if (std::size_t const s = q - p - 1; limits[q].lo <= s && s <= limits[q].hi)
        take({skip * s, 0, {}});
    for (std::size_t e = p + 2; e <= q && all.size() != 0; ++e)
        for (std::size_t b = p + 1; b < e; ++b) {
            auto const at = all.landing(e);
            auto const leaving = all.leaving(b);
            if (!at || !leaving || q - e > limits[q].hi || b - p - 1 > limits[b].hi)
                continue;
            if (std::size_t const passed = e - b; passed < std::max(1u, at->lo) || passed > at->hi)
                continue;
            std::uint64_t const beside = (b - p - 1) + (q - e);
            take({*leaving + at->cost + skip * beside, beside, jumped{b, e}});
        }
    return best;
}

} // namespace

TEST(link, is_the_cheapest_of_all_ways)
{
    std::size_t jumped_over = 0, forbidden = 0;
    for (test_problem const & given : random_scored_problems(
             21'001, 400,
             {.problem = {.min_n = 2, .max_n = 30, .min_m = 2, .max_m = 30, .reach = 6, .letters = "ACNN"}}))
    {
        test_problem const p = with_all_letters(given); // limits as ends of jumps have them
        problem const made = given.make();
        for (std::size_t i = 0; i < p.a.size(); ++i)
            for (std::size_t j = 0; j < p.b.size(); ++j) {
                // from the first pair of each letter of A to a few pairs
                std::size_t const i1 = i + 1 + (i * 7 + j) % p.a.size(), j1 = j + 1 + (i * 3 + j * 5) % p.b.size();
                if (i1 >= p.a.size() || j1 >= p.b.size() || p.a[i] != p.b[j] || p.a[i1] != p.b[j1])
                    continue;
                auto const x = cheapest(p.limits_a, p.jumps_a, p.scoring.skip_a, i, i1),
                           y = cheapest(p.limits_b, p.jumps_b, p.scoring.skip_b, j, j1);
                auto const got = link_of(made, {i, j}, {i1, j1});
                ASSERT_EQ(got.has_value(), x && y) << ::testing::PrintToString(given);
                forbidden += !got;
                if (!got)
                    continue;
                ASSERT_EQ(*got, (chain_link{x->cost + y->cost, x->jump, y->jump}))
                    << i << ' ' << j << " to " << i1 << ' ' << j1 << '\n'
                    << ::testing::PrintToString(given);
                jumped_over += got->a.has_value() + got->b.has_value();
            }
    }
    EXPECT_GT(jumped_over, 100u);
    EXPECT_GT(forbidden, 100u);
}

TEST(link, of_a_chain_make_its_score)
{
    for (test_problem const & p : random_scored_problems(21'002, 100, {.problem = {.max_n = 40, .max_m = 40}})) {
        problem const made = p.make();
        result const r = solve(made);
        std::int64_t score = 0;
        for (std::size_t k = 0; k < r.chain.size(); ++k) {
            score += made.scoring().match;
            if (k != 0)
                score -= static_cast<std::int64_t>(link_of(made, r.chain[k - 1], r.chain[k]).value().cost);
        }
        ASSERT_EQ(score_of(made, r.chain), score) << ::testing::PrintToString(p);
        ASSERT_EQ(r.score, static_cast<std::uint64_t>(score)) << ::testing::PrintToString(p);
    }
}

TEST(link, to_itself_or_back_is_none)
{
    test_problem p{.a = "AAAA", .b = "AAAA", .limits_a = {4, gap_limit{}}, .limits_b = {4, gap_limit{}}};
    p.jumps_b = jumps{4, jump{0, gap_limit::infinite, 0}};
    problem const made = p.make();
    EXPECT_EQ(link_of(made, {1, 1}, {1, 2}), std::nullopt);
    EXPECT_EQ(link_of(made, {2, 1}, {1, 2}), std::nullopt);
    EXPECT_EQ(link_of(made, {0, 0}, {1, 4}), std::nullopt);
    EXPECT_EQ(link_of(made, {0, 0}, {1, 1}), (chain_link{}));
}

TEST(link, faults_name_what_is_wrong)
{
    test_problem p{.a = "ACAC", .b = "ANNNNNNC", .limits_a = {4, gap_limit{}}, .limits_b = {8, gap_limit{.hi = 2}}};
    std::vector<matched_pair> const chain{{0, 0}, {1, 7}};
    EXPECT_THAT(find_fault(p.make(), chain).value(), HasSubstr("6 letters of B are skipped before position 7"));
    p.scoring.skip_b = 1;
    p.jumps_b = jumps{8, jump{3, 4, 1}};
    EXPECT_EQ(find_fault(p.make(), chain), std::nullopt);
    EXPECT_EQ(score_of(p.make(), chain), 2 - 1 - 2);
    p.jumps_b = jumps{8, jump{7, 8, 1}};
    EXPECT_THAT(find_fault(p.make(), chain).value(), HasSubstr("and no jump leads there"));
    EXPECT_EQ(score_of(p.make(), chain), std::nullopt);
}
