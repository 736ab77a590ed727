// SPDX-License-Identifier: BSD-3-Clause
/// The first blocks of a run, which say whether it goes to a device: `run_blocks` and `vglcs plan` ask the same
/// question.
#pragma once

#include "blocks/block_source.hpp"

#include <vglcs/options.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace vglcs::tools {

/// Blocks of a source that are read ahead.
struct blocks_ahead
{
    std::vector<pair_block> blocks; ///< in order; to be answered before the rest of the source
    std::uint64_t cells = 0, letters = 0;

    /// One more; false where there is none, or so much is there already.
    bool read(std::function<bool(pair_block &)> const & next, std::size_t most_blocks, std::uint64_t most_letters);
};

/// True where the run goes to devices; then `run_cells` of its options says so to the library. Starts the driver only
/// where it may. device::automatic is settled by what is read ahead: where that has too few cells, the pairs are too
/// small for a device to be of use.
/// @param next     gives the run's blocks in order
/// @param shared   what is read ahead no other rank can take: no more than the answer needs
/// @param first    what has been read
[[nodiscard]] bool take_devices(std::function<bool(pair_block &)> const & next, bool shared, options & o,
                                blocks_ahead & first);

} // namespace vglcs::tools
