// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/writer.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vglcs {

/// What a part of a result says at its end, so that one which was cut, even between two rows, is known as such: part
/// `index` of `count`, and how many lines of rows it holds. Where a row can carry more fields the last one does: paf
/// and sam `pt:Z:2/3,5`, json `"part":{"index":2,"of":3,"rows":5}`. tsv and pairs end with a line `#part 2/3, 5 rows`.
/// Without any row it is a line of its own: in paf the same, in sam `@CO`, in json an object of "part" alone.
struct part_mark
{
    std::uint64_t index = 0, count = 0, rows = 0;
    friend bool operator==(part_mark const &, part_mark const &) = default;
};

/// True where parts of the format can be joined and so have a mark: all but pretty.
[[nodiscard]] bool has_part_mark(format f) noexcept;

/// The end of a part: its last row with the mark, and the line behind it where the mark is one.
/// @param last_row   a line with its end; empty where there is no row
[[nodiscard]] std::string marked_end(format f, part_mark const & mark, std::string_view last_row);

/// Takes the mark off a line (without its end), if it has one. A line that was nothing but a mark is empty then.
[[nodiscard]] std::optional<part_mark> take_part_mark(std::string & line);

} // namespace vglcs
