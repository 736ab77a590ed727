// SPDX-License-Identifier: BSD-3-Clause
/// Random problems with costs: skip costs, jumps of every style, ends that none may use, letters that are blocked.
#pragma once

#include "random_problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace vglcs::test {

/// Where jumps land, and how far they go.
enum class jumps_kind : std::uint8_t {
    none,
    everywhere, ///< one window and cost for all letters
    few,        ///< at a letter of five
    some,       ///< at every second letter, with a smallest number of letters
    elastic,    ///< everywhere, a window of its own each
    endless,    ///< of any length
};

inline constexpr std::array all_jumps_kinds{jumps_kind::none, jumps_kind::everywhere, jumps_kind::few,
                                            jumps_kind::some, jumps_kind::elastic,    jumps_kind::endless};

[[nodiscard]] inline std::string_view name(jumps_kind kind)
{
    constexpr std::array<std::string_view, all_jumps_kinds.size()> names{"none", "everywhere", "few",
                                                                         "some", "elastic",    "endless"};
    return names[static_cast<std::size_t>(kind)];
}

/// @param reach  jumps pass some three times as many letters as ordinary limits
[[nodiscard]] inline jumps random_jumps(generator & rng, jumps_kind kind, std::size_t size, std::uint32_t reach)
{
    if (kind == jumps_kind::none)
        return {};
    auto const number = [&](std::uint32_t low, std::uint32_t high) {
        return static_cast<std::uint32_t>(uniform(rng, low, high));
    };
    auto const cost = [&] { return std::array<std::uint32_t, 5>{0, 1, 2, 3, 5}[number(0, 4)]; };
    auto const window = [&] {
        bool const has_lo = kind == jumps_kind::elastic || kind == jumps_kind::some;
        std::uint32_t const lo = has_lo ? number(0, reach) : 0;
        return jump{lo, kind == jumps_kind::endless ? gap_limit::infinite : lo + number(0, 3 * reach + 2), cost()};
    };
    if (kind == jumps_kind::everywhere) {
        jump const every{number(0, reach), reach + number(0, 3 * reach + 2), cost()};
        return jumps{size, every, number(0, 2)};
    }
    jumps out{size};
    for (std::size_t k = 0; k < size; ++k)
        if (!(kind == jumps_kind::few && chance(rng, 80)) && !(kind == jumps_kind::some && chance(rng, 50)))
            out.set_landing(k, k + 1, window());
    if (chance(rng, 60))
        for (std::size_t k = 0; k < size; ++k)
            out.set_leaving(k, k + 1,
                            std::array<std::optional<std::uint32_t>, 5>{0, 0, 1, 3, std::nullopt}[number(0, 4)]);
    return out;
}

/// Where `random_scored` draws from; kinds that are not set are drawn too.
struct random_scored_options
{
    random_problem_options problem{};
    std::optional<jumps_kind> jumps_a = std::nullopt, jumps_b = std::nullopt;
};

[[nodiscard]] inline test_problem random_scored(generator & rng, random_scored_options const & o = {})
{
    test_problem p = random_problem(rng, o.problem);
    auto const one_of = [&](auto const & values) { return values[uniform(rng, 0, values.size() - 1)]; };
    auto const kind = [&](std::optional<jumps_kind> given) {
        return given ? *given : chance(rng, 35) ? jumps_kind::none : one_of(all_jumps_kinds);
    };
    constexpr std::array<std::uint32_t, 6> earned{1, 1, 1, 2, 3, 7}, skips{0, 1, 1, 1, 2, 3};
    p.scoring = {one_of(earned), one_of(skips), one_of(skips)};
    jumps_kind const kind_a = kind(o.jumps_a), kind_b = kind(o.jumps_b);
    p.jumps_a = random_jumps(rng, kind_a, p.a.size(), o.problem.reach);
    p.jumps_b = random_jumps(rng, kind_b, p.b.size(), o.problem.reach);
    p.origin += fmt::format(", jumps {} and {}", name(kind_a), name(kind_b));
    return p;
}

[[nodiscard]] inline std::vector<test_problem> random_scored_problems(std::uint64_t seed, std::size_t count,
                                                                      random_scored_options const & o = {})
{
    generator rng{seed};
    std::vector<test_problem> out;
    for (std::size_t k = 0; k < count; ++k) {
        out.push_back(random_scored(rng, o));
        out.back().origin += fmt::format(", seed {} number {}", seed, k);
    }
    return out;
}

/// The same problem with letters in the place of those that match nothing (blocked, or no letters of the alphabet):
/// each takes the limit that it has as an end of a jump, and matches nothing since the other sequence has no such
/// letter. Engines cannot drop them. In the alphabet `raw`.
[[nodiscard]] inline test_problem with_all_letters(test_problem const & p)
{
    test_problem out = p;
    out.alphabet = alphabet::raw;
    out.origin += ", all letters kept";
    auto const spell_out = [&](std::string & text, gap_limits & limits, char stranger) {
        std::vector<letter_code> const codes = encode(text, p.alphabet);
        gap_limits const given = limits;
        for (std::size_t k = 0; k < text.size(); ++k) {
            if (given[k].blocked) {
                std::optional<std::uint32_t> hi;
                for (std::size_t left = k; left-- > 0 && !hi;)
                    if (!given[left].blocked)
                        hi = given[left].hi;
                for (std::size_t right = k + 1; right < text.size(); ++right)
                    if (!given[right].blocked) {
                        hi = hi ? std::min(*hi, given[right].hi) : given[right].hi;
                        break;
                    }
                limits.set(k, {.hi = hi.value_or(0)});
            }
            if (given[k].blocked || codes[k] == no_match)
                text[k] = stranger;
        }
    };
    spell_out(out.a, out.limits_a, '<');
    spell_out(out.b, out.limits_b, '>');
    return out;
}

} // namespace vglcs::test
