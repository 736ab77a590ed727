// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/report_page.hpp"

#include <vglcs/gap_limits.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::tools {

/// A text as a page carries it: codes of 2, 4 or 8 bits, the fewest that its different characters need, from the lowest
/// bits of a byte up. The JSON object that page/data.js reads.   O(letters).
[[nodiscard]] std::string keep_letters(std::string_view letters, report_page & page);

/// Limits as runs of equal ones: letters, smallest, largest (-1: none), blocked.
class packed_limits
{
public:
    /// O(letters); O(1) where one limit holds for all.
    explicit packed_limits(gap_limits const & limits);
    [[nodiscard]] std::uint64_t runs() const noexcept { return count_; }
    [[nodiscard]] packed_numbers const & numbers() const noexcept { return runs_; }

private:
    void add(std::uint64_t letters, gap_limit limit);

    packed_numbers runs_;
    std::uint64_t count_ = 0;
};

} // namespace vglcs::tools
