// SPDX-License-Identifier: BSD-3-Clause
/// The examples of docs/guide/formats.md are what the writers write.
#include "answered_pair.hpp"

#include <vglcs/engine.hpp>

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
