// SPDX-License-Identifier: BSD-3-Clause
/// Reasons are true: what a reason names is mended, and the anchor joins a block that is asked for.
#include "chain_reference.hpp"

#include <vglcs/chain_reasons.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

chain_rules all_blocks(chain_rules rules)
{
    rules.least_score = std::numeric_limits<std::int64_t>::min();
    rules.most_blocks = std::numeric_limits<std::uint64_t>::max();
    return rules;
}

/// True where a block that the rules ask for has the anchor.
bool is_given(chain_case const & c, std::uint32_t k)
{
    anchor_blocks const found = chain_anchors(c.anchors, c.settled());
    return std::ranges::find(found.members, k) != found.members.end();
}

struct counts
{
    int losses = 0, gaps = 0, scores = 0, numbers = 0;
};

void check(chain_case c, std::string const & name, counts & seen)
{
    chain_rules const rules = c.settled();
    anchor_blocks const all = chain_anchors(c.anchors, all_blocks(rules));
    std::size_t given = 0;
    while (given < all.blocks.size() && given < rules.most_blocks && all.blocks[given].score >= rules.least_score)
        ++given;
    chain_reasons const reasons{c.anchors, rules, all, given};
    for (std::uint32_t k = 0; k < c.anchors.size(); ++k) {
        std::uint32_t const block = reasons.block_of(k);
        if (block == chain_reasons::none) { // its direction is not looked for
            ASSERT_FALSE(is_given(c, k)) << name;
            continue;
        }
        ASSERT_EQ(all.anchors_of(all.blocks[block])[reasons.place_in_block(k)], k) << name;
        ASSERT_EQ(is_given(c, k), block < given) << name << " anchor " << k;
        if (block < given)
            continue;
        chain_reason const r = reasons.of(k);
        if (r.loses) {
            ASSERT_GE(r.loses->by, 0) << name;
            chain_case mended = c;
            mended.anchors[k].weight += r.loses->by + 1;
            ASSERT_TRUE(is_given(mended, k)) << name << " anchor " << k << " loses to block " << r.loses->block;
            ++seen.losses;
        }
        if (r.too_far) {
            chain_case mended = c;
            if (mended.own.empty())
                mended.own.assign(c.anchors.size(), c.rules.limits);
            link_limits & l = mended.own[k];
            ASSERT_TRUE(r.too_far->gap_x > l.hi_x || r.too_far->gap_y > l.hi_y) << name;
            l.hi_x = std::max(l.hi_x, r.too_far->gap_x);
            l.hi_y = std::max(l.hi_y, r.too_far->gap_y);
            ASSERT_TRUE(is_given(mended, k)) << name << " anchor " << k << " behind block " << r.too_far->block;
            ++seen.gaps;
        }
        chain_case mended = c;
        if (r.score < rules.least_score) {
            mended.rules.least_score = r.score;
            ++seen.scores;
        }
        if (r.block >= rules.most_blocks) {
            mended.rules.most_blocks = r.block + 1;
            ++seen.numbers;
        }
        ASSERT_TRUE(is_given(mended, k)) << name << " anchor " << k << " in block " << r.block;
    }
}

TEST(chain_reasons, are_true)
{
    std::mt19937_64 random{31};
    counts seen;
    for (int k = 0; k < 6000; ++k) {
        chain_case c = random_chain_case(random, k % 20 == 0 ? 60 : 16);
        c.rules.least_score = k % 3 == 0 ? 1 : static_cast<std::int64_t>(random() % 40);
        c.rules.most_blocks = k % 2 == 0 ? 1 + random() % 3 : std::numeric_limits<std::uint64_t>::max();
        ASSERT_NO_FATAL_FAILURE(check(c, "case " + std::to_string(k), seen));
    }
    EXPECT_GT(seen.losses, 1000);
    EXPECT_GT(seen.gaps, 200);
    EXPECT_GT(seen.scores, 1000);
    EXPECT_GT(seen.numbers, 1000);
}

TEST(chain_reasons, of_a_block_with_a_stray_anchor)
{
    // five anchors in a row, one beside them that would replace two, one too far behind
    chain_case c;
    for (std::int64_t k = 0; k < 5; ++k)
        c.anchors.push_back({.x = 10 * k, .y = 10 * k, .weight = 4});
    c.anchors.push_back({.x = 20, .y = 15, .weight = 3});
    c.anchors.push_back({.x = 80, .y = 60, .weight = 4});
    c.rules.limits = {.lo_x = 0, .hi_x = 20, .lo_y = 0, .hi_y = 20};
    c.rules.most_blocks = 1;
    c.rules.threads = 1;
    anchor_blocks const all = chain_anchors(c.anchors, all_blocks(c.rules));
    chain_reasons const reasons{c.anchors, c.rules, all, 1};
    chain_reason const stray = reasons.of(5);
    ASSERT_TRUE(stray.loses);
    EXPECT_EQ(stray.loses->by, 1); // in place of the anchor at 20,20
    chain_reason const far = reasons.of(6);
    ASSERT_FALSE(far.loses);
    ASSERT_TRUE(far.too_far);
    EXPECT_EQ(far.too_far->after, 4u);
    EXPECT_EQ(far.too_far->gap_x, 39);
    EXPECT_EQ(far.too_far->limit_x, 20);
    EXPECT_EQ(far.too_far->gap_y, 19);
}

} // namespace
