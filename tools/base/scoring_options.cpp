// SPDX-License-Identifier: BSD-3-Clause
#include "base/scoring_options.hpp"

#include "base/named_option.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/from_decimal.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <fmt/format.h>

#include <string_view>
#include <system_error>

namespace vglcs::tools {

namespace {

std::uint32_t whole_number(std::string_view option, std::string_view text, std::uint32_t least, std::uint32_t most)
{
    std::uint64_t value = 0;
    auto const [end, fault] = from_decimal(text, value);
    if (text.empty() || fault != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        throw usage_error{fmt::format("{} {}: not within {}..{}: give a whole number of them", option,
                                      text.empty() ? "''" : text, least, most)};
    return static_cast<std::uint32_t>(value);
}

void check_side(std::string_view jump_option, std::vector<std::string> const & landing, std::string_view leave_option,
                std::vector<std::string> const & leaving, std::optional<alphabet> letters)
{
    auto const check = [&](std::string_view option, std::string const & text, jump_part part) {
        if (text != sidecar_word)
            name_option(option, text, [&] { check_jump_spec(text, part, letters); });
    };
    for (std::string const & text : landing)
        check(jump_option, text, jump_part::landing);
    for (std::string const & text : leaving)
        check(leave_option, text, jump_part::leaving);
    if (landing.empty() && !leaving.empty())
        throw usage_error{fmt::format("{} {}: there is no jump that could leave: give {}, too", leave_option,
                                      leaving.front(), jump_option)};
}

} // namespace

void scoring_options::check(std::optional<alphabet> letters) const
{
    (void)chosen_scoring();
    check_side("--jump-a", jump_a, "--leave-a", leave_a, letters);
    check_side("--jump", jump_b, "--leave", leave_b, letters);
    (void)chosen_transcript();
}

scoring scoring_options::chosen_scoring() const
{
    auto const cost = [&](std::string_view option, std::optional<std::string> const & own) {
        return whole_number(own ? option : "--skip", own ? *own : skip, 0, scoring::largest_cost);
    };
    return {.match = whole_number("--match", match, 1, scoring::largest_match),
            .skip_a = cost("--skip-a", skip_a),
            .skip_b = cost("--skip-b", skip_b)};
}

strand_choice scoring_options::chosen_transcript() const
{
    if (transcript == "+")
        return strand_choice::forward;
    if (transcript == "-")
        return strand_choice::reverse;
    if (transcript == "both")
        return strand_choice::both;
    throw usage_error{fmt::format("--transcript {}: no such direction: use +, - or both", transcript)};
}

bool scoring_options::is_scored() const
{
    return chosen_scoring() != scoring{} || !jump_a.empty() || !jump_b.empty();
}

} // namespace vglcs::tools
