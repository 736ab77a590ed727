// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/track_sections.hpp"
#include "io/limits/value_runs.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/append_fields.hpp>
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <fmt/format.h>

namespace vglcs {

namespace {

using text_sink = std::function<void(std::string_view)>;

/// Lines of one record, written in parts.
class line_writer
{
public:
    line_writer(std::string_view name, text_sink const & write) : name_{name}, write_{write}
    {
        if (name.empty() || name.front() == '#' || name.find_first_of(" \t\r\n") != std::string_view::npos)
            throw input_error{fmt::format("record '{}': bedGraph cannot hold this name: a name may not be empty, begin "
                                          "with # or have blanks in it: rename the record",
                                          name)};
    }

    void add(std::size_t first, std::size_t last, std::string const & value)
    {
        append_fields(text_, name_, first, last, value);
        text_ += '\n';
        if (text_.size() >= part)
            flush();
    }
    void flush()
    {
        if (!text_.empty())
            write_(text_);
        text_.clear();
    }

private:
    static constexpr std::size_t part = std::size_t{1} << 16;

    std::string_view name_;
    text_sink const & write_;
    std::string text_;
};

} // namespace

void write_bedgraph(std::string_view name, gap_limits const & limits, text_sink const & write)
{
    line_writer lines{name, write};
    detail::for_each_run(limits, [&](std::size_t first, std::size_t last, gap_limit limit) {
        lines.add(first, last, to_string(limit));
    });
    lines.flush();
}

void write_bedgraph(std::string_view name, jumps const & given, jump_part part, text_sink const & write)
{
    detail::value_kind const kind = detail::kind_of(part);
    line_writer lines{name, write};
    detail::for_each_run(given, kind, [&](std::size_t first, std::size_t last, detail::spec_value value) {
        lines.add(first, last, detail::to_text(value, kind));
    });
    lines.flush();
}

std::string limits_section()
{
    return detail::section_line(detail::value_kind::limit);
}

std::string jumps_section(jump_part part)
{
    return detail::section_line(detail::kind_of(part));
}

} // namespace vglcs
