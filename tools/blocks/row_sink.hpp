// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blocks/block_work.hpp"

#include <cstddef>
#include <exception>
#include <string>

namespace vglcs::tools {

/// The rows of a block, ready to be written.
struct block_rows
{
    std::uint64_t number = 0;
    std::string text;
    row_counts counts;
    std::string first_empty;    ///< names of the first pair of length 0
    std::string warnings;       ///< a line each; said once, when the rows are passed on
    std::exception_ptr failure; ///< what ends the run after these rows
};

/// Where the rows of blocks are made, and where they go: in any order, from any thread, each block once.
class row_sink
{
public:
    virtual ~row_sink() = default;
    [[nodiscard]] virtual block_rows make(block_work const & work) = 0;
    /// Returns how many blocks left memory by this call: those that were written, or stored, or sent.
    [[nodiscard]] virtual std::size_t put(block_rows rows) = 0;
};

} // namespace vglcs::tools
