// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/result_reader.hpp>

#include <cstddef>
#include <vector>

namespace vglcs::tools {

/// A jump of one side, in the aligned orientation.
struct placed_jump
{
    bool of_query;
    std::size_t first, end; ///< letters jumped over, end excluded
    friend bool operator==(placed_jump const &, placed_jump const &) = default;
};

/// The jumps that a row states, in the order of the chain: of json and pairs as they stand there, else those of the
/// cigar, which says where the target jumps (N) but not which part of an I a query's jump is.   O(row).
[[nodiscard]] std::vector<placed_jump> stated_jump_list(stated_pair const & row);

} // namespace vglcs::tools
