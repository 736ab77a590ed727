// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/anchor_table.hpp>
#include <vglcs/io/output_file.hpp>

namespace vglcs::detail {

/// Writes the given blocks as a dot plot in SVG: the queries that have blocks along x, the targets upwards along y,
/// each in the natural order of the names; a line a block, rising and falling ones in two colours, with its number,
/// score and place as the text that a browser shows over it.
void write_picture(anchor_table const & table, table_blocks const & found, output_file & out);

} // namespace vglcs::detail
