// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace vglcs::test {

/// Equal, or the first place where they differ.
template <class T>
[[nodiscard]] ::testing::AssertionResult same_elements(std::vector<T> const & got, std::vector<T> const & expected)
{
    if (got.size() != expected.size())
        return ::testing::AssertionFailure() << got.size() << " elements instead of " << expected.size();
    auto const at = std::mismatch(got.begin(), got.end(), expected.begin());
    if (at.first == got.end())
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "at " << at.first - got.begin() << ": " << *at.first << " instead of "
                                         << *at.second;
}

} // namespace vglcs::test
