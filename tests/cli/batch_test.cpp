// SPDX-License-Identifier: BSD-3-Clause
/// batch: which pairs, in which order, which of them have a row, and what is said of the others.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <regex>
#include <sys/stat.h>

using namespace vglcs::test;

namespace {

struct batch : cli_test
{
    batch()
    {
        std::string queries, targets;
        for (std::uint32_t k = 0; k < 12; ++k)
            queries += ">q" + std::to_string(k) + "\n" + made_letters(30 + 17 * k % 120, k) + "\n";
        for (std::uint32_t k = 0; k < 9; ++k) // related to the queries, some more, some less
            targets += ">t" + std::to_string(k) + "\n" + without_every(3 + k % 5, made_letters(30 + 17 * k % 120, k)) +
                       made_letters(20 * k, 50 + k) + "\n";
        write("q.fa", queries);
        write("t.fa", targets);
    }

    [[nodiscard]] cli_run good(texts const & arguments) const
    {
        cli_run r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        return r;
    }
    void expect_refused(texts const & arguments, int code, std::string const & message) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, code) << message;
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(r.err, message);
    }
};

texts with(texts words, texts const & more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::uint64_t number(std::string const & text)
{
    return std::stoull(text);
}

/// Rows of a table, without the header.
texts rows_of(std::string const & table)
{
    texts lines = split(table, '\n');
    lines.erase(lines.begin());
    return lines;
}

std::string field(std::string const & row, std::size_t column)
{
    return split(row, '\t').at(column);
}

/// What --top, --min-length and --min-identity leave of all rows, in the plainest way.
texts filtered(texts const & all, std::size_t top, std::uint64_t min_length, double min_identity)
{
    texts out;
    for (std::size_t first = 0; first < all.size();) {
        std::size_t last = first;
        std::vector<std::size_t> passing;
        for (; last < all.size() && field(all[last], 12) == field(all[first], 12); ++last)
            if (number(field(all[last], 3)) >= min_length &&
                (min_identity == 0 ||
                 (field(all[last], 10) != "NA" && std::stod(field(all[last], 10)) >= min_identity)))
                passing.push_back(last);
        if (top != 0) {
            std::ranges::stable_sort(passing, std::greater{}, [&](std::size_t k) { return number(field(all[k], 3)); });
            passing.resize(std::min(passing.size(), top));
            std::ranges::sort(passing);
        }
        for (std::size_t const k : passing)
            out.push_back(all[k]);
        first = last;
    }
    return out;
}

} // namespace

TEST_F(batch, all_vs_all_has_every_record_with_every_later_one)
{
    cli_run const r = good({"batch", "--all-vs-all", "q.fa", "--gaps", "2"});
    texts const all = rows_of(good({"batch", "q.fa", "q.fa", "--gaps", "2"}).out);
    texts expected;
    for (std::string const & row : all)
        if (number(field(row, 12)) < number(field(row, 13)))
            expected.push_back(row);
    ASSERT_EQ(expected.size(), 66u);
    EXPECT_EQ(rows_of(r.out), expected);
    EXPECT_EQ(r.err, "");
    // each side keeps its own limits
    texts const sided = rows_of(good({"batch", "--all-vs-all", "q.fa", "--gaps-a", "1", "--gaps-b", "4"}).out);
    texts const both = rows_of(good({"batch", "q.fa", "q.fa", "--gaps-a", "1", "--gaps-b", "4"}).out);
    EXPECT_EQ(sided[0], both[1]);
    write("one.fa", ">x\nACGT\n");
    EXPECT_EQ(good({"batch", "--all-vs-all", "one.fa"}).out, tsv_header);
    EXPECT_EQ(good({"batch", "--all-vs-all", "one.fa", "--gaps"}).out, tsv_header); // bare: no operand is missing
}

TEST_F(batch, a_list_names_its_pairs)
{
    write("list.tsv", "query\ttarget\tstrand\n# a comment\nq3\tt1\n\nq0\trecord:9\tmore\r\nrecord:4\tt1\nq11\tt0\n");
    texts const rows = rows_of(good({"batch", "q.fa", "t.fa", "--pairs", "list.tsv", "--gaps", "2"}).out);
    texts const all = rows_of(good({"batch", "q.fa", "t.fa", "--gaps", "2"}).out);
    EXPECT_EQ(rows, (texts{all[3 * 9 + 1], all[8], all[3 * 9 + 1], all[11 * 9]}));
    // a result is a list
    write("rows.tsv", good({"batch", "q.fa", "t.fa", "--gaps", "2", "--min-length", "40", "--quiet"}).out);
    EXPECT_EQ(good({"batch", "q.fa", "t.fa", "--pairs", "rows.tsv", "--gaps", "2"}).out, read("rows.tsv"));
    auto const refuse = [&](std::string const & list, std::string const & message, texts const & more = {}) {
        write("bad.tsv", list);
        expect_refused(with({"batch", "q.fa", "t.fa", "--pairs", "bad.tsv"}, more), 3, message);
    };
    refuse("q1 t1\n", "bad.tsv:1: no tab: write a query, a tab and a target on each line\n");
    refuse("q1\tt1\nq1\tt77\n", "bad.tsv:2: t.fa has no record 't77': give a name as the file has it, or record:N\n");
    refuse("record:13\tt1\n", "bad.tsv:1: record:13: q.fa has 12 records\n");
    refuse("q1\tt1\nq2\tt1\nq1\tt2\n",
           "bad.tsv:3: this query stood further up, and others between: sort the list by query for --top\n",
           {"--top", "1"});
    expect_refused({"batch", "q.fa", "t.fa", "--pairs", "none.tsv"}, 3,
                   "none.tsv: cannot be read: give a list of pairs, a query, a tab and a target on each line\n");
    write("twice.fa", ">q1\nACGT\n>q2\nACGT\n>q1\nACGT\n");
    write("one.tsv", "q1\tt1\n");
    expect_refused({"batch", "twice.fa", "t.fa", "--pairs", "one.tsv"}, 3,
                   "one.tsv:1: 'q1' is the name of records 1 and 3 of twice.fa: give record:N\n");
}

TEST_F(batch, a_list_of_files_pairs_all_their_records)
{
    std::string const q = read("q.fa"), t = read("t.fa");
    auto const cut = [](std::string const & text, std::string const & at) { return text.find(">" + at + "\n"); };
    write("q12.fa", q.substr(0, cut(q, "q2")));
    write("q3.fa", q.substr(cut(q, "q2"), cut(q, "q3") - cut(q, "q2")));
    write("t1.fa", t.substr(0, cut(t, "t1")));
    write("t234.fa", t.substr(cut(t, "t1"), cut(t, "t4") - cut(t, "t1")));
    write("files.tsv", "# a query file, a target file\nq12.fa\tt1.fa\nq12.fa\tt234.fa\tmore\nq3.fa\tt234.fa\r\n"
                       "q12.fa\tt1.fa\n");
    // the same pairs of the files as one
    write("qs.fa", q.substr(0, cut(q, "q3")));
    write("ts.fa", t.substr(0, cut(t, "t4")));
    write("records.tsv", "q0\tt0\nq0\tt1\nq0\tt2\nq0\tt3\nq1\tt0\nq1\tt1\nq1\tt2\nq1\tt3\nq2\tt1\nq2\tt2\nq2\tt3\n"
                         "q0\tt0\nq1\tt0\n");
    texts const files{"batch", "--pairs", "files.tsv", "--gaps", "2"};
    texts const records{"batch", "qs.fa", "ts.fa", "--pairs", "records.tsv", "--gaps", "2"};
    for (texts const & more : {texts{},
                               {"--format", "paf"},
                               {"--format", "json"},
                               {"--format", "pairs"},
                               {"--strand", "both"},
                               {"--shard", "2/3"},
                               {"--min-length", "30"}})
        EXPECT_EQ(good(with(files, more)).out, good(with(records, more)).out);
    write("rows.tsv", good(files).out);
    EXPECT_EQ(good({"verify", "rows.tsv", "qs.fa", "ts.fa", "--gaps", "2"}).out, "13 pairs checked, 0 wrong\n");
    EXPECT_EQ(rows_of(good(with({"plan"}, files)).out).size(), 13u);
    (void)good(with(files, {"--resume", "-o", "again.tsv"}));
    EXPECT_EQ(read("again.tsv"), read("rows.tsv"));
    // a sidecar is a file's own
    write("t234.fa.gaps", ">t1\n0x" + std::to_string(split(t, '\n')[3].size()) + "\n");
    texts const sided = rows_of(good({"batch", "--pairs", "files.tsv", "--gaps", "--gap-default", "3"}).out);
    texts const named = rows_of(
        good({"batch", "q12.fa", "t234.fa", "--gaps-a", "10", "--gaps-b", "t234.fa.gaps", "--gap-default", "3"}).out);
    ASSERT_EQ(sided.size(), 13u);
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_EQ(field(sided[1 + k], 11), field(named[k], 11));
    expect_refused(
        with(files, {"--top", "1"}), 3,
        "q12.fa: stands in the list further up, and other queries between: sort the list by query for --top\n");
    write("names.tsv", "q0\tt0\n");
    expect_refused(
        {"batch", "--pairs", "names.tsv"}, 3,
        "names.tsv:1: there is no file 'q0': a list without QUERIES and TARGETS names files; give both where "
        "it names records\n");
    write("empty.tsv", "# nothing\n");
    expect_refused({"batch", "--pairs", "empty.tsv"}, 3,
                   "empty.tsv: names no pair: write a query file, a tab and a target file on each line\n");
    expect_refused(with(files, {"-o", "t234.fa"}), 2, "-o t234.fa: is the input t234.fa: choose another output file\n");
}

TEST_F(batch, filters_leave_rows_out_and_bounds_change_none)
{
    for (texts const & kind : {texts{"--gaps", "1"},
                               {"--gaps", "1", "--task", "length"},
                               {"--gaps", "1", "--strand", "both"},
                               {"--gaps", "inf"}})
    {
        texts const base = with({"batch", "q.fa", "t.fa"}, kind);
        texts const all = rows_of(good(base).out);
        ASSERT_EQ(all.size(), 108u);
        for (std::size_t const top : {0u, 1u, 3u})
            for (std::uint64_t const length : {0u, 22u, 60u})
                for (double const identity : {0.0, 0.6}) {
                    if (identity > 0 && kind.size() != 2) // an identity needs the chain; two kinds will do
                        continue;
                    texts options;
                    if (top != 0)
                        options = with(options, {"--top", std::to_string(top)});
                    if (length != 0)
                        options = with(options, {"--min-length", std::to_string(length)});
                    if (identity > 0)
                        options = with(options, {"--min-identity", "0.6"});
                    texts const expected = filtered(all, top, length, identity);
                    cli_run const plain = good(with(base, with(options, {"--no-prefilter"})));
                    EXPECT_EQ(rows_of(plain.out), expected);
                    cli_run const bounded = good(with(base, with(options, {"-t", "3"})));
                    EXPECT_EQ(bounded.out, plain.out);
                    if (!options.empty()) {
                        EXPECT_NE(
                            bounded.err.find("note: 108 pairs, " + std::to_string(expected.size()) + " with a row; "),
                            std::string::npos)
                            << bounded.err;
                    }
                }
    }
}

TEST_F(batch, pruned_pairs_are_counted_and_shown_with_a_bound_that_holds)
{
    texts const base{"batch", "q.fa", "t.fa", "--gaps", "1"};
    texts const all = rows_of(good(base).out);
    for (texts const & filter : {texts{"--min-length", "60"}, {"--top", "1"}, {"--top", "1", "--min-length", "50"}}) {
        cli_run const hidden = good(with(base, filter));
        cli_run const shown = good(with(base, with(filter, {"--show-pruned"})));
        texts others;
        std::size_t pruned = 0, at = 0;
        for (std::string const & row : rows_of(shown.out)) {
            while (field(all[at], 12) != field(row, 12) || field(all[at], 13) != field(row, 13))
                ++at; // rows keep their order
            if (field(row, 14) != "pruned") {
                others.push_back(row);
                continue;
            }
            ++pruned;
            EXPECT_EQ(field(row, 3), "NA");
            EXPECT_GE(number(field(row, 15)), number(field(all[at], 3)));
        }
        EXPECT_EQ(others, rows_of(hidden.out));
        EXPECT_GT(pruned, 0u);
        std::uint64_t said = 0;
        std::string const err = hidden.err;
        std::regex const by_bound{R"(\((\d+) by an upper bound\))"};
        for (auto k = std::sregex_iterator{err.begin(), err.end(), by_bound}; k != std::sregex_iterator{}; ++k)
            said += number((*k)[1]);
        EXPECT_EQ(said, pruned) << err;
        for (std::string const threads : {"1", "2", "5"}) // which pairs are pruned does not depend on threads
            EXPECT_EQ(good(with(base, with(filter, {"--show-pruned", "-t", threads}))).out, shown.out);
        write("shown.tsv", shown.out);
        EXPECT_EQ(good({"verify", "shown.tsv", "q.fa", "t.fa", "--gaps", "1"}).out.find(" 0 wrong") !=
                      std::string::npos,
                  true);
    }
}

TEST_F(batch, a_failed_pair_keeps_its_row_under_filters)
{
    write("q.fa", ">long\n" + made_letters(3000, 1) + "\n>short\nACGT\n");
    write("t.fa", ">t\nACGTACGT\n>u\n" + made_letters(3000, 2) + "\n");
    for (texts const & filter : {texts{"--min-length", "1500"}, {"--top", "1"}, {"--min-identity", "1"}}) {
        cli_run const r = vglcs(
            with({"batch", "q.fa", "t.fa", "--engine", "reference", "--gaps", "2", "--max-memory", "1M", "-t", "2"},
                 filter));
        EXPECT_EQ(r.code, 5) << r.err;
        texts const status = column(r.out, "status");
        EXPECT_EQ(std::ranges::count_if(status, [](auto const & s) { return s.starts_with("error:engine"); }), 1);
        EXPECT_NE(r.err.find("warning: 1 pair failed: see the column status\n"), std::string::npos);
    }
    cli_run const matrix =
        vglcs({"batch", "--all-vs-all", "q.fa", "--format", "matrix", "--engine", "reference", "--max-memory", "10K"});
    EXPECT_EQ(matrix.code, 5);
    EXPECT_EQ(matrix.out, "2\nlong 0.000000 NA\nshort NA 0.000000\n");
    EXPECT_NE(matrix.err.find("warning: long with short: error:engine reference: "), std::string::npos) << matrix.err;
}

TEST_F(batch, a_format_without_status_leaves_nothing_unsaid)
{
    write("q.fa", ">long\n" + made_letters(3000, 1) + "\n>short\nACGTC\n");
    write("t.fa", ">t\nACGTACGT\n>u\n" + made_letters(3000, 2) + "\n>v\nNNN\n");
    for (std::string const format : {"paf", "sam", "pairs"}) {
        texts const base{"batch", "q.fa", "t.fa", "--gaps", "2", "--engine", "reference", "--format", format};
        cli_run const failed = vglcs(with(base, {"--max-memory", "1M"}));
        EXPECT_EQ(failed.code, 5);
        EXPECT_NE(failed.err.find("warning: long with u: error:engine reference"), std::string::npos) << failed.err;
        EXPECT_NE(failed.err.find("warning: 1 pair failed: see the warnings above\n"), std::string::npos) << failed.err;
        // rows that are counted are rows that are there
        cli_run const short_ones = good(with(base, {"--min-length", "5", "--show-pruned", "--max-memory", "1G"}));
        EXPECT_EQ(short_ones.err, "note: 6 pairs, 4 with a row; 2 shorter than 5 (2 by an upper bound)\n");
        if (format == "paf") {
            EXPECT_EQ(std::ranges::count(short_ones.out, '\n'), 4);
        }
    }
}

TEST_F(batch, the_kmer_heuristic_is_named_in_every_row_that_it_costs)
{
    std::string const letters = made_letters(300, 7);
    write("a.fa", ">a\n" + letters + "\n>none\nACG\n");
    write("b.fa", ">same\n" + letters + "\n>part\n" + letters.substr(0, 100) + made_letters(200, 8) + "\n>other\n" +
                      made_letters(300, 9) + "\n");
    texts const base{"batch", "a.fa", "b.fa", "--gaps", "1", "--heuristic-kmers", "11:0.5"};
    cli_run const r = good(base);
    texts const status = column(r.out, "status");
    ASSERT_EQ(status.size(), 6u);
    EXPECT_EQ(status[0], "ok");
    EXPECT_TRUE(std::regex_match(status[1], std::regex{R"(skipped:heuristic k-mers: 90 of 290 shared)"})) << status[1];
    EXPECT_EQ(status[2], "skipped:heuristic k-mers: 0 of 290 shared");
    EXPECT_EQ(status[3], "ok"); // too short for a k-mer: solved
    EXPECT_EQ(r.err, "note: 6 pairs, 6 with a row; 2 skipped by the k-mer heuristic, which may miss pairs\n");
    write("rows.tsv", r.out);
    EXPECT_EQ(good({"verify", "rows.tsv", "a.fa", "b.fa", "--gaps", "1"}).out, "6 pairs checked, 0 wrong\n");
    write("rows.json", good(with(base, {"--format", "json"})).out);
    EXPECT_EQ(good({"verify", "rows.json", "a.fa", "b.fa", "--gaps", "1"}).out, "6 pairs checked, 0 wrong\n");
    // strands do not matter where both are asked for
    write("c.fa", ">back\n" + std::string(letters.rbegin(), letters.rend()) + "\n");
    EXPECT_EQ(column(good({"batch", "a.fa", "a.fa", "--gaps", "1", "--heuristic-kmers", "11:1"}).out, "status")[0],
              "ok");
    expect_refused(with({"batch", "a.fa", "b.fa"}, {"--heuristic-kmers", "eleven"}), 2,
                   "--heuristic-kmers eleven: not K:SHARE: give letters and a part of one, 11:0.05 say\n");
    expect_refused(with({"batch", "a.fa", "b.fa"}, {"--heuristic-kmers", "32:0.1"}), 2,
                   "--heuristic-kmers 32:0.1: not possible with alphabet dna: give K from 1 to 31\n");
}

TEST_F(batch, matrix_has_the_distances_of_its_definition)
{
    write("s.fa", ">one\nACGTACGT\n>two\nACGT\n>three\nTTTTTTTT\n>none\n\n");
    EXPECT_EQ(good({"batch", "--all-vs-all", "s.fa", "--gaps", "0", "--format", "matrix"}).out,
              "4\n"
              "one 0.000000 0.000000 0.875000 1.000000\n"
              "two 0.000000 0.000000 0.750000 1.000000\n"
              "three 0.875000 0.750000 0.000000 1.000000\n"
              "none 1.000000 1.000000 1.000000 0.000000\n");
    std::string const whole = good({"batch", "--all-vs-all", "q.fa", "--gaps", "1", "--format", "matrix"}).out;
    for (std::string const part : {"1", "2", "3"})
        write("part" + part + ".tsv",
              good({"batch", "--all-vs-all", "q.fa", "--gaps", "1", "--shard", part + "/3"}).out);
    EXPECT_EQ(good({"merge", "--format", "matrix", "part1.tsv", "part2.tsv", "part3.tsv"}).out, whole);
    expect_refused({"batch", "q.fa", "t.fa", "--format", "matrix"}, 2,
                   "--format matrix: only for --all-vs-all: use --format tsv\n");
    expect_refused({"batch", "--all-vs-all", "q.fa", "--format", "matrix", "--top", "1"}, 2,
                   "--format matrix: a matrix has every pair: leave out --top, --min-length, --min-score, "
                   "--min-identity and --heuristic-kmers\n");
    write("twice.fa", ">a\nACGT\n>a\nACGT\n");
    expect_refused({"batch", "--all-vs-all", "twice.fa", "--format", "matrix"}, 3,
                   "duplicate name a (records 1 and 2), which a matrix cannot tell apart: rename one, or use --format "
                   "tsv\n");
}

TEST_F(batch, a_run_without_pairs_says_so)
{
    write("one.fa", ">one\nACGT\n");
    write("empty.tsv", "# nothing\n");
    cli_run const alone = good({"batch", "--all-vs-all", "one.fa"});
    EXPECT_EQ(rows_of(alone.out), texts{});
    EXPECT_EQ(alone.err, "warning: one.fa: one record makes no pair\n");
    cli_run const none = good({"batch", "q.fa", "t.fa", "--pairs", "empty.tsv"});
    EXPECT_EQ(rows_of(none.out), texts{});
    EXPECT_EQ(none.err, "warning: empty.tsv: names no pair\n");
    EXPECT_EQ(good({"batch", "q.fa", "t.fa", "--gaps", "1", "--shard", "1/1000000"}).err, ""); // a part may be empty
}

TEST_F(batch, zero_of_a_filter_is_no_filter)
{
    std::string const all = good({"batch", "q.fa", "t.fa", "--gaps", "1"}).out;
    cli_run const zero =
        good({"batch", "q.fa", "t.fa", "--gaps", "1", "--top", "0", "--min-length", "0", "--min-identity", "0"});
    EXPECT_EQ(zero.out, all);
    EXPECT_EQ(zero.err, "");
    EXPECT_EQ(good({"batch", "q.fa", "t.fa", "--gaps", "1", "--top", "1", "--no-prefilter"}).err,
              "note: 108 pairs, 12 with a row; 96 not the longest of a query (0 by an upper bound)\n");
    EXPECT_EQ(good({"batch", "q.fa", "t.fa", "--gaps", "1", "--top", "2", "--no-prefilter"}).err,
              "note: 108 pairs, 24 with a row; 84 not among the 2 longest of a query (0 by an upper bound)\n");
}

TEST_F(batch, wrong_options_are_refused)
{
    expect_refused({"batch", "q.fa"}, 2,
                   "batch: an input is missing: give QUERIES and TARGETS, --all-vs-all FILE, or --pairs LIST with "
                   "names of files\n");
    expect_refused({"batch", "q.fa", "t.fa", "--all-vs-all", "q.fa"}, 2,
                   "--all-vs-all: takes the place of QUERIES TARGETS and --pairs: leave them out\n");
    expect_refused({"batch", "--all-vs-all", "-"}, 2,
                   "--all-vs-all -: the file is read twice, which standard input and pipes cannot be: give a file\n");
    for (std::string const command : {"batch", "plan"})
        expect_refused(
            with({command}, with(command == "plan" ? texts{"batch"} : texts{}, {"q.fa", "t.fa", "--format", "xml"})), 2,
            "--format xml: no such format: use tsv, paf, sam, json, pairs, pretty or matrix\n");
    expect_refused({"batch", "q.fa", "t.fa", "--top", "-1"}, 2, "--top -1: negative: give a number of pairs\n");
    expect_refused({"batch", "q.fa", "t.fa", "--min-length", "-5"}, 2,
                   "--min-length -5: negative: give a number of letters\n");
    expect_refused({"batch", "q.fa", "t.fa", "--min-identity", "1.5"}, 2,
                   "--min-identity 1.5: not a part of one: give 0 to 1\n");
    expect_refused({"batch", "q.fa", "t.fa", "--min-identity", "0.5", "--task", "length"}, 2,
                   "--min-identity: --task length gives no identity: use --task alignment, or --min-length\n");
    for (std::string const part : {"0/3", "4/3", "1", "a/b", "1/0", "-1/3"})
        expect_refused({"batch", "q.fa", "t.fa", "--shard=" + part}, 2,
                       "--shard " + part + ": not a part: give I/N with I from 1 to N\n");
    expect_refused({"batch", "q.fa", "t.fa", "--resume"}, 2,
                   "--resume: needs an output file, beside which its journal lies: add -o FILE\n");
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    for (texts const & inputs : {texts{"pipe", "t.fa"},
                                 {"q.fa", "pipe"},
                                 {"q.fa", "t.fa", "--pairs", "pipe"},
                                 {"q.fa", "t.fa", "--gaps-b", "bed:pipe:3"}})
        expect_refused(with({"batch"}, with(inputs, {"--resume", "-o", "out"})), 2,
                       "--resume: pipe: standard input and pipes cannot be read again, nor be known by their size and "
                       "time: give a file\n");
    write("list.tsv", "q1\tt1\n");
    expect_refused({"batch", "q.fa", "t.fa", "--pairs", "list.tsv", "-o", "list.tsv"}, 2,
                   "-o list.tsv: is the input list.tsv: choose another output file\n");
}

TEST_F(batch, parts_join_to_the_whole)
{
    for (texts const & kind : {texts{"q.fa", "t.fa"}, {"--all-vs-all", "q.fa"}, {"q.fa", "t.fa", "--top", "2"}})
        for (std::string const format : {"tsv", "paf", "json", "pairs", "sam"})
            for (int const parts : format == "tsv" ? std::vector{1, 5, 30} : std::vector{3}) {
                texts const base =
                    with(with({"batch"}, kind), {"--gaps", "1", "--format", format, "--quiet", "--min-length", "15"});
                std::string const whole = good(base).out;
                texts merge{"merge"};
                std::size_t with_rows = 0;
                for (int k = 1; k <= parts; ++k) {
                    std::string const name = "part" + std::to_string(k);
                    std::string const out =
                        good(with(base, {"--shard", std::to_string(k) + "/" + std::to_string(parts)})).out;
                    with_rows += std::ranges::count(out, '\n') > 1;
                    write(name, out);
                    merge.push_back(name);
                }
                cli_run const merged = good(merge);
                EXPECT_EQ(merged.err, "");
                std::string joined = merged.out;
                std::string expected = whole;
                if (format == "sam") { // the command line is in the header
                    joined = std::regex_replace(joined, std::regex{"\tCL:.*"}, "");
                    expected = std::regex_replace(expected, std::regex{"\tCL:.*"}, "");
                }
                EXPECT_EQ(joined, expected) << format << " in " << parts;
                if (parts == 5 && format == "tsv") {
                    EXPECT_GT(with_rows, 3u); // about as much work in each
                }
            }
    write("cut.tsv", read("part1").substr(0, read("part1").size() - 1));
    cli_run const cut = vglcs({"merge", "cut.tsv", "-o", "out"});
    EXPECT_EQ(cut.code, 3);
    EXPECT_FALSE(exists("out"));
    write("x.tsv", good({"batch", "q.fa", "t.fa"}).out);
    write("x.pairs", good({"batch", "q.fa", "t.fa", "--format", "pairs"}).out);
    expect_refused({"merge", "x.tsv", "x.pairs", "-o", "out"}, 3,
                   "x.pairs:1: its header is not that of x.tsv: give the parts of one run, all of one format\n");
    expect_refused({"merge", "x.tsv", "-o", "x.tsv"}, 2, "-o x.tsv: is the input x.tsv: choose another output file\n");
    expect_refused({"merge", "q.fa"}, 3,
                   "q.fa:1: no rows of tsv, paf, sam, pairs or json: give what `vglcs batch --shard` wrote\n");
    expect_refused({"merge", "none.tsv"}, 3, "none.tsv: no such file: check the name and the folder\n");
    cli_run const piped = vglcs({"batch", "-", "t.fa", "--shard", "1/2"}, read("q.fa"));
    EXPECT_EQ(piped.code, 2);
    EXPECT_EQ(piped.err,
              "--shard: the queries (-) are read twice, which standard input and pipes cannot be: give a file\n");
}

TEST_F(batch, parts_in_a_wrong_order_are_noticed)
{
    for (std::string const format : {"tsv", "paf", "json", "pairs", "sam"}) {
        for (std::string const part : {"1", "2", "3"})
            write("part" + part,
                  good({"batch", "q.fa", "t.fa", "--gaps", "1", "--format", format, "--shard", part + "/3"}).out);
        cli_run const turned = good({"merge", "part1", "part3", "part2"});
        EXPECT_TRUE(std::regex_match(
            turned.err,
            std::regex{R"(warning: part2 begins with records \d+ and \d+, part3 before it ends with \d+ and \d+: )"
                       R"(unless these are the pairs of a list, give the parts in their order \(part\.2 before )"
                       R"(part\.10\)\n)"}))
            << format << ": " << turned.err;
    }
    expect_refused({"merge", "part1", "part2", "./part1"}, 2, "./part1: is given twice: give each part once\n");
    // pairs of a list have the order of the list
    write("list.tsv", "q3\tt1\nq1\tt2\nq2\tt1\nq0\tt5\nq3\tt0\nq1\tt1\n");
    for (std::string const part : {"1", "2"})
        write("part" + part,
              good({"batch", "q.fa", "t.fa", "--pairs", "list.tsv", "--gaps", "1", "--shard", part + "/2"}).out);
    cli_run const listed = good({"merge", "part1", "part2"});
    EXPECT_EQ(listed.err, "");
    EXPECT_EQ(listed.out, good({"batch", "q.fa", "t.fa", "--pairs", "list.tsv", "--gaps", "1"}).out);
}

TEST_F(batch, a_matrix_of_parts_has_every_pair)
{
    for (std::string const part : {"1", "2", "3"})
        write("part" + part, good({"batch", "--all-vs-all", "q.fa", "--gaps", "1", "--shard", part + "/3"}).out);
    cli_run const missing = vglcs({"merge", "--format", "matrix", "part1", "part2"});
    EXPECT_EQ(missing.code, 3);
    EXPECT_EQ(missing.out, "");
    EXPECT_TRUE(std::regex_match(
        missing.err,
        std::regex{
            R"(part1: no row has records? \d+( and \d+)?: a matrix needs every pair: give all parts, without filters\n)"}))
        << missing.err;
    write("r.fa", ">long\n" + made_letters(3000, 1) + "\n>short\nACGT\n");
    cli_run const rows = vglcs({"batch", "--all-vs-all", "r.fa", "--engine", "reference", "--max-memory", "10K"});
    EXPECT_EQ(rows.code, 5);
    write("rows", rows.out);
    cli_run const failed = good({"merge", "--format", "matrix", "rows"});
    EXPECT_EQ(failed.out, "2\nlong 0.000000 NA\nshort NA 0.000000\n");
    EXPECT_TRUE(failed.err.starts_with("warning: long with short: error:engine reference: ")) << failed.err;
}

TEST_F(batch, plan_takes_the_same_pairs)
{
    write("list.tsv", "q3\tt1\nq0\tt8\n");
    EXPECT_EQ(column(good({"plan", "batch", "--all-vs-all", "q.fa"}).out, "fits"), texts(66, "yes"));
    EXPECT_EQ(column(good({"plan", "batch", "q.fa", "t.fa", "--pairs", "list.tsv"}).out, "target"),
              (texts{"t1", "t8"}));
    std::size_t rows = 0;
    for (std::string const part : {"1/2", "2/2"})
        rows += rows_of(good({"plan", "batch", "q.fa", "t.fa", "--shard", part}).out).size();
    EXPECT_EQ(rows, 108u);
    EXPECT_EQ(column(good({"plan", "batch", "--all-vs-all", "q.fa", "--format", "matrix"}).out, "fits"),
              texts(66, "yes"));
}

TEST_F(batch, one_huge_pair_among_thousands_of_tiny_ones)
{
    std::string queries = ">tiny0\nACGTTGCA\n>huge\n" + made_letters(12'000, 1) + "\n";
    for (std::uint32_t k = 1; k < 9000; ++k)
        queries += ">tiny" + std::to_string(k) + "\n" + made_letters(8, k) + "\n";
    write("many.fa", queries);
    write("u.fa", ">t\n" + made_letters(12'000, 2) + "\n");
    texts const base{"batch", "many.fa", "u.fa", "--gaps", "3", "--task", "length"};
    std::string const one = good(with(base, {"-t", "1"})).out;
    EXPECT_EQ(rows_of(one).size(), 9001u);
    for (std::string const threads : {"2", "4"})
        EXPECT_EQ(good(with(base, {"-t", threads})).out, one);
}

TEST_F(batch, a_stream_of_queries_is_not_held_in_memory)
{
    std::string queries;
    for (std::uint32_t k = 0; k < 120'000; ++k)
        queries += ">read_with_a_name_of_some_length_" + std::to_string(k) + "\n" + made_letters(400, k) + "\n";
    write("many.fa", queries);
    write("u.fa", ">t\nACGT\n>u\nGATTACA\n");
    cli_run const r =
        good({"batch", "many.fa", "u.fa", "--gaps", "3", "--task", "length", "-o", "rows.tsv", "-t", "2"});
    EXPECT_LT(r.peak_bytes, 110'000'000u); // all records and pairs would take 200 MB
    EXPECT_EQ(std::ranges::count(read("rows.tsv"), '\n'), 240'001);
}
