// SPDX-License-Identifier: BSD-3-Clause
/// Problems for benchmarks: random letters and the kinds of limits that the tables in docs/ speak of.
#pragma once

#include <vglcs/gap_limits.hpp>
#include <vglcs/problem.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace vglcs::bench {

enum class letters : std::uint8_t { dna, protein };
enum class limits : std::uint8_t { zero, one, five, up_to_7, up_to_30, up_to_1000, exons, infinite };

inline constexpr std::array all_limits{limits::zero,     limits::one,        limits::five,  limits::up_to_7,
                                       limits::up_to_30, limits::up_to_1000, limits::exons, limits::infinite};

[[nodiscard]] constexpr std::string_view name(letters x)
{
    return x == letters::dna ? "dna" : "protein";
}
[[nodiscard]] constexpr std::string_view name(limits x)
{
    constexpr std::array<std::string_view, all_limits.size()> names{"0",     "1",       "5",     "0..7",
                                                                    "0..30", "0..1000", "exons", "inf"};
    return names[static_cast<std::size_t>(x)];
}

struct problem_shape
{
    bench::letters letters = bench::letters::dna;
    bench::limits limits = bench::limits::up_to_30;
    std::size_t n = 4'000, m = 65'536;
    bool by_partner = false; ///< B has no limits of its own, letters of A give them
};

[[nodiscard]] inline gap_limits make_limits(std::mt19937_64 & rng, limits kind, std::size_t size)
{
    auto const random = [&](std::uint32_t top) { return static_cast<std::uint32_t>(rng() % (top + 1)); };
    auto const each = [&](auto const & draw) {
        gap_limits out{size, gap_limit{}};
        for (std::size_t k = 0; k < size; ++k)
            out.set(k, gap_limit{.hi = draw()});
        return out;
    };
    switch (kind) {
    case limits::zero:
        return {size, gap_limit{.hi = 0}};
    case limits::one:
        return {size, gap_limit{.hi = 1}};
    case limits::five:
        return {size, gap_limit{.hi = 5}};
    case limits::up_to_7:
        return each([&] { return random(7); });
    case limits::up_to_30:
        return each([&] { return random(30); });
    case limits::up_to_1000:
        return each([&] { return random(1000); });
    case limits::exons:
        return each([&] { return rng() % 100 == 0 ? 50'000 : random(30); });
    case limits::infinite:
        break;
    }
    return {size, gap_limit{}};
}

/// The same problem for the same shape, everywhere.
[[nodiscard]] inline problem make(problem_shape const & shape)
{
    std::mt19937_64 rng{1};
    auto const text = [&](std::size_t size) {
        std::vector<letter_code> out(size);
        for (letter_code & c : out)
            c = static_cast<letter_code>(rng() % (shape.letters == letters::dna ? 4 : 20));
        return out;
    };
    auto a = text(shape.n), b = text(shape.m);
    gap_limits const limits_a = make_limits(rng, shape.limits, shape.n);
    if (shape.by_partner)
        return {std::move(a), std::move(b), limits_a, {shape.m, gap_limit{}},
                {},           {},           {},       {.b_by_a = make_limits(rng, shape.limits, shape.n)}};
    gap_limits const limits_b = make_limits(rng, shape.limits, shape.m);
    return {std::move(a), std::move(b), limits_a, limits_b};
}

} // namespace vglcs::bench
