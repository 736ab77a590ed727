// SPDX-License-Identifier: BSD-3-Clause
/// A problem as tests write it down: letters and limits, printed in full where a check fails.
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/scoring.hpp>

#include <fmt/format.h>

#include <initializer_list>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vglcs::test {

/// Letters and limits of two sequences; `origin` says where the case comes from (file and id, or seed and number).
struct test_problem
{
    std::string a, b;
    gap_limits limits_a, limits_b;
    vglcs::alphabet alphabet = vglcs::alphabet::dna;
    std::string origin;
    vglcs::scoring scoring{};
    jumps jumps_a{}, jumps_b{}; ///< default-constructed: none
    partner_limits by_partner{};

    /// The problem as an engine takes it.
    [[nodiscard]] problem make() const
    {
        return {encode(a, alphabet), encode(b, alphabet), limits_a, limits_b, scoring, jumps_a, jumps_b, by_partner};
    }
    /// A and B exchanged, limits and costs with them.
    [[nodiscard]] test_problem swapped() const
    {
        return {b,
                a,
                limits_b,
                limits_a,
                alphabet,
                origin + ", swapped",
                {scoring.match, scoring.skip_b, scoring.skip_a},
                jumps_b,
                jumps_a,
                {by_partner.a_by_b, by_partner.b_by_a}};
    }
};

/// Limits from a list of largest values, one a letter.
[[nodiscard]] inline gap_limits limits_of(std::initializer_list<std::uint32_t> largest)
{
    gap_limits out{largest.size(), gap_limit{}};
    std::size_t position = 0;
    for (std::uint32_t const hi : largest)
        out.set(position++, gap_limit{.hi = hi});
    return out;
}

/// text(k) of all k < size, runs of equal ones joined: "2 0..5 3x4 inf x".
template <class F>
[[nodiscard]] std::string joined_runs(std::size_t size, F const & text)
{
    std::string out;
    for (std::size_t k = 0, next = 0; k < size; k = next) {
        std::string const one = text(k);
        for (next = k + 1; next < size && text(next) == one;)
            ++next;
        out += fmt::format("{}{}", k ? " " : "", one);
        if (next - k > 1)
            out += fmt::format("x{}", next - k);
    }
    return out;
}

/// "3", "inf", "2..5".
[[nodiscard]] inline std::string window_text(std::uint32_t lo, std::uint32_t hi)
{
    std::string const last = hi == gap_limit::infinite ? "inf" : fmt::format("{}", hi);
    return lo ? fmt::format("{}..{}", lo, last) : last;
}

[[nodiscard]] inline std::string to_string(gap_limits const & limits)
{
    return joined_runs(limits.size(), [&](std::size_t k) {
        return window_text(limits[k].lo, limits[k].hi) + (limits[k].blocked ? "x" : "");
    });
}

/// Landing, then leaving: ". 2..9@3x4 leave 0x5".
[[nodiscard]] inline std::string to_string(jumps const & all)
{
    return joined_runs(all.size(),
                       [&](std::size_t k) {
                           auto const at = all.landing(k);
                           return at ? fmt::format("{}@{}", window_text(at->lo, at->hi), at->cost) : ".";
                       }) +
           " leave " + joined_runs(all.size(), [&](std::size_t k) {
               auto const costs = all.leaving(k);
               return costs ? fmt::format("{}", *costs) : "x";
           });
}

/// What Google Test prints; letters and limits are cut after 4,000 characters.
inline void PrintTo(test_problem const & p, std::ostream * out)
{
    auto const cut = [](std::string text) {
        if (text.size() > 4000)
            text.replace(4000, std::string::npos, "...");
        return text;
    };
    *out << fmt::format("{}\n  A ({}) {}\n  limits {}\n  B ({}) {}\n  limits {}", p.origin, p.a.size(), cut(p.a),
                        cut(to_string(p.limits_a)), p.b.size(), cut(p.b), cut(to_string(p.limits_b)));
    if (p.scoring != vglcs::scoring{} || p.jumps_a.size() != 0 || p.jumps_b.size() != 0)
        *out << fmt::format("\n  match {} skip {} {}\n  jumps A {}\n  jumps B {}", p.scoring.match, p.scoring.skip_a,
                            p.scoring.skip_b, cut(to_string(p.jumps_a)), cut(to_string(p.jumps_b)));
    if (p.by_partner.b_by_a.size() != 0)
        *out << fmt::format("\n  limits of B by A {}", cut(to_string(p.by_partner.b_by_a)));
    if (p.by_partner.a_by_b.size() != 0)
        *out << fmt::format("\n  limits of A by B {}", cut(to_string(p.by_partner.a_by_b)));
}

} // namespace vglcs::test
