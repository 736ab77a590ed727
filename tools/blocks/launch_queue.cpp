// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/launch_queue.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace vglcs::tools {

namespace {

using namespace std::chrono_literals;

constexpr bool is_below(launch_size x, launch_size y) noexcept
{
    return x.pairs < y.pairs && x.cells < y.cells;
}

/// What a team takes at a time, where there is so much. More pairs would be more memory (20 KB a pair of 1 kb), and
/// slower: the launch is a tenth of the kernels' time, the host's arrays fit its caches worse.
constexpr launch_size most{4096, std::uint64_t{1} << 36};
/// What is worth a launch while more is to come, and how long a team waits for it: some 10 ms of kernels, several times
/// what the launch costs beside them.
constexpr launch_size worth{4096, std::uint64_t{1} << 33};
constexpr auto patience = 20ms;
/// Blocks, and letters, that are read and have no rows yet, for each device.
constexpr std::size_t most_blocks = 128;
constexpr std::uint64_t most_letters = std::uint64_t{1} << 28;

} // namespace

bool launch_queue::full() const noexcept
{
    return blocks_ >= devices_ * most_blocks || (letters_ >= devices_ * most_letters && blocks_ != 0);
}

bool launch_queue::are_many() const noexcept
{
    return waiting_size_.pairs >= worth.pairs;
}

bool launch_queue::are_worth_a_launch() const noexcept
{
    return !is_below(waiting_size_, worth);
}

std::size_t launch_queue::teams_at_work() const noexcept
{
    bool const many = are_many();
    return devices_ * static_cast<std::size_t>(std::ranges::count_if(
                          teams_of_a_device, [many](team const & t) { return many || !t.only_small_pairs; }));
}

bool launch_queue::add(pair_block block)
{
    std::unique_lock lock{mutex_};
    while (full() && !over()) {
        changed_.notify_all(); // nothing more will come before they have taken something
        changed_.wait_for(lock, 50ms);
    }
    if (over())
        return false;
    ++blocks_;
    letters_ += block.letters;
    waiting_size_.pairs += block.jobs.size();
    waiting_size_.cells += block.cells;
    waiting_.push_back(std::move(block));
    if (are_worth_a_launch())
        changed_.notify_all();
    return true;
}

void launch_queue::end()
{
    std::lock_guard const lock{mutex_};
    ended_ = true;
    changed_.notify_all();
}

void launch_queue::set_devices(std::size_t count)
{
    std::lock_guard const lock{mutex_};
    devices_ = count;
}

/// As many blocks as make a good launch, but no more than a team's part of what waits, so that others have work
/// in the end.
std::vector<pair_block> launch_queue::take_part(std::size_t teams)
{
    std::vector<pair_block> out;
    launch_size taken;
    std::size_t const part = waiting_.size() / teams + 1;
    while (!waiting_.empty() && is_below(taken, most) && (out.size() < part || (!ended_ && is_below(taken, worth)))) {
        taken.pairs += waiting_.front().jobs.size();
        taken.cells += waiting_.front().cells;
        out.push_back(std::move(waiting_.front()));
        waiting_.pop_front();
    }
    waiting_size_.pairs -= taken.pairs;
    waiting_size_.cells -= taken.cells;
    return out;
}

launch launch_queue::take(team const & mine)
{
    std::unique_lock lock{mutex_};
    while (!over()) {
        auto const until = std::chrono::steady_clock::now() + patience;
        while (!ended_ && !over() && !full() && !are_worth_a_launch() &&
               changed_.wait_until(lock, until) == std::cv_status::no_timeout)
        {
        }
        launch out{.blocks = {}, .teams = teams_at_work()};
        if (!mine.only_small_pairs || are_many())
            out.blocks = take_part(out.teams);
        if (!out.blocks.empty() || ended_)
            return out;
        changed_.wait_for(lock, 100ms);
    }
    return {};
}

void launch_queue::letters_have_left(std::uint64_t letters)
{
    std::lock_guard const lock{mutex_};
    letters_ -= letters;
}

void launch_queue::blocks_have_left(std::size_t blocks)
{
    std::lock_guard const lock{mutex_};
    blocks_ -= blocks;
    changed_.notify_all();
}

void launch_queue::guarded(std::function<void()> const & f) noexcept
{
    try {
        f();
    } catch (interrupted const &) {
        changed_.notify_all(); // the run's control knows
    } catch (...) {
        std::lock_guard const lock{mutex_};
        if (!failure_)
            failure_ = std::current_exception();
        control_.stop();
        changed_.notify_all();
    }
}

void launch_queue::throw_if_over() const
{
    {
        std::lock_guard const lock{mutex_};
        if (failure_)
            std::rethrow_exception(failure_);
    }
    control_.throw_if_stopped();
}

} // namespace vglcs::tools
