// SPDX-License-Identifier: BSD-3-Clause
/// Where a problem goes, by its size, the run's, the devices that there are, their memory, and what is asked: and that
/// a plan says so before the run does it.
#include "fake_devices.hpp"
#include "random_problem.hpp"

#include <vglcs/device_choice.hpp>
#include <vglcs/engine.hpp>
#include <vglcs/solve_many.hpp>

#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::test;

problem made(std::size_t n, std::size_t m, std::uint32_t hi = 3)
{
    auto const letters = [](std::size_t size) {
        std::vector<letter_code> out(size);
        for (std::size_t k = 0; k < size; ++k)
            out[k] = static_cast<letter_code>(k * k % 7 % 4);
        return out;
    };
    return {letters(n), letters(m), gap_limits{n, {.hi = hi}}, gap_limits{m, {.hi = hi}}};
}

struct device_choice : testing::Test
{
    fake_devices devices;
    detail::devices_in_place in_place{devices};

    [[nodiscard]] device of(problem const & p, options const & o = {}) const
    {
        return planned_run{p, o}.engine().device();
    }
    [[nodiscard]] std::string_view name_of(problem const & p) const { return planned_run{p, {}}.engine().name(); }
};

TEST_F(device_choice, a_problem_alone_pays_by_its_cells)
{
    EXPECT_EQ(of(made(101, 99)), device::cpu);
    EXPECT_EQ(devices.looked, 0) << "the driver is started for nothing";
    EXPECT_EQ(of(made(100, 100)), device::cuda);
    EXPECT_EQ(of(made(100, 100), {.device = device::cpu}), device::cpu);
    EXPECT_EQ(of(made(2, 30), {.device = device::cuda}), device::cuda);
}

TEST_F(device_choice, problems_of_a_run_pay_together)
{
    problem const p = made(50, 60);
    EXPECT_EQ(of(p, {.run_cells = 39'999}), device::cpu);
    EXPECT_EQ(of(p, {.run_cells = 40'000}), device::cuda);
    std::vector<problem const *> const few(13, &p), many(14, &p); // 3,000 cells each
    for (answer const & a : solve_many(few))
        EXPECT_EQ(a.result.engine, "strip");
    for (answer const & a : solve_many(many))
        EXPECT_EQ(a.result.engine, fake_devices::engine_name);
}

TEST_F(device_choice, without_a_device_the_cpu_is_taken_or_the_run_refused)
{
    devices.there = false;
    std::vector<std::string> told;
    options o;
    o.note = [&](std::string const & text) { told.push_back(text); };
    EXPECT_EQ(of(made(100, 100), o), device::cpu);
    EXPECT_EQ(told, std::vector<std::string>{"--device auto: no CUDA device (none is plugged in): this run takes the "
                                             "CPU"});
    o.device = device::cuda;
    EXPECT_THROW((void)of(made(100, 100), o), backend_unavailable);
    EXPECT_THROW(require_engine(o), backend_unavailable);
    o.device_number = 1;
    devices.there = true;
    EXPECT_THROW(require_engine(o), backend_unavailable);
}

TEST_F(device_choice, what_the_cpu_solves_faster_stays_there)
{
    EXPECT_EQ(name_of(made(500, 500, gap_limit::infinite)), "bitlcs");
    EXPECT_EQ(name_of(made(5000, 16)), "peng");
    EXPECT_EQ(name_of(made(5000, 17)), fake_devices::engine_name);
    options const asked{.device = device::cuda};
    EXPECT_EQ(of(made(500, 500, gap_limit::infinite), asked), device::cuda);
    EXPECT_EQ(of(made(5000, 16), asked), device::cuda);
}

TEST_F(device_choice, an_engine_by_name_goes_where_the_rule_says)
{
    problem const p = made(200, 200);
    EXPECT_EQ(of(p, {.engine = "strip"}), device::cuda);
    EXPECT_EQ(of(p, {.engine = "strip", .device = device::cpu}), device::cpu);
    EXPECT_EQ(of(p, {.engine = "reference"}), device::cpu);
    EXPECT_THROW((void)of(p, {.engine = "reference", .device = device::cuda}), usage_error);
    EXPECT_THROW((void)of(p, {.engine = "nosuch"}), usage_error);
    EXPECT_THROW((void)of(p, {.engine = "bitlcs"}), usage_error);
    EXPECT_THROW(require_engine({.engine = "nosuch"}), usage_error);
    EXPECT_NO_THROW(require_engine({.engine = "bitlcs"}));
}

TEST_F(device_choice, too_small_a_device_gives_way_where_it_was_not_asked_for)
{
    problem const p = made(200, 200);
    std::vector<std::string> told;
    options o;
    o.note = [&](std::string const & text) { told.push_back(text); };
    o.max_gpu_memory = fake_devices::bytes(p);
    EXPECT_EQ(of(p, o), device::cuda);
    --o.max_gpu_memory;
    EXPECT_TRUE(told.empty());
    EXPECT_EQ(of(p, o), device::cpu);
    EXPECT_EQ(told.size(), 1u);
    EXPECT_EQ(plan(p, o).gpu_bytes, 0u);
    EXPECT_EQ(solve(p, o).engine, "strip");
    o.fall_back = false;
    EXPECT_FALSE(planned_run(p, o).fits());
    EXPECT_THROW((void)solve(p, o), resource_error);
    o.fall_back = true;
    o.device = device::cuda;
    EXPECT_FALSE(planned_run(p, o).fits());
    EXPECT_THROW((void)solve(p, o), resource_error);
    o.max_gpu_memory = 0;
    devices.memory = fake_devices::bytes(p) - 1;
    EXPECT_THROW((void)solve(p, o), resource_error);
    ++devices.memory;
    EXPECT_EQ(solve(p, o).engine, fake_devices::engine_name);
}

/// What happens: the engine that answers, or the kind of refusal.
template <class F>
std::string outcome(F const & f)
{
    try {
        return std::string{f()};
    } catch (backend_unavailable const &) {
        return "no device";
    } catch (resource_error const &) {
        return "resources";
    } catch (usage_error const &) {
        return "usage";
    }
}

TEST_F(device_choice, a_plan_says_what_the_run_does)
{
    generator rng{11};
    std::deque<problem> problems;
    for (std::size_t const size : {0u, 1u, 16u, 60u, 99u, 100u, 101u, 150u})
        for (limits_kind const kind : {limits_kind::per_letter, limits_kind::infinite}) {
            std::size_t const n = size ? uniform(rng, size, size + 2) : 0;
            auto const letters = [&](std::size_t count) {
                std::vector<letter_code> out(count);
                std::ranges::generate(out, [&] { return static_cast<letter_code>(uniform(rng, 0, 3)); });
                return out;
            };
            problems.push_back(
                {letters(n), letters(size), random_limits(rng, kind, n, 9), random_limits(rng, kind, size, 9)});
        }
    std::vector<problem const *> all;
    for (problem const & p : problems)
        all.push_back(&p);
    std::set<std::string> seen;
    for (std::string const engine : {"auto", "strip", "bst2", "bitlcs", "nosuch"})
        for (device const where : {device::automatic, device::cpu, device::cuda})
            for (bool const there : {false, true})
                for (std::uint64_t const gpu_memory : {1'150u, 1'250u, 1u << 20})
                    for (std::uint64_t const memory : {std::uint64_t{4000}, std::uint64_t{1} << 30})
                        for (std::uint64_t const together : {std::uint64_t{40'000}, std::uint64_t{1} << 40}) {
                            if (engine == "bst2" && where == device::cuda)
                                continue; // a build with CUDA has that engine on a card, for which nothing stands in
                            devices.there = there;
                            devices.memory = gpu_memory;
                            devices.pay.together = together;
                            options o{.engine = engine, .device = where, .threads = 1, .max_memory = memory};
                            auto const planned = [&](problem const & p) {
                                return outcome([&] {
                                    planned_run const run{p, o};
                                    return run.fits() ? run.engine().name() : "resources";
                                });
                            };
                            for (problem const & p : problems) {
                                std::string const run = outcome([&] { return solve(p, o).engine; });
                                EXPECT_EQ(planned(p), run) << engine << ' ' << p.n() << " x " << p.m();
                                seen.insert(run);
                            }
                            std::uint64_t cells = 0;
                            for (problem const & p : problems)
                                cells += std::uint64_t{p.n()} * p.m();
                            std::optional<std::vector<answer>> answers;
                            std::string const thrown = outcome([&] {
                                answers = solve_many(all, o);
                                return "answers";
                            });
                            o.run_cells = cells;
                            for (std::size_t k = 0; k < all.size(); ++k) {
                                std::string const run = !answers ? thrown : outcome([&] {
                                    if ((*answers)[k].failure)
                                        std::rethrow_exception((*answers)[k].failure);
                                    return (*answers)[k].result.engine;
                                });
                                EXPECT_EQ(planned(*all[k]), run) << engine << ", many, " << all[k]->n();
                                seen.insert(run);
                            }
                        }
    for (std::string const one : {"resources", "no device", "usage", "strip", "bitlcs", "bst2", "device-strip"})
        EXPECT_TRUE(seen.contains(one)) << one << " was never the outcome";
}

} // namespace
