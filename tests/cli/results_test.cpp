// SPDX-License-Identifier: BSD-3-Clause
/// Rows and their agreement: pairs without a match, lengths around the sizes of words and vectors, swapped arguments,
/// length and path, strands, numbers of records.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct results : cli_test
{
    [[nodiscard]] std::string rows(texts arguments) const
    {
        arguments.insert(arguments.end(), {"--format", "tsv"});
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(r.err, "");
        return r.out;
    }
    /// Names of the CPU engines that take this limit, as `vglcs info` lists them: bitlcs is for `inf` only.
    [[nodiscard]] texts cpu_engines(std::string const & limit) const
    {
        texts out;
        texts const lines = split(vglcs({"info"}).out, '\n');
        for (auto line = std::ranges::find(lines, "engines"); line != lines.end() && ++line != lines.end();) {
            std::istringstream words{*line};
            std::string name, device;
            if (words >> name >> device && device == "cpu" && (name != "bitlcs" || limit == "inf"))
                out.push_back(name);
        }
        EXPECT_GE(out.size(), 2u);
        return out;
    }
    /// Pairs whose sizes lie around 64, 128, 200 and 256, and two very unequal ones.
    void write_pairs_at_edges() const
    {
        std::string a, b;
        std::uint32_t number = 0;
        for (auto const & [n, m] : std::vector<std::pair<std::size_t, std::size_t>>{{63, 63},
                                                                                    {64, 64},
                                                                                    {65, 65},
                                                                                    {64, 63},
                                                                                    {63, 65},
                                                                                    {127, 128},
                                                                                    {128, 129},
                                                                                    {129, 127},
                                                                                    {199, 200},
                                                                                    {200, 201},
                                                                                    {225, 226},
                                                                                    {255, 256},
                                                                                    {257, 255},
                                                                                    {1, 64},
                                                                                    {64, 1},
                                                                                    {320, 64}})
        {
            std::string const letters = made_letters(400, number);
            a += ">a" + std::to_string(number) + "\n" + letters.substr(0, n) + "\n";
            b += ">b" + std::to_string(number) + "\n" + without_every(11, letters).substr(0, m) + "\n";
            ++number;
        }
        write("a.fa", a);
        write("b.fa", b);
    }
};

/// Number of matched letters of a cigar, and whether every gap between two of them is within `limit` on each side.
std::pair<std::uint64_t, bool> read_cigar(std::string const & cigar, std::uint64_t limit)
{
    std::uint64_t matched = 0, count = 0, query = 0, target = 0;
    bool within = true;
    for (char const c : cigar) {
        if (c >= '0' && c <= '9') {
            count = count * 10 + static_cast<std::uint64_t>(c - '0');
            continue;
        }
        if (c == '=') {
            within = within && query <= limit && target <= limit;
            matched += count;
            query = target = 0;
        } else {
            query += c == 'X' || c == 'I' ? count : 0;
            target += c == 'X' || c == 'D' ? count : 0;
        }
        count = 0;
    }
    return {matched, within};
}

} // namespace

TEST_F(results, pairs_without_a_common_letter_have_full_rows)
{
    std::string const letters = made_letters(40, 18);
    write("q.fa", ">q1\nAAAAAAAAAA\n>q2\nCCCCCCCCCCCCC\n>q3\n" + letters + "\n");
    write("t.fa", ">t1\nGGGGGGGGGGGG\n>t2\nTTA\n>t3\n" + letters + "\n");
    std::string const expected = std::string{tsv_header} + "q1\tt1\t+\t0\t10\t12\t0\t0\t0\t0\tNA\t*\t1\t1\tok\tNA\n" +
                                 "q2\tt2\t+\t0\t13\t3\t0\t0\t0\t0\tNA\t*\t2\t2\tok\tNA\n" +
                                 "q3\tt3\t+\t40\t40\t40\t0\t40\t0\t40\t1.0000\t40=\t3\t3\tok\tNA\n";
    EXPECT_EQ(rows({"align", "q.fa", "t.fa"}), expected);
    for (std::string const & engine : cpu_engines("inf"))
        EXPECT_EQ(rows({"align", "q.fa", "t.fa", "--engine", engine}), expected) << engine;
    for (int run = 0; run < 20; ++run)
        ASSERT_EQ(rows({"align", "q.fa", "t.fa"}), expected);
    std::string const note = "note: 2 pairs without a matching letter have no line (first: q1 with t1)\n";
    for (auto const & [format, lines] :
         std::vector<std::pair<std::string, int>>{{"paf", 1}, {"sam", 6}, {"pairs", 41}, {"json", 3}})
    {
        cli_run const r = vglcs({"align", "q.fa", "t.fa", "--format", format});
        EXPECT_EQ(r.code, 0);
        EXPECT_EQ(std::ranges::count(r.out, '\n'), lines) << format;
        EXPECT_EQ(r.err, format == "json" ? "" : note) << format;
    }
    write("n.fa", ">n1\nNNNN\n");
    cli_run const r = vglcs({"align", "n.fa", "n.fa"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, "");
    EXPECT_EQ(r.err, "note: 1 pair without a matching letter has no line (first: n1 with n1)\n");
}

TEST_F(results, every_engine_agrees_at_word_boundaries_and_with_swapped_arguments)
{
    write_pairs_at_edges();
    for (std::string const limit : {"inf", "3", "0", "2..5", "1..1"}) {
        std::string const expected = rows({"align", "a.fa", "b.fa", "--gaps", limit, "--engine", "reference"});
        ASSERT_EQ(column(expected, "length").size(), 16u);
        for (std::string const & engine : cpu_engines(limit))
            EXPECT_EQ(rows({"align", "a.fa", "b.fa", "--gaps", limit, "--engine", engine}), expected)
                << engine << " with limit " << limit;
        EXPECT_EQ(column(rows({"align", "b.fa", "a.fa", "--gaps", limit}), "length"), column(expected, "length"));
        EXPECT_EQ(column(rows({"align", "a.fa", "b.fa", "--gaps", limit, "--task", "length"}), "length"),
                  column(expected, "length"));
    }
    EXPECT_EQ(column(rows({"align", "a.fa", "b.fa", "--gaps", "inf"}), "query_length"),
              (texts{"63", "64", "65", "64", "63", "127", "128", "129", "199", "200", "225", "255", "257", "1", "64",
                     "320"}));
}

TEST_F(results, the_path_has_the_length_that_is_stated_and_keeps_the_limits)
{
    std::string a, b;
    std::vector<std::pair<std::string, std::string>> const pairs{
        {"A", "A"},         {"A", "C"},       {"AC", "CA"},        {"ACGT", "ACGT"},   {"TTTTT", "TT"},
        {"GATTACA", "TA"},  {"CCAACC", "AC"}, {"ATTTTTG", "AGGG"}, {"ATTTTTG", "AG"},  {"TACCCG", "AG"},
        {"ACGTACG", "ACG"}, {"GGGG", "GCGC"}, {"AG", "ATTTTTG"},   {"ACGACG", "CGAC"},
    };
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        a += ">a" + std::to_string(k) + "\n" + pairs[k].first + "\n";
        b += ">b" + std::to_string(k) + "\n" + pairs[k].second + "\n";
    }
    a += ">long\n" + made_letters(90, 20) + "\n";
    b += ">long\n" + without_every(7, made_letters(90, 20)) + "\n";
    write("a.fa", a);
    write("b.fa", b);
    struct bound
    {
        std::string text;
        std::uint64_t most;
        texts lengths;
    };
    for (bound const & limit :
         {bound{"inf", 1000, {"1", "0", "1", "4", "2", "2", "2", "2", "2", "2", "3", "2", "2", "4", "78"}},
          bound{"2", 2, {"1", "0", "1", "4", "2", "2", "2", "1", "1", "1", "3", "2", "1", "4", "78"}},
          bound{"0", 0, {"1", "0", "1", "4", "2", "2", "2", "1", "1", "1", "3", "1", "1", "4", "9"}}})
        for (std::string const & engine : cpu_engines(limit.text)) {
            std::string const table = rows({"align", "a.fa", "b.fa", "--gaps", limit.text, "--engine", engine});
            EXPECT_EQ(column(table, "length"), limit.lengths) << engine << " with limit " << limit.text;
            texts const lengths = column(table, "length"), cigars = column(table, "cigar");
            for (std::size_t k = 0; k < lengths.size(); ++k) {
                auto const [matched, within] = read_cigar(cigars[k], limit.most);
                EXPECT_EQ(std::to_string(matched), lengths[k]);
                EXPECT_TRUE(within) << cigars[k] << " with limit " << limit.text;
            }
        }
}

TEST_F(results, coordinates_on_the_other_strand)
{
    // the target's letters 8 to 32, read backwards, lie in q1 after 4 letters and before 6
    write("t.fa", ">t\nGGTTAGCAATGCCGTACGGATTCAAGCTATTCGCAGGTCCAT\n");
    write("q.fq", "@q1\nCCCCAATAGCTTGAATCCGTACGGCATTCCCCCC\n+\nABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abc\n"
                  "@q2\nGCAGGTCCAT\n+\n0123456789\n@q3\nATGGACCTGC\n+\n0123456789\n");
    cli_run const paf = vglcs({"batch", "q.fq", "t.fa", "--strand", "both", "--gaps", "0", "--format", "paf"});
    EXPECT_EQ(paf.code, 0) << paf.err;
    texts const lines = split(paf.out, '\n');
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_TRUE(lines[0].starts_with("q1\t34\t4\t28\t-\tt\t42\t7\t31\t24\t24\t255\t")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("q2\t10\t0\t10\t+\tt\t42\t32\t42\t10\t10\t255\t")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("q3\t10\t0\t10\t-\tt\t42\t32\t42\t10\t10\t255\t")) << lines[2];

    cli_run const sam = vglcs({"batch", "q.fq", "t.fa", "--strand", "both", "--gaps", "0", "--format", "sam"});
    EXPECT_EQ(sam.code, 0);
    texts const records = split(sam.out, '\n');
    ASSERT_EQ(records.size(), 6u);
    EXPECT_TRUE(records[3].starts_with("q1\t16\tt\t8\t255\t6S24=4S\t*\t0\t0\tGGGGGGAATGCCGTACGGATTCAAGCTATTGGGG\t"
                                       "cba`_^][ZYXWVUTSRQPONMLKJIHGFEDCBA\t"))
        << records[3];
    EXPECT_TRUE(records[4].starts_with("q2\t0\tt\t33\t255\t10=\t*\t0\t0\tGCAGGTCCAT\t0123456789\t")) << records[4];
    EXPECT_TRUE(records[5].starts_with("q3\t16\tt\t33\t255\t10=\t*\t0\t0\tGCAGGTCCAT\t9876543210\t")) << records[5];
    for (std::string const & engine : cpu_engines("0"))
        EXPECT_EQ(
            vglcs({"batch", "q.fq", "t.fa", "--strand", "both", "--gaps", "0", "--format", "paf", "--engine", engine})
                .out,
            paf.out)
            << engine;
}

TEST_F(results, reads_with_an_inversion_take_the_longer_strand)
{
    std::string const q = VGLCS_DATA "/q-inv.fa", t = VGLCS_DATA "/t-inv.fa";
    auto const lengths = [&](std::string const & strand) {
        texts const found =
            column(rows({"batch", q, t, "--strand", strand, "--gaps", "1", "--task", "length"}), "length");
        std::vector<int> out;
        for (std::string const & text : found)
            out.push_back(std::stoi(text));
        return out;
    };
    std::vector<int> const forward = lengths("+"), reverse = lengths("-"), both = lengths("both");
    ASSERT_EQ(both.size(), 2u);
    for (std::size_t k = 0; k < both.size(); ++k)
        EXPECT_EQ(both[k], std::max(forward[k], reverse[k]));
    texts const strands =
        column(rows({"batch", q, t, "--strand", "both", "--gaps", "1", "--task", "length"}), "strand");
    for (std::size_t k = 0; k < both.size(); ++k)
        EXPECT_EQ(strands[k], reverse[k] > forward[k] ? "-" : "+");
}

TEST_F(results, files_that_do_not_pair_up_are_refused_and_no_row_is_lost)
{
    std::string four, five;
    for (std::uint32_t k = 0; k < 5; ++k) {
        five += ">r" + std::to_string(k) + "\n" + made_letters(24, k) + "\n";
        if (k == 3)
            four = five;
    }
    write("four.fa", four);
    write("four.fa.gz", gzip(four));
    write("five.fa", five);
    for (std::string const threads : {"1", "4"})
        for (std::string const file : {"four.fa", "four.fa.gz"})
            for (texts const & operands : {texts{"five.fa", file}, texts{file, "five.fa"}})
                for (texts const & more : {texts{}, {"--format", "sam"}, {"--format", "json"}}) {
                    texts arguments{"align", operands[0], operands[1], "--gaps", "0", "-t", threads, "-o", "out"};
                    arguments.insert(arguments.end(), more.begin(), more.end());
                    cli_run const r = vglcs(arguments);
                    EXPECT_EQ(r.code, 3);
                    EXPECT_EQ(r.err, file + ": ended after 4 records while five.fa has more: align pairs record k with "
                                            "record k; use `vglcs batch` for every query with every target\n");
                    EXPECT_FALSE(exists("out"));
                }
    EXPECT_EQ(column(rows({"batch", "five.fa", "four.fa", "--gaps", "0"}), "status"), texts(20, "ok"));
}

TEST_F(results, batch_has_the_same_order_on_any_number_of_threads)
{
    std::string queries, targets;
    for (std::uint32_t k = 0; k < 40; ++k)
        queries += ">q" + std::to_string(k) + "\n" + made_letters(20 + 37 * k % 300, k) + "\n";
    for (std::uint32_t k = 0; k < 30; ++k)
        targets += ">t" + std::to_string(k) + "\n" + made_letters(10 + 53 * k % 200, 100 + k) + "\n";
    write("q.fa", queries);
    write("t.fa", targets);
    std::string const one = rows({"batch", "q.fa", "t.fa", "--gaps", "4", "-t", "1"});
    texts const numbers = column(one, "query_record"), others = column(one, "target_record");
    ASSERT_EQ(numbers.size(), 1200u);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        ASSERT_EQ(numbers[k], std::to_string(k / 30 + 1));
        ASSERT_EQ(others[k], std::to_string(k % 30 + 1));
    }
    for (std::string const threads : {"2", "3"})
        EXPECT_EQ(rows({"batch", "q.fa", "t.fa", "--gaps", "4", "-t", threads}), one);
}
