// SPDX-License-Identifier: BSD-3-Clause
#include "answered_pair.hpp"
#include "random_scored.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/link.hpp>
#include <vglcs/verify.hpp>
#include <vglcs/verify_result.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

/// small_pair as json states it, and what it is checked against.
struct verify_result : Test
{
    answered_pair pair = small_pair(strand::reverse);
    std::string digest;
    stated_pair stated;
    alphabet letters = alphabet::dna;

    void SetUp() override
    {
        pair_record const r = pair.record();
        digest = r.limits_digest;
        stated = {.line = 1,
                  .query = "q1",
                  .target = "t1",
                  .query_number = 3,
                  .target_number = 7,
                  .strand = strand::reverse,
                  .length = 5,
                  .query_length = 11,
                  .target_length = 10,
                  .has_chain = true,
                  .runs = {{2, 0, 2}, {4, 3, 2}, {7, 7, 1}},
                  .limits_digest = r.limits_digest,
                  .query_sha256 = r.query_sha256,
                  .target_sha256 = r.target_sha256,
                  .status = "ok",
                  .letters = "ACGTC",
                  .sequence = "ggACGTACTTC",
                  .quality = "KJIHGFEDCBA"};
    }

    std::string fault() const
    {
        return find_result_fault(stated, {.query = pair.query,
                                          .target = pair.target,
                                          .query_limits = pair.query_limits,
                                          .target_limits = pair.target_limits,
                                          .alphabet = letters,
                                          .limits_digest = digest})
            .value_or("");
    }
};

} // namespace

TEST_F(verify_result, a_right_pair_has_no_fault)
{
    EXPECT_EQ(fault(), "");
    digest.clear(); // not compared
    stated.limits_digest = "0000";
    EXPECT_EQ(fault(), "");
}

TEST_F(verify_result, names_numbers_lengths_and_digests)
{
    auto const right = stated;
    stated.query = "q2";
    EXPECT_THAT(fault(), HasSubstr("the query is 'q2', but the file has 'q1'"));
    stated = right;
    stated.target_number = 8;
    EXPECT_THAT(fault(), HasSubstr("the target is record 8"));
    stated = right;
    stated.query_length = 12;
    EXPECT_THAT(fault(), HasSubstr("the query has 12 letters, but the file has 11"));
    stated = right;
    stated.target_sha256 = std::string(64, '0');
    EXPECT_THAT(fault(), HasSubstr("SHA-256"));
    stated = right;
    stated.limits_digest = "0000";
    EXPECT_THAT(fault(), HasSubstr("digest 0000"));
    stated = right;
    stated.contradiction = "this and that";
    EXPECT_EQ(fault(), "this and that");
    stated = right;
    stated.length = 4;
    EXPECT_THAT(fault(), HasSubstr("the length is 4, but the chain has 5 pairs"));
    stated.length = 11;
    EXPECT_THAT(fault(), HasSubstr("more than the letters of the shorter sequence"));
}

TEST_F(verify_result, letters_and_qualities)
{
    auto const right = stated;
    stated.letters = "ACGTT";
    EXPECT_THAT(fault(), HasSubstr("pair 5 is (7, 7) with the letter 'T', but the query has 'C'"));
    stated = right;
    stated.letters = "ACGT";
    EXPECT_THAT(fault(), HasSubstr("4 letters are stated for 5 pairs"));
    stated = right;
    stated.sequence = "ggACGTACTTG";
    EXPECT_THAT(fault(), HasSubstr("SEQ has 'G' at position 10"));
    stated.sequence = "GGACGTACTTC";
    EXPECT_THAT(fault(), HasSubstr("SEQ has 'G' at position 0")); // letters are as in the input
    stated.sequence = "ggACGT";
    EXPECT_THAT(fault(), HasSubstr("SEQ has 6 letters"));
    stated = right;
    stated.quality = "ABCDEFGHIJK";
    EXPECT_THAT(fault(), HasSubstr("QUAL"));
}

TEST_F(verify_result, chains)
{
    auto const right = stated;
    stated.runs.back() = {8, 7, 1};
    EXPECT_THAT(fault(), HasSubstr("letters that do not match"));
    stated = right;
    stated.runs = {{4, 3, 2}, {2, 0, 2}, {7, 7, 1}};
    EXPECT_THAT(fault(), HasSubstr("do not increase"));
    stated = right;
    stated.runs.back() = {7, 10, 1};
    EXPECT_THAT(fault(), HasSubstr("leave the 11 x 10 letters"));
    stated = right;
    pair.target_limits.set(7, {.hi = 1});
    EXPECT_THAT(fault(), HasSubstr("2 letters of B are skipped before position 7, allowed are 0..1"));
    pair.target_limits.set(7, {.lo = 3});
    EXPECT_THAT(fault(), HasSubstr("allowed are 3..10"));
    pair.target_limits.set(7, {});
    EXPECT_EQ(fault(), "");
    pair.query_limits.set(7, {.hi = 0});
    EXPECT_THAT(fault(), HasSubstr("1 letters of A are skipped before position 7, allowed are 0..0"));
    pair.query_limits.set(7, {.blocked = true});
    EXPECT_THAT(fault(), HasSubstr("letters that do not match"));
}

TEST_F(verify_result, equal_letters_may_be_skipped)
{
    pair.target.letters[6] = 'T'; // under X stands A of the query; now no letter there matters
    stated.target_sha256.reset();
    EXPECT_EQ(fault(), "");
}

TEST_F(verify_result, codes_that_match_nothing_do_not_match_themselves)
{
    stated.query_sha256.reset();
    stated.target_sha256.reset();
    stated.sequence.reset();
    stated.letters.reset();
    pair.query.letters[11 - 1 - 7] = 'N';
    pair.target.letters[7] = 'N';
    EXPECT_THAT(fault(), HasSubstr("pair 5 is (7, 7), letters that do not match"));
}

TEST_F(verify_result, reverse_strand_needs_nucleotides)
{
    letters = alphabet::protein;
    EXPECT_THAT(fault(), HasSubstr("strand - is stated"));
}

TEST_F(verify_result, without_a_chain_the_last_pair_is_checked)
{
    stated.has_chain = false;
    stated.runs.clear();
    stated.letters.reset();
    stated.last = matched_pair{7, 7};
    EXPECT_EQ(fault(), "");
    stated.length = 9;
    EXPECT_THAT(fault(), HasSubstr("no chain of 9 pairs can end in (7, 7)"));
    stated.length = 5;
    stated.last = matched_pair{7, 6};
    EXPECT_THAT(fault(), HasSubstr("letters that do not match"));
    stated.last = matched_pair{11, 6};
    EXPECT_THAT(fault(), HasSubstr("outside of 11 x 10"));
    stated.last.reset();
    EXPECT_EQ(fault(), "");
}

TEST_F(verify_result, limits_of_another_sequence)
{
    pair.query_limits = {10, {}};
    EXPECT_THAT(fault(), HasSubstr("the query has 11 letters, but 10 limits"));
}

/// The check of a stated chain, which looks at limits and jumps letter by letter, and that of a problem agree.
TEST(verify_scored, chains_of_engines_and_what_is_left_of_them)
{
    std::size_t faulty = 0, jumped_over = 0;
    for (test_problem const & p : random_scored_problems(
             22'001, 600,
             {.problem = {.min_n = 5, .max_n = 50, .min_m = 5, .max_m = 50, .reach = 6, .letters = "ACGTN"}}))
    {
        problem const made = p.make();
        result const r = solve(made);
        sequence const query{.name = "q", .letters = p.a}, target{.name = "t", .letters = p.b};
        stated_pair stated{.query = "q", .target = "t", .scored = true, .has_chain = true};
        auto const fault = [&](std::vector<matched_pair> const & chain, std::optional<std::uint64_t> score) {
            stated.length = chain.size();
            stated.score = score;
            stated.runs.clear();
            for (auto const & [i, j] : chain)
                stated.runs.push_back({i, j, 1});
            return find_result_fault(stated, {.query = query,
                                              .target = target,
                                              .query_limits = p.limits_a,
                                              .target_limits = p.limits_b,
                                              .scoring = p.scoring,
                                              .query_jumps = &p.jumps_a,
                                              .target_jumps = &p.jumps_b,
                                              .scored = true});
        };
        ASSERT_EQ(fault(r.chain, r.score), std::nullopt) << PrintToString(p);
        ASSERT_THAT(fault(r.chain, r.score + 1).value_or(""),
                    AnyOf(HasSubstr(fmt::format("the score is {}, but the chain's is {}", r.score + 1, r.score)),
                          HasSubstr(fmt::format("the score is {}, more than the letters", r.score + 1))));
        for (std::size_t k = 1; k + 1 < r.chain.size(); ++k) {
            std::vector<matched_pair> chain = r.chain;
            chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(k));
            auto const score = score_of(made, chain);
            bool const wrong = fault(chain, {}).has_value();
            ASSERT_EQ(wrong, !score) << "without pair " << k << '\n' << PrintToString(p);
            if (score && *score >= 0) {
                ASSERT_EQ(fault(chain, static_cast<std::uint64_t>(*score)), std::nullopt) << PrintToString(p);
            }
            faulty += wrong;
            auto const step = link_of(made, r.chain[k - 1], r.chain[k]);
            jumped_over += step->a.has_value() || step->b.has_value();
        }
    }
    EXPECT_GT(faulty, 100u);
    EXPECT_GT(jumped_over, 100u);
}
