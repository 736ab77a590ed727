// SPDX-License-Identifier: BSD-3-Clause
#include "base/malloc_tuning.hpp"
#include "blocks/launch_queue.hpp"
#include "blocks/run_blocks.hpp"

#include <rmq/cuda/device.hpp>
#include <vglcs/device_choice.hpp>

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <shared_mutex>
#include <thread>

namespace vglcs::tools {

namespace {

/// Threads of a team at most: 8 encode and plan as fast as a device answers, and more wait for each other.
constexpr int most_team_threads = 8;

class device_pool final : public block_pool
{
public:
    device_pool(block_setting const & setting, row_sink & rows)
        : setting_{setting}, rows_{rows}, base_{setting.pairs.options}, queue_{*base_.control}
    {
        keep_freed_memory();
        starter_ = std::jthread{[this] { queue_.guarded([this] { start(); }); }};
    }
    ~device_pool() override { end(); }

    void add(pair_block block) override
    {
        if (!queue_.add(std::move(block)))
            finish();
    }

    void finish() override
    {
        end();
        queue_.throw_if_over();
    }

private:
    using taken_blocks = std::vector<std::unique_ptr<block_work>>;
    struct used_device
    {
        explicit used_device(int given) : number{given} {}
        int number;
        std::shared_mutex used; ///< shared: all teams at work; held: one team alone
    };

    /// Starts the driver, which takes up to half a second, and all teams.
    void start()
    {
        require_engine(base_); // a device that is not there is not a fault of each pair
        if (setting_.all_devices)
            for (auto const & d : rmq::cuda::devices().devices)
                devices_.emplace_back(d.number);
        else
            devices_.emplace_back(base_.device_number);
        queue_.set_devices(devices_.size());
        for (used_device & device : devices_)
            for (team const & t : teams_of_a_device)
                teams_.emplace_back([this, &device, &t] { queue_.guarded([&] { work(device, t); }); });
    }

    void work(used_device & device, team const & mine)
    {
        options whole = base_;
        whole.device_number = device.number;
        options part = whole;
        part.fall_back = false; // what a part does not allow the whole device may
        // the device starts here; 0 would be no limit
        part.max_gpu_memory =
            std::max<std::uint64_t>(gpu_memory_budget(whole) / memory_parts_of_a_device * mine.memory_parts, 1);
        for (launch now = queue_.take(mine); !now.blocks.empty(); now = queue_.take(mine)) {
            auto const teams = static_cast<int>(now.teams);
            part.threads = std::clamp((base_.threads + teams - 1) / teams, 1, most_team_threads);
            taken_blocks blocks;
            for (pair_block & block : now.blocks)
                blocks.push_back(std::make_unique<block_work>(std::move(block), setting_.pairs, setting_.filter));
            solve(blocks, part, whole, device.used);
            queue_.blocks_have_left(pass_on(blocks, part.threads));
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
            // what a team's part of the memory did not allow gets the device for itself
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
        queue_.letters_have_left(letters);
        std::size_t passed = 0;
        for (std::optional<block_rows> & rows : made)
            passed += rows_.put(std::move(*rows));
        return passed;
    }

    void end()
    {
        queue_.end();
        if (starter_.joinable())
            starter_.join();
        teams_.clear(); // joins
    }

    block_setting const & setting_;
    row_sink & rows_;
    options base_;
    launch_queue queue_;
    std::deque<used_device> devices_;
    std::vector<std::jthread> teams_; ///< these two are the starter's until it ends
    std::jthread starter_;            ///< last: all threads use all of the above
};

} // namespace

std::unique_ptr<block_pool> make_device_pool(block_setting const & setting, row_sink & rows)
{
    return std::make_unique<device_pool>(setting, rows);
}

} // namespace vglcs::tools
