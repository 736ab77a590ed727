// SPDX-License-Identifier: BSD-3-Clause
/// Random problems: letters, and limits of every kind that has ever been a trap.
#pragma once

#include "test_problem.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace vglcs::test {

using generator = std::mt19937_64;

/// A number of [low, high], the same on every standard library.
[[nodiscard]] inline std::uint64_t uniform(generator & rng, std::uint64_t low, std::uint64_t high)
{
    return low + rng() % (high - low + 1);
}

/// True in `percent` of 100 cases.
[[nodiscard]] inline bool chance(generator & rng, unsigned percent)
{
    return rng() % 100 < percent;
}

/// How the limits of one sequence are drawn; `reach` is the largest number of skipped letters of an ordinary limit.
enum class limits_kind : std::uint8_t {
    constant,   ///< one random limit for all letters
    per_letter, ///< 0..reach, each letter its own
    zero,       ///< neighbours only
    infinite,   ///< nothing binds
    elastic,    ///< lo..hi with 0 <= lo <= hi <= reach
    rigid,      ///< lo = hi
    mixed_huge, ///< 0, 1, 2, reach, more than the sequence, infinite
    exon_mix,   ///< 2 nearly everywhere, thousands or infinite at few letters
    blocked,    ///< as per_letter, and every seventh letter or so takes part in no chain
    saw,        ///< rises step by step, falls at once
    jumping_lo, ///< wide windows whose newer end jumps: the smallest limit changes from letter to letter
};

inline constexpr std::array all_limits_kinds{
    limits_kind::constant, limits_kind::per_letter, limits_kind::zero,       limits_kind::infinite,
    limits_kind::elastic,  limits_kind::rigid,      limits_kind::mixed_huge, limits_kind::exon_mix,
    limits_kind::blocked,  limits_kind::saw,        limits_kind::jumping_lo,
};

[[nodiscard]] inline std::string_view name(limits_kind kind)
{
    constexpr std::array<std::string_view, all_limits_kinds.size()> names{
        "constant",   "per_letter", "zero",    "infinite", "elastic",   "rigid",
        "mixed_huge", "exon_mix",   "blocked", "saw",      "jumping_lo"};
    return names[static_cast<std::size_t>(kind)];
}

[[nodiscard]] inline gap_limits random_limits(generator & rng, limits_kind kind, std::size_t size, std::uint32_t reach)
{
    auto const number = [&](std::uint32_t low, std::uint32_t high) {
        return static_cast<std::uint32_t>(uniform(rng, low, high));
    };
    auto const each = [&](auto const & draw) {
        gap_limits out{size, gap_limit{}};
        for (std::size_t k = 0; k < size; ++k)
            out.set(k, draw(k));
        return out;
    };
    switch (kind) {
    case limits_kind::constant:
        return {size, gap_limit{.hi = number(0, reach)}};
    case limits_kind::zero:
        return {size, gap_limit{.hi = 0}};
    case limits_kind::infinite:
        return {size, gap_limit{}};
    case limits_kind::per_letter:
        return each([&](std::size_t) { return gap_limit{.hi = number(0, reach)}; });
    case limits_kind::elastic:
        return each([&](std::size_t) {
            std::uint32_t const hi = number(0, reach);
            return gap_limit{.lo = number(0, hi), .hi = hi};
        });
    case limits_kind::rigid: {
        bool const same = chance(rng, 30);
        std::uint32_t const every = number(0, reach / 2);
        return each([&](std::size_t) {
            std::uint32_t const skipped = same ? every : number(0, reach / 2);
            return gap_limit{.lo = skipped, .hi = skipped};
        });
    }
    case limits_kind::mixed_huge:
        return each([&](std::size_t) {
            std::array<std::uint32_t, 6> const choices{
                0, 1, 2, reach, static_cast<std::uint32_t>(size) + number(0, 9), gap_limit::infinite};
            return gap_limit{.hi = choices[number(0, 5)]};
        });
    case limits_kind::exon_mix:
        return each([&](std::size_t) {
            return gap_limit{.hi = chance(rng, 95) ? 2 : (chance(rng, 50) ? number(1000, 5000) : gap_limit::infinite)};
        });
    case limits_kind::blocked:
        return each([&](std::size_t) { return gap_limit{.hi = number(0, reach), .blocked = chance(rng, 15)}; });
    case limits_kind::saw: {
        std::uint32_t const period = number(2, 2 * reach + 3);
        return each([&](std::size_t k) { return gap_limit{.hi = static_cast<std::uint32_t>(k % period)}; });
    }
    case limits_kind::jumping_lo:
        return each([&](std::size_t) {
            std::uint32_t const lo = chance(rng, 40) ? 0 : number(0, reach);
            return gap_limit{.lo = lo, .hi = chance(rng, 10) ? gap_limit::infinite : lo + number(0, reach)};
        });
    }
    return {size, gap_limit{}};
}

/// Where `random_problem` draws from. Kinds that are not set are drawn too.
struct random_problem_options
{
    std::size_t min_n = 0, max_n = 60; ///< letters of A
    std::size_t min_m = 0, max_m = 60; ///< letters of B
    std::uint32_t reach = 12;          ///< ordinary limits are at most this
    std::string_view letters = "ACGT";
    vglcs::alphabet alphabet = vglcs::alphabet::dna;
    unsigned similar_percent = 50; ///< how often B is a changed copy of A
    std::optional<limits_kind> kind_a = std::nullopt, kind_b = std::nullopt;
};

[[nodiscard]] inline std::string random_letters(generator & rng, std::size_t size, std::string_view letters)
{
    std::string out(size, ' ');
    std::ranges::generate(out, [&] { return letters[uniform(rng, 0, letters.size() - 1)]; });
    return out;
}

/// A copy with about a tenth of the letters left out, changed or doubled, cut or filled to `size` letters.
[[nodiscard]] inline std::string changed_copy(generator & rng, std::string_view text, std::size_t size,
                                              std::string_view letters)
{
    std::string out;
    for (char const letter : text) {
        std::uint64_t const event = uniform(rng, 0, 99);
        if (event < 5)
            continue;
        out += event < 10 ? letters[uniform(rng, 0, letters.size() - 1)] : letter;
        if (event > 95)
            out += letter;
    }
    std::string const tail = random_letters(rng, size, letters);
    out = out.substr(0, size);
    return out + tail.substr(out.size());
}

/// A random problem; a run of generators with the same seed gives the same problems everywhere.
[[nodiscard]] inline test_problem random_problem(generator & rng, random_problem_options const & o = {})
{
    std::size_t const n = uniform(rng, o.min_n, o.max_n), m = uniform(rng, o.min_m, o.max_m);
    auto const kind = [&](std::optional<limits_kind> given) {
        return given ? *given : all_limits_kinds[uniform(rng, 0, all_limits_kinds.size() - 1)];
    };
    limits_kind const kind_a = kind(o.kind_a);
    limits_kind const kind_b = !o.kind_b && !o.kind_a && chance(rng, 40) ? kind_a : kind(o.kind_b);
    test_problem p{.a = random_letters(rng, n, o.letters), .alphabet = o.alphabet};
    p.b = chance(rng, o.similar_percent) ? changed_copy(rng, p.a, m, o.letters) : random_letters(rng, m, o.letters);
    p.limits_a = random_limits(rng, kind_a, n, o.reach);
    p.limits_b = random_limits(rng, kind_b, m, o.reach);
    p.origin = fmt::format("random problem, limits {} and {}", name(kind_a), name(kind_b));
    return p;
}

/// `count` random problems of one seed, which their origin names.
[[nodiscard]] inline std::vector<test_problem> random_problems(std::uint64_t seed, std::size_t count,
                                                               random_problem_options const & o = {})
{
    generator rng{seed};
    std::vector<test_problem> out;
    for (std::size_t k = 0; k < count; ++k) {
        out.push_back(random_problem(rng, o));
        out.back().origin += fmt::format(", seed {} number {}", seed, k);
    }
    return out;
}

} // namespace vglcs::test
