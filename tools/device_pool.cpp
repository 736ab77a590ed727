// SPDX-License-Identifier: BSD-3-Clause
#include "block_pool.hpp"

#include <rmq/cuda/device.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace vglcs::tools {

namespace {

using namespace std::chrono_literals;

/// What a lane takes at a time, where there is so much.
constexpr std::size_t most_pairs = 32'768;
constexpr std::uint64_t most_cells = std::uint64_t{1} << 36;
/// Host threads of a device.
constexpr std::size_t lanes_of_a_device = 2;

class device_pool final : public block_pool
{
public:
    device_pool(block_setting const & setting, row_maker & rows, row_sink & sink)
        : setting_{setting}, rows_{rows}, sink_{sink}, base_{setting.pairs.options}, devices_(setting.devices.size()),
          lane_count_{setting.devices.size() * lanes_of_a_device}, most_blocks_{64 * setting.devices.size()}
    {
        try {
            for (std::size_t d = 0; d < devices_.size(); ++d)
                for (std::size_t lane = 0; lane < lanes_of_a_device; ++lane)
                    lanes_.emplace_back([this, d] { work(d); });
        } catch (...) { // as in cpu_pool
            end();
            throw;
        }
    }
    ~device_pool() override { end(); }

    void add(pair_block block) override
    {
        std::unique_lock lock{mutex_};
        while (blocks_ >= most_blocks_ && !over())
            changed_.wait_for(lock, 50ms);
        if (over()) {
            lock.unlock();
            finish();
        }
        ++blocks_;
        ready_.push_back(std::move(block));
        changed_.notify_all();
    }

    void finish() override
    {
        end();
        if (failure_)
            std::rethrow_exception(failure_);
        base_.control->throw_if_stopped();
    }

private:
    bool over() const { return failure_ || base_.control->stopped(); }

    /// As many blocks as make a good launch, but no more than a lane's part of what waits.
    std::vector<block_work> take()
    {
        std::vector<block_work> out;
        std::size_t pairs = 0;
        std::uint64_t cells = 0;
        std::size_t const share = ready_.size() / lane_count_ + 1;
        while (!ready_.empty() && out.size() < share && pairs < most_pairs && cells < most_cells) {
            pairs += ready_.front().jobs.size();
            cells += ready_.front().cells;
            out.emplace_back(std::move(ready_.front()), setting_.pairs, setting_.filter);
            ready_.pop_front();
        }
        return out;
    }

    void work(std::size_t device) noexcept
    {
        try {
            options o = base_;
            o.device_number = setting_.devices[device];
            options half = o;
            half.max_gpu_memory = gpu_memory_budget(o) / lanes_of_a_device;
            std::unique_lock lock{mutex_};
            while (!over()) {
                std::vector<block_work> mine = take();
                if (mine.empty()) {
                    if (ended_)
                        return;
                    changed_.wait_for(lock, 100ms);
                    continue;
                }
                lock.unlock();
                std::size_t const passed = answer(mine, half, o, devices_[device]);
                lock.lock();
                blocks_ -= passed;
                changed_.notify_all();
            }
        } catch (interrupted const &) {
            changed_.notify_all(); // the run's control knows
        } catch (...) {
            std::lock_guard const lock{mutex_};
            if (!failure_)
                failure_ = std::current_exception();
            base_.control->stop();
            changed_.notify_all();
        }
    }

    std::size_t answer(std::vector<block_work> & blocks, options const & half, options const & whole,
                       std::shared_mutex & device)
    {
        while (true) {
            std::vector<pair_task> tasks;
            for (block_work & b : blocks)
                std::ranges::copy(b.next(), std::back_inserter(tasks));
            if (tasks.empty())
                break;
            {
                std::shared_lock const beside{device};
                take_steps_together(tasks, setting_.pairs, setting_.filter, half);
            }
            // what a lane's half of the memory did not allow gets the device for itself
            std::erase_if(tasks, [](pair_task const & t) { return t.step == pair_step::screen || !t.job->failure; });
            if (!tasks.empty()) {
                std::unique_lock const alone{device};
                take_steps_together(tasks, setting_.pairs, setting_.filter, whole);
            }
        }
        std::size_t passed = 0;
        for (block_work & b : blocks)
            passed += sink_.put(rows_.make(b));
        return passed;
    }

    void end()
    {
        {
            std::lock_guard const lock{mutex_};
            ended_ = true;
            changed_.notify_all();
        }
        for (std::jthread & lane : lanes_)
            if (lane.joinable())
                lane.join();
    }

    block_setting const & setting_;
    row_maker & rows_;
    row_sink & sink_;
    options base_;
    std::deque<std::shared_mutex> devices_; ///< shared: both lanes at work; held: one lane alone
    std::size_t lane_count_, most_blocks_;

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::deque<pair_block> ready_;
    std::size_t blocks_ = 0; ///< in memory
    bool ended_ = false;
    std::exception_ptr failure_;

    std::vector<std::jthread> lanes_; ///< last: they use all of the above
};

} // namespace

std::unique_ptr<block_pool> make_device_pool(block_setting const & setting, row_maker & rows, row_sink & sink)
{
    return std::make_unique<device_pool>(setting, rows, sink);
}

} // namespace vglcs::tools
