// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/result_lines.hpp"

#include <vglcs/io/part_mark.hpp>

#include <utility>

namespace vglcs::detail {

namespace {

/// A run of a chain has 24 bytes and at least 4 letters ("1=1X"), which stand in the line and in a copy of it.
constexpr std::uint64_t bytes_of_a_letter = 8;

} // namespace

bool result_lines::read(std::string & line)
{
    std::string_view text;
    if (!reader_.next_line(text)) {
        line.clear();
        return false;
    }
    // a line's chain may take several times its bytes: "1=1X" becomes a run
    budget_.expect_room(bytes_of_a_letter * text.size(), name(), reader_.line_number(), "this line");
    if (!reader_.line_has_end())
        reader_.fail("the file ends within this line: it is cut, make it anew");
    line = text;
    return true;
}

std::string const * result_lines::peek()
{
    if (!has_pending_)
        has_pending_ = read(pending_);
    return has_pending_ ? &pending_ : nullptr;
}

bool result_lines::next(std::string & line)
{
    if (std::exchange(has_pending_, false))
        std::swap(line, pending_);
    else if (!read(line))
        return false;
    ++number_;
    return true;
}

bool result_lines::next_row(std::string & line)
{
    while (next(line)) {
        bool const may_be_mark = line.starts_with("#part ") || line.starts_with("{\"part\":");
        if (!may_be_mark || !take_part_mark(line) || !line.empty())
            return true;
    }
    return false;
}

} // namespace vglcs::detail
