// SPDX-License-Identifier: BSD-3-Clause
/// Record k of one file with record k of another, of more records than are read ahead.
#include "cli.hpp"

#include "made_letters.hpp"

#include <algorithm>

using namespace vglcs::test;
using namespace std::string_literals;

using paired_files = cli_test;

TEST_F(paired_files, two_long_files_pair_up_record_by_record)
{
    constexpr int records = 1000;
    auto const record = [](int k, std::uint32_t seed) {
        return ">r" + std::to_string(k) + "\n" + made_letters(20 + static_cast<std::size_t>(k) % 7, seed) + "\n";
    };
    std::string a, b;
    std::size_t b_at_700 = 0, a_at_700 = 0;
    for (int k = 1; k <= records; ++k) {
        a += record(k, static_cast<std::uint32_t>(k));
        b += record(k, static_cast<std::uint32_t>(k % 3 ? k : k + 5000));
        if (k == 700) {
            a_at_700 = a.size();
            b_at_700 = b.size();
        }
    }
    write("a.fa", a);
    write("b.fa", b);
    std::vector<std::string> const how{"--gaps", "3", "--format", "tsv"};
    auto const run = [&](std::string const & first, std::string const & second, std::string const & input = "") {
        // so many threads read both files side by side
        return vglcs({"align", first, second, how[0], how[1], how[2], how[3], "-t", "8"}, input);
    };
    cli_run const rows = run("a.fa", "b.fa");
    EXPECT_EQ(rows.code, 0);
    EXPECT_EQ(std::ranges::count(rows.out, '\n'), records + 1);
    EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", how[0], how[1], how[2], how[3], "-t", "1"}).out, rows.out);
    EXPECT_EQ(run("a.fa", "-", b).out, rows.out);
    EXPECT_EQ(run("-", "b.fa", a).out, rows.out);

    // one that ends before the other, and one that is damaged, on either side
    write("a700.fa", a.substr(0, a_at_700));
    write("b700.fa", b.substr(0, b_at_700));
    for (auto const & [first, second] : {std::pair{"a.fa"s, "b700.fa"s}, std::pair{"a700.fa"s, "b.fa"s}}) {
        cli_run const cut = run(first, second);
        bool const a_is_short = first == "a700.fa";
        EXPECT_EQ(cut.code, 3);
        EXPECT_EQ(cut.err, (a_is_short ? first : second) + ": ended after 700 records while " +
                               (a_is_short ? second : first) +
                               " has more: align pairs record k with record k; use `vglcs batch` for every query with "
                               "every target\n");
    }
    write("damaged.fa", b.substr(0, b_at_700) + ">r701\nAC!GT\n" + b.substr(b_at_700));
    cli_run const damaged = run("a.fa", "damaged.fa");
    EXPECT_EQ(damaged.code, 3);
    EXPECT_EQ(damaged.err.find("damaged.fa:1402: record 701 (r701): position 3: letter '!'"), 0u) << damaged.err;
    cli_run const piped = run("a.fa", "-", b.substr(0, b_at_700) + ">r701\nAC!GT\n" + b.substr(b_at_700));
    EXPECT_EQ(damaged.out, ""); // said before the first pair
    EXPECT_EQ(std::ranges::count(piped.out, '\n'), 701);
}
