// SPDX-License-Identifier: BSD-3-Clause
#include "specs.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace vglcs::c_api {

namespace {

gap_spec_options reading_options(gap_limit otherwise, alphabet letters, note_list & notes)
{
    return {.otherwise = otherwise,
            .rename = {},
            .warn = [&notes](std::string const & text) { notes.add(text); },
            .letters = letters};
}

} // namespace

std::vector<std::string> spec_lines(char const * text)
{
    std::vector<std::string> out;
    std::string_view rest = text ? text : "";
    while (!rest.empty()) {
        std::string_view const line = rest.substr(0, rest.find('\n'));
        if (line.find_first_not_of(" \t\r") != std::string_view::npos)
            out.emplace_back(line);
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
    return out;
}

loaded_specs::loaded_specs(spec_texts const & texts, gap_limit otherwise, alphabet letters, note_list & notes)
    : limits_{std::span{texts.limits}, reading_options(otherwise, letters, notes)}
{
    if (!texts.landing.empty() || !texts.leaving.empty())
        jumps_.emplace(texts.landing, texts.leaving, reading_options({}, letters, notes));
    if (!texts.for_partner.empty())
        for_partner_.emplace(std::span{texts.for_partner}, reading_options(otherwise, letters, notes));
    auto const reads_file = [](std::string const & text) { return !gap_spec_path(text).empty(); };
    bool const limits_have_track = std::ranges::any_of(texts.limits, reads_file);
    auto const names_file = [](std::vector<std::string> const & specs, jump_part part) {
        return std::ranges::any_of(specs, [part](auto const & text) { return !jump_spec_path(text, part).empty(); });
    };
    has_track_ = limits_have_track || std::ranges::any_of(texts.for_partner, reads_file) ||
                 names_file(texts.landing, jump_part::landing) || names_file(texts.leaving, jump_part::leaving);
    if (!limits_have_track && !limits_.can_wait()) // one limit for all, whatever the letters
        every_ = limits_.copy(true).limits_for({.name = {}, .letters = "A"}, strand::forward).uniform();
}

spec_reading::spec_reading(loaded_specs const & specs) : specs_{&specs}
{
    if (!specs.has_track())
        return;
    if (!specs.every())
        limits_.emplace(specs.limits().copy());
    if (specs.for_partner())
        for_partner_.emplace(specs.for_partner()->copy());
    if (specs.jumps())
        jumps_.emplace(specs.jumps()->copy());
    mutex_ = std::make_unique<std::mutex>();
}

void spec_reading::expect(sequence const & record)
{
    if (!specs_->every() && !limits_) // a track says what is wrong when it is asked for limits
        specs_->limits().check(record);
    if (specs_->for_partner() && !for_partner_)
        specs_->for_partner()->check(record);
    if (jumps_)
        jumps_->expect(record);
}

gap_limits spec_reading::limits(sequence const & record, std::size_t size, strand direction)
{
    if (specs_->every())
        return {size, *specs_->every()};
    if (!limits_)
        return specs_->limits().limits_later(record, direction);
    std::lock_guard const lock{*mutex_};
    return limits_->limits_for(record, direction);
}

gap_limits spec_reading::for_partner(sequence const & record, strand direction)
{
    if (!specs_->for_partner())
        return {};
    if (!for_partner_)
        return specs_->for_partner()->copy(true).limits_for(record, direction);
    std::lock_guard const lock{*mutex_};
    return for_partner_->limits_for(record, direction);
}

jumps spec_reading::jumps(sequence const & record, strand direction, strand transcript) const
{
    if (!specs_->jumps())
        return {};
    return (jumps_ ? *jumps_ : *specs_->jumps()).for_record(record, direction, transcript);
}

void spec_reading::finish()
{
    if (limits_)
        limits_->finish();
    if (for_partner_)
        for_partner_->finish();
    if (jumps_)
        jumps_->finish();
}

} // namespace vglcs::c_api
