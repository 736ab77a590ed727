// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/limit_text.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace vglcs {

namespace detail {

namespace {

constexpr std::string_view range_sign = "..";
constexpr std::string_view infinite_word = "inf";
constexpr std::string_view blocked_word = "x";

} // namespace

number_reading read_number(std::string_view text) noexcept
{
    if (text.empty())
        return {.fault = limit_fault::not_a_limit};
    std::uint64_t value = 0;
    char const * const end = text.data() + text.size();
    auto const [stop, status] = std::from_chars(text.data(), end, value);
    if (stop == end && status == std::errc{})
        return {.value = static_cast<std::uint32_t>(std::min<std::uint64_t>(value, gap_limit::infinite))};
    if (stop == end && status == std::errc::result_out_of_range)
        return {.fault = limit_fault::too_large};
    bool const negative = text.size() > 1 && text[0] == '-' &&
                          std::ranges::all_of(text.substr(1), [](char c) { return c >= '0' && c <= '9'; });
    return {.fault = negative ? limit_fault::negative : limit_fault::not_a_limit};
}

limit_reading read_limit(std::string_view text) noexcept
{
    if (text.empty())
        return {.fault = limit_fault::missing};
    if (text == infinite_word)
        return {};
    if (text == blocked_word)
        return {.limit = {.blocked = true}};
    auto const sign = text.find(range_sign);
    if (sign == std::string_view::npos) {
        auto const [value, fault] = read_number(text);
        return {.limit = {.hi = value}, .fault = fault};
    }
    std::string_view const low = text.substr(0, sign), high = text.substr(sign + range_sign.size());
    auto const [lo, low_fault] = read_number(low);
    auto const [hi, high_fault] =
        high == infinite_word ? number_reading{.value = gap_limit::infinite} : read_number(high);
    limit_fault const fault = low_fault != limit_fault::none    ? low_fault
                              : high_fault != limit_fault::none ? high_fault
                              : lo > hi                         ? limit_fault::reversed
                                                                : limit_fault::none;
    return {.limit = {.lo = lo, .hi = hi}, .fault = fault};
}

std::string describe(limit_fault fault, std::string_view text)
{
    switch (fault) {
    case limit_fault::none:
        break;
    case limit_fault::missing:
        return "a limit is missing: write a whole number, LO..HI, inf or x";
    case limit_fault::negative:
        return fmt::format("limit '{}' is negative: write a whole number from 0 on, LO..HI, inf or x", text);
    case limit_fault::not_a_limit:
        return fmt::format("'{}' is no limit: write a whole number, LO..HI, inf or x", text);
    case limit_fault::too_large:
        return fmt::format("limit '{}' is above 18446744073709551615: write inf where anything may be skipped", text);
    case limit_fault::reversed:
        return fmt::format("limit '{}' has LO above HI: write the smaller number first", text);
    }
    return {};
}

} // namespace detail

std::string to_string(gap_limit limit)
{
    if (limit.blocked)
        return std::string{detail::blocked_word};
    auto const high = limit.hi == gap_limit::infinite ? std::string{detail::infinite_word} : std::to_string(limit.hi);
    return limit.lo == 0 ? high : std::to_string(limit.lo) + std::string{detail::range_sign} + high;
}

gap_limit parse_gap_limit(std::string_view text)
{
    auto const [limit, fault] = detail::read_limit(text);
    if (fault == detail::limit_fault::reversed)
        throw input_error{detail::describe(fault, text)};
    if (fault != detail::limit_fault::none)
        throw usage_error{detail::describe(fault, text)};
    return limit;
}

} // namespace vglcs
