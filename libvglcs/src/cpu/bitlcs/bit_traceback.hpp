// SPDX-License-Identifier: BSD-3-Clause
/// The walk along the canonical chain of a plain LCS: blocks of rows are computed again from the bottom up.
#pragma once

#include "cpu/bitlcs/bit_table.hpp"

#include <vglcs/result.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vglcs::cpu {

class bit_traceback
{
public:
    /// @param table      of a run with the chain; outlives the walk
    /// @param last_row   where the chain ends
    bit_traceback(bit_table const & table, std::size_t last_row);

    /// Column of the chain's last pair.
    [[nodiscard]] std::size_t last_column();
    /// The pair before `at`, which there is. Throws `interrupted`.
    [[nodiscard]] matched_pair before(matched_pair at);

private:
    [[nodiscard]] word const * row(std::int64_t i) const;
    void load(std::size_t end, std::size_t j);
    void load_more();
    [[nodiscard]] std::int64_t zero_before(word const * row, std::size_t end);

    bit_table const & table_;
    std::size_t last_row_;
    std::vector<word> loaded_; ///< [loaded_end_ - loaded_first_][words], from word loaded_word_ on
    std::size_t loaded_first_ = 0, loaded_end_ = 0, loaded_word_ = 0;
};

/// Column below `end` in which the row's length grows last, or -1.
[[nodiscard]] std::int64_t last_growth(std::vector<word> const & row, std::size_t end);

} // namespace vglcs::cpu
