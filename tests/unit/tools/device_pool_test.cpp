// SPDX-License-Identifier: BSD-3-Clause
/// The pool of devices with the CPU in a device's place: its teams, waiting, memory and rows are the same.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ == 12
#pragma GCC diagnostic ignored "-Wrestrict" // g++ 12 sees overlaps in assignments of short strings that are none
#endif

#include "blocks/run_blocks.hpp"
#include "commands/batch_options.hpp"
#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::tools;

std::string records(std::size_t count, std::size_t letters, std::uint64_t seed)
{
    std::mt19937_64 random{seed};
    std::string out;
    for (std::size_t k = 0; k < count; ++k) {
        out += ">r";
        out += std::to_string(k);
        out += '\n';
        for (std::size_t i = 0; i < letters; ++i)
            out += "ACGT"[random() % 4];
        out += "\n";
    }
    return out;
}

/// Rows as lengths, a line each; blocks leave in the order of their numbers, as in a file.
struct kept_rows final : row_sink
{
    std::mutex guard;
    std::map<std::uint64_t, std::string> early;
    std::string text;
    std::uint64_t next = 0, made = 0;
    std::uint64_t fails_at = ~std::uint64_t{0}; ///< of the rows that are made
    run_control * stops = nullptr;              ///< with the first rows

    block_rows make(block_work const & work) override
    {
        block_rows out{.number = work.number()};
        for (pair_job const & job : work.jobs())
            out.text += std::to_string(job.query->record.number) + " " + std::to_string(job.target->record.number) +
                        (job.failure ? " failed" : " " + std::to_string(job.result.length)) + "\n";
        std::lock_guard const lock{guard};
        if (stops)
            stops->stop();
        if (made++ == fails_at)
            throw std::runtime_error{"no rows"};
        return out;
    }
    std::size_t put(block_rows rows) override
    {
        std::lock_guard const lock{guard};
        if (!early.emplace(rows.number, std::move(rows.text)).second)
            ADD_FAILURE() << "block " << rows.number << " comes twice";
        std::size_t written = 0;
        for (auto first = early.begin(); first != early.end() && first->first == next; first = early.begin()) {
            text += first->second;
            early.erase(first);
            ++next;
            ++written;
        }
        return written;
    }
};

using pool_maker = std::unique_ptr<block_pool> (*)(block_setting const &, row_sink &);

struct sizes
{
    std::size_t queries, targets, letters;
};

struct device_pool_test : testing::Test
{
    test::temporary_folder folder;
    run_control control;
    batch_options job;
    kept_rows rows;

    void run(pool_maker make_pool, kept_rows & kept, sizes const & of)
    {
        job.a = folder.write("a.fa", records(of.queries, of.letters, 1));
        job.b = folder.write("b.fa", records(of.targets, of.letters, 2));
        job.gaps.both = {"2"};
        job.device = "cpu";
        job.format = "tsv";
        job.threads = 4;
        job.settle();
        options const o = job.options_as_given(control);
        inputs in = open_inputs(job, control, notes{true});
        pair_filter const filter = job.chosen_filter(in.alphabet);
        auto const pairs = open_pairs(job, in, control);
        block_source blocks{*pairs, filter.top != 0, std::nullopt};
        block_setting const setting{.pairs = {in.alphabet, job.chosen_strand(), o}, .filter = filter};
        auto const pool = make_pool(setting, kept);
        for (pair_block block; blocks.next(block); block = {})
            pool->add(std::move(block));
        pool->finish();
    }
    void expect_rows_of_the_cpu_pool(sizes const & of, std::size_t lines)
    {
        run(make_device_pool, rows, of);
        kept_rows expected;
        run(make_cpu_pool, expected, of);
        EXPECT_EQ(std::ranges::count(rows.text, '\n'), lines);
        EXPECT_TRUE(rows.early.empty());
        EXPECT_TRUE(rows.text == expected.text);
        EXPECT_EQ(rows.text.find("failed"), std::string::npos);
    }
};

TEST_F(device_pool_test, few_pairs)
{
    expect_rows_of_the_cpu_pool({.queries = 3, .targets = 5, .letters = 300}, 15);
}

TEST_F(device_pool_test, so_many_small_pairs_that_all_teams_work)
{
    expect_rows_of_the_cpu_pool({.queries = 3000, .targets = 30, .letters = 12}, 90'000); // 176 blocks, 128 at a time
}

TEST_F(device_pool_test, the_longest_of_each_query)
{
    job.top = 2;
    run(make_device_pool, rows, {.queries = 40, .targets = 30, .letters = 60});
    kept_rows expected;
    run(make_cpu_pool, expected, {.queries = 40, .targets = 30, .letters = 60});
    EXPECT_TRUE(rows.text == expected.text);
}

TEST_F(device_pool_test, rows_that_cannot_be_made_end_the_run)
{
    rows.fails_at = 20;
    try {
        run(make_device_pool, rows, {.queries = 3000, .targets = 30, .letters = 12});
        FAIL() << "nothing was thrown";
    } catch (std::runtime_error const & e) {
        EXPECT_STREQ(e.what(), "no rows");
    }
    EXPECT_TRUE(control.stopped());
}

TEST_F(device_pool_test, a_run_that_is_stopped_ends)
{
    rows.stops = &control;
    EXPECT_THROW(run(make_device_pool, rows, {.queries = 3000, .targets = 30, .letters = 12}), interrupted);
    EXPECT_LT(rows.made, 176U);
}

TEST_F(device_pool_test, an_engine_that_is_not_there_ends_the_run)
{
    job.engine = "none";
    EXPECT_THROW(run(make_device_pool, rows, {.queries = 3, .targets = 3, .letters = 12}), usage_error);
}

} // namespace
