// SPDX-License-Identifier: BSD-3-Clause
/// Recipes of `vglcs search` beside programs that do the same: fuzznuc and primersearch of EMBOSS, row by row. Skipped
/// where they are not installed.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

using namespace vglcs::test;

namespace {

struct pattern_tools : cli_test
{
    void SetUp() override
    {
        if (std::system("command -v fuzznuc >/dev/null && command -v primersearch >/dev/null") != 0)
            GTEST_SKIP() << "EMBOSS is not installed";
        write("t.fa", ">t\n" + wrapped(made_letters(30'000, 5), 60));
    }

    void shell(std::string const & command) const
    {
        std::string const all = "cd " + path("").string() + " && (" + command + ") >/dev/null 2>&1";
        ASSERT_EQ(std::system(all.c_str()), 0) << command;
    }

    /// Start, end, strand and errors of each hit, sorted.
    [[nodiscard]] texts hits(std::string const & pattern, int most_errors) const
    {
        cli_run const r = vglcs({"search", "t.fa", "--pattern", pattern, "--format", "tsv"});
        EXPECT_EQ(r.code, 0) << r.err;
        texts const start = column(r.out, "start"), end = column(r.out, "end"), strand = column(r.out, "strand"),
                    errors = column(r.out, "errors");
        texts out;
        for (std::size_t k = 0; k < start.size(); ++k)
            if (std::stoi(errors[k]) <= most_errors)
                out.push_back(start[k] + " " + end[k] + " " + strand[k] + " " + errors[k]);
        std::ranges::sort(out);
        return out;
    }
};

} // namespace

/// fuzznuc counts the mismatches of the whole pattern, so that the sum of the elements' is compared; of one start it
/// gives each end, as the rule of `--hits all` does.
TEST_F(pattern_tools, promoter_boxes_are_those_of_fuzznuc)
{
    for (int const mismatches : {0, 2, 3}) {
        std::string const m = std::to_string(mismatches);
        shell("fuzznuc -sequence t.fa -pattern 'TTGACAN(15,19)TATAAT' -pmismatch " + m +
              " -complement Y -rformat excel -outfile f.tsv");
        texts expected;
        for (std::string const & line : split(read("f.tsv"), '\n')) {
            texts const f = split(line, '\t');
            if (f.size() < 7 || f[0] == "SeqName")
                continue;
            int const first = std::stoi(f[1]), last = std::stoi(f[2]);
            expected.push_back(std::to_string(std::min(first, last) - 1) + " " + std::to_string(std::max(first, last)) +
                               " " + f[4] + " " + (f[6] == "." ? "0" : f[6]));
        }
        std::ranges::sort(expected);
        EXPECT_EQ(hits("TTGACA~" + m + " N{15,19} TATAAT~" + m, mismatches), expected);
        EXPECT_EQ(mismatches > 1, !expected.empty()) << mismatches;
    }
}

/// Products of a primer pair in both directions. primersearch gives those too in which the two sites overlap; parts of
/// a pattern follow each other, so these are left out.
TEST_F(pattern_tools, products_of_primers_are_those_of_primersearch)
{
    std::string const forward = "TTCTCATGCTGA", reverse = "TCTGCATCAGCA", turned = "TGCTGATGCAGA";
    write("p.txt", "pair\t" + forward + "\t" + reverse + "\n");
    shell("primersearch -seqall t.fa -infile p.txt -mismatchpercent 25 -outfile p.out"); // 3 of 12 letters
    std::istringstream lines{read("p.out")};
    texts expected;
    std::string strand;
    int start = 0, errors = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words{line};
        texts const w{std::istream_iterator<std::string>{words}, {}};
        if (line.find("hits forward strand at") != std::string::npos) {
            strand = w[0] == forward ? "+" : "-";
            start = std::stoi(w[5]) - 1;
            errors = std::stoi(w[7]);
        } else if (line.find("hits reverse strand at") != std::string::npos) {
            errors += std::stoi(w[7]);
        } else if (line.find("Amplimer length:") != std::string::npos) {
            int const length = std::stoi(w[2]);
            if (length >= 24)
                expected.push_back(std::to_string(start) + " " + std::to_string(start + length) + " " + strand + " " +
                                   std::to_string(errors));
        }
    }
    std::ranges::sort(expected);
    EXPECT_EQ(hits(forward + "~3 N{0,30000} ~rc(" + reverse + "~3)", 6), expected);
    EXPECT_GT(expected.size(), 20U);
    EXPECT_EQ(hits(forward + "~3 N{0,30000} " + turned + "~3", 6), expected); // the same written out
}
