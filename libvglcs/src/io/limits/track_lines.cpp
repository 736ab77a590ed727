// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/track_lines.hpp"

#include <fmt/format.h>

#include <charconv>

namespace vglcs::detail {

namespace {

constexpr std::string_view blanks = " \t";

std::string_view without_end_blanks(std::string_view line) noexcept
{
    return line.substr(0, line.find_last_not_of(blanks) + 1);
}

bool is_decoration(std::string_view line) noexcept
{
    if (!line.starts_with("track") && !line.starts_with("browser"))
        return false;
    std::string_view columns[2];
    std::size_t const count = track_lines::split(line, columns);
    if (columns[0].find(' ') != std::string_view::npos) // `track name="..."` with a tab in the text
        columns[0] = columns[0].substr(0, columns[0].find(' '));
    if (columns[0] != "track" && columns[0] != "browser")
        return false;
    return count < 2 || columns[1].find_first_not_of("0123456789") != std::string_view::npos;
}

} // namespace

bool track_lines::next(std::string_view & line)
{
    while (reader_.next_line(line)) {
        if (ends_at_fasta_ && (line.starts_with("##FASTA") || line.starts_with('>')))
            return false;
        if (line.find('\0') != line.npos)
            fail("byte 0x00: the file is damaged, or no text: copy it again");
        line = without_end_blanks(line);
        if (line.empty())
            continue;
        if (line.front() == '#') {
            if (sections_)
                sections_->take(line);
            continue;
        }
        if (!is_decoration(line) && !(sections_ && sections_->passes_over()))
            return true;
    }
    if (std::string const doubt = reader_.end_warning(); !doubt.empty() && options_.warn)
        options_.warn(doubt);
    return false;
}

std::size_t track_lines::split(std::string_view line, std::span<std::string_view> columns) noexcept
{
    char const separator = line.find('\t') != std::string_view::npos ? '\t' : ' ';
    std::size_t count = 0;
    for (std::size_t first = 0; first <= line.size();) {
        std::size_t const stop = std::min(line.find(separator, first), line.size());
        if (separator == '\t' || stop > first) {
            if (count < columns.size())
                columns[count] = line.substr(first, stop - first);
            ++count;
        }
        first = stop + 1;
    }
    return count;
}

std::uint64_t track_lines::number(std::string_view text, std::string_view what) const
{
    std::uint64_t value = 0;
    char const * const end = text.data() + text.size();
    auto const [stop, status] = std::from_chars(text.data(), end, value);
    if (stop != end || text.empty() || status == std::errc::invalid_argument)
        fail(fmt::format("{} '{}' is no whole number: write a position in letters", what, text));
    if (status == std::errc::result_out_of_range)
        fail(fmt::format("{} '{}' is too large: write a position in letters", what, text));
    return value;
}

spec_value track_lines::value(std::string_view text) const
{
    if (auto const value = read_value(text, kind_))
        return *value;
    fail(value_fault(text, kind_));
}

void track_lines::check_order(std::uint64_t first, std::uint64_t last) const
{
    if (first > last)
        fail(fmt::format("start {} is above end {}: write the smaller one first", first, last));
}

} // namespace vglcs::detail
