// SPDX-License-Identifier: BSD-3-Clause
/// What the inputs alone have wrong is said before the work; where they are pipes, finished rows are kept.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <chrono>

using namespace vglcs::test;

namespace {

struct late_faults : cli_test
{
    late_faults()
    {
        // work that takes minutes, were it begun
        std::string const large = made_letters(400'000, 1);
        write("large.fa", ">l1\n" + wrapped(large, 60));
        write("small.fa", ">s1\nACGTACGT\n>s2\nACGTTTGT\n");
    }
    /// The run ends with the fault within seconds, without a row.
    void expect_soon(std::vector<std::string> words, std::string const & what) const
    {
        words.insert(words.end(), {"--gaps", "40", "-t", "1", "--device", "cpu", "-o", "rows", "--format", "tsv"});
        auto const begin = std::chrono::steady_clock::now();
        cli_run const r = vglcs(words);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{20}) << what;
        EXPECT_EQ(r.code, 3) << r.err;
        EXPECT_NE(r.err.find(what), std::string::npos) << r.err;
        EXPECT_FALSE(exists("rows"));
        EXPECT_FALSE(exists("rows.partial"));
    }
};

} // namespace

TEST_F(late_faults, of_a_record_behind_large_work_are_said_before_it)
{
    std::string const large = read("large.fa");
    write("more.fa", large + ">l2\nACGT\n");
    expect_soon({"align", "large.fa", "more.fa"}, "ended after 1 record while more.fa has more");
    write("letter.fa", large + ">l2\nAC!T\n");
    expect_soon({"align", "letter.fa", "more.fa"}, "letter '!' is not in alphabet dna");
    expect_soon({"align", "more.fa", "letter.fa"}, "letter '!' is not in alphabet dna");
    expect_soon({"batch", "letter.fa", "large.fa"}, "letter '!' is not in alphabet dna");
    write("quality.fq",
          "@l1\n" + made_letters(400'000, 2) + "\n+\n" + std::string(400'000, 'I') + "\n@l2\nACGT\n+\nIII\n");
    expect_soon({"align", "quality.fq", "more.fa"}, "4 letters but 3 qualities");
}

TEST_F(late_faults, of_tracks_are_said_before_the_work)
{
    std::string const large = read("large.fa");
    write("two.fa", large + ">l2\nACGT\n");
    write("none.bed", "elsewhere\t1\t5\n");
    write("beyond.bed", "l2\t1\t5\n");
    write("short.gaps", ">l1\n3x400000\n>l2\n3 3 3\n");
    expect_soon({"align", "two.fa", "two.fa", "--gaps-b", "none.bed:1"}, "elsewhere is no record of the sequence file");
    expect_soon({"align", "two.fa", "two.fa", "--gaps-b", "beyond.bed:1"}, "end 5 is beyond record l2");
    expect_soon({"align", "two.fa", "two.fa", "--gaps-b", "short.gaps"}, "record l2 has 3 limits here and 4 letters");
    expect_soon({"batch", "two.fa", "large.fa", "--gaps-a", "none.bed:1"}, "elsewhere is no record");
}

TEST_F(late_faults, of_names_that_sam_cannot_hold_are_said_before_the_work)
{
    write("name.fa", read("large.fa") + ">a@b\nACGT\n");
    cli_run const r = vglcs({"batch", "name.fa", "large.fa", "--gaps", "40", "-t", "1", "--device", "cpu", "--format",
                             "sam", "-o", "rows"});
    EXPECT_EQ(r.code, 3);
    EXPECT_NE(r.err.find("a@b"), std::string::npos) << r.err;
    EXPECT_FALSE(exists("rows"));
}

TEST_F(late_faults, of_names_in_a_list_of_pairs_are_said_before_the_work)
{
    write("name.fa", read("large.fa") + ">a@b\nACGT\n");
    write("records.tsv", "l1\tl1\na@b\tl1\n");
    write("files.tsv", "large.fa\tlarge.fa\nname.fa\tlarge.fa\n");
    for (texts const & which : {texts{"name.fa", "large.fa", "--pairs", "records.tsv"}, {"--pairs", "files.tsv"}}) {
        texts words{"batch"};
        words.insert(words.end(), which.begin(), which.end());
        for (char const * const word : {"--gaps", "40", "-t", "1", "--device", "cpu", "--format", "sam", "-o", "rows"})
            words.emplace_back(word);
        auto const begin = std::chrono::steady_clock::now();
        cli_run const r = vglcs(words);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{20});
        EXPECT_EQ(r.code, 3) << r.err;
        EXPECT_NE(r.err.find("name 'a@b' has '@'"), std::string::npos) << r.err;
        EXPECT_FALSE(exists("rows"));
    }
}

TEST_F(late_faults, of_a_pipe_leave_the_finished_rows_beside_the_target)
{
    std::string const good = read("small.fa");
    cli_run const whole = vglcs({"align", "small.fa", "small.fa", "--format", "tsv", "-o", "whole"});
    ASSERT_EQ(whole.code, 0);
    cli_run const r = vglcs({"align", "-", "small.fa", "--format", "tsv", "-o", "rows"}, good + ">s3\nACGT\n");
    EXPECT_EQ(r.code, 3);
    EXPECT_FALSE(exists("rows"));
    EXPECT_EQ(read("rows.partial"), read("whole"));
    EXPECT_TRUE(r.err.starts_with("rows.partial: 2 rows that were finished are kept here\n")) << r.err;
    EXPECT_NE(r.err.find("small.fa: ended after 2 records while - has more"), std::string::npos) << r.err;
    EXPECT_EQ(vglcs({"verify", "rows.partial", "small.fa", "small.fa", "--full"}).code, 0);
    cli_run const damaged =
        vglcs({"batch", "-", "small.fa", "--format", "json", "-o", "rows.json.gz"}, good + ">s3\nAC!T\n");
    EXPECT_EQ(damaged.code, 3);
    EXPECT_TRUE(damaged.err.starts_with("rows.json.gz.partial: 4 rows that were finished are kept here\n"))
        << damaged.err;
    EXPECT_EQ(vglcs({"verify", "rows.json.gz.partial", "small.fa", "small.fa"}).out, "4 pairs checked, 0 wrong\n");
}

TEST_F(late_faults, without_a_finished_row_leave_nothing)
{
    cli_run const r = vglcs({"align", "-", "small.fa", "--format", "tsv", "-o", "rows"}, ">s1\nAC!TACGTACGT\n");
    EXPECT_EQ(r.code, 3);
    EXPECT_EQ(names(), (std::vector<std::string>{"large.fa", "small.fa"}));
}

TEST_F(late_faults, of_a_table_of_places_are_said_before_an_answer)
{
    std::string good;
    for (int k = 0; k < 140'000; ++k) // more than are answered at once
        good += "s1:" + std::to_string(k % 8) + "\ts2:0\n";
    write("places.tsv", good + "s1:1\ts3:0\n");
    cli_run const r = vglcs({"lce", "small.fa", "places.tsv", "-o", "lengths"});
    EXPECT_EQ(r.code, 3);
    EXPECT_TRUE(r.err.starts_with("places.tsv:140001: place 's3:0': small.fa has no record s3")) << r.err;
    EXPECT_FALSE(exists("lengths"));
    EXPECT_FALSE(exists("lengths.partial"));
    cli_run const printed = vglcs({"lce", "small.fa", "places.tsv"});
    EXPECT_EQ(printed.code, 3);
    EXPECT_EQ(printed.out, "");
    cli_run const pipe = vglcs({"lce", "small.fa", "-", "-o", "lengths"}, good + "s1:1\ts3:0\n");
    EXPECT_EQ(pipe.code, 3);
    EXPECT_TRUE(pipe.err.starts_with("lengths.partial: ")) << pipe.err;
    std::string const kept = read("lengths.partial");
    EXPECT_TRUE(kept.starts_with("a\tb\tstrand_a\tstrand_b\tlength\ns1:0\ts2:0\t+\t+\t4\n")) << kept.substr(0, 200);
}
