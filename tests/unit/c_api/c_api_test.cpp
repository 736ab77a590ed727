// SPDX-License-Identifier: BSD-3-Clause
/// The interface in C beside the library in C++: the same answers, errors in parts, callbacks that end runs.
#include "oracle_cases.hpp"
#include "random_scored.hpp"
#include "temporary_folder.hpp"

#include <vglcs.h>
#include <vglcs/anchor_chain.hpp>
#include <vglcs/engine.hpp>
#include <vglcs/explain.hpp>
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/link.hpp>
#include <vglcs/pattern_matcher.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

using namespace vglcs;
using namespace vglcs::test;

namespace {

template <auto Free>
struct freed
{
    template <class Handle>
    void operator()(Handle * handle) const
    {
        Free(handle);
    }
};
using solver_handle = std::unique_ptr<vglcs_solver, freed<vglcs_solver_free>>;
using answers_handle = std::unique_ptr<vglcs_answers, freed<vglcs_answers_free>>;
using gaps_handle = std::unique_ptr<vglcs_gaps, freed<vglcs_gaps_free>>;
using blocks_handle = std::unique_ptr<vglcs_blocks, freed<vglcs_blocks_free>>;
using matcher_handle = std::unique_ptr<vglcs_matcher, freed<vglcs_matcher_free>>;
using hits_handle = std::unique_ptr<vglcs_hits, freed<vglcs_hits_free>>;

std::string last_message()
{
    return vglcs_error_message(vglcs_last_error());
}

vglcs_options some_options()
{
    vglcs_options out;
    vglcs_options_init(&out, sizeof out);
    out.threads = 1;
    out.device = VGLCS_CPU;
    return out;
}

solver_handle make_solver(vglcs_options const & o)
{
    vglcs_solver * out = nullptr;
    EXPECT_EQ(vglcs_solver_create(&o, &out), VGLCS_OK) << last_message();
    return solver_handle{out};
}

vglcs_sequence sequence_of(std::string_view letters, vglcs_gaps const * gaps = nullptr, char const * name = nullptr)
{
    vglcs_sequence out{};
    out.size = sizeof out;
    out.letters = letters.data();
    out.length = letters.size();
    out.name = name;
    out.gaps = gaps;
    return out;
}

vglcs_answer get(vglcs_answers const * answers, std::uint64_t k)
{
    vglcs_answer out{};
    out.size = sizeof out;
    EXPECT_EQ(vglcs_answers_get(answers, k, &out), VGLCS_OK) << last_message();
    return out;
}

/// Limits and jumps of a side, through arrays.
gaps_handle gaps_of(gap_limits const & limits, jumps const & jumps)
{
    std::size_t const n = limits.size();
    std::vector<std::uint32_t> lo(n), hi(n), jump_lo(n), jump_hi(n), cost(n), leave(n);
    std::vector<std::uint8_t> blocked(n);
    for (std::size_t k = 0; k < n; ++k) {
        lo[k] = limits[k].lo;
        hi[k] = limits[k].hi;
        blocked[k] = limits[k].blocked;
        if (jumps.size() == 0)
            continue;
        jump const at = jumps.landing(k).value_or(jump{});
        jump_lo[k] = at.lo;
        jump_hi[k] = at.hi;
        cost[k] = at.cost;
        leave[k] = jumps.leaving(k).value_or(VGLCS_NEVER);
    }
    vglcs_gap_arrays arrays{};
    arrays.size = sizeof arrays;
    arrays.length = n;
    arrays.hi = hi.data();
    arrays.lo = lo.data();
    arrays.blocked = blocked.data();
    if (jumps.size() != 0) {
        arrays.jump_hi = jump_hi.data();
        arrays.jump_lo = jump_lo.data();
        arrays.jump_cost = cost.data();
        arrays.leave = leave.data();
    }
    vglcs_gaps * out = nullptr;
    EXPECT_EQ(vglcs_gaps_from_arrays(&arrays, &out), VGLCS_OK) << last_message();
    return gaps_handle{out};
}

std::vector<matched_pair> chain_of(vglcs_answer const & answer)
{
    std::vector<matched_pair> out;
    for (std::uint64_t k = 0; k < answer.chain_size; ++k)
        out.push_back({answer.chain[k].i, answer.chain[k].j});
    return out;
}

void expect_links(problem const & p, vglcs_answer const & answer)
{
    auto const over = [](std::uint32_t first, std::uint32_t end) {
        return first == VGLCS_NONE ? std::optional<jumped>{} : jumped{first, end};
    };
    ASSERT_EQ(answer.links_size + 1, answer.chain_size);
    std::vector<matched_pair> const chain = chain_of(answer);
    for (std::size_t k = 1; k < chain.size(); ++k) {
        vglcs_link const & link = answer.links[k - 1];
        chain_link const expected = link_of(p, chain[k - 1], chain[k]).value();
        EXPECT_EQ(link.cost, expected.cost);
        EXPECT_EQ(over(link.a_first, link.a_end), expected.a);
        EXPECT_EQ(over(link.b_first, link.b_end), expected.b);
    }
}

vglcs_options options_for(test_problem const & p)
{
    vglcs_options o = some_options();
    constexpr std::int32_t alphabets[] = {VGLCS_DNA, VGLCS_RNA, VGLCS_PROTEIN, VGLCS_RAW};
    o.alphabet = alphabets[static_cast<int>(p.alphabet)];
    o.match = p.scoring.match;
    o.skip_a = p.scoring.skip_a;
    o.skip_b = p.scoring.skip_b;
    return o;
}

void expect_solved(test_problem const & p)
{
    SCOPED_TRACE(p.origin);
    solver_handle const solver = make_solver(options_for(p));
    gaps_handle const gaps_a = gaps_of(p.limits_a, p.jumps_a), gaps_b = gaps_of(p.limits_b, p.jumps_b);
    vglcs_sequence const a = sequence_of(p.a, gaps_a.get()), b = sequence_of(p.b, gaps_b.get());
    vglcs_answers * made = nullptr;
    ASSERT_EQ(vglcs_solve(solver.get(), &a, &b, &made), VGLCS_OK) << last_message();
    answers_handle const answers{made};
    vglcs_answer const answer = get(made, 0);
    problem const same = p.make();
    result const expected = solve(same, {.threads = 1});
    EXPECT_EQ(answer.length, expected.length);
    EXPECT_EQ(answer.score, expected.score);
    EXPECT_EQ(chain_of(answer), expected.chain);
    EXPECT_EQ(answer.last.i, expected.last ? expected.last->i : VGLCS_NONE);
    EXPECT_EQ(answer.engine, expected.engine);
    if ((same.side_a().has_jumps || same.side_b().has_jumps) && answer.chain_size > 0)
        expect_links(same, answer);
    else
        EXPECT_EQ(answer.links_size, 0u);

    vglcs_stated stated;
    vglcs_stated_init(&stated, sizeof stated);
    stated.chain = answer.chain;
    stated.chain_size = answer.chain_size;
    stated.score = static_cast<std::int64_t>(answer.score);
    EXPECT_EQ(vglcs_verify(solver.get(), &a, &b, &stated), VGLCS_OK) << last_message();
    ++stated.score;
    EXPECT_EQ(vglcs_verify(solver.get(), &a, &b, &stated), VGLCS_VERIFICATION);
    EXPECT_STREQ(vglcs_error_what(vglcs_last_error()), vglcs_error_message(vglcs_last_error()));
}

int stop_at_once(std::uint64_t, std::uint64_t, void * calls)
{
    ++*static_cast<int *>(calls);
    return 1;
}

std::string random_letters(generator & rng, std::size_t size, std::string_view from = "ACGT")
{
    std::string out(size, ' ');
    for (char & c : out)
        c = from[uniform(rng, 0, from.size() - 1)];
    return out;
}

} // namespace

TEST(c_api, solves_as_the_library_does)
{
    for (oracle_case const & c : read_oracle_cases("small.jsonl"))
        expect_solved(c.problem);
    for (test_problem const & p : random_scored_problems(11, 300))
        expect_solved(p);
}

TEST(c_api, many_pairs_have_their_own_answers_with_any_number_of_threads)
{
    std::vector<test_problem> const problems = random_scored_problems(12, 400);
    for (int const threads : {1, 3}) {
        std::string letters;
        std::vector<std::uint64_t> begin_a, end_a, begin_b, end_b;
        std::vector<gaps_handle> handles;
        std::vector<vglcs_gaps const *> gaps_a, gaps_b;
        std::vector<test_problem const *> used;
        for (test_problem const & p : problems) { // those with one alphabet and one scoring
            if (p.alphabet != alphabet::dna)
                continue;
            used.push_back(&p);
            begin_a.push_back(letters.size());
            end_a.push_back((letters += p.a).size());
            begin_b.push_back(letters.size());
            end_b.push_back((letters += p.b).size());
            gaps_a.push_back(handles.emplace_back(gaps_of(p.limits_a, p.jumps_a)).get());
            gaps_b.push_back(handles.emplace_back(gaps_of(p.limits_b, p.jumps_b)).get());
        }
        ASSERT_GT(used.size(), 50u);
        vglcs_pairs pairs{};
        pairs.size = sizeof pairs;
        pairs.count = used.size();
        pairs.letters_a = pairs.letters_b = letters.data();
        pairs.begin_a = begin_a.data();
        pairs.end_a = end_a.data();
        pairs.begin_b = begin_b.data();
        pairs.end_b = end_b.data();
        pairs.gaps_a = gaps_a.data();
        pairs.gaps_b = gaps_b.data();
        vglcs_options o = some_options();
        o.alphabet = VGLCS_DNA;
        o.match = 2;
        o.skip_a = 1;
        o.threads = threads;
        solver_handle const solver = make_solver(o);
        vglcs_answers * made = nullptr;
        ASSERT_EQ(vglcs_solve_many(solver.get(), &pairs, &made), VGLCS_OK) << last_message();
        answers_handle const answers{made};
        ASSERT_EQ(vglcs_answers_count(made), used.size());
        for (std::size_t k = 0; k < used.size(); ++k) {
            test_problem own = *used[k];
            own.scoring = {.match = 2, .skip_a = 1, .skip_b = 0};
            problem const p = own.make();
            result const expected = solve(p, {.threads = 1});
            vglcs_answer const answer = get(made, k);
            EXPECT_EQ(answer.score, expected.score) << own.origin;
            EXPECT_EQ(chain_of(answer), expected.chain) << own.origin;
            EXPECT_EQ(vglcs_answers_scores(made)[k], expected.score);
            EXPECT_EQ(vglcs_answers_lengths(made)[k], expected.length);
            EXPECT_EQ(vglcs_answers_starts(made)[k + 1] - vglcs_answers_starts(made)[k], expected.chain.size());
            if ((p.side_a().has_jumps || p.side_b().has_jumps) && answer.chain_size > 0)
                expect_links(p, answer);
        }
    }
}

TEST(c_api, a_pair_that_fails_leaves_the_others_alone)
{
    std::string const letters = "GATTACAGAT!ACAGACTATA";
    std::uint64_t const begin[] = {0, 7, 0}, end[] = {7, 14, 7}, begin_b[] = {14, 14, 14}, end_b[] = {21, 21, 21};
    vglcs_pairs pairs{};
    pairs.size = sizeof pairs;
    pairs.count = 3;
    pairs.letters_a = pairs.letters_b = letters.data();
    pairs.begin_a = begin;
    pairs.end_a = end;
    pairs.begin_b = begin_b;
    pairs.end_b = end_b;
    vglcs_options o = some_options();
    o.gaps = "1";
    solver_handle const solver = make_solver(o);
    vglcs_answers * made = nullptr;
    ASSERT_EQ(vglcs_solve_many(solver.get(), &pairs, &made), VGLCS_FAILED_PAIRS);
    answers_handle const answers{made};
    EXPECT_EQ(last_message(), "1 of 3 pairs failed, the first of them pair 1 (sequence a: letter '!' at 3 is not in "
                              "alphabet dna: take another alphabet, or another letter): look at the status of each");
    EXPECT_EQ(get(made, 0).length, 5u);
    EXPECT_EQ(get(made, 2).length, 5u);
    EXPECT_EQ(vglcs_answers_statuses(made)[1], VGLCS_INPUT);
    EXPECT_STREQ(vglcs_error_what(get(made, 1).error), "sequence a: letter '!' at 3 is not in alphabet dna");
    vglcs_answer beyond{};
    beyond.size = sizeof beyond;
    EXPECT_EQ(vglcs_answers_get(made, 3, &beyond), VGLCS_USAGE);
}

TEST(c_api, plans_what_the_library_plans)
{
    generator rng{4};
    std::string const a = random_letters(rng, 700), b = random_letters(rng, 900);
    vglcs_sequence const left = sequence_of(a), right = sequence_of(b);
    vglcs_options o = some_options();
    o.gaps = "3";
    o.skip_b = 1;
    for (vglcs_strand const direction : {VGLCS_FORWARD, VGLCS_BOTH}) {
        o.strand = direction;
        solver_handle const solver = make_solver(o);
        problem const p{
            encode(a, alphabet::dna), encode(b, alphabet::dna), {700, {.hi = 3}}, {900, {.hi = 3}}, {.skip_b = 1}};
        cost const expected = plan(p, {.device = device::cpu, .threads = 1});
        vglcs_cost found{};
        found.size = sizeof found;
        ASSERT_EQ(vglcs_plan(solver.get(), &left, &right, &found), VGLCS_OK) << last_message();
        EXPECT_EQ(found.fits, 1);
        EXPECT_EQ(found.cells, expected.cells * (direction == VGLCS_BOTH ? 2 : 1));
        EXPECT_EQ(found.host_bytes, expected.host_bytes);
        EXPECT_STREQ(found.engine, "strip");
    }
    o.max_memory = 1000;
    solver_handle const tight = make_solver(o);
    vglcs_cost found{};
    found.size = sizeof found;
    ASSERT_EQ(vglcs_plan(tight.get(), &left, &right, &found), VGLCS_OK) << last_message();
    EXPECT_EQ(found.fits, 0);
}

TEST(c_api, strands_and_the_limits_of_their_letters)
{
    std::string const a = "AAGGTTCATT", b = "AATGAACCTT"; // b is the reverse complement of a
    vglcs_options o = some_options();
    o.gaps = "0";
    o.strand = VGLCS_BOTH;
    solver_handle const solver = make_solver(o);
    vglcs_sequence const left = sequence_of(a), right = sequence_of(b);
    vglcs_answers * made = nullptr;
    ASSERT_EQ(vglcs_solve(solver.get(), &left, &right, &made), VGLCS_OK) << last_message();
    answers_handle const answers{made};
    EXPECT_EQ(get(made, 0).strand, VGLCS_REVERSE);
    EXPECT_EQ(get(made, 0).length, 10u);

    vglcs_sequence const both_ways = sequence_of("ACGT"); // its own reverse complement
    ASSERT_EQ(vglcs_solve(solver.get(), &both_ways, &both_ways, &made), VGLCS_OK) << last_message();
    answers_handle const tied{made};
    EXPECT_EQ(get(made, 0).strand, VGLCS_FORWARD);

    // limits of its own turn round with the letters: letter 4 is the sixth one that is read
    std::vector<std::uint32_t> hi(10, 0);
    hi[4] = 5;
    vglcs_gap_arrays arrays{};
    arrays.size = sizeof arrays;
    arrays.length = hi.size();
    arrays.hi = hi.data();
    vglcs_gaps * own = nullptr;
    ASSERT_EQ(vglcs_gaps_from_arrays(&arrays, &own), VGLCS_OK);
    gaps_handle const kept{own};
    vglcs_sequence const with_own = sequence_of(a, own), shorter = sequence_of("AATACCTT"); // b without two letters
    ASSERT_EQ(vglcs_solve(solver.get(), &with_own, &shorter, &made), VGLCS_OK) << last_message();
    answers_handle const again{made};
    EXPECT_EQ(get(made, 0).length, 8u);

    o.alphabet = VGLCS_PROTEIN;
    solver_handle const proteins = make_solver(o);
    EXPECT_EQ(vglcs_solve(proteins.get(), &left, &right, &made), VGLCS_USAGE);
}

TEST(c_api, explains_as_the_library_does)
{
    for (test_problem const & given : random_scored_problems(13, 60)) {
        SCOPED_TRACE(given.origin);
        problem const p = given.make();
        result const best = solve(p, {.threads = 1});
        explanation const expected =
            explain({p, given.limits_a, given.limits_b, &given.jumps_a, &given.jumps_b}, best.chain, {}, 2);
        solver_handle const solver = make_solver(options_for(given));
        gaps_handle const gaps_a = gaps_of(given.limits_a, given.jumps_a),
                          gaps_b = gaps_of(given.limits_b, given.jumps_b);
        vglcs_sequence const a = sequence_of(given.a, gaps_a.get()), b = sequence_of(given.b, gaps_b.get());
        std::vector<vglcs_pair> chain;
        for (auto const [i, j] : best.chain)
            chain.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
        vglcs_stated stated;
        vglcs_stated_init(&stated, sizeof stated);
        stated.chain = chain.data();
        stated.chain_size = chain.size();
        vglcs_explanation * made = nullptr;
        ASSERT_EQ(vglcs_explain(solver.get(), &a, &b, &stated, 2, &made), VGLCS_OK) << last_message();
        std::unique_ptr<vglcs_explanation, freed<vglcs_explanation_free>> const kept{made};
        vglcs_reasons found{};
        found.size = sizeof found;
        ASSERT_EQ(vglcs_explanation_get(made, &found), VGLCS_OK);
        EXPECT_EQ(found.best_chains_mod64, expected.best_chains_mod64);
        EXPECT_EQ(found.best_chains_log2, expected.best_chains_log2);
        EXPECT_EQ(found.least_slack, expected.least_slack().value_or(UINT64_MAX));
        EXPECT_EQ(found.binding_sides, expected.binding_sides());
        ASSERT_EQ(found.links, expected.slack_a.size());
        for (std::size_t k = 0; k < found.links; ++k) {
            EXPECT_EQ(found.slack_a[k], expected.slack_a[k].value_or(UINT64_MAX));
            EXPECT_EQ(found.slack_b[k], expected.slack_b[k].value_or(UINT64_MAX));
        }
        EXPECT_TRUE(
            std::equal(expected.shared.begin(), expected.shared.end(), found.shared, found.shared + found.shared_size));
        ASSERT_EQ(found.shifts_size, expected.shifts.size());
        for (std::size_t k = 0; k < found.shifts_size; ++k)
            EXPECT_EQ((link_shift{found.shifts[k].pair, found.shifts[k].left, found.shifts[k].right}),
                      expected.shifts[k]);
        ASSERT_EQ(found.blockers_size, expected.blockers.size());
        for (std::size_t k = 0; k < found.blockers_size; ++k) {
            vglcs_blocker const & at = found.blockers[k];
            EXPECT_EQ(
                (blocking_limit{at.side == VGLCS_SIDE_A ? 'a' : 'b', at.letter, at.raise, at.gain, at.confirmed != 0}),
                expected.blockers[k]);
        }
        if (best.score > 0) { // the empty chain is not the best one
            stated.chain_size = 0;
            EXPECT_EQ(vglcs_explain(solver.get(), &a, &b, &stated, 0, &made), VGLCS_VERIFICATION);
        }
    }
}

TEST(c_api, specs_give_the_limits_that_the_library_reads)
{
    temporary_folder const folder;
    std::string const track = folder.write("limits.bedgraph", "one\t0\t3\t7\none\t3\t6\t1..4\none\t7\t8\tx\n");
    std::string const letters = "GATTACAG";
    vglcs_options o = some_options();
    std::string const text = "letter:A=3,*=2\n\n" + track;
    o.gaps_b = text.c_str();
    o.jump_b = "after:AC=2..5@3";
    o.leave_b = "at:T=0,*=x";
    o.alphabet = VGLCS_DNA;
    solver_handle const solver = make_solver(o);
    vglcs_sequence const one = sequence_of(letters, nullptr, "one");
    for (vglcs_strand const direction : {VGLCS_FORWARD, VGLCS_REVERSE}) {
        vglcs_gaps * made = nullptr;
        ASSERT_EQ(vglcs_gaps_of(solver.get(), VGLCS_SIDE_B, &one, direction, &made), VGLCS_OK) << last_message();
        gaps_handle const gaps{made};
        vglcs_gap_arrays arrays{};
        arrays.size = sizeof arrays;
        ASSERT_EQ(vglcs_gaps_arrays(made, &arrays), VGLCS_OK);
        std::vector<std::string> const specs{"letter:A=3,*=2", track};
        gap_spec spec{specs, {.letters = alphabet::dna}};
        strand const as = direction == VGLCS_REVERSE ? strand::reverse : strand::forward;
        gap_limits const expected = spec.limits_for({.name = "one", .letters = letters}, as);
        ASSERT_EQ(arrays.length, letters.size());
        for (std::size_t k = 0; k < letters.size(); ++k) {
            EXPECT_EQ(arrays.hi[k], expected[k].hi) << k;
            EXPECT_EQ(arrays.lo[k], expected[k].lo) << k;
            EXPECT_EQ(arrays.blocked[k], expected[k].blocked) << k;
        }
        if (direction == VGLCS_REVERSE) {
            EXPECT_EQ(arrays.jump_hi, nullptr); // the reverse complement has no AC
        } else {
            ASSERT_NE(arrays.jump_hi, nullptr);
            EXPECT_EQ(std::count(arrays.jump_hi, arrays.jump_hi + 8, 5u), 1);
            EXPECT_EQ(arrays.jump_hi[6], 5u);
            EXPECT_EQ(arrays.jump_lo[6], 2u);
            EXPECT_EQ(arrays.jump_cost[6], 3u);
            EXPECT_EQ(arrays.leave[1], VGLCS_NEVER);
            EXPECT_EQ(arrays.leave[2], 0u);
        }
    }
    // a track that knows none of the names is a mistake, as in the program
    vglcs_sequence const other = sequence_of(letters, nullptr, "other");
    vglcs_answers * made = nullptr;
    EXPECT_EQ(vglcs_solve(solver.get(), &one, &other, &made), VGLCS_INPUT);
    EXPECT_EQ(vglcs_error_file(vglcs_last_error()), track);
}

TEST(c_api, errors_have_parts)
{
    temporary_folder const folder;
    std::string const track = folder.write("limits.bedgraph", "one\t0\t3\t7\none\t5\t4\t1\n");
    vglcs_options o = some_options();
    o.gaps = track.c_str();
    solver_handle const solver = make_solver(o);
    vglcs_sequence const one = sequence_of("GATTACA", nullptr, "one");
    vglcs_answers * made = nullptr;
    ASSERT_EQ(vglcs_solve(solver.get(), &one, &one, &made), VGLCS_INPUT);
    EXPECT_EQ(made, nullptr);
    vglcs_error const * const error = vglcs_last_error();
    EXPECT_EQ(vglcs_error_status(error), VGLCS_INPUT);
    EXPECT_EQ(vglcs_error_file(error), track);
    EXPECT_EQ(vglcs_error_line(error), 2u);
    EXPECT_NE(std::string{vglcs_error_what(error)}, "");
    EXPECT_NE(std::string{vglcs_error_fix(error)}, "");

    o = some_options();
    o.gaps = "-1";
    vglcs_solver * none = nullptr;
    EXPECT_EQ(vglcs_solver_create(&o, &none), VGLCS_USAGE);
    EXPECT_EQ(none, nullptr);
    EXPECT_STREQ(vglcs_error_file(vglcs_last_error()), "");
    for (auto const & spoil : std::initializer_list<void (*)(vglcs_options &)>{
             [](vglcs_options & x) { x.engine = "warp"; }, [](vglcs_options & x) { x.match = 0; },
             [](vglcs_options & x) { x.strand = 3; }, [](vglcs_options & x) { x.leave_a = "3"; },
             [](vglcs_options & x) { x.threads = -1; }, [](vglcs_options & x) { x.size = 3; },
             [](vglcs_options & x) { x.jump_b = "3"; }, [](vglcs_options & x) { x.gap_default = "y"; }})
    {
        o = some_options();
        spoil(o);
        EXPECT_EQ(vglcs_solver_create(&o, &none), VGLCS_USAGE);
        EXPECT_NE(last_message(), "");
    }
    EXPECT_EQ(vglcs_solver_create(nullptr, &none), VGLCS_USAGE);
    EXPECT_EQ(vglcs_solve(nullptr, &one, &one, &made), VGLCS_USAGE);
    // each thread has its own
    std::string const mine = last_message();
    std::thread{[] {
        EXPECT_EQ(vglcs_last_error(), nullptr);
        EXPECT_EQ(vglcs_solver_create(nullptr, nullptr), VGLCS_USAGE);
        EXPECT_EQ(last_message(), "out is NULL: give it");
    }}.join();
    EXPECT_EQ(last_message(), mine);
    EXPECT_NE(mine, "out is NULL: give it");

    o = some_options();
    o.engine = "reference";
    o.max_memory = 10;
    solver_handle const tight = make_solver(o);
    EXPECT_EQ(vglcs_solve(tight.get(), &one, &one, &made), VGLCS_RESOURCES);
}

TEST(c_api, structs_of_other_headers)
{
    struct longer
    {
        vglcs_options known;
        std::uint64_t later;
    } o{};
    vglcs_options_init(&o.known, sizeof o);
    EXPECT_EQ(o.known.size, sizeof o);
    vglcs_solver * made = nullptr;
    EXPECT_EQ(vglcs_solver_create(&o.known, &made), VGLCS_OK);
    vglcs_solver_free(made);
    o.later = 1; // asks for what this library does not know
    EXPECT_EQ(vglcs_solver_create(&o.known, &made), VGLCS_USAGE);

    vglcs_options shorter;
    std::size_t const old_size = offsetof(vglcs_options, engine);
    vglcs_options_init(&shorter, old_size);
    shorter.engine = "none: behind the end of what this caller knows";
    EXPECT_EQ(vglcs_solver_create(&shorter, &made), VGLCS_OK);
    vglcs_solver_free(made);

    vglcs_answer little{};
    little.size = offsetof(vglcs_answer, chain);
    little.engine = "untouched";
    vglcs_sequence const one = sequence_of("GATTACA");
    solver_handle const solver = make_solver(some_options());
    vglcs_answers * answers = nullptr;
    ASSERT_EQ(vglcs_solve(solver.get(), &one, &one, &answers), VGLCS_OK);
    EXPECT_EQ(vglcs_answers_get(answers, 0, &little), VGLCS_OK);
    EXPECT_EQ(little.length, 7u);
    EXPECT_STREQ(little.engine, "untouched");
    vglcs_answers_free(answers);
    vglcs_answers_free(nullptr);
}

TEST(c_api, a_callback_ends_a_long_run)
{
    generator rng{3};
    std::string const a = random_letters(rng, 60'000), b = random_letters(rng, 60'000);
    int calls = 0;
    vglcs_options o = some_options();
    o.gaps = "letter:A=3,*=20";
    o.progress = stop_at_once;
    o.user = &calls;
    o.full_table = 1;
    solver_handle const solver = make_solver(o);
    vglcs_sequence const left = sequence_of(a), right = sequence_of(b);
    vglcs_answers * made = nullptr;
    EXPECT_EQ(vglcs_solve(solver.get(), &left, &right, &made), VGLCS_INTERRUPTED);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(made, nullptr);

    std::uint64_t const begin[] = {0, 0}, end[] = {60'000, 60'000};
    vglcs_pairs pairs{};
    pairs.size = sizeof pairs;
    pairs.count = 2;
    pairs.letters_a = a.data();
    pairs.letters_b = b.data();
    pairs.begin_a = pairs.begin_b = begin;
    pairs.end_a = pairs.end_b = end;
    EXPECT_EQ(vglcs_solve_many(solver.get(), &pairs, &made), VGLCS_INTERRUPTED);
    EXPECT_EQ(made, nullptr);
}

TEST(c_api, notes_come_at_the_end_of_the_call)
{
    temporary_folder const folder;
    std::string const track = folder.write("limits.bedgraph", "one\t0\t3\t7\nstranger\t0\t3\t7\n");
    std::string said;
    vglcs_options o = some_options();
    o.gaps_a = track.c_str();
    o.note = [](char const * text, void * to) { *static_cast<std::string *>(to) += text; };
    o.user = &said;
    solver_handle const solver = make_solver(o);
    vglcs_sequence const one = sequence_of("GATTACA", nullptr, "one");
    vglcs_answers * made = nullptr;
    ASSERT_EQ(vglcs_solve(solver.get(), &one, &one, &made), VGLCS_OK) << last_message();
    vglcs_answers_free(made);
    EXPECT_NE(said.find("stranger"), std::string::npos) << said;
}

TEST(c_api, chains_anchors_as_the_library_does)
{
    generator rng{8};
    constexpr std::size_t count = 300;
    std::vector<anchor> anchors(count);
    std::vector<std::int64_t> x(count), y(count), length(count), weight(count);
    std::vector<std::uint8_t> falling(count);
    for (std::size_t k = 0; k < count; ++k) {
        falling[k] = chance(rng, 30);
        anchors[k] = {.x = x[k] = static_cast<std::int64_t>(uniform(rng, 0, 400)),
                      .y = y[k] = static_cast<std::int64_t>(uniform(rng, 0, 400)),
                      .length_x = length[k] = static_cast<std::int64_t>(uniform(rng, 1, 5)),
                      .length_y = length[k],
                      .weight = weight[k] = static_cast<std::int64_t>(uniform(rng, 1, 9)),
                      .falling = falling[k] != 0};
    }
    vglcs_anchors given{};
    given.size = sizeof given;
    given.count = count;
    given.x = x.data();
    given.y = y.data();
    given.length_x = given.length_y = length.data();
    given.weight = weight.data();
    given.falling = falling.data();
    vglcs_chain_options o;
    vglcs_chain_options_init(&o, sizeof o);
    o.hi_x = 25;
    o.hi_y = 30;
    o.link_cost = 1;
    o.threads = 1;
    vglcs_blocks * made = nullptr;
    ASSERT_EQ(vglcs_chain(&given, &o, &made), VGLCS_OK) << last_message();
    blocks_handle const blocks{made};
    chain_rules rules;
    rules.limits = {0, 25, 0, 30};
    rules.link_cost = 1;
    anchor_blocks const expected = chain_anchors(anchors, rules);
    std::uint64_t blocks_count = 0, members_count = 0;
    vglcs_block const * const list = vglcs_blocks_list(made, &blocks_count);
    std::uint32_t const * const members = vglcs_blocks_members(made, &members_count);
    ASSERT_EQ(blocks_count, expected.blocks.size());
    ASSERT_GT(blocks_count, 5u);
    EXPECT_TRUE(std::ranges::equal(expected.members, std::span{members, members_count}));
    for (std::size_t k = 0; k < blocks_count; ++k) {
        EXPECT_EQ(list[k].score, expected.blocks[k].score);
        EXPECT_EQ(list[k].first, expected.blocks[k].first);
        EXPECT_EQ(list[k].count, expected.blocks[k].size);
        EXPECT_EQ(list[k].falling != 0, expected.blocks[k].falling);
    }
    length[7] = 0;
    EXPECT_EQ(vglcs_chain(&given, &o, &made), VGLCS_INPUT);
    given.lo_x = x.data();
    EXPECT_EQ(vglcs_chain(&given, &o, &made), VGLCS_USAGE);
}

TEST(c_api, finds_patterns_as_the_library_does)
{
    generator rng{9};
    std::string const text = random_letters(rng, 4'000);
    std::uint64_t const begin[] = {0, 1'500}, end[] = {1'500, 4'000};
    char const * const patterns[] = {"GATT~1 N{2,9} <tail:ACA>", "TTT"};
    vglcs_search_options o;
    vglcs_search_options_init(&o, sizeof o);
    vglcs_matcher * matcher = nullptr;
    ASSERT_EQ(vglcs_matcher_create(patterns, nullptr, 2, &o, &matcher), VGLCS_OK) << last_message();
    matcher_handle const kept{matcher};
    EXPECT_EQ(vglcs_matcher_parts(matcher, 0), 3u);
    EXPECT_STREQ(vglcs_matcher_label(matcher, 0, 2), "tail");
    EXPECT_STREQ(vglcs_matcher_name(matcher, 1), "p2");
    EXPECT_EQ(vglcs_matcher_label(matcher, 2, 0), nullptr);
    vglcs_hits * made = nullptr;
    ASSERT_EQ(vglcs_search(matcher, text.data(), begin, end, 2, &made), VGLCS_OK) << last_message();
    hits_handle const hits{made};
    std::string_view const records[] = {{text.data(), 1'500}, {text.data() + 1'500, 2'500}};
    pattern_hits const expected =
        pattern_matcher{{parse_pattern(patterns[0]), parse_pattern(patterns[1])}, {}}.find(records);
    std::uint64_t count = 0, places_count = 0;
    vglcs_hit const * const list = vglcs_hits_list(made, &count);
    vglcs_place const * const places = vglcs_hits_places(made, &places_count);
    ASSERT_EQ(count, expected.hits.size());
    ASSERT_EQ(places_count, expected.places.size());
    ASSERT_GT(count, 20u);
    for (std::size_t k = 0; k < count; ++k) {
        pattern_hit const & hit = expected.hits[k];
        EXPECT_EQ(list[k].record, hit.record);
        EXPECT_EQ(list[k].pattern, hit.pattern);
        EXPECT_EQ(list[k].start, hit.start);
        EXPECT_EQ(list[k].end, hit.end);
        EXPECT_EQ(list[k].errors, hit.errors);
        EXPECT_EQ(list[k].strand == VGLCS_REVERSE, hit.strand == strand::reverse);
        EXPECT_EQ(list[k].parts, hit.pattern == 0 ? 3u : 1u);
        part_place const & first = expected.places[hit.first_place];
        EXPECT_EQ(places[list[k].first_place].start, first.start);
        EXPECT_EQ(places[list[k].first_place].end, first.end);
    }
    char const * const wrong[] = {"GA{"};
    EXPECT_EQ(vglcs_matcher_create(wrong, nullptr, 1, &o, &matcher), VGLCS_USAGE);
    EXPECT_EQ(vglcs_search(kept.get(), "GA!", begin, end, 0, &made), VGLCS_OK);
    vglcs_hits_free(made);
    std::uint64_t const three = 3;
    EXPECT_EQ(vglcs_search(kept.get(), "GA!", begin, &three, 1, &made), VGLCS_INPUT);
}

TEST(c_api, many_pairs_on_both_strands)
{
    generator rng{21};
    std::string letters;
    std::vector<std::uint64_t> places{0};
    for (int k = 0; k < 2 * 60; ++k)
        places.push_back((letters += random_letters(rng, uniform(rng, 0, 50))).size());
    vglcs_pairs pairs{};
    pairs.size = sizeof pairs;
    pairs.count = 60;
    pairs.letters_a = pairs.letters_b = letters.data();
    pairs.begin_a = places.data();
    pairs.end_a = places.data() + 1;
    pairs.begin_b = places.data() + 60;
    pairs.end_b = places.data() + 61;
    for (int const threads : {1, 3}) {
        vglcs_options o = some_options();
        o.alphabet = VGLCS_DNA;
        o.gaps = "2";
        o.strand = VGLCS_BOTH;
        o.threads = threads;
        solver_handle const solver = make_solver(o);
        vglcs_answers * made = nullptr;
        ASSERT_EQ(vglcs_solve_many(solver.get(), &pairs, &made), VGLCS_OK) << last_message();
        answers_handle const many{made};
        int reversed = 0;
        for (std::size_t k = 0; k < 60; ++k) {
            auto const text = [&](std::size_t n) {
                return std::string_view{letters}.substr(places[n], places[n + 1] - places[n]);
            };
            vglcs_sequence const a = sequence_of(text(k)), b = sequence_of(text(60 + k));
            ASSERT_EQ(vglcs_solve(solver.get(), &a, &b, &made), VGLCS_OK) << last_message();
            answers_handle const alone{made};
            vglcs_answer const expected = get(made, 0), found = get(many.get(), k);
            EXPECT_EQ(found.strand, expected.strand);
            EXPECT_EQ(chain_of(found), chain_of(expected));
            reversed += found.strand;
        }
        EXPECT_GT(reversed, 10);
        EXPECT_LT(reversed, 50);
    }
}

TEST(c_api, limits_that_the_other_sequence_gives)
{
    generator rng{22};
    vglcs_options o = some_options();
    o.alphabet = VGLCS_DNA;
    o.gaps = "6";
    o.gaps_b_by_a = "letter:A=1..3,*=4";
    o.gaps_a_by_b = "2";
    solver_handle const solver = make_solver(o);
    for (int k = 0; k < 40; ++k) {
        std::string const a = random_letters(rng, uniform(rng, 0, 40)), b = random_letters(rng, uniform(rng, 0, 40));
        partner_limits by{.b_by_a = {a.size(), {.hi = 4}}, .a_by_b = {b.size(), {.hi = 2}}};
        for (std::size_t i = 0; i < a.size(); ++i)
            if (a[i] == 'A')
                by.b_by_a.set(i, {.lo = 1, .hi = 3});
        problem const p{encode(a, alphabet::dna),
                        encode(b, alphabet::dna),
                        {a.size(), {.hi = 6}},
                        {b.size(), {.hi = 6}},
                        {},
                        {},
                        {},
                        by};
        vglcs_sequence const left = sequence_of(a), right = sequence_of(b);
        vglcs_answers * made = nullptr;
        ASSERT_EQ(vglcs_solve(solver.get(), &left, &right, &made), VGLCS_OK) << last_message();
        answers_handle const answers{made};
        EXPECT_EQ(chain_of(get(made, 0)), solve(p).chain) << a << ' ' << b;
    }
}
