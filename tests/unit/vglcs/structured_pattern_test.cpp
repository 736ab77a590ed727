// SPDX-License-Identifier: BSD-3-Clause
#include "memory_file.hpp"

#include <vglcs/pattern_matcher.hpp>
#include <vglcs/pattern_search.hpp>
#include <vglcs/structured_pattern.hpp>
#include <vglcs/word_list.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace vglcs;
using namespace vglcs::test;
using ::testing::HasSubstr;

namespace {

using kind = pattern_part::kind;

TEST(parse_pattern, parts_in_order)
{
    structured_pattern const p =
        parse_pattern("^<cb:N{16}> <umi:NNNN> TTGACA~1 N{15,19}(TATAAT|GATACT)~1,2,3 strict3=2 @'my list'~1 $", "x");
    EXPECT_EQ(p.name, "x");
    EXPECT_TRUE(p.at_start && p.at_end);
    ASSERT_EQ(p.parts.size(), 6u);
    EXPECT_EQ(p.parts[0].what, kind::spacer);
    EXPECT_EQ(p.parts[0].lo, 16u);
    EXPECT_EQ(p.parts[0].hi, 16u);
    EXPECT_EQ(p.parts[0].label, "cb");
    EXPECT_EQ(p.parts[1].what, kind::spacer) << "letters that are all N";
    EXPECT_EQ(p.parts[1].hi, 4u);
    EXPECT_EQ(p.parts[2].words, (std::vector<pattern_word>{{8, 8, 4, 1, 2, 1}}));
    EXPECT_EQ(p.parts[2].errors, (pattern_errors{1, 0, 0}));
    EXPECT_EQ(p.parts[2].label, "3");
    EXPECT_EQ(p.parts[3].lo, 15u);
    EXPECT_EQ(p.parts[3].hi, 19u);
    EXPECT_EQ(p.parts[4].words.size(), 2u);
    EXPECT_EQ(p.parts[4].errors, (pattern_errors{1, 2, 3}));
    EXPECT_EQ(p.parts[4].strict_last, 2u);
    EXPECT_EQ(p.parts[5].list_path, "my list");
    ASSERT_EQ(p.captures.size(), 2u);
    EXPECT_EQ(p.captures[1].name, "umi");
    EXPECT_EQ(p.captures[1].first, 1u);
    EXPECT_EQ(p.captures[1].last, 2u);
}

TEST(parse_pattern, reverse_complement_turns_order_letters_and_ends)
{
    structured_pattern const p = parse_pattern("~rc(ACR~1 strict3=2 N{3} (GT|AAAC))");
    ASSERT_EQ(p.parts.size(), 3u);
    EXPECT_EQ(p.parts[0].words, (std::vector<pattern_word>{{1, 2}, {4, 8, 8, 8}}));
    EXPECT_EQ(p.parts[1].lo, 3u);
    EXPECT_EQ(p.parts[2].words, (std::vector<pattern_word>{{10, 4, 8}})) << "YGT";
    EXPECT_EQ(p.parts[2].strict_first, 2u);
    EXPECT_EQ(p.parts[2].strict_last, 0u);
    structured_pattern const twice = parse_pattern("~rc(~rc(ACR))");
    EXPECT_EQ(twice.parts[0].words, parse_pattern("acr").parts[0].words);
}

struct fault
{
    char const * text;
    std::size_t column;
    char const * what;
};

TEST(parse_pattern, faults_name_their_column)
{
    for (fault const & f : std::vector<fault>{
             {"", 1, "can match nothing"},
             {"   ", 4, "can match nothing"},
             {"ACGJ", 4, "'J' is no class"},
             {"TTGACA~1 N{15,Q} TATAAT", 15, "'Q' is no number"},
             {"AC N{5,} GT", 8, "a spacer without end"},
             {"AC N{,5} GT", 6, "without its smallest length"},
             {"AC N{7,5} GT", 8, "the smaller number comes first"},
             {"AC N{0} GT", 4, "a spacer of no letters"},
             {"AC N{1000001} GT", 6, "more than 1000000"},
             {"AC N{99999999999999999999} GT", 6, "more than 1000000"},
             {"AC N{3 GT", 8, "where a spacer ends"},
             {"AC N{3}~1 GT", 8, "a spacer has no errors"},
             {"AC* GT", 3, "'*' has no meaning here"},
             {"A{3}", 2, "only N takes"},
             {"ACGT~4", 1, "matches everywhere"},
             {"GG ACNNN~1,0,1", 4, "matches everywhere"},
             {"ACGT~16", 6, "more than 15"},
             {"ACGT~1,2", 9, "two numbers behind ~"},
             {"ACGT~", 6, "is no number"},
             {"N{3,9}", 1, "spacers alone"},
             {"NNNN", 1, "spacers alone"},
             {"^N{0,4}", 2, "the empty text"},
             {"ACGT strict3=5", 14, "the element has 4 letters"},
             {"strict3=5 ACGT", 1, "belongs behind an element"},
             {"ACGT strict3", 13, "the end where = and"},
             {"<umi:N{12} ACGT", 1, "without its end"},
             {"<umi:<x:AC>>", 6, "a capture inside another"},
             {"<umi:AC> <umi:AC>", 11, "two captures are called umi"},
             {"<2:AC>", 2, "a capture has a name"},
             {"<umi AC>", 5, "behind the name of a capture"},
             {"<umi:>", 6, "holds nothing"},
             {"~rc(<u:AC>)", 5, "a capture inside ~rc()"},
             {"~rc(ACGT", 1, "without its end"},
             {"~rc(ACGT)~1", 10, "errors of what is turned"},
             {"(AC|GT", 1, "without its end"},
             {"(AC|GT N{3})", 8, "inside an alternative"},
             {"(AC|NN) GT", 1, "an alternative of N alone"},
             {"AC @ GT", 4, "@ names no file"},
             {"AC @'x GT", 4, "without its end"},
             {"AC ^GT", 4, "stands at the start"},
             {"AC$ GT", 5, "has no beginning here"},
             {"AC)", 3, "has no beginning here"},
             {"AC\x01GT", 3, "'?'"},
         })
        try {
            (void)parse_pattern(f.text, "", "--pattern");
            ADD_FAILURE() << f.text << " was taken";
        } catch (pattern_error const & e) {
            EXPECT_EQ(e.column, f.column) << f.text << "\n" << e.what();
            EXPECT_EQ(e.code(), exit_code::usage);
            EXPECT_THAT(e.what(), HasSubstr(f.what)) << f.text;
            EXPECT_THAT(e.what(), HasSubstr("--pattern: column " + std::to_string(f.column) + ": "));
        }
}

TEST(parse_pattern, a_caret_stands_below_the_column)
{
    try {
        (void)parse_pattern("TTGACA~1 N{15,Q} TATAAT");
        FAIL();
    } catch (pattern_error const & e) {
        EXPECT_THAT(e.what(), HasSubstr("\n  TTGACA~1 N{15,Q} TATAAT\n                ^"));
    }
    std::string const wide(500, 'A');
    try {
        (void)parse_pattern(wide + "!");
        FAIL();
    } catch (pattern_error const & e) { // the part around the fault
        std::string const text = e.what();
        std::size_t const mark = text.rfind('^'), line = text.rfind('\n', mark), before = text.rfind('\n', line - 1);
        EXPECT_EQ(text[before + (mark - line)], '!');
    }
}

TEST(parse_pattern, tells_the_language_from_plain_letters)
{
    EXPECT_FALSE(is_structured("TATAWAWN"));
    for (char const * const text : {"AN{3}T", "AC~1", "<x:AC", "(A|C)", "@f"})
        EXPECT_TRUE(is_structured(text)) << text;
}

TEST(word_list, first_column_once_each)
{
    memory_file const file{"# barcodes\nACGT\tone\n\nggca\nACGT\nUUUUU 3\n"};
    word_list const list{file.path()};
    ASSERT_EQ(list.size(), 3u);
    EXPECT_EQ(list[0], "ACGT");
    EXPECT_EQ(list[1], "GGCA");
    EXPECT_EQ(list[2], "TTTTT");
    EXPECT_EQ(list.shortest(), 4u);
    EXPECT_EQ(list.longest(), 5u);
    memory_file const odd{"ACGT\nACNT\n"}, empty{"# nothing\n"};
    EXPECT_THROW((void)word_list{odd.path()}, input_error);
    EXPECT_THROW((void)word_list{empty.path()}, input_error);
}

TEST(read_lists, refuses_what_matches_everywhere)
{
    memory_file const file{"ACGT\nACG\n"};
    auto const read = [&](std::string const & behind) {
        std::vector<structured_pattern> p{parse_pattern("GG @" + file.path() + behind)};
        read_lists(p);
        return p[0].parts[1].list->size();
    };
    EXPECT_EQ(read("~2"), 2u);
    EXPECT_THROW((void)read("~2,0,1"), pattern_error);
    EXPECT_THROW((void)read(" strict3=4"), pattern_error);
}

std::vector<structured_pattern> one(std::string const & text)
{
    return {parse_pattern(text)};
}

TEST(pattern_matcher, parts_of_a_hit_on_either_strand)
{
    //                            0123456789012345678
    std::string_view const text = "ccTTGACAgggggTATAATc";
    pattern_matcher const finder{one("TTGACA N{4,6} <box:TAWAAT~1>"), {}};
    pattern_hits const plus = finder.find(std::vector<std::string_view>{text});
    ASSERT_EQ(plus.hits.size(), 1u);
    EXPECT_EQ(plus.hits[0].start, 2u);
    EXPECT_EQ(plus.hits[0].end, 19u);
    EXPECT_EQ(plus.places[1], (part_place{8, 13}));
    EXPECT_EQ(plus.places[2], (part_place{13, 19, 0, 0, 0}));
    std::string const turned = reverse_complement(text);
    pattern_hits const minus = finder.find(std::vector<std::string_view>{turned});
    ASSERT_EQ(minus.hits.size(), 1u);
    EXPECT_EQ(minus.hits[0].strand, strand::reverse);
    EXPECT_EQ(minus.places[0], (part_place{12, 18, 0, 0, 0}));
    EXPECT_EQ(minus.places[2], (part_place{1, 7, 0, 0, 0}));
}

TEST(pattern_matcher, nearest_word_and_runner_up)
{
    memory_file const file{"AAAA\nAATT\nGGGG\n"};
    std::vector<structured_pattern> p = one("^@" + file.path() + "~2");
    read_lists(p);
    pattern_matcher const finder{p, {.reverse = false}};
    pattern_hits const found = finder.find(std::vector<std::string_view>{"AAATCC", "GGGGCC", "CCCCCC"});
    ASSERT_EQ(found.hits.size(), 2u);
    EXPECT_EQ(found.places[0], (part_place{0, 4, 1, 0, 0, 1})) << "as near as AATT, which comes later";
    EXPECT_EQ(found.places[1], (part_place{0, 4, 0, 0, 2, part_place::none}));
}

TEST(pattern_matcher, a_budget_for_hits)
{
    std::string const text(100'000, 'A');
    pattern_matcher const all{one("A N{1,100} A"), {.max_memory = 1 << 20}};
    std::vector<std::string_view> const records{text};
    EXPECT_THROW((void)all.find(records), too_many_occurrences);
    pattern_matcher const best{one("A N{1,100} A"), {.hits = hit_choice::best, .threads = 1, .max_memory = 1 << 20}};
    EXPECT_EQ(best.find(records).hits.size(), 1u);
}

TEST(pattern_matcher, ends_when_it_is_asked_to)
{
    run_control control;
    control.stop();
    pattern_matcher const finder{one("ACGT~1"), {.control = &control}};
    EXPECT_THROW((void)finder.find(std::vector<std::string_view>{"ACGTACGT"}), interrupted);
}

} // namespace
