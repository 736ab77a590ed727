// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/limit_runs.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/append_fields.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <iterator>

namespace vglcs {

void write_bedgraph(std::string_view name, gap_limits const & limits,
                    std::function<void(std::string_view)> const & write)
{
    if (name.empty() || name.front() == '#' || name.find_first_of(" \t\r\n") != std::string_view::npos)
        throw input_error{fmt::format("record '{}': bedGraph cannot hold this name: a name may not be empty, begin "
                                      "with # or have blanks in it: rename the record",
                                      name)};
    constexpr std::size_t part = std::size_t{1} << 16;
    std::string text;
    detail::for_each_run(limits, [&](std::size_t first, std::size_t last, gap_limit limit) {
        append_fields(text, name, first, last, to_string(limit));
        text += '\n';
        if (text.size() >= part) {
            write(text);
            text.clear();
        }
    });
    if (!text.empty())
        write(text);
}

} // namespace vglcs
