// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/mpi_communicator.hpp>

#include <limits>

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

namespace rmq {
namespace {

/// Items as MPI counts them: int. The displacements of all ranks have to fit as well.
std::vector<int> as_ints(std::span<std::size_t const> counts, std::vector<int> & starts)
{
    std::vector<int> out(counts.size());
    starts.resize(counts.size());
    std::size_t before = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        starts[i] = static_cast<int>(before);
        out[i] = static_cast<int>(counts[i]);
        before += counts[i];
        if (before > std::numeric_limits<int>::max())
            throw std::length_error{
                "rmq::mpi_communicator: more than 2^31 - 1 items in one round: send them in several"};
    }
    return out;
}

} // namespace

struct mpi_communicator::group
{
    explicit group(MPI_Comm of)
    {
        MPI_Comm_dup(of, &handle);
        MPI_Comm_rank(handle, &rank);
        MPI_Comm_size(handle, &size);
    }
    group(group const &) = delete;
    group & operator=(group const &) = delete;
    ~group() { MPI_Comm_free(&handle); }

    MPI_Comm handle = MPI_COMM_NULL;
    int rank = 0, size = 0;
};

namespace {

/// Starts MPI once a process unless it has been started, and ends it when the process ends.
void start()
{
    struct session
    {
        session()
        {
            int running = 0;
            MPI_Initialized(&running);
            if (running)
                return;
            int provided = 0;
            MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
            mine = true;
        }
        ~session()
        {
            if (mine)
                MPI_Finalize();
        }
        bool mine = false;
    };
    static session const once;
}

} // namespace

mpi_communicator::mpi_communicator() : mpi_communicator{(start(), std::make_unique<group>(MPI_COMM_WORLD))}
{
}

mpi_communicator::mpi_communicator(int fortran_handle)
    : mpi_communicator{(start(), std::make_unique<group>(MPI_Comm_f2c(fortran_handle)))}
{
}

mpi_communicator::mpi_communicator(std::unique_ptr<group> of)
    : communicator{static_cast<unsigned>(of->rank), static_cast<unsigned>(of->size)}, group_{std::move(of)}
{
}

mpi_communicator::~mpi_communicator() = default;

void mpi_communicator::do_all_gather(std::span<std::byte const> mine, std::span<std::byte> all)
{
    int const bytes = static_cast<int>(mine.size());
    MPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, group_->handle);
}

void mpi_communicator::do_exchange_counts(std::span<std::size_t const> counts, std::span<std::size_t> received)
{
    static_assert(sizeof(std::size_t) == sizeof(std::uint64_t));
    MPI_Alltoall(counts.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T, group_->handle);
}

void mpi_communicator::do_exchange(std::span<std::byte const> items, std::span<std::size_t const> counts,
                                   std::span<std::byte> all, std::span<std::size_t const> received,
                                   std::size_t item_bytes)
{
    std::vector<int> from, to;
    std::vector<int> const sent = as_ints(counts, from), taken = as_ints(received, to);
    MPI_Datatype item;
    MPI_Type_contiguous(static_cast<int>(item_bytes), MPI_BYTE, &item);
    MPI_Type_commit(&item);
    MPI_Alltoallv(items.data(), sent.data(), from.data(), item, all.data(), taken.data(), to.data(), item,
                  group_->handle);
    MPI_Type_free(&item);
}

} // namespace rmq
