// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_rows.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <charconv>

namespace vglcs::tools {

void split_at_tabs(std::string_view line, std::vector<std::string_view> & out)
{
    out.clear();
    for (std::size_t tab; (tab = line.find('\t')) != std::string_view::npos; line.remove_prefix(tab + 1))
        out.push_back(line.substr(0, tab));
    out.push_back(line);
}

void table_row::refuse(std::string const & what) const
{
    throw input_error{path, line, what + ": give a file in the format that its name or first line says"};
}

std::int64_t table_row::number(std::size_t column) const
{
    std::string_view const text = fields[column];
    std::int64_t value = 0;
    auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size())
        refuse(fmt::format("'{}' is no number", text.substr(0, 40)));
    if (value > largest_number || value < -largest_number)
        refuse(fmt::format("{} is beyond 2^53", value));
    return value;
}

std::uint64_t table_row::count(std::size_t column) const
{
    std::int64_t const value = number(column);
    if (value < 0)
        refuse(fmt::format("{} is below 0", value));
    return static_cast<std::uint64_t>(value);
}

} // namespace vglcs::tools
