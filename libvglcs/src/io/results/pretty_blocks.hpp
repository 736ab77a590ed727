// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/results/row.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// Sets the columns of an alignment in blocks of `width` columns: a line of marks, the query, the matches, the target
/// and its marks, with 1-based positions of the first and last letter of each line. Keeps one block.
class pretty_blocks
{
public:
    static constexpr std::size_t width = 60;

    /// Positions are those of the original strands; the query's go down where `query_down`. The lines of positions are
    /// as wide as `largest_position`.
    pretty_blocks(row & out, std::uint64_t query_position, bool query_down, std::uint64_t target_position,
                  std::uint64_t largest_position);

    /// One column; '-' stands for no letter of that side. `between` is '|' for a match, '~' under a jump, else ' '.
    void column(char query, char target, char between, char query_mark, char target_mark);
    /// Ends the block, leaves out letters of both sides, and says so on a line.
    void leave_out(std::uint64_t query_letters, std::uint64_t target_letters, std::string_view said);
    /// Ends the last block.
    void finish() { end_block(); }

private:
    struct side
    {
        std::uint64_t next; ///< position of the letter to come, 1-based
        std::int64_t step;  ///< +1 or -1
        std::string letters, marks;
        std::uint64_t first = 0, last = 0; ///< positions in this block; 0 = no letter yet

        void add(char letter, char mark);
        void skip(std::uint64_t count) { next += static_cast<std::uint64_t>(step) * count; }
        void clear();
    };

    void end_block();
    void write_marks(std::string_view marks);
    void write_letters(std::string_view label, side const & s);

    row * out_;
    side query_, target_;
    std::string matches_;
    std::size_t position_width_;
};

} // namespace vglcs::detail
