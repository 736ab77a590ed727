// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::tools {

/// The parts of a line between tabs, into `out`.
void split_at_tabs(std::string_view line, std::vector<std::string_view> & out);

/// Numbers above it are not exact in a page, whose arithmetic is that of doubles.
inline constexpr std::int64_t largest_number = std::int64_t{1} << 53;

/// A row of a table with its place in the file, for what is said of it.
struct table_row
{
    std::string const & path;
    std::uint64_t line;
    std::vector<std::string_view> fields;

    /// Throws the input_error of this row.
    [[noreturn]] void refuse(std::string const & what) const;
    /// A column that holds a whole number, up to 2^53 in size; refuses another.
    [[nodiscard]] std::int64_t number(std::size_t column) const;
    /// The same, 0 or more.
    [[nodiscard]] std::uint64_t count(std::size_t column) const;
};

} // namespace vglcs::tools
