// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>

#include <fmt/format.h>

namespace vglcs {

namespace {

std::string located(std::string_view file, std::uint64_t line, std::string_view what)
{
    return line ? fmt::format("{}:{}: {}", file, line, what) : fmt::format("{}: {}", file, what);
}

} // namespace

input_error::input_error(std::string_view file, std::uint64_t line, std::string_view what)
    : error{exit_code::input, located(file, line, what)}
{
}

std::string format_bytes(std::uint64_t bytes)
{
    if (bytes < 1024)
        return fmt::format("{} B", bytes);
    constexpr char const * units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    auto value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; value >= 1024 && unit < 5; ++unit)
        value /= 1024;
    return fmt::format("{:.1f} {}", value, units[unit]);
}

} // namespace vglcs
