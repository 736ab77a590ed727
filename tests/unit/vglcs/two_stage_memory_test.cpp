// SPDX-License-Identifier: BSD-3-Clause
/// The bytes that the row-by-row engines plan against those that they allocate.
#include "answers.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// the thread sanitizer brings operators new and delete that leave no room for others
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define VGLCS_OPERATORS_ARE_TAKEN
#endif
#endif

namespace {

std::atomic<std::size_t> in_use{0}, peak{0};

/// Allocates with the size in front, and counts. 64 bytes keep every alignment that is asked for.
[[maybe_unused]] void * counted_allocate(std::size_t bytes)
{
    auto * const block = static_cast<std::size_t *>(std::aligned_alloc(64, (bytes + 127) / 64 * 64));
    if (!block)
        throw std::bad_alloc{};
    *block = bytes;
    std::size_t const now = in_use.fetch_add(bytes) + bytes;
    std::size_t seen = peak.load();
    while (seen < now && !peak.compare_exchange_weak(seen, now)) {
    }
    return block + 8;
}

[[maybe_unused]] void counted_free(void * memory) noexcept
{
    if (!memory)
        return;
    std::size_t * const block = static_cast<std::size_t *>(memory) - 8;
    in_use.fetch_sub(*block);
    std::free(block);
}

} // namespace

#ifndef VGLCS_OPERATORS_ARE_TAKEN
void * operator new(std::size_t bytes)
{
    return counted_allocate(bytes);
}
void * operator new(std::size_t bytes, std::align_val_t)
{
    return counted_allocate(bytes);
}
void operator delete(void * memory) noexcept
{
    counted_free(memory);
}
void operator delete(void * memory, std::size_t) noexcept
{
    counted_free(memory);
}
void operator delete(void * memory, std::align_val_t) noexcept
{
    counted_free(memory);
}
void operator delete(void * memory, std::size_t, std::align_val_t) noexcept
{
    counted_free(memory);
}
#endif

using namespace vglcs;
using namespace vglcs::test;

TEST(two_stage_memory, plan_is_what_a_run_allocates)
{
#ifdef VGLCS_OPERATORS_ARE_TAKEN
    GTEST_SKIP() << "allocations cannot be counted beside the thread sanitizer";
#endif
    for (limits_kind const kind : {limits_kind::per_letter, limits_kind::infinite, limits_kind::elastic}) {
        test_problem const t =
            random_problems(1, 1,
                            {.min_n = 900, .max_n = 900, .min_m = 1100, .max_m = 1100, .kind_a = kind, .kind_b = kind})
                .front();
        problem const p = t.make();
        for (char const * name : {"peng", "ds-st", "ds-bst", "bst2", "catalan"})
            for (task const which : {task::length, task::alignment}) {
                options const o = resolved({.task = which, .engine = name, .threads = 2});
                engine const & e = choose_engine(p, o);
                static_cast<void>(e.solve(p, o)); // tables that a process makes once
                std::uint64_t const planned = e.plan(p, o).host_bytes - p.bytes();
                std::size_t const before = in_use.load();
                peak.store(before);
                static_cast<void>(e.solve(p, o));
                std::size_t const used = peak.load() - before;
                EXPECT_LE(used, planned + 4096) << name << ", " << vglcs::test::name(kind);
                EXPECT_GE(used + 16384, planned) << name << ", " << vglcs::test::name(kind);
            }
    }
}
