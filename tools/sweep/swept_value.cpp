// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/swept_value.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/from_decimal.hpp>
#include <vglcs/scoring.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vglcs::tools {

namespace {

constexpr std::array<std::string_view, 7> names{"gaps", "gaps-a", "gaps-b", "skip", "skip-a", "skip-b", "jump-cost"};

/// More values than anyone looks at are a mistake.
constexpr std::size_t most_values = 100'000;

usage_error refuse(std::string const & text, std::string_view why)
{
    return usage_error{fmt::format("--sweep {}: {}: write as in gaps=0..30, skip=0..5, jump-cost=0..40/2 or "
                                   "gaps-b=1,2,5,10",
                                   text, why)};
}

std::uint32_t number_of(std::string const & text, std::string_view word)
{
    std::uint32_t value = 0;
    auto const [end, fault] = from_decimal(word, value);
    if (fault != std::errc{} || end != word.data() + word.size() || value > scoring::largest_cost)
        throw refuse(text, fmt::format("'{}' is no number of 0..{}", word, scoring::largest_cost));
    return value;
}

void add_range(std::string const & text, std::string_view word, std::vector<std::uint32_t> & to)
{
    std::uint64_t step = 1;
    if (auto const slash = word.find('/'); slash != word.npos) {
        step = number_of(text, word.substr(slash + 1));
        word = word.substr(0, slash);
        if (step == 0 || word.find("..") == word.npos)
            throw refuse(text, "a step of 0, or of what is no range");
    }
    auto const dots = word.find("..");
    std::uint64_t const first = number_of(text, word.substr(0, dots)),
                        last = dots == word.npos ? first : number_of(text, word.substr(dots + 2));
    if (first > last)
        throw refuse(text, fmt::format("{} is above {}", first, last));
    if ((last - first) / step + to.size() >= most_values)
        throw refuse(text, fmt::format("more than {} values", most_values));
    for (std::uint64_t value = first; value <= last; value += step)
        to.push_back(static_cast<std::uint32_t>(value));
}

} // namespace

std::string_view name(swept what) noexcept
{
    return names[static_cast<std::size_t>(what)];
}

sweep_request parse_sweep(std::string const & text)
{
    auto const equals = text.find('=');
    auto const found = std::ranges::find(names, std::string_view{text}.substr(0, equals));
    if (equals == text.npos || found == names.end())
        throw refuse(text, "no parameter that can be swept");
    sweep_request out{static_cast<swept>(found - names.begin()), {}};
    std::string_view rest = std::string_view{text}.substr(equals + 1);
    for (bool more = true; more;) {
        auto const comma = rest.find(',');
        more = comma != rest.npos;
        add_range(text, rest.substr(0, comma), out.values);
        rest = more ? rest.substr(comma + 1) : "";
    }
    std::ranges::sort(out.values);
    auto const again = std::ranges::unique(out.values);
    out.values.erase(again.begin(), again.end());
    return out;
}

} // namespace vglcs::tools
