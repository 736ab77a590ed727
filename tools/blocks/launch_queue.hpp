// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blocks/block_source.hpp"

#include <vglcs/run_control.hpp>

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace vglcs::tools {

/// A team of host threads of a device.
struct team
{
    std::uint64_t memory_parts; ///< of `memory_parts_of_a_device`
    bool only_small_pairs; ///< takes blocks only while so many small pairs wait that the host is what they wait for
};
inline constexpr std::uint64_t memory_parts_of_a_device = 8;
inline constexpr std::array teams_of_a_device{
    team{.memory_parts = 3, .only_small_pairs = false}, team{.memory_parts = 3, .only_small_pairs = false},
    team{.memory_parts = 1, .only_small_pairs = true}, team{.memory_parts = 1, .only_small_pairs = true}};

/// Pairs and cells of a launch.
struct launch_size
{
    std::size_t pairs = 0;
    std::uint64_t cells = 0;
};

/// What a team takes at a time.
struct launch
{
    std::vector<pair_block> blocks;
    std::size_t teams = 0; ///< of all devices, that take blocks as things are: all threads are shared by so many
};

/// The blocks of a run that devices answer, between the thread that reads them and the teams that take them: several at
/// a time, so that many small pairs share a launch, but no more than their part. Bounds what is in memory, and knows
/// when the run is over: stopped, or ended by a failure. Any thread may call any member.
class launch_queue
{
public:
    explicit launch_queue(run_control & control) noexcept : control_{control} {}

    /// Waits while as many blocks as may be are in memory. False, and the block is dropped, where the run is over.
    [[nodiscard]] bool add(pair_block block);
    /// No block will come any more.
    void end();
    /// Teams of so many devices take blocks; until this is said, as if of one.
    void set_devices(std::size_t count);

    /// The next blocks for a team, after a moment's wait where more would make a better launch. None: the team has
    /// nothing to do any more.
    [[nodiscard]] launch take(team const & mine);
    /// Blocks that were taken, of so many letters together, have rows and hold their records no longer.
    void letters_have_left(std::uint64_t letters);
    /// So many blocks' rows have left memory too.
    void blocks_have_left(std::size_t blocks);

    /// Does a part of the run's work: what `f` throws ends the run.
    void guarded(std::function<void()> const & f) noexcept;
    /// Throws what ended the run, if anything did.
    void throw_if_over() const;

private:
    // ---- all under the lock ----
    [[nodiscard]] bool over() const noexcept { return failure_ || control_.stopped(); }
    [[nodiscard]] bool full() const noexcept;
    [[nodiscard]] bool are_many() const noexcept;
    [[nodiscard]] bool are_worth_a_launch() const noexcept;
    [[nodiscard]] std::size_t teams_at_work() const noexcept;
    [[nodiscard]] std::vector<pair_block> take_part(std::size_t teams);

    run_control & control_;
    mutable std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::size_t devices_ = 1;
    std::deque<pair_block> waiting_;
    launch_size waiting_size_;  ///< of those
    std::size_t blocks_ = 0;    ///< in memory, at least as rows
    std::uint64_t letters_ = 0; ///< of those that have no rows yet
    bool ended_ = false;
    std::exception_ptr failure_;
};

} // namespace vglcs::tools
