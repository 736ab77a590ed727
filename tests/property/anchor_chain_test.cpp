// SPDX-License-Identifier: BSD-3-Clause
/// Chains of anchors against their definition, and against the aligner on the pairs of letters of two sequences.
#include "answers.hpp"
#include "chain_reference.hpp"
#include "oracle_cases.hpp"

#include <vglcs/anchor_chain.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

std::string text(chain_case const & c)
{
    std::string out;
    for (std::size_t k = 0; k < c.anchors.size(); ++k) {
        anchor const & a = c.anchors[k];
        out += fmt::format("{}: {},{} {}x{} w{} s{} {}\n", k, a.x, a.y, a.length_x, a.length_y, a.weight, a.sequences,
                           a.falling ? '-' : '+');
    }
    return out;
}

TEST(anchor_chain, enumeration)
{
    std::mt19937_64 random{22};
    for (int k = 0; k < 60'000; ++k) {
        chain_case c = random_chain_case(random, 12);
        c.rules.most_blocks = 1;
        c.rules.least_score = -100;
        auto const best = enumerated_best(c.anchors, c.settled());
        anchor_blocks const found = chain_anchors(c.anchors, c.settled());
        ASSERT_EQ(found.blocks.size(), best ? 1u : 0u) << "case " << k << '\n' << text(c);
        if (best) {
            ASSERT_EQ(found.blocks.front().score, *best) << "case " << k << '\n' << text(c);
        }
    }
}

TEST(anchor_chain, small_cases)
{
    std::mt19937_64 random{23};
    for (int k = 0; k < 100'000; ++k) {
        chain_case const c = random_chain_case(random, 12);
        ASSERT_EQ(plain(chain_anchors(c.anchors, c.settled())), reference_blocks(c.anchors, c.settled()))
            << "case " << k << '\n'
            << text(c);
    }
}

TEST(anchor_chain, medium_cases)
{
    std::mt19937_64 random{24};
    for (int k = 0; k < 300; ++k) {
        chain_case const c = random_chain_case(random, 90);
        ASSERT_EQ(plain(chain_anchors(c.anchors, c.settled())), reference_blocks(c.anchors, c.settled()))
            << "case " << k;
    }
}

/// Enough anchors for the levels of the range tree, windows of any size beside each other.
TEST(anchor_chain, large_windows)
{
    std::mt19937_64 random{25};
    for (int k = 0; k < 6; ++k) {
        chain_case c;
        c.anchors.resize(3000);
        std::int64_t const span = k % 2 == 0 ? 100'000 : 800;
        for (anchor & a : c.anchors) {
            a.x = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(span));
            a.y = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(span));
            a.weight = 1 + static_cast<std::int64_t>(random() % 9);
            a.length_x = a.length_y = 1 + static_cast<std::int64_t>(random() % 5);
            std::int64_t const far_x = k < 2 ? span : static_cast<std::int64_t>(random() % 3 == 0 ? span : span / 50);
            std::int64_t const far_y = static_cast<std::int64_t>(random() % 3 == 0 ? span : span / 90);
            c.own.push_back({.lo_x = 0, .hi_x = far_x, .lo_y = 0, .hi_y = k < 4 ? far_y : span / 100});
        }
        c.rules.most_blocks = 2;
        c.rules.threads = 1;
        c.rules.skip_x = k == 1 ? 1 : 0;
        c.rules.overlap = k == 3 ? overlap_rule::allowed : overlap_rule::none;
        c.rules.most_overlap = 2;
        ASSERT_EQ(plain(chain_anchors(c.anchors, c.settled())), reference_blocks(c.anchors, c.settled()))
            << "case " << k;
    }
}

/// Boxes of so many anchors that tiles serve them, and that only the best of a window are noted: all blocks.
TEST(anchor_chain, all_blocks_of_full_boxes)
{
    std::mt19937_64 random{27};
    for (int k = 0; k < 6; ++k) {
        chain_case c;
        c.anchors.resize(1100);
        for (anchor & a : c.anchors) {
            a.x = static_cast<std::int64_t>(random() % 1000);
            a.y = static_cast<std::int64_t>(random() % 1000);
            a.weight = k % 2 == 0 ? 1 : 1 + static_cast<std::int64_t>(random() % 20); // many ties, few
            a.length_x = a.length_y = 2 + static_cast<std::int64_t>(random() % 3);
        }
        c.rules.limits = {.lo_x = k == 5 ? 1 : 0, .hi_x = 400, .lo_y = 0, .hi_y = 400};
        c.rules.skip_x = k == 2 ? 1 : 0;
        c.rules.link_cost = k == 3 ? 2 : 0;
        c.rules.overlap = k == 4 ? overlap_rule::allowed : overlap_rule::none; // all may overlap: one set of values
        c.rules.most_overlap = k == 4 ? 1 : 0;
        c.rules.threads = 1;
        c.rules.falling = false;
        ASSERT_EQ(plain(chain_anchors(c.anchors, c.settled())), reference_blocks(c.anchors, c.settled()))
            << "case " << k;
    }
}

TEST(anchor_chain, order_and_threads)
{
    std::mt19937_64 random{26};
    for (int k = 0; k < 3; ++k) {
        chain_case c;
        c.anchors.resize(60'000); // several parts, each large enough for a thread
        for (std::size_t q = 0; q < c.anchors.size(); ++q) {
            anchor & a = c.anchors[q];
            a.x = static_cast<std::int64_t>(random() % 50'000);
            a.y = static_cast<std::int64_t>(q); // no two are equal in x and y
            a.weight = 1 + static_cast<std::int64_t>(random() % 3);
            a.falling = random() % 2 == 0;
            a.sequences = k == 0 ? 0 : static_cast<std::uint32_t>(random() % 3);
        }
        c.rules.limits = {.lo_x = 0, .hi_x = 300, .lo_y = 0, .hi_y = 300};
        c.rules.either_direction = k == 0;
        c.rules.threads = 1;
        anchor_blocks const want = chain_anchors(c.anchors, c.rules);
        EXPECT_GT(want.blocks.size(), 1000u);
        c.rules.threads = 8;
        anchor_blocks const threads = chain_anchors(c.anchors, c.rules);
        EXPECT_EQ(threads.blocks, want.blocks);
        EXPECT_EQ(threads.members, want.members);
        std::vector<std::uint32_t> order(c.anchors.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::shuffle(order, random);
        std::vector<anchor> shuffled;
        for (std::uint32_t const q : order)
            shuffled.push_back(c.anchors[q]);
        anchor_blocks again = chain_anchors(shuffled, c.rules);
        for (std::uint32_t & q : again.members)
            q = order[q];
        EXPECT_EQ(again.blocks, want.blocks);
        EXPECT_EQ(again.members, want.members);
    }
}

/// An anchor for each pair of matching letters, with the limits of the letters.
struct letter_anchors
{
    std::vector<anchor> anchors;
    std::vector<link_limits> own;

    explicit letter_anchors(test_problem const & p)
    {
        std::vector<letter_code> const a = encode(p.a, p.alphabet), b = encode(p.b, p.alphabet);
        auto const wide = [](std::uint32_t hi) {
            return hi == gap_limit::infinite ? link_limits::infinite : std::int64_t{hi};
        };
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t j = 0; j < b.size(); ++j) {
                gap_limit const x = p.limits_a[i], y = p.limits_b[j];
                if (x.blocked || y.blocked || a[i] != b[j] || a[i] == no_match)
                    continue;
                anchors.push_back(
                    {.x = static_cast<std::int64_t>(i), .y = static_cast<std::int64_t>(j), .weight = p.scoring.match});
                own.push_back({.lo_x = x.lo, .hi_x = wide(x.hi), .lo_y = y.lo, .hi_y = wide(y.hi)});
            }
    }
};

/// The best chain of these anchors is the alignment: the same score, the same pairs.
void compare_with(test_problem const & p, std::uint64_t score, std::vector<matched_pair> const & chain)
{
    letter_anchors const all{p};
    anchor_blocks const found = chain_anchors(all.anchors, {.own = all.own,
                                                            .skip_x = p.scoring.skip_a,
                                                            .skip_y = p.scoring.skip_b,
                                                            .falling = false,
                                                            .most_blocks = 1,
                                                            .threads = 1});
    ASSERT_EQ(found.blocks.empty() ? 0 : found.blocks[0].score, static_cast<std::int64_t>(score)) << p.origin;
    std::vector<matched_pair> pairs;
    for (std::uint32_t const k : found.members)
        pairs.push_back({static_cast<std::uint32_t>(all.anchors[k].x), static_cast<std::uint32_t>(all.anchors[k].y)});
    ASSERT_EQ(pairs, chain) << p.origin;
}

TEST(anchor_chain, is_the_alignment)
{
    int compared = 0;
    for (char const * const file : {"small.jsonl", "variants.jsonl", "random.jsonl", "medium.jsonl"})
        for (oracle_case const & c : read_oracle_cases(file)) {
            if (c.problem.a.size() * c.problem.b.size() > 40'000)
                continue;
            ASSERT_NO_FATAL_FAILURE(compare_with(c.problem, c.answer.score, c.answer.chain));
            ++compared;
        }
    EXPECT_GT(compared, 2000);
}

/// The same with costs of skipped letters, against the reference engine.
TEST(anchor_chain, is_the_scored_alignment)
{
    std::uint32_t kind = 0;
    for (char const * const file : {"small.jsonl", "variants.jsonl"})
        for (oracle_case const & c : read_oracle_cases(file)) {
            test_problem p = c.problem;
            ++kind;
            p.scoring = {.match = 1 + kind % 3, .skip_a = kind % 2, .skip_b = kind / 2 % 3};
            result const want = solve_with("reference", p.make(), task::alignment);
            ASSERT_NO_FATAL_FAILURE(compare_with(p, want.score, want.chain));
        }
    EXPECT_GT(kind, 1000u);
}

} // namespace
