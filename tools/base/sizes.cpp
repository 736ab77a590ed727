// SPDX-License-Identifier: BSD-3-Clause
#include "base/sizes.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string_view>
#include <system_error>

namespace vglcs::tools {

std::uint64_t parse_size(std::string const & option, std::string const & text)
{
    auto const refuse = [&](std::string_view why) {
        return usage_error{fmt::format("{} {}: {}: give bytes, or a number with K, M, G or T", option, text, why)};
    };
    std::uint64_t value = 0;
    char const * const last = text.data() + text.size();
    auto [end, fault] = std::from_chars(text.data(), last, value);
    if (fault == std::errc::result_out_of_range)
        throw refuse("too large");
    if (fault != std::errc{})
        throw refuse("not a size");
    unsigned shift = 0;
    if (end != last) {
        constexpr std::string_view units = "KMGT";
        auto const unit = units.find(static_cast<char>(*end & ~0x20));
        ++end;
        if (unit == std::string_view::npos ||
            (end != last && std::string_view{end, last} != "B" && std::string_view{end, last} != "iB"))
            throw refuse("not a size");
        shift = 10 * (static_cast<unsigned>(unit) + 1);
    }
    if (value == 0)
        throw refuse("zero");
    if (value > (std::numeric_limits<std::uint64_t>::max() >> shift))
        throw refuse("too large");
    return value << shift;
}

} // namespace vglcs::tools
