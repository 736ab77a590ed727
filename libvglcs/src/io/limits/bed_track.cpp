// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/interval_track.hpp"
#include "io/limits/track_formats.hpp"
#include "io/limits/track_lines.hpp"

#include <fmt/format.h>

#include <array>

namespace vglcs::detail {

track read_bed(std::string const & path, std::optional<spec_value> inside, value_kind kind,
               gap_spec_options const & options)
{
    track_lines lines{path, kind, options};
    interval_track out{path, kind, options};
    std::array<std::string_view, 5> columns;
    for (std::string_view line; lines.next(line);) {
        std::size_t const count = lines.split(line, columns);
        if (count < 3)
            lines.fail(fmt::format("{} columns, BED has at least 3: write name, start and end", count));
        auto const [name, start, end, label, score] = columns;
        std::uint64_t const first = lines.number(start, "start"), last = lines.number(end, "end");
        lines.check_order(first, last);
        if (!inside && count < 5)
            lines.fail(fmt::format("{} columns, no score (column 5) to take as limit: write one, or give one limit for "
                                   "all intervals as FILE.bed:LIMIT",
                                   count));
        out.add(name, first, last, inside ? *inside : lines.value(score), lines.line_number());
    }
    return std::move(out).close();
}

} // namespace vglcs::detail
