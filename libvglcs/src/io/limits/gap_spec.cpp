// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/gap_spec_grammar.hpp"
#include "io/limits/letter_limits.hpp"
#include "io/limits/quality_limits.hpp"
#include "io/limits/track.hpp"
#include "io/limits/track_formats.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace vglcs {

namespace {

using source_kind = std::variant<detail::constant_spec, detail::letter_limits, detail::quality_spec, detail::track>;

struct load
{
    gap_spec_options const & options;

    source_kind operator()(detail::constant_spec constant) const { return constant; }
    source_kind operator()(detail::quality_spec quality) const { return quality; }
    source_kind operator()(detail::letter_spec const & spec) const
    {
        return detail::letter_limits{spec.items, options.letters, options.otherwise};
    }
    source_kind operator()(detail::track_spec const & spec) const
    {
        switch (spec.format) {
        case detail::track_format::bedgraph:
            return detail::read_bedgraph(spec.path, options);
        case detail::track_format::bed:
            return detail::read_bed(spec.path, spec.inside, options);
        case detail::track_format::gff3:
            return detail::read_gff3(spec.path, spec.types, options);
        case detail::track_format::gtf:
            return detail::read_gtf(spec.path, spec.types, options);
        case detail::track_format::gaps:
            break;
        }
        return detail::read_gaps(spec.path, options);
    }
};

gap_limits oriented(gap_limits limits, strand direction)
{
    return direction == strand::forward ? std::move(limits) : limits.reversed();
}

} // namespace

struct gap_spec::source
{
    std::string text;
    source_kind kind;
};

gap_spec::gap_spec(std::string_view text, gap_spec_options options)
    : source_{
          std::make_unique<source>(source{std::string{text}, std::visit(load{options}, detail::parse_gap_spec(text))})}
{
}

void check_gap_spec(std::string_view text)
{
    detail::parsed_spec const parsed = detail::parse_gap_spec(text);
    if (auto const * const letters = std::get_if<detail::letter_spec>(&parsed))
        (void)detail::letter_limits{letters->items, std::nullopt, gap_limit{}};
}

std::string gap_spec_path(std::string_view text)
{
    try {
        detail::parsed_spec const parsed = detail::parse_gap_spec(text);
        auto const * const track = std::get_if<detail::track_spec>(&parsed);
        return track ? track->path : std::string{};
    } catch (error const &) {
        return {};
    }
}

gap_spec::gap_spec(std::unique_ptr<source> s) : source_{std::move(s)}
{
}

gap_spec gap_spec::copy(bool silent) const
{
    auto twin = std::make_unique<source>(*source_);
    if (auto * const track = std::get_if<detail::track>(&twin->kind); track && silent)
        track->silence();
    return gap_spec{std::move(twin)};
}

gap_spec::~gap_spec() = default;
gap_spec::gap_spec(gap_spec &&) noexcept = default;
gap_spec & gap_spec::operator=(gap_spec &&) noexcept = default;

namespace {

void check_size(sequence const & record)
{
    if (record.size() >= gap_limit::infinite) // beyond it, the largest number would no longer be as good as inf
        throw input_error{fmt::format("record {} has {} letters: at most {} are possible", record.name, record.size(),
                                      gap_limit::infinite - 1)};
}

} // namespace

bool gap_spec::can_wait() const noexcept
{
    return std::holds_alternative<detail::letter_limits>(source_->kind) ||
           std::holds_alternative<detail::quality_spec>(source_->kind);
}

void gap_spec::check(sequence const & record) const
{
    check_size(record);
    if (std::holds_alternative<detail::quality_spec>(source_->kind))
        detail::check_qualities(record);
}

gap_limits gap_spec::limits_later(sequence const & record, strand direction) const
{
    if (auto const * const letters = std::get_if<detail::letter_limits>(&source_->kind))
        return oriented(letters->limits_for(record.letters), direction);
    return oriented(detail::quality_limits(record), direction);
}

gap_limits gap_spec::limits_for(sequence const & record, strand direction)
{
    check_size(record);
    struct ask
    {
        sequence const & record;
        strand direction;

        gap_limits operator()(detail::constant_spec constant) const { return {record.size(), constant.limit}; }
        gap_limits operator()(detail::letter_limits const & letters) const
        {
            return oriented(letters.limits_for(record.letters), direction);
        }
        gap_limits operator()(detail::quality_spec) const
        {
            return oriented(detail::quality_limits(record), direction);
        }
        gap_limits operator()(detail::track & track) const { return track.limits_for(record, direction); }
    };
    return std::visit(ask{record, direction}, source_->kind);
}

void gap_spec::expect(sequence const & record)
{
    check(record);
    if (auto * const track = std::get_if<detail::track>(&source_->kind))
        track->expect(record);
}

void gap_spec::finish()
{
    if (auto * const track = std::get_if<detail::track>(&source_->kind))
        track->finish();
}

std::string const & gap_spec::text() const noexcept
{
    return source_->text;
}

} // namespace vglcs
