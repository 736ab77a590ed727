// SPDX-License-Identifier: BSD-3-Clause
#include "ranks/mpi_ranks.hpp"

#include "ranks/mpi_roles.hpp"

#include <vglcs/error.hpp>

#include <cstdlib>

namespace vglcs::tools {

namespace {

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
        return make_first_rank(MPI_COMM_WORLD, size - 1, control);
    return make_worker_rank(MPI_COMM_WORLD, control);
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
