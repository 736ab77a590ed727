// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/report_page.hpp"

#include <vglcs/gap_limits.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace vglcs::tools {

/// A text as a page carries it: codes of 2, 4 or 8 bits, the fewest that its different characters need, from the lowest
/// bits of a byte up. The JSON object that page/data.js reads.   O(letters).
[[nodiscard]] std::string keep_letters(std::string_view letters, report_page & page);

/// Limits as runs of equal ones: a list of the different limits, and for each run its letters and its place in that
/// list.
class packed_limits
{
public:
    /// O(letters); O(1) where one limit holds for all.
    explicit packed_limits(gap_limits const & limits);
    [[nodiscard]] std::uint64_t runs() const noexcept { return count_; }
    /// The JSON object that page/data.js reads.
    [[nodiscard]] std::string keep(report_page & page) const;

private:
    void add(std::uint64_t letters, gap_limit limit);

    std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::size_t> places_;
    packed_numbers different_; ///< smallest, largest (-1: none), blocked
    packed_numbers runs_;
    std::uint64_t count_ = 0;
};

} // namespace vglcs::tools
