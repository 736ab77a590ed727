// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/report_page.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vglcs::tools {

/// Texts that differ in their numbers mostly, such as reasons: each is kept as its form, in which # stands for a number
/// of up to 15 digits without leading zeros, and its numbers.
class packed_texts
{
public:
    void add(std::string_view text);
    /// The JSON object that page/data.js reads.
    [[nodiscard]] std::string keep(report_page & page) const;

private:
    std::unordered_map<std::string, std::size_t> places_; ///< of forms
    std::vector<std::string> forms_;
    packed_steps form_;
    packed_numbers numbers_;
};

} // namespace vglcs::tools
