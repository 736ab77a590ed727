// SPDX-License-Identifier: BSD-3-Clause
/// Compiles the gap limits of the sequence on the columns into the program that the CUDA strips run: for each column
/// two entries of its strip's tables, and for windows that reach beyond the halo a few column slots, which strips on
/// the left fill. Plain C++, no device needed: the tests interpret the program.
#pragma once

#include "cuda/strip/plan/slots.hpp"
#include "cuda/strip/plan/strip_shape.hpp"

#include <vglcs/problem.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::cuda {

/// A write to a column slot: the maximum of some of a strip's columns, for every row, for strips on its right.
struct column_slot_write
{
    std::uint32_t columns; ///< of the strip: the first, and << 16: the last
    std::uint32_t slot;
};

/// Columns of a strip whose windows read the same column slots: their maximum joins the two reads of each column.
struct far_group
{
    slot_list list;
    std::uint32_t columns_begin, columns_end; ///< in column_program::far_columns
};

/// How windows of columns are written down.
enum class column_form : std::uint8_t {
    tables, ///< a column's window is two entries of its strip's tables
    small,  ///< it is its number of columns, at most most_small_columns; what is longer is a few_far_column as well
};

/// The longest window of column_form::small, without the far ones; and how many of these a strip may have.
inline constexpr std::uint32_t most_small_columns = 8, most_few_far_columns = 12;
/// The most operations of a strip there: one a level of the sparse table over strips, and one for the prefix. More
/// than 2^23 strips have no column_form::small.
inline constexpr std::uint32_t most_few_far_operations = 24;

/// A column among small ones whose window is long.
struct few_far_column
{
    std::uint32_t window; ///< column in its strip, and << 8: first column of the window's part in halo and strip
    slot_list list;       ///< the column slots of the rest
};

/// The columns' program: windows of row maxima within one row, the same for all rows.
struct column_program
{
    table_shape shape;
    std::uint32_t strips = 0;
    std::vector<std::uint32_t> addresses;   ///< [strips * columns] two byte addresses, 16 bits each; small: columns
    std::vector<letter_code> letters;       ///< [strips * columns] no_match behind the last
    std::vector<std::uint32_t> level_masks; ///< [strips] bit l: table level l is read
    std::vector<far_group> far;             ///< by strip
    std::vector<std::uint8_t> far_columns;  ///< by group: columns within the strip
    std::vector<column_slot_write> writes;  ///< by strip, from right to left; that of the whole strip is the last
    std::vector<slot_operation> operations; ///< by strip; after its writes of a chunk, in order
    std::vector<std::uint32_t> far_begin, writes_begin, operations_begin; ///< [strips + 1]; empty where nothing is far
    std::uint32_t slots = 0; ///< column slots: vectors alive at a time at most, one value a row each
    // column_form::small only
    std::vector<few_far_column> few_far;      ///< by strip
    std::vector<std::uint32_t> few_far_begin; ///< [strips + 1]
    std::uint32_t most_few_far = 0;           ///< of one strip
    [[nodiscard]] bool has_far() const noexcept { return !far_begin.empty(); }
};

/// Compiles the windows of a sequence that lies on the columns.
/// @param panel_strips   where not 0, a vector that is alive across a multiple of this many strips has its slot to
///                       itself, so that the strips from there on can be run again later
/// @param form           `small` is for limits that are not elastic
[[nodiscard]] column_program make_column_program(std::span<letter_code const> letters, limits_view limits,
                                                 table_shape shape, std::uint32_t panel_strips = 0,
                                                 column_form form = column_form::tables);

} // namespace vglcs::cuda
