// SPDX-License-Identifier: BSD-3-Clause
#include "ranks/mpi_roles.hpp"

#include "ranks/mpi_protocol.hpp"
#include "ranks/rank_messages.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace vglcs::tools {

namespace {

using namespace std::chrono_literals;

/// Blocks under way in the whole job, for each rank: enough for its pool and the way there and back.
constexpr std::uint64_t blocks_a_rank = 64;

/// Rank 0. One thread talks to the workers, the others answer blocks as on one machine.
class first_rank final : public ranks, public row_sink
{
public:
    first_rank(MPI_Comm job, int workers, run_control const & control)
        : job_{job}, workers_{workers}, control_{control}, most_under_way_{blocks_a_rank *
                                                                           (static_cast<std::uint64_t>(workers) + 1)}
    {
    }

    bool first() const noexcept override { return true; }

    void begin(row_sink & rows, std::function<bool(std::uint64_t)> is_done) override
    {
        rows_ = &rows;
        is_done_ = std::move(is_done);
        server_ = std::jthread{[this](std::stop_token const & stop) { serve(stop); }};
    }

    bool wanted(std::uint64_t block) override
    {
        std::unique_lock lock{mutex_};
        seen_ = block + 1;
        compare_totals();
        while (!mine_) {
            control_.throw_if_stopped();
            if (broken_ || (worker_fault_ && under_way_ >= most_under_way_)) // nobody answers what that worker had
                return false;
            mine_ = next_number();
            if (!mine_)
                changed_.wait_for(lock, 50ms);
        }
        if (*mine_ != block)
            return false;
        mine_.reset();
        return true;
    }

    row_sink & sink() override { return *this; }

    block_rows make(block_work const & work) override { return rows_->make(work); }

    /// From this rank's pool, and from the server for the others: rows that are too early wait in `rows_`, but are no
    /// longer the pool's; what is held there is bounded by the numbers handed out.
    std::size_t put(block_rows rows) override
    {
        std::size_t const written = rows_->put(std::move(rows));
        std::lock_guard const lock{mutex_};
        under_way_ -= written;
        changed_.notify_all();
        return 1;
    }

    void finish(std::exception_ptr fault) override
    {
        if (fault && control_.stopped()) // nobody waits for the others
            std::rethrow_exception(fault);
        server_.join();
        everybody_has_ended = !broken_ && !control_.stopped();
        for (std::exception_ptr const & why : {fault, broken_, worker_fault_})
            if (why)
                std::rethrow_exception(why);
        control_.throw_if_stopped();
        if (most_total_ > seen_)
            throw other_inputs("", most_total_);
    }

private:
    /// The next number to hand out; nothing while too many blocks are under way. Under the lock.
    std::optional<std::uint64_t> next_number()
    {
        // where a worker has seen the end, nearly all blocks are handed out, or this rank has to find out that it has
        // more of them
        if (under_way_ >= most_under_way_ && !most_total_)
            return std::nullopt;
        while (is_done_(next_))
            ++next_;
        ++under_way_;
        return next_++;
    }

    void serve(std::stop_token const & stop)
    {
        int left = workers_;
        patience until_next;
        while (left > 0 && !broken_ && !stop.stop_requested() && !control_.stopped()) {
            hand_out();
            int there = 0;
            MPI_Status status;
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, job_, &there, &status);
            if (!there) {
                until_next.wait();
                continue;
            }
            until_next.something_came();
            MPI_Count size = 0;
            MPI_Get_elements_x(&status, MPI_BYTE, &size);
            std::string message(static_cast<std::size_t>(size), '\0');
            MPI_Recv(message.data(), static_cast<int>(size), MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, job_,
                     MPI_STATUS_IGNORE);
            if (status.MPI_TAG == ask_tag) {
                waiting_.push_back(status.MPI_SOURCE);
            } else if (status.MPI_TAG == rows_tag) {
                take_rows(message);
            } else {
                --left;
                take_end(message);
            }
        }
    }

    void take_rows(std::string const & message)
    {
        try {
            (void)put(unpacked_rows(message));
        } catch (...) {
            std::lock_guard const lock{mutex_};
            broken_ = std::current_exception();
            changed_.notify_all();
        }
    }

    /// A fault of the input meets every rank, after the blocks before it; any other one leaves blocks unanswered.
    void take_end(std::string const & message)
    {
        unpacker from{message};
        std::exception_ptr const fault = unpacked_fault(from);
        std::lock_guard const lock{mutex_};
        if (!fault) {
            auto const total = from.take<std::uint64_t>();
            least_total_ = std::min(least_total_, total);
            most_total_ = std::max(most_total_, total);
            compare_totals();
            changed_.notify_all();
            return;
        }
        try {
            std::rethrow_exception(fault);
        } catch (error const & e) {
            (e.code() == exit_code::input ? worker_fault_ : broken_) = fault;
        }
        changed_.notify_all();
    }

    /// Every rank cuts the same blocks, else some would have no answer. Under the lock.
    void compare_totals()
    {
        if (least_total_ < seen_ && !broken_)
            broken_ = std::make_exception_ptr(other_inputs("at least ", least_total_));
    }
    /// @param at_least   put before what this rank has cut, which may not be all
    error other_inputs(std::string_view at_least, std::uint64_t total) const
    {
        return {exit_code::input, fmt::format("mpirun: blocks of pairs: {}{} on one rank, {} on another: the ranks do "
                                              "not read the same inputs: give each of them the same files",
                                              at_least, seen_, total)};
    }

    void hand_out()
    {
        while (!waiting_.empty()) {
            std::optional<std::uint64_t> number;
            {
                std::lock_guard const lock{mutex_};
                number = next_number();
            }
            if (!number)
                return;
            MPI_Send(&*number, 1, MPI_UINT64_T, waiting_.front(), number_tag, job_);
            waiting_.pop_front();
        }
    }

    MPI_Comm job_;
    int workers_;
    run_control const & control_;
    std::uint64_t most_under_way_;
    row_sink * rows_ = nullptr;
    std::function<bool(std::uint64_t)> is_done_;
    std::deque<int> waiting_; ///< workers that asked; only the server's

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::optional<std::uint64_t> mine_;
    std::uint64_t next_ = 0, under_way_ = 0;
    std::uint64_t seen_ = 0;                                         ///< blocks that this rank has cut
    std::uint64_t least_total_ = ~std::uint64_t{0}, most_total_ = 0; ///< of those that workers cut which have ended
    std::exception_ptr worker_fault_;                                ///< of the input of a worker
    std::exception_ptr broken_;                                      ///< ends the run at once

    std::jthread server_; ///< last: it uses all of the above
};

} // namespace

std::unique_ptr<ranks> make_first_rank(MPI_Comm job, int workers, run_control const & control)
{
    return std::make_unique<first_rank>(job, workers, control);
}

} // namespace vglcs::tools
