// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/parse_fault.hpp"
#include "io/bytes/utf8.hpp"
#include "io/results/alignment_text.hpp"

#include "answered_pair.hpp"
#include "temporary_folder.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <clocale>
#include <cstdlib>
#include <locale>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

std::string const digest_of_small = limits_digest({11, {.hi = 2}}, {10, {.hi = 2}});

answered_pair failed_pair(std::string const & status, std::uint64_t bound = 0)
{
    answered_pair out = small_pair(strand::forward);
    out.status = status;
    out.bound = bound;
    return out;
}

/// Every kind of pair: both strands, empty, failed, pruned.
std::vector<answered_pair> all_kinds()
{
    return {small_pair(strand::forward), small_pair(strand::reverse), empty_pair(strand::reverse),
            failed_pair("error:no\tmemory\n"), failed_pair("pruned", 9)};
}

/// The message of the input_error that writing the pairs throws.
std::string input_message(format f, std::vector<answered_pair> const & pairs, run_record const & run = small_run())
{
    try {
        (void)written(f, pairs, run);
    } catch (input_error const & e) {
        return e.what();
    }
    ADD_FAILURE() << "no input_error";
    return {};
}

answered_pair named(std::string query, std::string target = "t1")
{
    answered_pair out = small_pair(strand::forward);
    out.query.name = std::move(query);
    out.target.name = std::move(target);
    return out;
}

std::string const tsv_first_line =
    "query\ttarget\tstrand\tlength\tquery_length\ttarget_length\tquery_start\tquery_end\t"
    "target_start\ttarget_end\tidentity\tcigar\tquery_record\ttarget_record\tstatus\tbound\n";

} // namespace

TEST(writer, names_of_formats)
{
    for (format const f : {format::paf, format::sam, format::tsv, format::pairs, format::json, format::pretty})
        EXPECT_EQ(parse_format(name(f)), f);
    EXPECT_EQ(parse_format("bam"), std::nullopt);
    EXPECT_EQ(parse_format("PAF"), std::nullopt);
}

TEST(writer, tsv)
{
    EXPECT_EQ(written(format::tsv, all_kinds()),
              tsv_first_line + "q1\tt1\t+\t5\t11\t10\t2\t8\t0\t8\t0.6250\t2=1D2=1X1D1=\t3\t7\tok\tNA\n"
                               "q1\tt1\t-\t5\t11\t10\t3\t9\t0\t8\t0.6250\t2=1D2=1X1D1=\t3\t7\tok\tNA\n"
                               "q2\tt2\t+\t0\t4\t5\t0\t0\t0\t0\tNA\t*\t4\t8\tok\tNA\n"
                               "q1\tt1\tNA\tNA\t11\t10\tNA\tNA\tNA\tNA\tNA\tNA\t3\t7\terror:no memory \tNA\n"
                               "q1\tt1\tNA\tNA\t11\t10\tNA\tNA\tNA\tNA\tNA\tNA\t3\t7\tpruned\t9\n");
}

TEST(writer, tsv_of_lengths_has_no_starts_and_no_cigar)
{
    EXPECT_EQ(written(format::tsv, {small_pair(strand::forward), small_pair(strand::reverse), empty_pair()},
                      small_run(task::length)),
              tsv_first_line + "q1\tt1\t+\t5\t11\t10\tNA\t8\tNA\t8\tNA\tNA\t3\t7\tok\tNA\n"
                               "q1\tt1\t-\t5\t11\t10\tNA\tNA\tNA\t8\tNA\tNA\t3\t7\tok\tNA\n"
                               "q2\tt2\t+\t0\t4\t5\tNA\t0\tNA\t0\tNA\tNA\t4\t8\tok\tNA\n");
}

TEST(writer, paf)
{
    std::string const tags = "\t255\tvl:i:5\tNM:i:3\tgd:Z:" + digest_of_small + "\tri:Z:3,7\tcg:Z:2=1D2=1X1D1=\n";
    EXPECT_EQ(written(format::paf, all_kinds()),
              "q1\t11\t2\t8\t+\tt1\t10\t0\t8\t5\t8" + tags + "q1\t11\t3\t9\t-\tt1\t10\t0\t8\t5\t8" + tags);
}

TEST(writer, sam)
{
    auto run = small_run();
    answered_pair const pair = small_pair(strand::forward), other = empty_pair();
    sequence const without_letters{.name = "t0", .number = 9};
    run.targets = {&pair.target, &other.target, &without_letters};
    // NM is 2 by the letters: the ones under X are equal
    std::string const tags = "\tNM:i:2\tvl:i:5\tgd:Z:" + digest_of_small + "\tri:Z:3,7\n";
    EXPECT_EQ(written(format::sam, all_kinds(), run),
              "@HD\tVN:1.6\tSO:unsorted\n@SQ\tSN:t1\tLN:10\n@SQ\tSN:t2\tLN:5\n"
              "@PG\tID:vglcs\tPN:vglcs\tVN:0.1.0\tCL:vglcs align q.fa t.fa --gaps 2\n"
              "q1\t0\tt1\t1\t255\t2S2=1D2=1X1D1=3S\t*\t0\t0\tggACGTACTTC\tABCDEFGHIJK" +
                  tags + "q1\t16\tt1\t1\t255\t2S2=1D2=1X1D1=3S\t*\t0\t0\tggACGTACTTC\tKJIHGFEDCBA" + tags);
}

TEST(writer, sam_keeps_case_and_leaves_out_what_seq_cannot_hold)
{
    answered_pair fasta = small_pair(strand::forward), raw = small_pair(strand::forward);
    fasta.query.quality.clear();
    raw.query.letters[10] = '*';
    std::string const text = written(format::sam, {fasta, raw});
    EXPECT_THAT(text, HasSubstr("\tggACGTACTTC\t*\tNM"));
    EXPECT_THAT(text, HasSubstr("3S\t*\t0\t0\t*\t*\tNM"));
}

TEST(writer, sam_command_line_is_one_line_of_utf8)
{
    auto run = small_run();
    run.command_line = "vglcs align 'a\tb\n' \xff";
    EXPECT_THAT(written(format::sam, {}, run), HasSubstr("\tCL:vglcs align 'a b ' \\xFF\n"));
}

TEST(writer, pairs)
{
    std::string expected = "query\ttarget\tstrand\ti\tj\tletter\tquery_record\ttarget_record\n";
    for (char const direction : {'+', '-'})
        for (auto const & [i, j, letter] : {std::tuple{2, 0, 'A'}, {3, 1, 'C'}, {4, 3, 'G'}, {5, 4, 'T'}, {7, 7, 'C'}})
            expected += fmt::format("q1\tt1\t{}\t{}\t{}\t{}\t3\t7\n", direction, i, j, letter);
    EXPECT_EQ(written(format::pairs, all_kinds()), expected);
    answered_pair masked = small_pair(strand::reverse);
    masked.chain = {{1, 4}}; // letters come as they are in the input
    EXPECT_THAT(written(format::pairs, {masked}), EndsWith("q1\tt1\t-\t1\t4\tg\t3\t7\n"));
}

TEST(writer, json)
{
    auto const row = [](answered_pair const & p, std::string const & answer) {
        return fmt::format("{{\"schema\":\"vglcs.pair/1\",\"query\":\"{}\",\"target\":\"{}\",\"query_record\":{},"
                           "\"target_record\":{},\"query_length\":{},\"target_length\":{},{},\"query_sha256\":\"{}\","
                           "\"target_sha256\":\"{}\",\"limits_digest\":\"{}\",\"parameters\":{{\"task\":\"alignment\","
                           "\"alphabet\":\"dna\",\"gaps_a\":\"2\",\"gaps_b\":\"2\",\"strand\":\"both\"}},\"build\":{{"
                           "\"version\":\"0.1.0\",\"description\":\"gcc 12.2, Release\"}},\"device\":\"cpu\"}}\n",
                           p.query.name, p.target.name, p.query.number, p.target.number, p.query.size(),
                           p.target.size(), answer, letters_digest(p.query.letters), letters_digest(p.target.letters),
                           limits_digest({p.query.size(), p.limit}, {p.target.size(), p.limit}));
    };
    auto const all = all_kinds();
    std::string const chain = "\"length\":5,\"last\":[7,7],\"chain\":[[2,0],[3,1],[4,3],[5,4],[7,7]]";
    std::string const none = "\"strand\":null,\"length\":null,\"last\":null,\"chain\":null";
    EXPECT_EQ(
        written(format::json, all),
        row(all[0], "\"status\":\"ok\",\"bound\":null,\"strand\":\"+\"," + chain) +
            row(all[1], "\"status\":\"ok\",\"bound\":null,\"strand\":\"-\"," + chain) +
            row(all[2], "\"status\":\"ok\",\"bound\":null,\"strand\":\"+\",\"length\":0,\"last\":null,\"chain\":[]") +
            row(all[3], "\"status\":\"error:no\\tmemory\\n\",\"bound\":null," + none) +
            row(all[4], "\"status\":\"pruned\",\"bound\":9," + none));
    EXPECT_THAT(written(format::json, {all[1], all[2]}, small_run(task::length)),
                AllOf(HasSubstr("\"strand\":\"-\",\"length\":5,\"last\":[7,7],\"chain\":null,"),
                      HasSubstr("\"strand\":\"+\",\"length\":0,\"last\":null,\"chain\":null,"),
                      HasSubstr("\"task\":\"length\"")));
}

TEST(writer, json_is_utf8_whatever_a_name_is)
{
    std::string const utf8 = "Genus_spéciës×1";
    auto const name_in_json = [](std::string const & name) {
        return nlohmann::json::parse(written(format::json, {named(name)}))["query"].get<std::string>();
    };
    EXPECT_EQ(name_in_json(utf8), utf8);
    EXPECT_EQ(name_in_json("a\"b"), "a\"b");
    EXPECT_EQ(name_in_json("a\x01z"), "a\x01z");
    EXPECT_EQ(name_in_json("a\\b"), "a\\b"); // as the file has it
    EXPECT_EQ(written(format::json, {named("a\\b")}).find("escaped"), std::string::npos);
    EXPECT_EQ(name_in_json("latin\xe9"), "latin\\xE9");
    EXPECT_EQ(name_in_json("latin\xe9\\xE9"), "latin\\xE9\\x5CxE9"); // so that they can be had back
    EXPECT_THAT(written(format::json, {named("latin\xe9")}), HasSubstr(",\"query_escaped\":true,\"target\":"));
    EXPECT_THAT(written(format::tsv, {named(utf8)}), HasSubstr("\n" + utf8 + "\t"));
    EXPECT_THAT(written(format::tsv, {named("latin\xe9")}), HasSubstr("\nlatin\xe9\t"));
}

TEST(writer, escaped_bytes_come_back)
{
    for (std::string const bytes : {"", "plain", "spéciës×1", "\xf0\x9f\xa7\xac", "a\\x41", "\\", "\xff\xfe", "cut\xc3",
                                    "over\xc0\xaflong", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"})
    {
        std::string const text = escape_utf8(bytes);
        EXPECT_EQ(detail::unescape_utf8(text), bytes);
        EXPECT_NO_THROW((void)nlohmann::json(text).dump()) << text; // it throws on invalid UTF-8
    }
    EXPECT_EQ(escape_utf8("\xed\xa0\x80"), "\\xED\\xA0\\x80"); // a surrogate is no UTF-8
    EXPECT_EQ(escape_utf8("\xf0\x9f\xa7\xac"), "\xf0\x9f\xa7\xac");
    for (std::string const text : {"\\", "\\x", "\\x4", "\\xG0", "\\n", "a\\x4"})
        EXPECT_THROW((void)detail::unescape_utf8(text), detail::parse_fault) << text;
}

TEST(writer, pretty)
{
    EXPECT_EQ(written(format::pretty, {small_pair(strand::reverse), empty_pair(), failed_pair("pruned", 9)}),
              "vglcs 0.1.0: alphabet dna, limits of queries 2, of targets 2\n"
              "\n"
              "query   q1 (record 3, 11 letters, strand -)\n"
              "target  t1 (record 7, 10 letters)\n"
              "length  5, identity 0.6250 (5 matched, skipped: 1 in both, 0 in the query, 2 in the target)\n"
              "limits  query: at most 1 skipped at once, before letter 4 (limit 2); 0 of 1 gaps use their limit up\n"
              "limits  target: at most 2 skipped at once, before letter 8 (limit 2); 1 of 2 gaps use their limit up\n"
              "\n"
              "query    9 AC-GTA-C 4\n"
              "           || ||  |\n"
              "target   1 ACTGTAAC 8\n"
              "limit             *\n"
              "\n"
              "query   q2 (record 4, 4 letters, strand +)\n"
              "target  t2 (record 8, 5 letters)\n"
              "length  0, identity NA\n"
              "\n"
              "query   q1 (record 3, 11 letters)\n"
              "target  t1 (record 7, 10 letters)\n"
              "status  pruned (its length is at most 9)\n");
    EXPECT_THAT(written(format::pretty, {small_pair(strand::reverse)}, small_run(task::length)),
                EndsWith("length  5, the chain ends at letter 4 of the query and letter 8 of the target\n"));
}

TEST(writer, pretty_wraps_at_60_columns_and_leaves_the_middle_of_long_gaps_out)
{
    answered_pair est;
    est.query = {.name = "est", .letters = std::string(70, 'A') + std::string(5, 'G'), .number = 1};
    est.target = {
        .name = "gene", .letters = std::string(70, 'A') + std::string(500, 'T') + std::string(5, 'G'), .number = 1};
    est.limit = {.lo = 500, .hi = 5000};
    for (std::size_t k = 0; k < 70; ++k)
        est.chain.push_back({k, k});
    for (std::size_t k = 0; k < 5; ++k)
        est.chain.push_back({70 + k, 570 + k});
    std::string const a60(60, 'A'), bars(60, '|');
    EXPECT_THAT(
        written(format::pretty, {est}),
        EndsWith("limits  query: no letter is skipped\n"
                 "limits  target: at most 500 skipped at once, before letter 571 (limit 500..5000); 0 of 1 gaps "
                 "use their limit up\n"
                 "\n"
                 "query     1 " +
                 a60 +
                 " 60\n"
                 "            " +
                 bars +
                 "\n"
                 "target    1 " +
                 a60 +
                 " 60\n"
                 "\n"
                 "query    61 AAAAAAAAAA---------- 70\n"
                 "            ||||||||||\n"
                 "target   61 AAAAAAAAAATTTTTTTTTT 80\n"
                 "\n"
                 "  ... 480 letters of the target skipped ...\n"
                 "\n"
                 "query    71 ----------GGGGG 75\n"
                 "                      |||||\n"
                 "target  561 TTTTTTTTTTGGGGG 575\n"
                 "limit                 +\n"));
}

TEST(writer, formats_of_chains_refuse_lengths)
{
    temporary_folder const folder;
    output_file out{folder.path("x")};
    for (format const f : {format::paf, format::sam, format::pairs})
        EXPECT_THROW((void)make_writer(f, task::length, out), usage_error);
    for (format const f : {format::tsv, format::json, format::pretty})
        EXPECT_NO_THROW((void)make_writer(f, task::length, out));
}

TEST(writer, tables_refuse_names_with_tabs_and_line_ends)
{
    for (format const f : {format::paf, format::tsv, format::pairs})
        for (std::string const name : {"a\tb", "a\nb", "a\rb", ""}) {
            EXPECT_THAT(input_message(f, {named(name)}), StartsWith("query record 3 (line 9): name"));
            EXPECT_THAT(input_message(f, {named("q", name)}), StartsWith("target record 7 (line 13): name"));
        }
}

TEST(writer, sam_refuses_query_names_before_their_row)
{
    EXPECT_NO_THROW((void)written(format::sam, {named(std::string(254, 'n'))}));
    EXPECT_THAT(input_message(format::sam, {named(std::string(255, 'n'))}),
                AllOf(StartsWith("query record 3 (line 9): name longer than 254 "), HasSubstr("255")));
    EXPECT_THAT(input_message(format::sam, {named("@a")}), HasSubstr("begins with '@'"));
    EXPECT_THAT(input_message(format::sam, {named("*")}), HasSubstr("begins with '*'"));
    EXPECT_THAT(input_message(format::sam, {named("=a")}), HasSubstr("begins with '='"));
    EXPECT_THAT(input_message(format::sam, {named("a@b")}), HasSubstr("has '@'"));
    EXPECT_THAT(input_message(format::sam, {named("spé")}), HasSubstr("the byte 0xC3"));
    EXPECT_THAT(input_message(format::sam, {named("")}), HasSubstr("empty"));
    EXPECT_NO_THROW(check_sam_query_name({.name = "a=*(b)"}));
    // the rows before it are there, as standard output would have them
    temporary_folder const folder;
    output_file out{folder.path("x")};
    auto const w = make_writer(format::sam, task::alignment, out);
    w->begin(small_run());
    answered_pair good = small_pair(strand::forward), bad = named("@bad");
    w->write(good.record());
    EXPECT_THROW(w->write(bad.record()), input_error);
    out.commit();
    EXPECT_THAT(folder.read("x"), AllOf(HasSubstr("\nq1\t"), EndsWith("ri:Z:3,7\n"), Not(HasSubstr("bad"))));
}

TEST(writer, sam_refuses_target_names_before_the_first_byte)
{
    sequence const a{.name = "ctg1", .letters = "AC", .number = 1}, b{.name = "ctg1", .letters = "GG", .number = 2};
    sequence const comma{.name = "a,b", .letters = "AC", .number = 5, .line = 30};
    auto run = small_run();
    run.targets = {&a, &b};
    EXPECT_THAT(input_message(format::sam, {}, run), StartsWith("duplicate target name ctg1 (records 1 and 2)"));
    run.targets = {&a, &comma};
    EXPECT_THAT(input_message(format::sam, {}, run), StartsWith("target record 5 (line 30): name 'a,b' has ','"));
    temporary_folder const folder;
    output_file out{folder.path("x")};
    auto const w = make_writer(format::sam, task::alignment, out);
    EXPECT_THROW(w->begin(run), input_error);
    out.commit();
    EXPECT_EQ(folder.read("x"), "");
}

TEST(writer, identity_is_rounded_to_four_decimals)
{
    EXPECT_EQ(detail::identity_text(1, 3), "0.3333");
    EXPECT_EQ(detail::identity_text(2, 3), "0.6667");
    EXPECT_EQ(detail::identity_text(7, 7), "1.0000");
    EXPECT_EQ(detail::identity_text(0, 0), "NA");
}

TEST(writer, a_locale_with_a_decimal_comma_changes_nothing)
{
    struct comma : std::numpunct<char>
    {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    answered_pair large = small_pair(strand::forward);
    large.query.number = 1'234'567;
    std::vector<answered_pair> const pairs{large};
    std::vector<format> const formats{format::paf,   format::sam,  format::tsv,
                                      format::pairs, format::json, format::pretty};
    std::vector<std::string> expected;
    for (format const f : formats)
        expected.push_back(written(f, pairs));
    std::locale const before = std::locale::global(std::locale{std::locale::classic(), new comma});
    for (std::size_t k = 0; k < formats.size(); ++k)
        EXPECT_EQ(written(formats[k], pairs), expected[k]);
    std::locale::global(before);
    // the C library's locale too: one that is installed, or one made here
    bool found = false;
    for (char const * const name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8", "de_DE"})
        found = found || std::setlocale(LC_ALL, name);
    temporary_folder const folder;
    if (!found) {
        folder.write("numbers", "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\ngrouping 3;3\nEND LC_NUMERIC\n");
        std::string const make = "localedef -c -f ANSI_X3.4-1968 -i " + folder.path("numbers") + " " +
                                 folder.path("comma") + " >/dev/null 2>&1";
        (void)!std::system(make.c_str()); // it warns of what the locale leaves out
        setenv("LOCPATH", folder.path("").c_str(), 1);
        found = std::setlocale(LC_NUMERIC, "comma");
    }
    if (found) {
        EXPECT_STREQ(std::localeconv()->decimal_point, ",");
    } else {
        GTEST_LOG_(INFO) << "no C locale with a decimal comma can be had: only the C++ one was tried";
    }
    for (std::size_t k = 0; k < formats.size(); ++k)
        EXPECT_EQ(written(formats[k], pairs), expected[k]);
    std::setlocale(LC_ALL, "C");
}

TEST(writer, more_operations_than_16_bits_hold)
{
    answered_pair long_pair;
    for (std::size_t k = 0; k < 33'000; ++k) {
        long_pair.query.letters += "AC";
        long_pair.target.letters += "AG";
        long_pair.chain.push_back({2 * k, 2 * k});
    }
    long_pair.query.name = "a";
    long_pair.target.name = "b";
    std::string const text = written(format::sam, {long_pair});
    std::size_t const row = text.find("\na\t") + 1;
    std::string expected = "a\t0\tb\t1\t255\t1=";
    for (std::size_t k = 1; k < 33'000; ++k)
        expected += "1X1=";
    expected += "1S\t*\t0\t0\t" + long_pair.query.letters + "\t*\tNM:i:32999\tvl:i:33000";
    EXPECT_TRUE(text.substr(row).starts_with(expected));
}
