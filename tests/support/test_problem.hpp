// SPDX-License-Identifier: BSD-3-Clause
/// A problem as tests write it down: letters and limits, printed in full where a check fails.
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/problem.hpp>

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

    /// The problem as an engine takes it.
    [[nodiscard]] problem make() const { return {encode(a, alphabet), encode(b, alphabet), limits_a, limits_b}; }
    /// A and B exchanged, limits with them.
    [[nodiscard]] test_problem swapped() const { return {b, a, limits_b, limits_a, alphabet, origin + ", swapped"}; }
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

/// Limits for people, runs of equal ones joined: "2 0..5 3x4 inf x".
[[nodiscard]] inline std::string to_string(gap_limits const & limits)
{
    auto const one = [](gap_limit limit) {
        std::string const hi = limit.hi == gap_limit::infinite ? "inf" : fmt::format("{}", limit.hi);
        return (limit.lo ? fmt::format("{}..{}", limit.lo, hi) : hi) + (limit.blocked ? "x" : "");
    };
    std::string out;
    for (std::size_t k = 0, next = 0; k < limits.size(); k = next) {
        for (next = k + 1; next < limits.size() && limits[next] == limits[k];)
            ++next;
        out += fmt::format("{}{}", k ? " " : "", one(limits[k]));
        if (next - k > 1)
            out += fmt::format("x{}", next - k);
    }
    return out;
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
}

} // namespace vglcs::test
