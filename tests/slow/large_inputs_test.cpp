// SPDX-License-Identifier: BSD-3-Clause
/// Inputs of a size that one meets once a year. Run with VGLCS_SLOW_TESTS=1 (a minute, 4 GB of disk and memory).
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct large_inputs : cli_test
{
    void SetUp() override
    {
        if (std::getenv("VGLCS_SLOW_TESTS") == nullptr)
            GTEST_SKIP() << "VGLCS_SLOW_TESTS is not set";
    }
};

} // namespace

TEST_F(large_inputs, a_sequence_of_a_gigabyte_on_one_line)
{
    constexpr std::size_t parts = 1000, part = 1'000'000;
    std::string const letters = made_letters(part, 1);
    {
        std::ofstream file{path("long.fa"), std::ios::binary};
        file << ">long\n";
        for (std::size_t k = 0; k < parts; ++k)
            file << letters;
        file << '\n';
    }
    write("short.fa", ">short\n" + letters.substr(500, 12) + "\n");
    cli_run const gaps = vglcs({"gaps", "long.fa", "3"});
    EXPECT_EQ(gaps.code, 0) << gaps.err;
    EXPECT_EQ(gaps.out, "long\t0\t1000000000\t3\n");
    EXPECT_LT(gaps.peak_bytes, 2'200'000'000u);
    cli_run const r = vglcs({"align", "long.fa", "short.fa", "--gaps", "0", "--task", "length", "--format", "tsv"});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(column(r.out, "length"), texts{"12"});
    EXPECT_EQ(column(r.out, "query_length"), texts{"1000000000"});
    std::printf("peak %.2f GB for gaps, %.2f GB for align\n", static_cast<double>(gaps.peak_bytes) * 1e-9,
                static_cast<double>(r.peak_bytes) * 1e-9);
}

TEST_F(large_inputs, a_million_tiny_records)
{
    constexpr std::uint32_t count = 1'000'000;
    {
        std::ofstream a{path("a.fa"), std::ios::binary}, b{path("b.fa"), std::ios::binary};
        for (std::uint32_t k = 0; k < count; ++k) {
            a << ">a" << k << '\n' << made_letters(1 + k % 9, k) << '\n';
            b << ">b" << k << '\n' << made_letters(1 + k % 7, k) << '\n';
        }
    }
    cli_run const r = vglcs({"align", "a.fa", "b.fa", "--gaps", "2", "--format", "tsv", "-o", "rows.tsv"});
    EXPECT_EQ(r.code, 0) << r.err;
    std::string const rows = read("rows.tsv");
    EXPECT_EQ(std::ranges::count(rows, '\n'), count + 1);
    EXPECT_LT(r.peak_bytes, 200'000'000u);
    cli_run const check = vglcs({"verify", "rows.tsv", "a.fa", "b.fa", "--gaps", "2"});
    EXPECT_EQ(check.code, 0) << check.err;
    EXPECT_EQ(check.out, "1000000 pairs checked, 0 wrong\n");
    std::printf("peak %.2f GB\n", static_cast<double>(r.peak_bytes) * 1e-9);
}
