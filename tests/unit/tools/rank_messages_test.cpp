// SPDX-License-Identifier: BSD-3-Clause
/// What one rank of an MPI job packs, another unpacks.
#include "ranks/rank_messages.hpp"

#include <vglcs/error.hpp>

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

using namespace vglcs;
using namespace vglcs::tools;

std::exception_ptr sent(std::exception_ptr const & fault)
{
    std::string message = packed(fault);
    append(message, std::uint64_t{77});
    unpacker from{message};
    std::exception_ptr const out = unpacked_fault(from);
    EXPECT_EQ(from.take<std::uint64_t>(), 77u); // what follows is found
    return out;
}

/// Exit code and text of what arrives.
std::pair<exit_code, std::string> arrived(std::exception_ptr const & fault)
{
    try {
        std::rethrow_exception(sent(fault));
    } catch (error const & e) {
        return {e.code(), e.what()};
    }
}

TEST(rank_messages, rows_arrive_as_they_were)
{
    block_rows rows{.number = 12'345'678'901, .text = std::string("a\tb\n\0c", 6), .first_empty = "q with t"};
    rows.warnings = "one\ntwo\n";
    rows.counts.pairs = 512;
    rows.counts.failed = 3;
    rows.counts.too_short = 9;
    block_rows const out = unpacked_rows(packed(rows));
    EXPECT_EQ(out.number, rows.number);
    EXPECT_EQ(out.text, rows.text);
    EXPECT_EQ(out.first_empty, rows.first_empty);
    EXPECT_EQ(out.warnings, rows.warnings);
    EXPECT_EQ(out.counts.pairs, 512u);
    EXPECT_EQ(out.counts.failed, 3u);
    EXPECT_EQ(out.counts.too_short, 9u);
    EXPECT_EQ(out.failure, nullptr);
    rows.failure = std::make_exception_ptr(usage_error{"too wide"});
    EXPECT_NE(unpacked_rows(packed(rows)).failure, nullptr);
    EXPECT_EQ(unpacked_rows(packed(block_rows{})).text, "");
}

TEST(rank_messages, faults_keep_code_and_text)
{
    EXPECT_EQ(sent(nullptr), nullptr);
    EXPECT_EQ(arrived(std::make_exception_ptr(input_error{"a.fa:3: no record"})),
              (std::pair{exit_code::input, std::string{"a.fa:3: no record"}}));
    EXPECT_EQ(arrived(std::make_exception_ptr(std::runtime_error{"odd"})),
              (std::pair{exit_code::internal, std::string{"odd"}}));
    EXPECT_EQ(arrived(std::make_exception_ptr(std::bad_alloc{})).first, exit_code::resources);
}

TEST(rank_messages, a_stopped_rank_is_a_stopped_run)
{
    EXPECT_THROW(std::rethrow_exception(sent(std::make_exception_ptr(interrupted{exit_code::terminated}))),
                 interrupted);
}

} // namespace
