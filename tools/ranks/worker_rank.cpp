// SPDX-License-Identifier: BSD-3-Clause
#include "ranks/mpi_roles.hpp"

#include "ranks/mpi_protocol.hpp"
#include "ranks/rank_messages.hpp"

#include <vglcs/error.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <string>

namespace vglcs::tools {

namespace {

/// Every other rank.
class worker_rank final : public ranks, public row_sink
{
public:
    worker_rank(MPI_Comm job, run_control const & control) : job_{job}, control_{control} {}

    bool first() const noexcept override { return false; }

    void begin(row_sink & rows, std::function<bool(std::uint64_t)>) override { rows_ = &rows; }

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

    block_rows make(block_work const & work) override { return rows_->make(work); }

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
    row_sink * rows_ = nullptr; ///< makes rows; they go to rank 0
    std::mutex mutex_;          ///< one thread at a time talks to MPI
    std::optional<std::uint64_t> mine_;
    std::uint64_t seen_ = 0; ///< blocks that this rank has cut
};

} // namespace

std::unique_ptr<ranks> make_worker_rank(MPI_Comm job, run_control const & control)
{
    return std::make_unique<worker_rank>(job, control);
}

} // namespace vglcs::tools
