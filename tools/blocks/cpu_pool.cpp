// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/run_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace vglcs::tools {

namespace {

using namespace std::chrono_literals;

/// Small pairs are handed out in portions of about so many cells.
constexpr std::uint64_t portion_cells = std::uint64_t{1} << 20;
/// A screening looks at 64 cells a step.
constexpr std::uint64_t screened_at_once = 32;

class cpu_pool final : public block_pool
{
public:
    cpu_pool(block_setting const & setting, row_sink & rows)
        : setting_{setting}, rows_{rows}, team_{setting.pairs.options}, single_{team_},
          threads_{static_cast<std::uint64_t>(team_.threads)}, most_blocks_{
                                                                   blocks_in_memory(team_.threads, setting.shared)}
    {
        single_.threads = 1;
        single_.max_memory = std::max<std::uint64_t>(1, team_.max_memory / threads_);
        single_.checkpoint.clear();
        try {
            for (std::uint64_t t = 0; t < threads_; ++t)
                workers_.emplace_back([this] { work(); });
        } catch (...) { // a thread cannot be started: the others would wait for work without end
            end();
            throw;
        }
    }
    ~cpu_pool() override { end(); }

    void add(pair_block block) override
    {
        {
            std::unique_lock lock{mutex_};
            producer_waits_ = true;
            changed_.notify_all();
            while (blocks_ >= most_blocks_ && !over())
                changed_.wait_for(lock, 50ms);
            producer_waits_ = false;
            if (over()) {
                lock.unlock();
                finish();
            }
            ++blocks_;
        }
        advance(std::make_shared<open_block>(block_work{std::move(block), setting_.pairs, setting_.filter}));
    }

    void finish() override
    {
        end();
        if (failure_)
            std::rethrow_exception(failure_);
        team_.control->throw_if_stopped();
    }

private:
    struct open_block
    {
        explicit open_block(block_work given) : work{std::move(given)} {}
        block_work work;
        std::vector<pair_task> small; ///< largest first; those before `next` are taken
        std::size_t next = 0, left = 0;
    };
    using shared_block = std::shared_ptr<open_block>;

    struct large_task
    {
        shared_block block;
        pair_task task;
        std::uint64_t cells;
        bool team_only; ///< it did not fit into a thread's share of the memory
    };
    struct assignment
    {
        shared_block block;
        std::vector<pair_task> tasks;
        bool team = false, large = false;
        explicit operator bool() const noexcept { return block != nullptr; }
    };

    static std::uint64_t cells_of(pair_task const & t)
    {
        std::uint64_t const cells = t.job->cells();
        return t.step == pair_step::screen ? cells / screened_at_once : cells;
    }
    bool over() const { return failure_ || team_.control->stopped(); }

    // ---- choosing; all under the lock ----

    /// A pair larger than small ones that may take one thread: the work beside it, of pairs not larger than itself,
    /// lasts the other threads at least as long. The largest such pair, so that the rest levels out at the end.
    std::optional<assignment> large_on_one_thread()
    {
        if (!team_.checkpoint.empty()) // only a pair of its own leaves checkpoints
            return std::nullopt;
        std::uint64_t beside = small_cells_;
        std::size_t chosen = large_.size();
        for (std::size_t k = 0; k < large_.size(); ++k) {
            if (!large_[k].team_only && beside >= (threads_ - 1) * large_[k].cells)
                chosen = k;
            beside += large_[k].cells;
        }
        return chosen == large_.size() ? std::nullopt : std::optional{take_large(chosen, false)};
    }

    assignment take_large(std::size_t k, bool team)
    {
        assignment out{std::move(large_[k].block), {large_[k].task}, team, true};
        large_.erase(large_.begin() + static_cast<std::ptrdiff_t>(k));
        return out;
    }

    void insert_large(large_task one)
    {
        auto const at = std::ranges::upper_bound(large_, one.cells, {}, &large_task::cells);
        large_.insert(at, std::move(one));
    }

    assignment take_small()
    {
        shared_block & front = with_small_.front();
        assignment out{front, {}};
        for (std::uint64_t cells = 0; front->next < front->small.size() && cells < portion_cells; ++front->next) {
            out.tasks.push_back(front->small[front->next]);
            cells += cells_of(out.tasks.back());
            small_cells_ -= cells_of(out.tasks.back());
        }
        if (front->next == front->small.size())
            with_small_.pop_front();
        return out;
    }

    assignment choose()
    {
        if (team_runs_)
            return {};
        if (auto large = large_on_one_thread())
            return std::move(*large);
        if (!with_small_.empty())
            return take_small();
        // nothing small is left, nor will come before the large ones are done
        if (!large_.empty() && running_ == 0 && (ended_ || (producer_waits_ && blocks_ >= most_blocks_)))
            return take_large(large_.size() - 1, true);
        return {};
    }

    // ---- working ----

    void work()
    {
        std::unique_lock lock{mutex_};
        while (!over()) {
            assignment mine = choose();
            if (!mine) {
                if (ended_ && blocks_ == 0)
                    return;
                changed_.wait_for(lock, 100ms);
                continue;
            }
            ++running_;
            team_runs_ = mine.team;
            lock.unlock();
            options const & o = mine.team ? team_ : single_;
            for (pair_task const & t : mine.tasks)
                if (!team_.control->stopped())
                    take_step(t, setting_.pairs, setting_.filter, o);
            lock.lock();
            if (mine.team)
                team_runs_ = false;
            --running_;
            if (over())
                return;
            for (pair_task const & t : mine.tasks) {
                // it may have failed only for its share of the memory
                if (t.job->failure && !mine.team && threads_ > 1 && t.step != pair_step::screen)
                    insert_large({mine.block, t, cells_of(t), true});
                else
                    --mine.block->left;
            }
            if (running_ == 0)
                changed_.notify_all();
            if (mine.block->left == 0) {
                lock.unlock();
                advance(mine.block);
                lock.lock();
            }
        }
    }

    /// The block's next steps, or its rows. Ends the run where that fails.
    void advance(shared_block const & block) noexcept
    {
        try {
            std::vector<pair_task> tasks = block->work.next();
            std::size_t passed = 0;
            if (tasks.empty())
                passed = rows_.put(rows_.make(block->work));
            std::lock_guard const lock{mutex_};
            blocks_ -= passed;
            block->left = tasks.size();
            block->small.clear();
            block->next = 0;
            for (pair_task const & t : tasks) {
                if (std::uint64_t const cells = cells_of(t); cells > small_pair_cells && t.step != pair_step::screen) {
                    insert_large({block, t, cells, false});
                } else {
                    block->small.push_back(t);
                    small_cells_ += cells;
                    if (!team_.checkpoint.empty() && team_.note)
                        team_.note(
                            fmt::format("--checkpoint {}: nothing is kept of pairs this small: after a kill they "
                                        "start anew",
                                        team_.checkpoint));
                }
            }
            std::ranges::stable_sort(block->small, std::greater{}, cells_of);
            if (!block->small.empty())
                with_small_.push_back(block);
            changed_.notify_all();
        } catch (...) {
            std::lock_guard const lock{mutex_};
            if (!failure_)
                failure_ = std::current_exception();
            team_.control->stop(); // the others need not go on
            changed_.notify_all();
        }
    }

    void end()
    {
        {
            std::lock_guard const lock{mutex_};
            ended_ = true;
            changed_.notify_all();
        }
        workers_.clear(); // joins
    }

    block_setting const & setting_;
    row_sink & rows_;
    options team_, single_;
    std::uint64_t threads_;
    std::size_t most_blocks_;

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::deque<shared_block> with_small_; ///< blocks with small steps not taken, in order
    std::vector<large_task> large_;       ///< smallest first
    std::uint64_t small_cells_ = 0;       ///< of steps not taken
    std::size_t running_ = 0;             ///< threads at work
    std::size_t blocks_ = 0;              ///< in memory
    bool team_runs_ = false, producer_waits_ = false, ended_ = false;
    std::exception_ptr failure_;

    std::vector<std::jthread> workers_; ///< last: they use all of the above
};

} // namespace

std::unique_ptr<block_pool> make_cpu_pool(block_setting const & setting, row_sink & rows)
{
    return std::make_unique<cpu_pool>(setting, rows);
}

} // namespace vglcs::tools
