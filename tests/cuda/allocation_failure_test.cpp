// SPDX-License-Identifier: BSD-3-Clause
/// The device's memory is gone in the middle of a run: the linker puts this file's allocator in front of the runtime's
/// (--wrap), and every allocation of a run fails once, and when it is tried again. The run ends with resource_error,
/// and the next one is right. Where it fails the first time alone, nothing is lost.
#include "gpu_test.hpp"

#include "answers.hpp"
#include "random_problem.hpp"

#include <vglcs/error.hpp>

#include <cuda_runtime_api.h>

#include <atomic>

namespace {

std::atomic<long> calls = 0, failing = 0; ///< calls seen, and the first one that fails; 0: none does
std::atomic<long> in_a_row = 2;           ///< how many fail from there on: an allocation is tried twice
std::atomic<std::size_t> largest = 0;     ///< bytes from which on every call fails; 0: none does

bool fails(std::size_t bytes)
{
    long const call = ++calls, first = failing;
    return (first && call >= first && call < first + in_a_row) || (largest && bytes >= largest);
}

} // namespace

extern "C" cudaError_t __real_cudaMallocAsync(void ** out, std::size_t bytes, cudaStream_t on);
extern "C" cudaError_t __wrap_cudaMallocAsync(void ** out, std::size_t bytes, cudaStream_t on)
{
    return fails(bytes) ? cudaErrorMemoryAllocation : __real_cudaMallocAsync(out, bytes, on);
}

namespace {

using namespace vglcs;
using namespace vglcs::test;

struct allocation_failure : gpu_test
{
    void TearDown() override
    {
        failing = largest = 0;
        in_a_row = 2;
    }

    /// Solves on the device; nothing where it said that memory is missing.
    static std::optional<result> solve_on_device(std::string const & engine, problem const & p, task t)
    {
        try {
            return solve(p, {.task = t, .engine = engine, .device = device::cuda});
        } catch (resource_error const & e) {
            EXPECT_NE(std::string{e.what()}, "");
            return std::nullopt;
        }
    }
};

} // namespace

TEST_F(allocation_failure, of_every_allocation_of_every_engine)
{
    generator rng{99};
    test_problem const p = random_problem(rng, {.min_n = 300, .max_n = 300, .min_m = 500, .max_m = 500, .reach = 30});
    problem const made = p.make();
    result const answer = solve_with("reference", made, task::alignment);
    for (engine const * e : engines()) {
        if (e->device() != device::cuda)
            continue;
        std::string const name{e->name()};
        for (task const t : {task::length, task::alignment}) {
            if (!e->supports(made, t))
                continue;
            calls = failing = 0;
            auto const whole = solve_on_device(name, made, t);
            ASSERT_TRUE(whole && same_answer(*whole, answer, t)) << name;
            long const count = calls;
            ASSERT_GT(count, 0) << name << ": no allocation was seen: is the linker's --wrap there?";
            for (long k = 1; k <= count; ++k) {
                calls = 0, in_a_row = 1;
                failing = k;
                auto const tried_again = solve_on_device(name, made, t);
                ASSERT_TRUE(tried_again && same_answer(*tried_again, answer, t)) << name << ", allocation " << k;
                calls = 0, in_a_row = 2;
                auto const got = solve_on_device(name, made, t);
                EXPECT_TRUE(!got || same_answer(*got, answer, t)) << name << ", allocation " << k;
                failing = 0;
                auto const next = solve_on_device(name, made, t);
                ASSERT_TRUE(next) << name << ", after allocation " << k;
                ASSERT_TRUE(same_answer(*next, answer, t)) << name << ", after allocation " << k;
            }
            std::printf("%s: %ld allocations failed one by one\n", name.c_str(), count);
        }
    }
}

TEST_F(allocation_failure, of_a_device_that_is_smaller_than_it_says)
{
    generator rng{100};
    test_problem const p = random_problem(rng, {.min_n = 900, .max_n = 900, .min_m = 900, .max_m = 900, .reach = 60});
    problem const made = p.make();
    result const answer = solve_with("reference", made, task::alignment);
    for (std::string const name : {"strip", "bst2", "catalan"})
        for (std::size_t const bytes : {std::size_t{1}, std::size_t{4096}, std::size_t{65'536}, std::size_t{1} << 20}) {
            largest = bytes;
            auto const got = solve_on_device(name, made, task::alignment);
            EXPECT_TRUE(!got || same_answer(*got, answer, task::alignment)) << name << ' ' << bytes;
            largest = 0;
        }
}

TEST_F(allocation_failure, budgets_below_the_need_are_refused_or_kept)
{
    generator rng{101};
    test_problem const p = random_problem(rng, {.min_n = 900, .max_n = 900, .min_m = 900, .max_m = 900, .reach = 60});
    problem const made = p.make();
    result const answer = solve_with("reference", made, task::alignment);
    for (std::string const name : {"strip", "bst2", "catalan"})
        for (std::uint64_t bytes = 1; bytes < std::uint64_t{1} << 33; bytes *= 8)
            try {
                result const got = solve(made, {.engine = name, .device = device::cuda, .max_gpu_memory = bytes});
                EXPECT_TRUE(same_answer(got, answer, task::alignment)) << name << ' ' << bytes;
            } catch (resource_error const & e) {
                EXPECT_NE(std::string{e.what()}.find("--max-gpu-memory"), std::string::npos) << e.what();
            }
}
