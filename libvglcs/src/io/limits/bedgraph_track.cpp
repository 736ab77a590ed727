// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/interval_track.hpp"
#include "io/limits/track_formats.hpp"
#include "io/limits/track_lines.hpp"

#include <fmt/format.h>

#include <array>

namespace vglcs::detail {

track read_bedgraph(std::string const & path, value_kind kind, gap_spec_options const & options)
{
    track_lines lines{path, kind, options};
    lines.take_sections();
    interval_track out{path, kind, options};
    std::array<std::string_view, 4> columns;
    for (std::string_view line; lines.next(line);) {
        if (std::size_t const count = lines.split(line, columns); count != columns.size())
            lines.fail(
                fmt::format("{} columns, bedGraph has 4: write name, start, end and {}", count, value_word(kind)));
        auto const [name, start, end, value] = columns;
        std::uint64_t const first = lines.number(start, "start"), last = lines.number(end, "end");
        lines.check_order(first, last);
        out.add(name, first, last, lines.value(value), lines.line_number());
    }
    return std::move(out).close();
}

} // namespace vglcs::detail
