// SPDX-License-Identifier: BSD-3-Clause
#include "block_pool.hpp"

#include "freed_memory.hpp"

#include <rmq/cuda/device.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <thread>

namespace vglcs::tools {

namespace {

using namespace std::chrono_literals;

/// Pairs and cells of a launch.
struct launch_size
{
    std::size_t pairs;
    std::uint64_t cells;
    [[nodiscard]] bool holds(launch_size x) const noexcept { return x.pairs < pairs && x.cells < cells; }
};
/// What a lane takes at a time, where there is so much. More pairs would be more memory (20 KB a pair of 1 kb), and
/// slower: the launch is a tenth of the kernels' time, the host's arrays fit its caches worse.
constexpr launch_size most{4096, std::uint64_t{1} << 36};
/// What is worth a launch while more is to come, and how long a lane waits for it: some 10 ms of kernels, several times
/// what the launch costs beside them.
constexpr launch_size worth{4096, std::uint64_t{1} << 33};
constexpr auto patience = 20ms;
/// Teams of host threads of a device: two take whatever there is; two more, which have a smaller part of the device's
/// memory, only where so many small pairs wait that the host is what they wait for.
constexpr std::size_t lanes_of_a_device = 2, more_lanes_for_small_pairs = 2;
constexpr std::uint64_t memory_parts = 8, parts_of_a_lane = 3, parts_of_one_more = 1;
/// Threads of a team at most: 8 encode and plan as fast as a device answers, and more wait for each other.
constexpr int most_lane_threads = 8;
/// Blocks, and letters, that are read and have no rows yet.
constexpr std::size_t most_blocks_of_a_device = 128;
constexpr std::uint64_t most_letters_of_a_device = std::uint64_t{1} << 28;

class device_pool final : public block_pool
{
public:
    device_pool(block_setting const & setting, row_maker & rows, row_sink & sink)
        : setting_{setting}, rows_{rows}, sink_{sink}, base_{setting.pairs.options}
    {
        keep_freed_memory();
        starter_ = std::jthread{[this] { guarded([this] { start(); }); }};
    }
    ~device_pool() override { end(); }

    void add(pair_block block) override
    {
        std::unique_lock lock{mutex_};
        while (full() && !over()) {
            changed_.notify_all(); // nothing more will come before they have taken something
            changed_.wait_for(lock, 50ms);
        }
        if (over()) {
            lock.unlock();
            finish();
        }
        ++blocks_;
        letters_ += block.letters;
        ready_size_.pairs += block.jobs.size();
        ready_size_.cells += block.cells;
        ready_.push_back(std::move(block));
        if (is_worth_a_launch())
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
    using taken_blocks = std::vector<std::unique_ptr<block_work>>;
    struct used_device
    {
        explicit used_device(int given) : number{given} {}
        int number;
        std::shared_mutex used; ///< shared: all lanes at work; held: one lane alone
    };

    // ---- under the lock ----
    bool over() const { return failure_ || base_.control->stopped(); }
    std::size_t device_count() const { return std::max<std::size_t>(1, devices_.size()); } ///< 1 while they start
    bool full() const
    {
        return blocks_ >= device_count() * most_blocks_of_a_device ||
               (letters_ >= device_count() * most_letters_of_a_device && blocks_ != 0);
    }
    bool is_worth_a_launch() const { return !worth.holds(ready_size_); }
    bool are_many() const { return ready_size_.pairs >= worth.pairs; }
    std::size_t lanes_at_work() const
    {
        return devices_.size() * (lanes_of_a_device + (are_many() ? more_lanes_for_small_pairs : 0));
    }

    /// As many blocks as make a good launch, but no more than a lane's part of what waits, lest others have nothing to
    /// do in the end.
    taken_blocks take()
    {
        taken_blocks out;
        launch_size taken{};
        std::size_t const share = ready_.size() / lanes_at_work() + 1;
        while (!ready_.empty() && most.holds(taken) && (out.size() < share || (!ended_ && worth.holds(taken)))) {
            pair_block & block = ready_.front();
            taken.pairs += block.jobs.size();
            taken.cells += block.cells;
            out.push_back(std::make_unique<block_work>(std::move(block), setting_.pairs, setting_.filter));
            ready_.pop_front();
        }
        ready_size_.pairs -= taken.pairs;
        ready_size_.cells -= taken.cells;
        return out;
    }

    // ---- working ----

    /// Ends the run where `f` throws.
    void guarded(std::function<void()> const & f) noexcept
    {
        try {
            f();
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

    /// Starts the driver, which takes up to half a second, and all workers.
    void start()
    {
        (void)choose_engine({{}, {}, {}, {}}, base_); // a device that is not there is not a fault of each pair
        std::vector<int> numbers{base_.device_number};
        if (setting_.all_devices) {
            numbers.clear();
            for (auto const & d : rmq::cuda::devices().devices)
                numbers.push_back(d.number);
        }
        {
            std::lock_guard const lock{mutex_};
            for (int const number : numbers)
                devices_.emplace_back(number);
        }
        for (used_device & d : devices_)
            for (std::size_t lane = 0; lane < lanes_of_a_device + more_lanes_for_small_pairs; ++lane)
                workers_.emplace_back([this, &d, lane] { guarded([&] { work(d, lane >= lanes_of_a_device); }); });
    }

    /// Threads of a team, where all threads are shared by so many.
    int team_of(std::size_t lanes) const
    {
        auto const count = static_cast<int>(lanes);
        return std::clamp((base_.threads + count - 1) / count, 1, most_lane_threads);
    }

    void work(used_device & device, bool only_small_pairs)
    {
        options o = base_;
        o.device_number = device.number;
        options part = o;
        // the device starts here; 0 would be no limit
        part.max_gpu_memory = std::max<std::uint64_t>(
            gpu_memory_budget(o) / memory_parts * (only_small_pairs ? parts_of_one_more : parts_of_a_lane), 1);
        std::unique_lock lock{mutex_};
        while (!over()) {
            auto const until = std::chrono::steady_clock::now() + patience;
            while (!ended_ && !over() && !full() && !is_worth_a_launch() &&
                   changed_.wait_until(lock, until) == std::cv_status::no_timeout)
            {
            }
            part.threads = team_of(lanes_at_work());
            taken_blocks mine = only_small_pairs && !are_many() ? taken_blocks{} : take();
            if (mine.empty()) {
                if (ended_)
                    return;
                changed_.wait_for(lock, 100ms);
                continue;
            }
            lock.unlock();
            solve(mine, part, o, device.used);
            std::size_t const passed = pass_on(mine, part.threads);
            lock.lock();
            blocks_ -= passed;
            changed_.notify_all();
        }
    }

    void solve(taken_blocks const & blocks, options const & part, options const & whole, std::shared_mutex & device)
    {
        while (true) {
            std::vector<pair_task> tasks;
            for (auto const & b : blocks)
                std::ranges::copy(b->next(), std::back_inserter(tasks));
            if (tasks.empty())
                return;
            {
                std::shared_lock const beside{device};
                take_steps_together(tasks, setting_.pairs, setting_.filter, part);
            }
            // what a lane's part of the memory did not allow gets the device for itself
            std::erase_if(tasks, [](pair_task const & t) { return t.step == pair_step::screen || !t.job->failure; });
            if (!tasks.empty()) {
                std::unique_lock const alone{device};
                take_steps_together(tasks, setting_.pairs, setting_.filter, whole);
            }
        }
    }

    /// Makes rows, and gives the blocks' memory back: that by one thread, since it all goes to the reader's heap.
    /// Returns how many have left.
    std::size_t pass_on(taken_blocks & blocks, int threads)
    {
        std::vector<std::optional<block_rows>> made(blocks.size());
        std::exception_ptr fault;
        auto const count = static_cast<std::int64_t>(blocks.size());
#pragma omp parallel for schedule(dynamic) num_threads(threads)
        for (std::int64_t k = 0; k < count; ++k) {
            auto const at = static_cast<std::size_t>(k);
            try {
                made[at] = rows_.make(*blocks[at]);
            } catch (...) {
#pragma omp critical(vglcs_device_pool_rows)
                fault = std::current_exception();
            }
        }
        if (fault)
            std::rethrow_exception(fault);
        std::uint64_t letters = 0;
        for (auto & block : blocks) {
            letters += block->letters();
            block.reset();
        }
        {
            std::lock_guard const lock{mutex_};
            letters_ -= letters;
        }
        std::size_t passed = 0;
        for (std::optional<block_rows> & rows : made)
            passed += sink_.put(std::move(*rows));
        return passed;
    }

    void end()
    {
        {
            std::lock_guard const lock{mutex_};
            ended_ = true;
            changed_.notify_all();
        }
        if (starter_.joinable())
            starter_.join();
        for (std::jthread & worker : workers_)
            if (worker.joinable())
                worker.join();
    }

    block_setting const & setting_;
    row_maker & rows_;
    row_sink & sink_;
    options base_;

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::deque<used_device> devices_; ///< empty until the driver has started, the same from then on
    std::deque<pair_block> ready_;
    launch_size ready_size_{};  ///< of those
    std::size_t blocks_ = 0;    ///< in memory, at least as rows
    std::uint64_t letters_ = 0; ///< of those that have no rows yet
    bool ended_ = false;
    std::exception_ptr failure_;

    std::vector<std::jthread> workers_; ///< the starter's until it ends
    std::jthread starter_;              ///< last: all threads use all of the above
};

} // namespace

std::unique_ptr<block_pool> make_device_pool(block_setting const & setting, row_maker & rows, row_sink & sink)
{
    return std::make_unique<device_pool>(setting, rows, sink);
}

} // namespace vglcs::tools
