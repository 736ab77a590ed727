// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::tools {

/// What a sweep changes.
enum class swept : std::uint8_t { gaps, gaps_a, gaps_b, skip, skip_a, skip_b, jump_cost };

/// A parameter and its values.
struct sweep_request
{
    swept what = swept::gaps;
    std::vector<std::uint32_t> values; ///< ascending, each once, at least one

    /// True where a larger value makes chains better, or no worse; else no better.
    [[nodiscard]] bool rises() const noexcept { return what <= swept::gaps_b; }
    [[nodiscard]] bool of_a() const noexcept { return what != swept::gaps_b && what != swept::skip_b; }
    [[nodiscard]] bool of_b() const noexcept { return what != swept::gaps_a && what != swept::skip_a; }
};

/// As the command line has it: "gaps", "skip-a", ...
[[nodiscard]] std::string_view name(swept what) noexcept;

/// Reads PARAMETER=LO..HI, LO..HI/STEP or a list of numbers and ranges with commas between. Throws usage_error, which
/// names the word.
[[nodiscard]] sweep_request parse_sweep(std::string const & text);

} // namespace vglcs::tools
