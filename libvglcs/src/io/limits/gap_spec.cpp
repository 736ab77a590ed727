// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/spec_layers.hpp"

#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>

namespace vglcs {

using detail::value_kind;

struct gap_spec::source
{
    std::string text;
    detail::spec_layers layers;
    gap_limit otherwise;

    [[nodiscard]] gap_limits limits_for(sequence const & record, strand direction) const
    {
        gap_limits out{record.size(), otherwise};
        layers.lay(record, direction, [&](std::size_t first, std::size_t last, detail::spec_value value) {
            out.set(first, last, detail::as_limit(value));
        });
        return out;
    }
};

gap_spec::gap_spec(std::string_view text, gap_spec_options options)
    : gap_spec{std::array{std::string{text}}, std::move(options)}
{
}

gap_spec::gap_spec(std::span<std::string const> texts, gap_spec_options options)
    : source_{std::make_unique<source>(source{.text = fmt::format("{}", fmt::join(texts, " ")),
                                              .layers = {value_kind::limit, texts, options},
                                              .otherwise = options.otherwise})}
{
}

void check_gap_spec(std::string_view text)
{
    detail::check_spec_text(text, value_kind::limit);
}

std::string gap_spec_path(std::string_view text)
{
    return detail::path_in_spec(text, value_kind::limit);
}

gap_spec::gap_spec(std::unique_ptr<source> s) : source_{std::move(s)}
{
}

gap_spec gap_spec::copy(bool silent) const
{
    auto twin = std::make_unique<source>(*source_);
    if (silent)
        twin->layers.silence();
    return gap_spec{std::move(twin)};
}

gap_spec::~gap_spec() = default;
gap_spec::gap_spec(gap_spec &&) noexcept = default;
gap_spec & gap_spec::operator=(gap_spec &&) noexcept = default;

bool gap_spec::can_wait() const noexcept
{
    return !source_->layers.is_uniform() && !source_->layers.has_track();
}

void gap_spec::check(sequence const & record) const
{
    source_->layers.check(record);
}

gap_limits gap_spec::limits_later(sequence const & record, strand direction) const
{
    return source_->limits_for(record, direction);
}

gap_limits gap_spec::limits_for(sequence const & record, strand direction)
{
    source_->layers.expect(record);
    return source_->limits_for(record, direction);
}

void gap_spec::expect(sequence const & record)
{
    source_->layers.expect(record);
}

void gap_spec::finish()
{
    source_->layers.finish();
}

std::string const & gap_spec::text() const noexcept
{
    return source_->text;
}

} // namespace vglcs
