// SPDX-License-Identifier: BSD-3-Clause
/// What `pretty` says of an explanation: lines above the blocks, and marks in them.
#pragma once

#include "io/results/row.hpp"

#include <vglcs/io/pair_record.hpp>

#include <cstddef>
#include <unordered_set>
#include <vector>

namespace vglcs::detail {

/// Lines about slack, number of chains, gaps that slide and limits that block; none without an explanation.
void write_reasons(row & out, pair_record const & pair);

/// Marks of one pair; without an explanation none is different.
class reason_marks
{
public:
    explicit reason_marks(pair_record const & pair);

    /// True where every best chain has pair k of the chain.
    [[nodiscard]] bool is_shared(std::size_t k) const { return shared_.empty() || shared_[k]; }
    /// `!` for a letter whose limit blocks, else the mark that it has anyway.
    [[nodiscard]] char query(std::size_t i, char else_mark) const { return query_.contains(i) ? '!' : else_mark; }
    [[nodiscard]] char target(std::size_t j, char else_mark) const { return target_.contains(j) ? '!' : else_mark; }

private:
    std::vector<bool> shared_;
    std::unordered_set<std::size_t> query_, target_;
};

} // namespace vglcs::detail
