// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/progress.hpp"
#include "blocks/block_work.hpp"
#include "blocks/row_sink.hpp"

#include <functional>
#include <memory>
#include <span>

namespace vglcs::tools {

/// What every block of a run is answered with.
struct block_setting
{
    pair_setting pairs;
    pair_filter filter;
    bool all_devices = false; ///< with device::cuda: every one, not that of the options alone
    bool shared = false;      ///< other ranks take from the same blocks
};

/// Answers blocks: takes them in the order of their numbers, gives their rows to a sink in any order. Holds so many
/// blocks at a time that a large pair among small ones does not keep the others waiting, and no more.
class block_pool
{
public:
    virtual ~block_pool() = default;
    /// Waits while as many blocks as allowed are under way. Throws `interrupted` and what ended the run.
    virtual void add(pair_block block) = 0;
    /// Waits for all blocks. Throws what ended the run.
    virtual void finish() = 0;
};

/// Most blocks that a pool of CPU threads holds at a time. Where other ranks take from the same blocks, only enough to
/// keep the threads at work until the next one is there: what one rank holds in the end, no other can take.
[[nodiscard]] constexpr std::size_t blocks_in_memory(int threads, bool shared = false) noexcept
{
    auto const count = static_cast<std::size_t>(threads);
    return shared ? 1 + count : 8 + 4 * count;
}

/// Threads of the CPU. Small pairs take one each; larger ones too while there is enough other work beside them, else
/// they get all threads, one pair after the other.
[[nodiscard]] std::unique_ptr<block_pool> make_cpu_pool(block_setting const & setting, row_sink & rows);

/// CUDA devices, two teams of host threads each, four where small pairs are many, so that one encodes, plans and makes
/// rows while another's kernels run. Each takes several blocks at a time, so that many small pairs share a launch, and
/// waits a moment for them. Takes blocks while the driver starts; a device that is not there ends the run.
[[nodiscard]] std::unique_ptr<block_pool> make_device_pool(block_setting const & setting, row_sink & rows);

/// Runs a source's blocks through a pool to its end. Blocks for which `wanted` says no are left out.
/// Throws usage_error and backend_unavailable as choose_engine does, and what the source throws after the blocks before
/// it have been written.
void run_blocks(block_source & source, std::function<bool(std::uint64_t)> const & wanted, block_setting const & setting,
                row_sink & rows, progress & shown);

} // namespace vglcs::tools
