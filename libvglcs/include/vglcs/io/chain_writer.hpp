// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/anchor_table.hpp>
#include <vglcs/io/output_file.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace vglcs {

/// How blocks of anchors are written.
enum class chain_format : std::uint8_t {
    tsv,    ///< a row for every anchor in the order of the input: its columns, block, rank_in_block, status, reason
    blocks, ///< a row for every block
    paf,    ///< a line for every block, with cg, or the anchors where their lengths differ
    collinearity, ///< MCScanX
    anchors,      ///< JCVI
    json,
    svg ///< a picture: a dot plot of the blocks
};

[[nodiscard]] std::optional<chain_format> parse_chain_format(std::string_view text) noexcept;

/// True where a format tells of anchors outside of the given blocks: then chain_table is asked for reasons.
[[nodiscard]] constexpr bool needs_reasons(chain_format f) noexcept
{
    return f == chain_format::tsv;
}

/// Writes the given blocks of a table. Throws usage_error where the format has no place for them: paf holds letters.
/// @param rules   those that the blocks were made by
void write_chain(chain_format f, anchor_table const & table, table_blocks const & found, chain_rules const & rules,
                 output_file & out);

} // namespace vglcs
