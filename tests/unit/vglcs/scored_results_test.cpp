// SPDX-License-Identifier: BSD-3-Clause
/// Rows of runs with costs: what each format says of scores and jumps, read back and checked.
#include "scored_pair.hpp"

#include "io/results/cigar.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/result_reader.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

constexpr format readable[] = {format::paf, format::sam, format::tsv, format::pairs, format::json};

/// A read of two exons: 14 letters of the target, GT to AG, are jumped over for 2.
test_problem spliced()
{
    test_problem p{.a = "GATTACAGCATC", .b = "CCGATTACAGTAAGTCCTTTCAGGCATC", .origin = "spliced"};
    p.limits_a = {p.a.size(), gap_limit{.hi = 1}};
    p.limits_b = {p.b.size(), gap_limit{.hi = 1}};
    p.scoring = {.match = 1, .skip_a = 1, .skip_b = 1};
    p.jumps_b = jumps{p.b.size(), {}, 3};
    p.jumps_b.set_landing(23, 24, jump{.lo = 5, .hi = 50, .cost = 2});
    p.jumps_b.set_leaving(9, 10, 0);
    return p;
}

/// The same with the sides exchanged, the query read backwards.
scored_pair spliced_query()
{
    return scored_pair{spliced().swapped(), 2, strand::reverse};
}

std::vector<stated_pair> read_text(std::string_view text)
{
    memory_file const file{text};
    result_reader reader{file.path()};
    std::vector<stated_pair> out;
    for (stated_pair pair; reader.next(pair);)
        out.push_back(pair);
    return out;
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    std::size_t const at = text.rfind(from);
    if (at == text.npos)
        ADD_FAILURE() << from << " is not in " << text;
    else
        text.replace(at, from.size(), to);
    return text;
}

std::string row_of(std::string const & text)
{
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

std::string refusal(std::string const & text)
{
    try {
        (void)read_text(text);
    } catch (input_error const & e) {
        return e.what();
    }
    return "taken";
}

/// Changes of what a stated pair says of score, jumps and costs, each of one value.
std::vector<std::pair<std::string, stated_pair>> changes_of(stated_pair const & right)
{
    std::vector<std::pair<std::string, stated_pair>> out;
    auto const add = [&](std::string what, auto const & change) {
        out.emplace_back(std::move(what), right);
        change(out.back().second);
    };
    if (right.score) {
        add("score up", [](stated_pair & s) { ++*s.score; });
        if (*right.score > 1)
            add("score down", [](stated_pair & s) { --*s.score; });
    }
    if (right.jump_count)
        add("jumps up", [](stated_pair & s) { ++*s.jump_count; });
    if (right.columns)
        add("column 11", [](stated_pair & s) { ++*s.columns; });
    if (right.other_columns)
        add("NM of paf", [](stated_pair & s) { ++*s.other_columns; });
    if (right.edits)
        add("NM of sam", [](stated_pair & s) { ++*s.edits; });
    if (right.scoring) {
        add("match", [](stated_pair & s) { ++s.scoring->match; });
        add("skip", [](stated_pair & s) { ++s.scoring->skip_b; });
    }
    auto const change_jumps = [&](std::string const & what, auto const & jumps_in, std::size_t k) {
        auto const one = [&](std::string const & end, auto const & change) {
            add(what + end, [&](stated_pair & s) {
                stated_jumps & jumps = jumps_in(s, k);
                change(jumps.a ? *jumps.a : *jumps.b);
            });
        };
        one(" first up", [](jumped & j) { ++j.first; });
        one(" end up", [](jumped & j) { ++j.end; });
        one(" end down", [](jumped & j) { --j.end; });
        add(what + " gone", [&](stated_pair & s) { jumps_in(s, k) = {}; });
        add(what + " exchanged", [&](stated_pair & s) { std::swap(jumps_in(s, k).a, jumps_in(s, k).b); });
    };
    if (right.jumps) {
        for (std::size_t k = 0; k < right.jumps->size(); ++k)
            change_jumps(
                "jump of json", [](stated_pair & s, std::size_t at) -> auto & { return (*s.jumps)[at]; }, k);
        add("one link more", [](stated_pair & s) { s.jumps->push_back({}); });
        if (!right.jumps->empty())
            add("one link less", [](stated_pair & s) { s.jumps->pop_back(); });
    }
    for (std::size_t k = 0; k < right.placed_jumps.size(); ++k) {
        change_jumps(
            "jump of pairs", [](stated_pair & s, std::size_t at) -> auto & { return s.placed_jumps[at].second; }, k);
        add("place of a jump", [&](stated_pair & s) { ++s.placed_jumps[k].first; });
        add("a jump less", [&](stated_pair & s) { s.placed_jumps.erase(s.placed_jumps.begin() + k); });
    }
    for (std::size_t k = 0; right.costs && k < right.costs->size(); ++k)
        add("cost of a link", [&](stated_pair & s) { ++(*s.costs)[k]; });
    if (right.costs && !right.costs->empty())
        add("a cost less", [](stated_pair & s) { s.costs->pop_back(); });
    return out;
}

std::string cigar_of(matched_pair to, std::optional<jumped> a, std::optional<jumped> b)
{
    std::vector<matched_pair> const chain{{0, 0}, to};
    std::vector<detail::placed_link> const links{{1, {7, a, b}}};
    std::string const text = detail::cigar_text(chain, links);
    auto const back = detail::decode_cigar(text, 0, 0, false, true);
    EXPECT_EQ(stated_pair{.runs = back.runs}.chain(), chain) << text;
    return text;
}

} // namespace

TEST(scored_cigar, jumps_and_what_is_skipped_at_their_ends)
{
    // of the target
    EXPECT_EQ(cigar_of({1, 30}, {}, jumped{1, 30}), "1=29N1=");
    EXPECT_EQ(cigar_of({2, 40}, {}, jumped{3, 40}), "1=1X1D37N1=");
    EXPECT_EQ(cigar_of({1, 40}, {}, jumped{3, 38}), "1=2D35N2D1=");
    EXPECT_EQ(cigar_of({4, 40}, {}, jumped{3, 38}), "1=2X35N1D1X1=");
    EXPECT_EQ(cigar_of({6, 33}, {}, jumped{2, 32}), "1=1X30N3I1X1=");
    EXPECT_EQ(cigar_of({3, 30}, {}, jumped{1, 30}), "1=29N2I1=");
    // of the query
    EXPECT_EQ(cigar_of({11, 1}, jumped{1, 11}, {}), "1=10I1=");
    EXPECT_EQ(cigar_of({13, 4}, jumped{2, 12}, {}), "1=1X10I1D1X1=");
    EXPECT_EQ(cigar_of({14, 1}, jumped{2, 12}, {}), "1=13I1=");
    EXPECT_EQ(cigar_of({13, 2}, jumped{2, 12}, {}), "1=1X11I1=");
    // of both: the query's stands before N
    EXPECT_EQ(cigar_of({11, 33}, jumped{1, 11}, jumped{3, 33}), "1=2D10I30N1=");
    EXPECT_EQ(cigar_of({14, 33}, jumped{3, 13}, jumped{2, 32}), "1=1X11I30N1X1=");
}

TEST(scored_cigar, what_is_jumped_over_is_in_no_column)
{
    std::vector<matched_pair> const chain{{0, 0}, {14, 33}};
    std::vector<detail::placed_link> const links{{1, {7, jumped{3, 13}, jumped{2, 32}}}};
    detail::cigar_counts const c = detail::count_cigar(chain, links);
    EXPECT_EQ(c, (detail::cigar_counts{
                     .matches = 2, .mismatches = 2, .insertions = 1, .jumped_query = 10, .jumped_target = 30}));
    EXPECT_EQ(c.columns(), 5u);
    EXPECT_EQ(c.edits(), 3u);
    EXPECT_EQ(c.query_letters(), 15u);
    EXPECT_EQ(c.target_letters(), 34u);
}

TEST(scored_results, paf)
{
    scored_pair const pair{spliced()};
    EXPECT_EQ(written(format::paf, {pair}), "q1\t12\t0\t12\t+\tt1\t28\t2\t28\t12\t12\t255\tAS:i:10\tvl:i:12\tvj:i:1\t"
                                            "NM:i:0\tgd:Z:" +
                                                pair.limits + "\tri:Z:1,1\tcg:Z:7=14N5=\n");
    scored_pair const other = spliced_query();
    EXPECT_EQ(written(format::paf, {other}), "q2\t28\t0\t26\t-\tt2\t12\t0\t12\t12\t12\t255\tAS:i:10\tvl:i:12\tvj:i:1\t"
                                             "NM:i:0\tgd:Z:" +
                                                 other.limits + "\tri:Z:2,2\tcg:Z:7=14I5=\n");
}

TEST(scored_results, sam)
{
    scored_pair const pair{spliced()};
    EXPECT_EQ(row_of(written(format::sam, {pair})),
              "q1\t0\tt1\t3\t255\t7=14N5=\t*\t0\t0\tGATTACAGCATC\t*\tNM:i:0\tAS:i:10\tvl:i:12\tvj:i:1\tMD:Z:12\tgd:Z:" +
                  pair.limits + "\tri:Z:1,1\n");
    scored_pair const other = spliced_query();
    EXPECT_THAT(written(format::sam, {other}),
                HasSubstr("\t2S7=14I5=\t*\t0\t0\tCCGATTACAGTAAGTCCTTTCAGGCATC\t*\tNM:i:0\tAS:i:10\tvl:i:12\tvj:i:1\t"
                          "MD:Z:12\t"));
}

TEST(scored_results, tsv)
{
    std::string const text = written(format::tsv, {scored_pair{spliced()}, spliced_query()});
    EXPECT_THAT(text, HasSubstr("\tstatus\tbound\tscore\tjumps\n"));
    EXPECT_THAT(text, HasSubstr("q1\tt1\t+\t12\t12\t28\t0\t12\t2\t28\t1.0000\t7=14N5=\t1\t1\tok\tNA\t10\t1\n"));
    EXPECT_THAT(text, HasSubstr("q2\tt2\t-\t12\t28\t12\t0\t26\t0\t12\t1.0000\t7=14I5=\t2\t2\tok\tNA\t10\t1\n"));
}

TEST(scored_results, of_the_score_alone)
{
    scored_pair const pair{spliced(), 1, strand::forward, task::length};
    EXPECT_EQ(row_of(written(format::tsv, {pair}, task::length)),
              "q1\tt1\t+\tNA\t12\t28\tNA\t12\tNA\t28\tNA\tNA\t1\t1\tok\tNA\t10\tNA\n");
    EXPECT_THAT(written(format::json, {pair}, task::length),
                HasSubstr("\"strand\":\"+\",\"length\":null,\"score\":10,\"last\":[11,27],\"chain\":null,"
                          "\"jumps\":null,\"costs\":null,"));
    EXPECT_THAT(written(format::pretty, {pair}, task::length),
                HasSubstr("score   10, the chain ends at letter 12 of the query and letter 28 of the target\n"));
    for (format const f : {format::tsv, format::json}) {
        stated_pair const stated = read_text(written(f, {pair}, task::length)).at(0);
        EXPECT_EQ(stated.score, 10u);
        EXPECT_FALSE(stated.has_chain || stated.empty());
        EXPECT_EQ(pair.fault(stated), "") << name(f);
        stated_pair wrong = stated;
        wrong.score = 13;
        EXPECT_THAT(pair.fault(wrong), HasSubstr("the score is 13, more than the letters")) << name(f);
    }
}

TEST(scored_results, pairs)
{
    std::string const text = written(format::pairs, {scored_pair{spliced()}, spliced_query()});
    EXPECT_THAT(text, StartsWith("query\ttarget\tstrand\ti\tj\tletter\tquery_record\ttarget_record\tjumps\n"
                                 "q1\tt1\t+\t0\t2\tG\t1\t1\t.\n"));
    EXPECT_THAT(text, HasSubstr("q1\tt1\t+\t7\t23\tG\t1\t1\tb:9-23\n"));
    EXPECT_THAT(text, HasSubstr("q2\tt2\t-\t23\t7\tG\t2\t2\ta:9-23\n"));
    EXPECT_THAT(refusal(replaced(text, "a:9-23", "9-23")), HasSubstr("'9-23' is neither . nor jumps like"));
    EXPECT_THAT(refusal(replaced(text, "a:9-23", "a:9-23,a:9-23")), HasSubstr("is neither"));
    EXPECT_THAT(refusal(replaced(text, "a:9-23", "b:9-23,a:9-23")), HasSubstr("is neither"));
    EXPECT_THAT(refusal(replaced(text, "a:9-23", "a:9")), HasSubstr("is neither"));
    EXPECT_THAT(refusal(replaced(text, "a:9-23", "a:x-23")), HasSubstr("start of a jump"));
    EXPECT_THAT(refusal(replaced(text, "\ta:9-23", "")), HasSubstr("8 columns instead of 9"));
}

TEST(scored_results, json)
{
    scored_pair const pair{spliced()};
    std::string const text = written(format::json, {pair}, task::alignment, "after:AG=5..50@2");
    auto const row = nlohmann::json::parse(text);
    EXPECT_EQ(row.at("score"), 10);
    EXPECT_EQ(row.at("jumps"), nlohmann::json::parse("[[null,[9,23]]]"));
    EXPECT_EQ(row.at("costs"), nlohmann::json::parse("[0,0,0,0,0,0,2,0,0,0,0]"));
    EXPECT_THAT(text, HasSubstr("\"strand\":\"both\",\"match\":1,\"skip_a\":1,\"skip_b\":1,\"jump_a\":[],\"jump_b\":["
                                "\"after:AG=5..50@2\"],\"leave_a\":[],\"leave_b\":[],\"transcript\":\"+\"},"));
    EXPECT_EQ(nlohmann::json::parse(written(format::json, {spliced_query()})).at("jumps"),
              nlohmann::json::parse("[[[9,23],null]]"));
    EXPECT_THAT(refusal(replaced(text, "[null,[9,23]]", "[null]")), HasSubstr("a link in jumps has 1 sides"));
    EXPECT_THAT(refusal(replaced(text, "[null,[9,23]]", "[null,null,[9,23]]")), HasSubstr("more than 2 sides"));
    EXPECT_THAT(refusal(replaced(text, "[9,23]", "[9]")), HasSubstr("a pair in jumps has 1 numbers"));
    EXPECT_THAT(refusal(replaced(text, "[9,23]", "[9,[23]]")), HasSubstr("must not have"));
    EXPECT_THAT(refusal(replaced(text, "[null,[9,23]]", "null")), HasSubstr("jumps has null where it must not"));
    EXPECT_THAT(refusal(replaced(text, "[[null,[9,23]]]", "null")), HasSubstr("jumps is null"));
    EXPECT_THAT(refusal(replaced(text, ",\"costs\":[0,0,0,0,0,0,2,0,0,0,0]", "")), HasSubstr("key costs is missing"));
    EXPECT_THAT(refusal(replaced(text, ",\"score\":10", "")), HasSubstr("jumps is there without score"));
    EXPECT_THAT(refusal(replaced(text, "\"score\":10", "\"score\":-1")), HasSubstr("score has"));
}

TEST(scored_results, pretty_marks_jumps_and_shows_costs)
{
    EXPECT_EQ(written(format::pretty, {scored_pair{spliced()}}, task::alignment, "after:AG=5..50@2"),
              "vglcs 0.1.0: alphabet dna, limits of queries 1, of targets 1\n"
              "costs   match 1, skip 1 of queries, 1 of targets, jumps of targets after:AG=5..50@2\n"
              "\n"
              "query   q1 (record 1, 12 letters, strand +)\n"
              "target  t1 (record 1, 28 letters)\n"
              "score   10 (12 pairs of 1, less 2 that links cost)\n"
              "length  12, identity 1.0000 (12 matched, skipped: 0 in both, 0 in the query, 0 in the target)\n"
              "limits  query: no letter is skipped\n"
              "limits  target: no letter is skipped\n"
              "jump    target: 14 letters, 10 to 23; its link costs 2\n"
              "\n"
              "query    1 GATTACA--------------GCATC 12\n"
              "           |||||||~~~~~~~~~~~~~~|||||\n"
              "target   3 GATTACAGTAAGTCCTTTCAGGCATC 28\n");
    EXPECT_THAT(written(format::pretty, {spliced_query()}), HasSubstr("jump    query: 14 letters, 19 to 6; its link"));
    test_problem p = spliced();
    p.b.insert(15, std::string(40, 'C'));
    p.limits_b = {p.b.size(), gap_limit{.hi = 1}};
    p.jumps_b = jumps{p.b.size(), jump{.lo = 5, .hi = 90, .cost = 2}, 0};
    EXPECT_THAT(written(format::pretty, {scored_pair{p}}),
                HasSubstr("  ... 34 letters of the target jumped over ...\n"));
}

TEST(scored_results, without_an_answer)
{
    scored_pair pair{spliced()};
    pair_record failed = pair.record();
    failed.status = "pruned";
    failed.bound = 30;
    failed.result = {};
    for (format const f : {format::tsv, format::json, format::pretty}) {
        memory_file const file;
        output_file out{file.path()};
        auto const w = make_writer(f, task::alignment, out);
        w->begin({.costs = run_costs{.scoring = pair.problem.scoring}});
        w->write(failed);
        out.commit();
        std::string const text = file.read();
        if (f == format::pretty) {
            EXPECT_THAT(text, HasSubstr("status  pruned (its score is at most 30)\n"));
            continue;
        }
        stated_pair const stated = read_text(text).at(0);
        EXPECT_FALSE(stated.ok() || stated.score);
        EXPECT_TRUE(stated.scored);
        EXPECT_THAT(pair.fault(stated),
                    HasSubstr("the bound is 30, more than the letters of the shorter sequence earn"));
    }
}

TEST(scored_results, rows_of_the_other_kind_are_told_apart)
{
    scored_pair const pair{spliced()};
    for (format const f : readable) {
        stated_pair stated = read_text(written(f, {pair})).at(0);
        EXPECT_EQ(pair.fault(stated), "") << name(f);
        EXPECT_THAT(find_result_fault(stated, {.query = pair.query,
                                               .target = pair.target,
                                               .query_limits = pair.problem.limits_a,
                                               .target_limits = pair.problem.limits_b})
                        .value_or(""),
                    HasSubstr("give --match, --skip and --jump"))
            << name(f);
        stated.scored = false;
        EXPECT_THAT(pair.fault(stated), HasSubstr("leave out --match, --skip and --jump")) << name(f);
    }
    std::string const paf = written(format::paf, {pair});
    EXPECT_THAT(refusal(replaced(paf, "\tAS:i:10", "")), HasSubstr("a row with vj:i needs AS:i too"));
    EXPECT_THAT(refusal(replaced(paf, "\tvj:i:1", "")), HasSubstr("a row with AS:i needs vj:i too"));
    EXPECT_THAT(refusal(replaced(replaced(paf, "\tAS:i:10", ""), "\tvj:i:1", "")), HasSubstr("none of = X I D"));
}

TEST(scored_results, jumps_of_another_sequence)
{
    scored_pair pair{spliced()};
    stated_pair const stated = read_text(written(format::json, {pair})).at(0);
    pair.problem.jumps_b = jumps{27, jump{.hi = 5}};
    EXPECT_THAT(pair.fault(stated), HasSubstr("the target has 28 letters, but jumps of 27"));
}

TEST(scored_results, the_cigar_shows_where_a_jump_stands)
{
    scored_pair const pair{spliced()};
    for (format const f : {format::paf, format::sam, format::tsv}) {
        std::string const text = written(f, {pair});
        for (std::string_view const wrong : {"7=13N1D5=", "7=1D13N5=", "7=14D5=", "6=14N6=", "7=7N7N5=", "6=1=14N5="})
            EXPECT_NE(pair.fault(read_text(replaced(text, "7=14N5=", wrong)).at(0)), "") << name(f) << ' ' << wrong;
    }
}

/// Every kind of problem through every format and back; then one value at a time is changed.
TEST(scored_results, come_back_from_every_format_and_a_changed_value_is_found)
{
    std::size_t jumped_a = 0, jumped_b = 0, changed = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        random_scored_options const o{.problem = {.min_n = 1,
                                                  .max_n = 50,
                                                  .min_m = 1,
                                                  .max_m = 60,
                                                  .reach = seed % 2 == 0 ? 3U : 7U,
                                                  .letters = seed % 3 == 0 ? "AC" : "ACGTN"}};
        test_problem p = random_scored_problems(77'000 + seed, 1, o).front();
        scored_pair const pair{p, 3, seed % 4 == 1 ? strand::reverse : strand::forward};
        bool const empty = pair.answer.chain.empty();
        for (format const f : readable) {
            auto const all = read_text(written(f, {pair}));
            if (empty && omits_empty_pairs(f))
                continue;
            ASSERT_EQ(all.size(), 1u) << name(f) << PrintToString(p);
            stated_pair const & stated = all.front();
            ASSERT_TRUE(stated.scored && stated.has_chain);
            ASSERT_EQ(stated.chain(), pair.answer.chain) << name(f) << PrintToString(p);
            ASSERT_EQ(stated.contradiction, "") << name(f) << PrintToString(p);
            ASSERT_EQ(pair.fault(stated), "") << name(f) << PrintToString(p);
            if (f != format::pairs) {
                ASSERT_EQ(stated.score, pair.answer.score);
            }
            for (auto const & [what, wrong] : changes_of(stated)) {
                ASSERT_NE(pair.fault(wrong), "") << what << ' ' << name(f) << PrintToString(p);
                ++changed;
            }
            if (stated.jumps)
                for (auto const & [a, b] : *stated.jumps) {
                    jumped_a += a.has_value();
                    jumped_b += b.has_value();
                }
        }
    }
    EXPECT_GT(jumped_a, 50u);
    EXPECT_GT(jumped_b, 50u);
    EXPECT_GT(changed, 2000u);
}
