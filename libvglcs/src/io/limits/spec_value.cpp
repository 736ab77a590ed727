// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/spec_value.hpp"

#include <vglcs/io/gap_spec.hpp>

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

/// A cost, within its range.
std::optional<std::uint32_t> read_cost(std::string_view text) noexcept
{
    auto const [cost, fault] = read_number(text);
    return fault == limit_fault::none && cost <= scoring::largest_cost ? std::optional{cost} : std::nullopt;
}

std::string cost_fault(std::string_view text)
{
    return fmt::format("cost '{}' is not within 0..{}: write a whole number of them", text, scoring::largest_cost);
}

} // namespace

std::string_view spec_word(value_kind kind) noexcept
{
    switch (kind) {
    case value_kind::limit:
        return "gap";
    case value_kind::landing:
        return "jump";
    case value_kind::leaving:
        break;
    }
    return "leave";
}

std::string_view value_word(value_kind kind) noexcept
{
    switch (kind) {
    case value_kind::limit:
        return "limit";
    case value_kind::landing:
        return "jump";
    case value_kind::leaving:
        break;
    }
    return "leaving cost";
}

std::optional<spec_value> read_value(std::string_view text, value_kind kind) noexcept
{
    if (kind == value_kind::limit) {
        auto const [limit, fault] = read_limit(text);
        return fault == limit_fault::none ? std::optional{value_of(limit)} : std::nullopt;
    }
    if (text == (kind == value_kind::landing ? no_jump : no_leaving))
        return spec_value{.none = true};
    auto const sign = kind == value_kind::landing ? text.find(cost_sign) : std::string_view::npos;
    if (kind == value_kind::landing && sign == std::string_view::npos)
        return std::nullopt;
    std::optional<std::uint32_t> const cost = read_cost(text.substr(sign + 1)); // npos + 1 is 0
    if (!cost)
        return std::nullopt;
    if (kind == value_kind::leaving)
        return spec_value{.cost = *cost};
    auto const [window, fault] = read_limit(text.substr(0, sign));
    if (fault != limit_fault::none || window.blocked)
        return std::nullopt;
    return window.hi == 0 ? spec_value{.none = true} : spec_value{.lo = window.lo, .hi = window.hi, .cost = *cost};
}

std::string value_fault(std::string_view text, value_kind kind)
{
    if (kind == value_kind::limit)
        return describe(read_limit(text).fault, text);
    if (text.empty())
        return fmt::format("a value is missing: write {}", how_to_write(kind));
    if (kind == value_kind::leaving)
        return cost_fault(text);
    auto const sign = text.find(cost_sign);
    auto const [window, fault] = read_limit(text.substr(0, sign));
    if (fault == limit_fault::reversed)
        return fmt::format("jump '{}' has LO above HI: write the smaller number first", text);
    if (sign == std::string_view::npos || fault != limit_fault::none || window.blocked)
        return fmt::format("'{}' is no jump: write {}", text, how_to_write(kind));
    return cost_fault(text.substr(sign + 1));
}

std::string to_text(spec_value value, value_kind kind)
{
    switch (kind) {
    case value_kind::limit:
        return to_string(as_limit(value));
    case value_kind::landing:
        return value.none
                   ? std::string{no_jump}
                   : to_string(gap_limit{.lo = value.lo, .hi = value.hi}) + cost_sign + std::to_string(value.cost);
    case value_kind::leaving:
        break;
    }
    return value.none ? std::string{no_leaving} : std::to_string(value.cost);
}

bool is_weaker(spec_value x, spec_value y, value_kind kind) noexcept
{
    if (x.none || y.none)
        return x.none && !y.none;
    if (kind != value_kind::limit && x.cost != y.cost)
        return x.cost > y.cost;
    return x.hi != y.hi ? x.hi < y.hi : x.lo > y.lo;
}

} // namespace vglcs::detail
