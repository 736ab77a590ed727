// SPDX-License-Identifier: BSD-3-Clause
#include "ranks/mpi_ranks.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace vglcs::tools {

namespace {

using namespace std::chrono_literals;

/// Kinds of message. From a worker: ask (nothing), rows, ended. To a worker: number.
enum tag : int { ask_tag = 1, number_tag, rows_tag, ended_tag };

/// Blocks under way in the whole job, for each rank: enough for its pool and the way there and back.
constexpr std::uint64_t blocks_a_rank = 64;
/// Time between two looks for messages. MPI's own waiting takes a core; a look takes some microseconds of one, so
/// that they become rarer while nothing comes. A rank asks for a block while it answers the one before.
class patience
{
public:
    void wait()
    {
        std::this_thread::sleep_for(now_);
        now_ = std::min(2 * now_, longest);
    }
    void something_came() { now_ = shortest; }

private:
    static constexpr std::chrono::microseconds shortest = 100us, longest = 3200us;
    std::chrono::microseconds now_ = shortest;
};

bool everybody_has_ended = false; ///< nobody waits for this rank any more

template <class T>
void append(std::string & out, T const & value)
{
    out.append(reinterpret_cast<char const *>(&value), sizeof value);
}
void append(std::string & out, std::string const & text)
{
    append(out, std::uint64_t{text.size()});
    out += text;
}

/// Takes values from the front of a message that this program made.
class unpacker
{
public:
    explicit unpacker(std::string const & message) : at_{message.data()} {}
    template <class T>
    T take()
    {
        T out;
        std::memcpy(&out, at_, sizeof out);
        at_ += sizeof out;
        return out;
    }
    std::string text()
    {
        auto const size = take<std::uint64_t>();
        std::string out(at_, size);
        at_ += size;
        return out;
    }

private:
    char const * at_;
};

/// What ended a rank, as a message, and back.
std::string packed(std::exception_ptr const & fault)
{
    int code = 0;
    std::string text;
    try {
        if (fault)
            std::rethrow_exception(fault);
    } catch (error const & e) {
        code = static_cast<int>(e.code());
        text = e.what();
    } catch (std::bad_alloc const &) {
        code = static_cast<int>(exit_code::resources);
        text = "out of memory: use fewer --threads or fewer ranks a host";
    } catch (std::exception const & e) {
        code = static_cast<int>(exit_code::internal);
        text = e.what();
    }
    std::string out;
    append(out, code);
    append(out, text);
    return out;
}
std::exception_ptr unpacked_fault(unpacker & from)
{
    int const code = from.take<int>();
    std::string const text = from.text();
    if (code == 0)
        return nullptr;
    if (code == static_cast<int>(exit_code::interrupted) || code == static_cast<int>(exit_code::terminated))
        return std::make_exception_ptr(interrupted{static_cast<exit_code>(code)});
    return std::make_exception_ptr(error{static_cast<exit_code>(code), text});
}

std::string packed(block_rows const & rows)
{
    static_assert(std::is_trivially_copyable_v<row_counts>);
    std::string out;
    append(out, rows.number);
    append(out, rows.counts);
    append(out, rows.first_empty);
    append(out, rows.warnings);
    out += packed(rows.failure);
    append(out, rows.text);
    return out;
}
block_rows unpacked_rows(std::string const & message)
{
    unpacker from{message};
    block_rows out;
    out.number = from.take<std::uint64_t>();
    out.counts = from.take<row_counts>();
    out.first_empty = from.text();
    out.warnings = from.text();
    out.failure = unpacked_fault(from);
    out.text = from.text();
    return out;
}

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

/// Every other rank.
class worker_rank final : public ranks, public row_sink
{
public:
    worker_rank(MPI_Comm job, run_control const & control) : job_{job}, control_{control} {}

    bool first() const noexcept override { return false; }

    void begin(row_sink &, std::function<bool(std::uint64_t)>) override {}

    bool wanted(std::uint64_t block) override
    {
        ++seen_;
        if (!mine_)
            mine_ = ask();
        if (*mine_ != block)
            return false;
        mine_.reset();
        return true;
    }

    row_sink & sink() override { return *this; }

    std::size_t put(block_rows rows) override
    {
        std::string const message = packed(rows);
        if (message.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
            throw resource_error{"mpirun: the rows of one block take more than 2 GiB: use --task length"};
        send(message, rows_tag);
        return 1;
    }

    void finish(std::exception_ptr fault) override
    {
        std::string message = packed(fault);
        append(message, seen_);
        send(message, ended_tag);
        everybody_has_ended = true; // rank 0 says what went wrong, and ends with its code
    }

private:
    std::uint64_t ask()
    {
        send({}, ask_tag);
        std::uint64_t number = 0;
        MPI_Request request;
        {
            std::lock_guard const lock{mutex_};
            MPI_Irecv(&number, 1, MPI_UINT64_T, 0, number_tag, job_, &request);
        }
        wait(request);
        return number;
    }

    void send(std::string const & message, int as)
    {
        MPI_Request request;
        {
            std::lock_guard const lock{mutex_};
            MPI_Isend(message.data(), static_cast<int>(message.size()), MPI_BYTE, 0, as, job_, &request);
        }
        wait(request);
    }

    void wait(MPI_Request & request)
    {
        for (patience until_done;;) {
            int done = 0;
            {
                std::lock_guard const lock{mutex_};
                MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            }
            if (done)
                return;
            control_.throw_if_stopped();
            until_done.wait();
        }
    }

    MPI_Comm job_;
    run_control const & control_;
    std::mutex mutex_; ///< one thread at a time talks to MPI
    std::optional<std::uint64_t> mine_;
    std::uint64_t seen_ = 0; ///< blocks that this rank has cut
};

/// Ranks of one host talk through its memory. Open MPI would try the libraries of every network first, which takes a
/// quarter of a second of each job. Who chose a way of messages has it.
void use_memory_of_host() noexcept
{
    (void)::setenv("OMPI_MCA_pml", "ob1", 0);
}

} // namespace

std::unique_ptr<ranks> join_ranks(run_control const & control)
{
    rank_place const place = launched_as();
    if (place.ranks == 1)
        return nullptr;
    if (place.ranks_on_host == place.ranks)
        use_memory_of_host();
    int provided = 0, rank = 0, size = 1;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (provided < MPI_THREAD_SERIALIZED)
        throw resource_error{"mpirun: this MPI cannot be used by more than one thread: use --shard instead"};
    if (rank == 0)
        return std::make_unique<first_rank>(MPI_COMM_WORLD, size - 1, control);
    return std::make_unique<worker_rank>(MPI_COMM_WORLD, control);
}

void leave_ranks(int exit_code)
{
    int started = 0;
    MPI_Initialized(&started);
    if (!started)
        return;
    if (everybody_has_ended)
        MPI_Finalize();
    else
        MPI_Abort(MPI_COMM_WORLD, exit_code);
}

} // namespace vglcs::tools
