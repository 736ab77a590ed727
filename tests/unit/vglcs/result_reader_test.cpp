// SPDX-License-Identifier: BSD-3-Clause
#include "memory_file.hpp"
#include "random_pairs.hpp"
#include "temporary_folder.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/result_reader.hpp>
#include <vglcs/verify_result.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

constexpr format readable[] = {format::paf, format::sam, format::tsv, format::pairs, format::json};

run_record run_of(std::vector<answered_pair> const & pairs, task t = task::alignment)
{
    run_record run = small_run(t);
    for (answered_pair const & pair : pairs)
        run.targets.push_back(&pair.target);
    return run;
}

std::vector<stated_pair> read_all(std::string const & path, std::optional<format> f = std::nullopt)
{
    result_reader reader{path, f};
    std::vector<stated_pair> out;
    for (stated_pair pair; reader.next(pair);)
        out.push_back(pair);
    return out;
}

/// What a text states as a result.
std::vector<stated_pair> read_text(std::string_view text, std::optional<format> f = std::nullopt)
{
    return read_all(memory_file{text}.path(), f);
}

/// Message of the input_error that reading the text throws, without the path: it begins with the line's number.
std::string refusal(std::string_view text)
{
    memory_file const file{text};
    try {
        (void)read_all(file.path());
    } catch (input_error const & e) {
        std::string const message = e.what();
        EXPECT_THAT(message, StartsWith(file.path() + ":"));
        return message.substr(std::min(message.size(), file.path().size() + 1));
    }
    ADD_FAILURE() << "taken: " << text;
    return {};
}

/// The first contradiction of the last pair.
std::string contradiction(std::string_view text)
{
    auto const all = read_text(text);
    return all.empty() ? "no pair" : all.back().contradiction;
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

std::string small_text(format f, strand direction = strand::forward)
{
    std::vector<answered_pair> const pairs{small_pair(direction)};
    return written(f, pairs, run_of(pairs));
}

std::optional<std::string> fault_of(stated_pair const & stated, answered_pair & pair)
{
    pair_record const record = pair.record();
    return find_result_fault(stated, {.query = pair.query,
                                      .target = pair.target,
                                      .query_limits = pair.query_limits,
                                      .target_limits = pair.target_limits,
                                      .limits_digest = record.limits_digest});
}

} // namespace

TEST(result_reader, random_chains_come_back_from_every_format_and_hold)
{
    for (unsigned seed = 0; seed < 60; ++seed) {
        std::mt19937 random{seed};
        std::vector<answered_pair> pairs;
        for (std::uint64_t k = 1; k <= 5; ++k)
            pairs.push_back(random_pair(random, k));
        for (format const f : readable) {
            auto const stated = read_text(written(f, pairs, run_of(pairs)));
            std::size_t next = 0;
            for (answered_pair & pair : pairs) {
                if (pair.chain.empty() && omits_empty_pairs(f))
                    continue;
                ASSERT_LT(next, stated.size()) << name(f) << ", seed " << seed;
                stated_pair const & s = stated[next++];
                ASSERT_EQ(s.chain(), pair.chain) << name(f) << ", seed " << seed;
                ASSERT_EQ(s.length, pair.chain.size());
                ASSERT_TRUE(s.has_chain && s.ok());
                ASSERT_EQ(s.strand, pair.strand);
                ASSERT_EQ(s.query, pair.query.name);
                ASSERT_EQ(s.target, pair.target.name);
                ASSERT_EQ(s.query_number, pair.query.number);
                ASSERT_EQ(s.target_number, pair.target.number);
                ASSERT_EQ(s.contradiction, "") << name(f) << ", seed " << seed;
                ASSERT_EQ(fault_of(s, pair), std::nullopt) << name(f) << ", seed " << seed;
            }
            ASSERT_EQ(next, stated.size()) << name(f) << ", seed " << seed;
        }
    }
}

TEST(result_reader, states_what_each_format_carries)
{
    std::vector<answered_pair> const pairs{small_pair(strand::reverse)};
    for (format const f : readable) {
        auto const stated = read_text(written(f, pairs, run_of(pairs))).at(0);
        bool const has_lengths = f != format::pairs;
        EXPECT_EQ(stated.query_length, has_lengths ? std::optional<std::uint64_t>{11} : std::nullopt) << name(f);
        EXPECT_EQ(stated.target_length, has_lengths ? std::optional<std::uint64_t>{10} : std::nullopt) << name(f);
        bool const has_digest = f == format::paf || f == format::sam || f == format::json;
        EXPECT_EQ(stated.limits_digest.has_value(), has_digest) << name(f);
        EXPECT_EQ(stated.query_sha256.has_value() && stated.target_sha256.has_value(), f == format::json) << name(f);
        EXPECT_EQ(stated.status,
                  f == format::tsv || f == format::json ? std::optional<std::string>{"ok"} : std::nullopt);
        EXPECT_EQ(stated.letters, f == format::pairs ? std::optional<std::string>{"ACGTC"} : std::nullopt);
        EXPECT_EQ(stated.sequence, f == format::sam ? std::optional<std::string>{"ggACGTACTTC"} : std::nullopt);
        EXPECT_EQ(stated.quality, f == format::sam ? std::optional<std::string>{"KJIHGFEDCBA"} : std::nullopt);
        EXPECT_EQ(stated.line, f == format::sam ? 4u : f == format::tsv || f == format::pairs ? 2u : 1u) << name(f);
    }
}

TEST(result_reader, failed_pruned_and_length_rows)
{
    answered_pair failed = small_pair(strand::forward), pruned = failed;
    failed.status = "error: no memory";
    pruned.status = "pruned";
    for (format const f : {format::tsv, format::json}) {
        auto const stated = read_text(written(f, {failed, pruned, empty_pair()}));
        ASSERT_EQ(stated.size(), 3u);
        EXPECT_FALSE(stated[0].ok() || stated[0].has_chain || stated[1].ok() || stated[1].has_chain);
        EXPECT_TRUE(stated[2].ok() && stated[2].has_chain && stated[2].runs.empty());
        EXPECT_EQ(fault_of(stated[0], failed), std::nullopt);
        auto const lengths = read_text(written(
            f, {small_pair(strand::forward), small_pair(strand::reverse), empty_pair()}, small_run(task::length)));
        ASSERT_EQ(lengths.size(), 3u);
        EXPECT_EQ(lengths[0].last, (matched_pair{7, 7}));
        EXPECT_EQ(lengths[1].last.has_value(), f == format::json); // tsv states no place of the query on -
        for (auto const & [s, length] : {std::pair{lengths[0], 5u}, {lengths[1], 5u}, {lengths[2], 0u}}) {
            EXPECT_FALSE(s.has_chain);
            EXPECT_EQ(s.length, length);
            EXPECT_EQ(s.contradiction, "");
        }
    }
}

TEST(result_reader, gzip_and_empty_files)
{
    temporary_folder const folder;
    std::string const path = folder.path("result.gz"), text = small_text(format::tsv);
    gzFile const file = gzopen(path.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    EXPECT_EQ(read_all(path).size(), 1u);
    std::string const bytes = folder.read("result.gz");
    EXPECT_THROW((void)read_all(folder.write("cut.gz", bytes.substr(0, bytes.size() - 9))), input_error);
    EXPECT_TRUE(read_text("").empty()); // a paf result of pairs without a matching letter
    EXPECT_TRUE(read_text("", format::json).empty());
    EXPECT_THROW((void)read_text("", format::tsv), input_error);
    EXPECT_THROW((void)read_all(folder.path("none")), input_error);
    EXPECT_THROW((void)read_all(folder.path("")), input_error);
    EXPECT_THROW((void)read_text("", format::pretty), usage_error);
    EXPECT_THAT(refusal(written(format::pretty, {empty_pair()})), HasSubstr("none of the formats"));
    EXPECT_THAT(refusal("hello\n"), StartsWith("1: in none of the formats"));
}

TEST(result_reader, the_same_pair_twice_in_a_row_is_two_pairs)
{
    std::vector<answered_pair> const twice{small_pair(strand::forward), small_pair(strand::forward)};
    auto const stated = read_text(written(format::pairs, twice));
    ASSERT_EQ(stated.size(), 2u);
    EXPECT_EQ(stated[0].runs, stated[1].runs);
    EXPECT_EQ(stated[0].line, 2u);
    EXPECT_EQ(stated[1].line, 7u);
}

TEST(result_reader, a_short_hostile_line_takes_little_memory)
{
    auto const stated =
        read_text("q\t4000000000\t0\t4000000000\t+\tt\t4000000000\t0\t4000000000\t4000000000\t4000000000\t"
                  "255\tcg:Z:4000000000=\n")
            .at(0);
    EXPECT_EQ(stated.runs.size(), 1u);
    answered_pair pair = small_pair(strand::forward);
    EXPECT_TRUE(fault_of(stated, pair));
    stated_pair far = stated;
    far.query = "q1";
    far.target = "t1";
    far.query_length = far.target_length = std::nullopt;
    EXPECT_THAT(*fault_of(far, pair), HasSubstr("the length is 4000000000"));
    far.length = 5;
    EXPECT_THAT(*fault_of(far, pair), HasSubstr("leave the 11 x 10 letters"));
    far.runs = {{0, 0, 8}, {0, 0, 8}};
    EXPECT_THAT(*fault_of(far, pair), HasSubstr("more than 10 pairs"));
    far.runs = {{SIZE_MAX, SIZE_MAX, 2}};
    EXPECT_THAT(*fault_of(far, pair), HasSubstr("leave the 11 x 10 letters"));
}

TEST(result_reader, every_cut_is_refused_or_ends_at_a_whole_line)
{
    for (format const f : readable) {
        std::vector<answered_pair> const pairs{small_pair(strand::forward), empty_pair(), small_pair(strand::reverse)};
        auto run = run_of(pairs);
        run.targets.pop_back();
        std::string const text = written(f, pairs, run);
        for (std::size_t size = 1; size < text.size(); ++size) {
            std::string const cut = text.substr(0, size);
            if (cut.back() == '\n')
                EXPECT_NO_THROW((void)read_text(cut, f)) << name(f) << " " << size;
            else
                EXPECT_THROW((void)read_text(cut, f), input_error) << name(f) << " " << size;
        }
    }
}

TEST(result_reader, no_damage_does_more_than_an_input_error)
{
    std::size_t refused = 0, contradicted = 0, faulty = 0;
    for (unsigned seed = 0; seed < 4000; ++seed) {
        std::mt19937 random{seed};
        format const f = readable[seed % std::size(readable)];
        std::vector<answered_pair> pairs{random_pair(random, 1)};
        std::string text = written(f, pairs, run_of(pairs));
        for (std::size_t k = 1 + random() % 3; k > 0 && !text.empty(); --k) {
            std::size_t const at = random() % text.size();
            switch (random() % 4) {
            case 0:
                text[at] = "\t\n0123456789=XIDSNA-+[]{},\":\\"[random() % 29];
                break;
            case 1:
                text[at] = static_cast<char>(random());
                break;
            case 2:
                text.erase(at, 1 + random() % 4);
                break;
            default:
                text.insert(at, text.substr(random() % text.size(), 1 + random() % 12));
                break;
            }
        }
        try {
            for (stated_pair const & s : read_text(text, f)) {
                contradicted += !s.contradiction.empty();
                faulty += fault_of(s, pairs[0]).has_value();
            }
        } catch (input_error const & e) {
            ++refused;
            ASSERT_THAT(e.what(), MatchesRegex("/proc/self/fd/[0-9]+:[0-9]+: .*")) << "seed " << seed;
        }
    }
    EXPECT_GT(refused, 1000u);
    EXPECT_GT(contradicted, 100u);
    EXPECT_GT(faulty, contradicted);
}

TEST(result_reader, paf_fields)
{
    std::string const text = small_text(format::paf);
    EXPECT_THAT(refusal(text + replaced(text, "\t+\t", "\t*\t")), StartsWith("2: strand '*'"));
    EXPECT_THAT(refusal(text + "q\tt\n"), StartsWith("2: 2 columns instead of at least 12"));
    EXPECT_THAT(refusal(replaced(text, "q1\t", "\t")), HasSubstr("query has no name"));
    EXPECT_THAT(refusal(replaced(text, "\t11\t", "\t-11\t")), HasSubstr("'-11' is not a whole number"));
    EXPECT_THAT(refusal(replaced(text, "\t11\t", "\t1e1\t")), HasSubstr("'1e1' is not a whole number"));
    EXPECT_THAT(refusal(replaced(text, "\t11\t", "\t99999999999999999999999\t")), HasSubstr("too large"));
    EXPECT_THAT(refusal(replaced(text, "\t255\t", "\t256\t")), HasSubstr("too large"));
    EXPECT_THAT(refusal(replaced(text, "\tcg:Z:", "\txx:Z:")), HasSubstr("no tag cg:Z"));
    EXPECT_THAT(refusal(replaced(text, "\tcg:Z:", "\tcg:i:")), HasSubstr("type i instead of Z"));
    EXPECT_THAT(refusal(replaced(text, "vl:i:5", "vl:i:5\tvl:i:5")), HasSubstr("twice"));
    EXPECT_THAT(refusal(replaced(text, "vl:i:5", "vl:i")), HasSubstr("no tag"));
    EXPECT_THAT(refusal(replaced(text, "ri:Z:3,7", "ri:Z:37")), HasSubstr("two record numbers"));
    EXPECT_THAT(refusal(replaced(text, "2=1D", "2=1M")), HasSubstr("M"));

    EXPECT_EQ(contradiction(text), "");
    EXPECT_THAT(contradiction(replaced(text, "\t2\t8\t", "\t9\t8\t")), HasSubstr("do not fit"));
    EXPECT_THAT(contradiction(replaced(text, "\t2\t8\t", "\t2\t12\t")), HasSubstr("do not fit"));
    EXPECT_THAT(contradiction(replaced(text, "\t2\t8\t", "\t2\t9\t")), HasSubstr("6 letters of the query"));
    EXPECT_THAT(contradiction(replaced(text, "\t0\t8\t", "\t1\t8\t")), HasSubstr("8 letters of the target"));
    EXPECT_THAT(contradiction(replaced(text, "vl:i:5", "vl:i:6")), HasSubstr("length is 6"));
    EXPECT_THAT(contradiction(replaced(text, "\t5\t8\t255", "\t6\t8\t255")), HasSubstr("columns 10 and 11"));
    EXPECT_THAT(contradiction(replaced(text, "\t5\t8\t255", "\t5\t9\t255")), HasSubstr("columns 10 and 11"));
    EXPECT_THAT(contradiction(replaced(text, "NM:i:3", "NM:i:2")), HasSubstr("NM is 2"));
    EXPECT_THAT(contradiction(replaced(text, "1X1D", "1D1X")), HasSubstr("X for what both"));
    EXPECT_THAT(contradiction(replaced(text, "2=1D2=1X1D1=", "2=1D2=1I2D1=")), HasSubstr("X for what both"));
}

TEST(result_reader, sam_fields)
{
    std::string const text = small_text(format::sam);
    EXPECT_THAT(refusal(replaced(text, "q1\t0\t", "q1\t4\t")), StartsWith("4: FLAG 4"));
    EXPECT_THAT(refusal(replaced(text, "\tt1\t1\t", "\tt2\t1\t")), HasSubstr("t2 has no @SQ"));
    EXPECT_THAT(refusal(replaced(text, "\tt1\t1\t", "\tt1\t0\t")), HasSubstr("POS is 0"));
    EXPECT_THAT(refusal(replaced(text, "@SQ\tSN:t1\tLN:10", "@SQ\tSN:t1")), StartsWith("2: @SQ line without"));
    EXPECT_THAT(refusal(replaced(text, "@PG", "@SQ\tSN:t1\tLN:10\n@PG")), StartsWith("3: target t1 has two"));
    EXPECT_THAT(refusal(replaced(text, "2S2=", "2H2=")), HasSubstr("none of = X I D"));
    EXPECT_THAT(refusal(replaced(text, "1D2=", "1S2=")), HasSubstr("S that is not"));
    EXPECT_THAT(refusal(replaced(text, "ABCDEFGHIJK", "ABC")), HasSubstr("QUAL has 3"));
    EXPECT_EQ(contradiction(text), "");
    EXPECT_THAT(contradiction(replaced(text, "ggACGTACTTC\tABCDEFGHIJK", "ggACGT\tABCDEF")), HasSubstr("SEQ has 6"));
    EXPECT_THAT(contradiction(replaced(text, "1=3S", "1=2S")), HasSubstr("SEQ has 11"));
    EXPECT_THAT(contradiction(replaced(text, "vl:i:5", "vl:i:4")), HasSubstr("length is 4"));
    EXPECT_EQ(read_text(replaced(text, "NM:i:2", "NM:i:4\tMD:Z:4A3")).front().edits, 4u); // judged by the letters
    EXPECT_EQ(read_text(replaced(text, "NM:i:2", "NM:i:4\tMD:Z:4A3")).front().md, "4A3");
    EXPECT_THAT(contradiction(replaced(text, "1X1D1=", "1D1X1=")), HasSubstr("X for what both"));
}

TEST(result_reader, tsv_fields)
{
    std::string const text = small_text(format::tsv);
    EXPECT_THAT(refusal(replaced(text, "\tbound\n", "\tlimit\n")), HasSubstr("none of the formats"));
    EXPECT_THAT(refusal(replaced(text, "\tok\tNA", "\tok")), StartsWith("2: 15 columns instead of 16"));
    EXPECT_THAT(refusal(replaced(text, "\tok\t", "\tfine\t")), HasSubstr("status 'fine'"));
    EXPECT_THAT(refusal(replaced(text, "\tok\tNA", "\tok\t7")), HasSubstr("column 16 is '7' instead of NA"));
    EXPECT_THAT(refusal(replaced(text, "\tok\tNA", "\tpruned\tNA")), HasSubstr("bound 'NA'"));
    EXPECT_THAT(refusal(replaced(text, "\tok\tNA", "\tpruned\t9")), HasSubstr("instead of NA"));
    EXPECT_THAT(refusal(replaced(text, "\t5\t11", "\tNA\t11")), HasSubstr("length 'NA'"));
    EXPECT_THAT(refusal(replaced(text, "0.6250", "0,6250")), HasSubstr("identity '0,6250'"));
    EXPECT_THAT(refusal(replaced(text, "2=1D2=1X1D1=", "NA")), HasSubstr("instead of NA"));
    EXPECT_THAT(refusal(replaced(text, "2=1D2=1X1D1=", "")), HasSubstr("matched letter"));
    EXPECT_EQ(contradiction(text), "");
    EXPECT_THAT(contradiction(replaced(text, "0.6250", "0.6251")), HasSubstr("identity is 0.6251"));
    EXPECT_THAT(contradiction(replaced(text, "\t5\t11", "\t4\t11")), HasSubstr("length is 4"));
    EXPECT_THAT(contradiction(replaced(text, "\t2\t8\t0\t8\t", "\t1\t7\t0\t9\t")), HasSubstr("letters of the target"));
    EXPECT_THAT(contradiction(replaced(text, "0.6250\t2=1D2=1X1D1=", "NA\t*")), HasSubstr("empty chain"));
    std::string const empty = written(format::tsv, {empty_pair()});
    EXPECT_THAT(contradiction(replaced(empty, "\t+\t0\t", "\t-\t0\t")), HasSubstr("empty chain"));
    EXPECT_THAT(contradiction(replaced(empty, "NA\t*", "0.0000\t*")), HasSubstr("identity"));
    std::string const lengths = written(format::tsv, {small_pair(strand::forward)}, small_run(task::length));
    EXPECT_EQ(contradiction(lengths), "");
    EXPECT_THAT(contradiction(replaced(lengths, "\t8\tNA\t8\t", "\t0\tNA\t8\t")), HasSubstr("ends are 0 and 8"));
}

TEST(result_reader, pairs_fields)
{
    std::string const text = small_text(format::pairs);
    EXPECT_THAT(refusal(replaced(text, "\t7\t7\tC", "\t7\t7\tCC")), StartsWith("6: 'CC' is not one letter"));
    EXPECT_THAT(refusal(replaced(text, "\t7\t7\tC", "\t7\t-7\tC")), StartsWith("6: j '-7'"));
    EXPECT_THAT(refusal(replaced(text, "C\t3\t7", "C\t3")), StartsWith("6: 7 columns instead of 8"));
    EXPECT_THAT(refusal(replaced(text, "\t7\t7\tC", "\t7\t4294967296\tC")), HasSubstr("too large"));
}

TEST(result_reader, json_fields)
{
    std::string const text = small_text(format::json);
    EXPECT_THAT(refusal(text + "{\"schema\":\n"), StartsWith("2: not valid JSON"));
    EXPECT_THAT(refusal(text + "[]\n"), StartsWith("2: the row is not an object"));
    EXPECT_THAT(refusal(text + "7\n"), StartsWith("2: the row is not an object"));
    EXPECT_THAT(refusal(text + "\n"), StartsWith("2: not valid JSON"));
    EXPECT_THAT(refusal(replaced(text, "pair/1", "pair/2")), HasSubstr("schema 'vglcs.pair/2'"));
    EXPECT_THAT(refusal(replaced(text, "\"query_length\":11,", "")), HasSubstr("key query_length is missing"));
    EXPECT_THAT(refusal(replaced(text, "\"query_length\":11", "\"query_length\":null")),
                HasSubstr("query_length is null"));
    EXPECT_THAT(refusal(replaced(text, "\"query_length\":11", "\"query_length\":-1")), HasSubstr("negative"));
    EXPECT_THAT(refusal(replaced(text, "\"query_length\":11", "\"query_length\":1.5")), HasSubstr("1.5"));
    EXPECT_THAT(refusal(replaced(text, "\"query_length\":11", "\"query_length\":\"11\"")), HasSubstr("a text"));
    EXPECT_THAT(refusal(replaced(text, "\"query_length\":11", "\"query_length\":[11]")), HasSubstr("an array"));
    EXPECT_THAT(refusal(replaced(text, "\"query_length\":11", "\"query_length\":{}")), HasSubstr("an object"));
    EXPECT_THAT(refusal(replaced(text, "\"query_length\":11", "\"query_length\":5000000000")), HasSubstr("too large"));
    EXPECT_THAT(refusal(replaced(text, "\"query_length\":11", "\"query_length\":11,\"length\":5")), HasSubstr("twice"));
    EXPECT_THAT(refusal(replaced(text, "[[2,0],", "[[2],")), HasSubstr("1 numbers instead of 2"));
    EXPECT_THAT(refusal(replaced(text, "[[2,0],", "[[2,0,1],")), HasSubstr("more than 2 numbers"));
    EXPECT_THAT(refusal(replaced(text, "[[2,0],", "[2,0,")), HasSubstr("a number where it must not"));
    EXPECT_THAT(refusal(replaced(text, "[[2,0],", "[[[2,0]],")), HasSubstr("an array that it must not"));
    EXPECT_THAT(refusal(replaced(text, "[[2,0],", "[[2,null],")), HasSubstr("null"));
    EXPECT_THAT(refusal(replaced(text, "[[2,0],", "[[2,5000000000],")), HasSubstr("too large"));
    EXPECT_THAT(refusal(replaced(text, "[[2,0],", "[{},")), HasSubstr("an object"));
    EXPECT_THAT(refusal(replaced(text, "\"status\":\"ok\"", "\"status\":\"pruned\"")), HasSubstr("strand is not null"));
    EXPECT_EQ(read_text(replaced(text, "\"query\":\"q1\"", "\"query\":\"q\\\\1\"")).front().query, "q\\1");
    std::string const escaped = "\"query\":\"q\\\\xE9\",\"query_escaped\":";
    EXPECT_EQ(read_text(replaced(text, "\"query\":\"q1\"", escaped + "true")).front().query, "q\xe9");
    EXPECT_EQ(read_text(replaced(text, "\"query\":\"q1\"", escaped + "false")).front().query, "q\\xE9");
    EXPECT_THAT(refusal(replaced(text, "\"query\":\"q1\"", "\"query\":\"q\\\\1\",\"query_escaped\":true")),
                HasSubstr("backslash"));
    EXPECT_THAT(refusal(replaced(text, "\"query\":\"q1\"", "\"query\":\"q\xff\"")), HasSubstr("not valid JSON"));
    EXPECT_EQ(contradiction(text), "");
    EXPECT_EQ(contradiction(replaced(text, "\"device\":\"cpu\"", "\"device\":\"cpu\",\"new\":{\"a\":[[1,-2.5,null]]}")),
              "");
    EXPECT_THAT(contradiction(replaced(text, "\"length\":5", "\"length\":6")), HasSubstr("length is 6"));
    EXPECT_THAT(contradiction(replaced(text, "\"last\":[7,7]", "\"last\":[7,6]")), HasSubstr("last"));
    EXPECT_THAT(contradiction(replaced(text, "\"last\":[7,7]", "\"last\":null")), HasSubstr("last"));
    std::string const deep(100'000, '[');
    EXPECT_THAT(refusal(replaced(text, "\"device\":\"cpu\"", "\"device\":" + deep)), HasSubstr("not valid JSON"));
}
