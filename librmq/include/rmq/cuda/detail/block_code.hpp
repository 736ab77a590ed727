// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <rmq/detail/catalan.hpp>
#include <rmq/detail/lca_table.hpp>

namespace rmq::cuda {

/// How blocks of past rows of a column answer ranges inside of them.
enum class block_code : std::uint8_t {
    pops,   ///< rightmost-pops codes, 64 bits for 16 rows
    catalan ///< online Catalan index, 16 bits for 8 rows, and a table of lowest common ancestors
};

/// Rows of a block.
[[nodiscard]] constexpr std::uint32_t block_rows(block_code c) noexcept
{
    return c == block_code::pops ? 16 : 8;
}

/// Bytes of a block's code.
[[nodiscard]] constexpr std::size_t code_bytes(block_code c) noexcept
{
    return c == block_code::pops ? 8 : 2;
}

/// Words of packed_lca_table.
inline constexpr std::size_t packed_lca_words =
    rmq::detail::catalan_number(block_rows(block_code::catalan)) * block_rows(block_code::catalan);

/// The table of lowest common ancestors of blocks of 8: word (tree * 8 + l) has the answer for [l, r] in its 4 bits r.
/// 45 KiB, half of what bytes take, so that two copies and more fit the shared memory of a multiprocessor.
[[nodiscard]] inline std::vector<std::uint32_t> packed_lca_table()
{
    constexpr std::size_t block = block_rows(block_code::catalan);
    auto const & table = rmq::detail::lca_table::shared<block>();
    std::vector<std::uint32_t> out(packed_lca_words);
    for (std::size_t k = 0; k < out.size(); ++k)
        for (unsigned r = k % block; r < block; ++r)
            out[k] |= table.query(k / block, k % block, r) << (4 * r);
    return out;
}

/// Blocks of past rows of many columns side by side, in device memory; a row of a block array is `stride` columns.
template <class Value>
struct column_blocks
{
    std::size_t stride = 0;
    std::uint32_t slots = 0;              ///< blocks kept: block b lies in slot b % slots
    void * codes = nullptr;               ///< [slots][stride] code_bytes each
    std::uint16_t * path = nullptr;       ///< [stride] right path of the newest block, a bit a row
    std::uint16_t * left_index = nullptr; ///< [8][stride] Catalan indices of the path's left subtrees; catalan only
    Value * levels = nullptr;             ///< [level_count][slots][stride] best values of 2^k blocks, by the last one
    std::uint32_t level_count = 0;
};

} // namespace rmq::cuda
