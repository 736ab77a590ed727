// SPDX-License-Identifier: BSD-3-Clause
/// Comparing answers of engines, with what a reader needs to repeat a failure.
#pragma once

#include "test_problem.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/result.hpp>
#include <vglcs/verify.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace vglcs {

/// What Google Test prints of a pair.
inline void PrintTo(matched_pair const & pair, std::ostream * out)
{
    *out << '(' << pair.i << ", " << pair.j << ')';
}

} // namespace vglcs

namespace vglcs::test {

/// Where two chains part: "pair 3 is (4, 5), expected (4, 6)".
[[nodiscard]] inline std::string first_difference(std::vector<matched_pair> const & got,
                                                  std::vector<matched_pair> const & expected)
{
    auto const [x, y] = std::ranges::mismatch(got, expected);
    auto const text = [](auto position, auto end) {
        return position == end ? std::string{"missing"} : fmt::format("({}, {})", position->i, position->j);
    };
    return fmt::format("pair {} is {}, expected {}", x - got.begin() + 1, text(x, got.end()), text(y, expected.end()));
}

/// Success where an answer is the expected one: score, length, last pair and, under task::alignment, every pair of the
/// chain. Under task::length an engine need not know the length where there are costs.
[[nodiscard]] inline ::testing::AssertionResult same_answer(result const & got, result const & expected, task t)
{
    if (got.score != expected.score)
        return ::testing::AssertionFailure() << "score " << got.score << ", expected " << expected.score;
    if (got.length != expected.length && !(t == task::length && got.length == 0))
        return ::testing::AssertionFailure() << "length " << got.length << ", expected " << expected.length;
    if (got.last != expected.last)
        return ::testing::AssertionFailure() << "last pair " << ::testing::PrintToString(got.last) << ", expected "
                                             << ::testing::PrintToString(expected.last);
    if (t == task::length && !got.chain.empty())
        return ::testing::AssertionFailure() << "a chain of " << got.chain.size() << " pairs under task::length";
    if (t == task::alignment && got.chain != expected.chain)
        return ::testing::AssertionFailure() << "chain: " << first_difference(got.chain, expected.chain);
    return ::testing::AssertionSuccess();
}

/// `solve` with one engine; options that are not given are the defaults.
[[nodiscard]] inline result solve_with(std::string_view engine, problem const & p, task t, int threads = 1)
{
    return solve(p, {.task = t, .engine = std::string{engine}, .device = device::cpu, .threads = threads});
}

/// Names of engines as Google Test allows them: "ds-st" is "ds_st".
[[nodiscard]] inline std::string test_name(std::string name)
{
    std::ranges::replace(name, '-', '_');
    return name;
}

} // namespace vglcs::test
