// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/machine_speed.hpp"

#include "cpu/bitlcs/bitlcs.hpp"
#include "cpu/engines.hpp"
#include "cpu/strip/strip.hpp"

#include <vglcs/machine.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace vglcs::cpu {

namespace {

/// Random DNA; every letter its own limit of 0..reach, or all `reach`.
problem sample(std::size_t n, std::size_t m, std::uint32_t reach, bool random)
{
    std::minstd_rand rng{1};
    auto const letters = [&](std::size_t size) {
        std::vector<letter_code> out(size);
        std::ranges::generate(out, [&] { return static_cast<letter_code>(rng() / 64 % 4); });
        return out;
    };
    auto const limits = [&](std::size_t size) {
        gap_limits out{size, gap_limit{.hi = reach}};
        for (std::size_t k = 0; k < size && random; ++k)
            out.set(k, gap_limit{.hi = static_cast<std::uint32_t>(rng() / 64 % (reach + 1))});
        return out;
    };
    auto a = letters(n), b = letters(m);
    gap_limits const limits_a = limits(n), limits_b = limits(m);
    return {std::move(a), std::move(b), limits_a, limits_b};
}

/// Seconds of processor time of the quickest of a few runs: other work on the machine is not its fault.
template <class F>
double quickest(F const & run)
{
    double best = std::numeric_limits<double>::max();
    for (int k = 0; k < 3; ++k) {
        std::clock_t const start = std::clock();
        run();
        best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return best;
}

double sensible(double factor)
{
    return std::clamp(factor, 0.02, 50.0);
}

machine_speed measure()
{
    machine_speed out;
    auto const run = [](strip_plan const & plan) {
        return quickest([&] { static_cast<void>(run_strips(plan, 1, nullptr)); });
    };
    // one limit for all: hardly anything but vectors
    problem const plain = sample(1'024, 8'192, 5, false);
    strip_plan const vectors{plain, {}, 2};
    out.vectors = out.entries = sensible(run(vectors) / vectors.row_seconds({}));
    // limits of up to 200: as many look-ups
    problem const mixed = sample(4'096, 4'096, 200, true);
    strip_plan const entries{mixed, {}, 2};
    machine_speed const only_entries{.vectors = 0}, only_vectors{.vectors = out.vectors, .entries = 0};
    out.entries = sensible((run(entries) - entries.row_seconds(only_vectors)) / entries.row_seconds(only_entries));

    problem const endless = sample(4'096, 32'768, gap_limit::infinite, false);
    out.bits = sensible(quickest([&] { static_cast<void>(bit_lcs(endless, {}, false, 1, nullptr)); }) /
                        bit_lcs_seconds(endless, false, 1));

    // all engines without SIMD scale like this one
    problem const small = sample(512, 512, 30, true);
    options const length{.task = task::length, .threads = 1};
    double const expected = bst2_engine().plan(small, length).seconds;
    out.scalar = sensible(quickest([&] { static_cast<void>(bst2_engine().solve(small, length)); }) / expected);
    return out;
}

std::atomic<machine_speed const *> measured{nullptr};

} // namespace

machine_speed const & current_speed() noexcept
{
    static constexpr machine_speed reference;
    machine_speed const * const known = measured.load(std::memory_order_acquire);
    return known ? *known : reference;
}

} // namespace vglcs::cpu

void vglcs::measure_speed()
{
    static cpu::machine_speed const here = cpu::measure();
    cpu::measured.store(&here, std::memory_order_release);
}
