// SPDX-License-Identifier: BSD-3-Clause
/// The examples of docs/guide/formats.md are what the writers write.
#include "answered_pair.hpp"
#include "scored_pair.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

std::string guide()
{
    std::ifstream file{VGLCS_DATA "/../docs/guide/formats.md"};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// The guide's pair with its canonical chain.
answered_pair example()
{
    answered_pair out{
        .query = {.name = "q1", .letters = "GAAGTACGTCC", .quality = "IIIIIHHHHFF", .number = 1, .line = 1},
        .target = {.name = "t1", .letters = "TTACTGTGGTTCAA", .number = 1, .line = 1},
        .strand = strand::reverse};
    out.chain = solve({encode(reverse_complement(out.query.letters), alphabet::dna),
                       encode(out.target.letters, alphabet::dna),
                       {out.query.size(), out.limit},
                       {out.target.size(), out.limit}})
                    .chain;
    return out;
}

} // namespace

TEST(formats_guide, every_example_is_what_is_written)
{
    std::string const text = guide();
    answered_pair const pair = example();
    for (format const f : {format::paf, format::sam, format::tsv, format::pairs, format::json, format::pretty}) {
        run_record run = small_run();
        run.targets = {&pair.target};
        run.command_line = "vglcs align read.fq target.fa --gaps 2 --strand both --format sam";
        std::string shown = written(f, {pair}, run);
        if (f == format::json) // the guide breaks the line before these keys
            for (std::string const key : {"query", "status", "strand", "chain", "query_sha256", "target_sha256",
                                          "limits_digest", "parameters", "build", "device"})
                shown.insert(shown.find(",\"" + key + "\":") + 1, "\n");
        EXPECT_THAT(text, HasSubstr("```\n" + shown + "```\n")) << name(f);
    }
}

TEST(formats_guide, every_example_with_costs_is_what_is_written)
{
    std::string const text = guide();
    std::vector<std::string> const landing{"after:AG=5..50@2"}, leaving{"at:GT=0,*=3"};
    test_problem p{.a = "GATTACAGCATC", .b = "CCGATTACAGTAAGTCCTTTCAGGCATC"};
    p.limits_a = {p.a.size(), gap_limit{.hi = 1}};
    p.limits_b = {p.b.size(), gap_limit{.hi = 1}};
    p.scoring = {.match = 1, .skip_a = 1, .skip_b = 1};
    p.jumps_b = jump_spec{landing, leaving, alphabet::dna}.for_record({.name = "t1", .letters = p.b}, strand::forward);
    scored_pair const pair{p};
    auto const shown = [&](format f) { return written(f, {pair}, task::alignment, landing[0], leaving[0]); };
    auto const replaced = [](std::string out, std::string const & from, std::string const & to) {
        return out.replace(out.find(from), from.size(), to);
    };
    auto const lines = [](std::string const & out, std::string const & from, std::string const & to) {
        std::size_t const at = out.find(from);
        return out.substr(at, out.find(to, at) - at);
    };
    EXPECT_THAT(text, HasSubstr("```\n" + shown(format::tsv) + "```\n"));
    EXPECT_THAT(text, HasSubstr("```\n" + replaced(shown(format::paf), pair.limits, "DIGEST") + "```\n"));
    EXPECT_THAT(text, HasSubstr("```\n" + shown(format::pretty) + "```\n"));
    EXPECT_THAT(text, HasSubstr("```\n" + lines(shown(format::pairs), "q1\tt1\t+\t7\t", "\n") + "\n```\n"));
    std::string json = lines(shown(format::json), "\"strand\":\"+\"", "\"query_sha256\"");
    for (std::string const key : {"chain", "jumps"})
        json.insert(json.find("\"" + key + "\":"), "\n");
    EXPECT_THAT(text, HasSubstr("```\n" + json + "\n```\n"));
}
