// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/jump_text.hpp"
#include "io/limits/limit_text.hpp"

#include <fmt/format.h>

namespace vglcs::detail {

namespace {

constexpr char cost_sign = '@';
constexpr std::string_view no_jump = ".";
constexpr std::string_view no_leaving = "x";

std::string_view how_to_write(value_kind kind) noexcept
{
    return kind == value_kind::landing ? "HI@COST, LO..HI@COST, or . for no jump"
                                       : "a whole number, or x where no jump begins";
}

value_reading faulty(std::string fault)
{
    return {.value = {}, .fault = std::move(fault)};
}

value_reading read_cost(std::string_view text, spec_value value)
{
    auto const [cost, fault] = read_number(text);
    if (fault != limit_fault::none || cost > scoring::largest_cost)
        return faulty(
            fmt::format("cost '{}' is not within 0..{}: write a whole number of them", text, scoring::largest_cost));
    value.cost = cost;
    return {.value = value};
}

} // namespace

std::string_view option_word(value_kind kind) noexcept
{
    return kind == value_kind::landing ? "jump" : "leave";
}

value_reading read_value(std::string_view text, value_kind kind)
{
    if (text.empty())
        return faulty(fmt::format("a value is missing: write {}", how_to_write(kind)));
    if (text == (kind == value_kind::landing ? no_jump : no_leaving))
        return {.value = {.none = true}};
    if (kind == value_kind::leaving)
        return read_cost(text, {});
    auto const sign = text.find(cost_sign);
    auto const [window, fault] = read_limit(text.substr(0, sign));
    if (fault == limit_fault::reversed)
        return faulty(fmt::format("jump '{}' has LO above HI: write the smaller number first", text));
    if (sign == std::string_view::npos || fault != limit_fault::none || window.blocked)
        return faulty(fmt::format("'{}' is no jump: write {}", text, how_to_write(kind)));
    value_reading out = read_cost(text.substr(sign + 1), {.lo = window.lo, .hi = window.hi});
    if (out.fault.empty() && out.value.hi == 0)
        out.value = {.none = true};
    return out;
}

} // namespace vglcs::detail
