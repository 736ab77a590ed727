// SPDX-License-Identifier: BSD-3-Clause
// A build without MPI: every process of a job would do all the work, so it says so instead.
#include "ranks/mpi_ranks.hpp"

#include <vglcs/error.hpp>

namespace vglcs::tools {

std::unique_ptr<ranks> join_ranks(run_control const &)
{
    if (launched_as().ranks == 1)
        return nullptr;
    throw usage_error{"mpirun: this build has no MPI: build with -DVGLCS_WITH_MPI=ON, or give each process its part "
                      "with --shard"};
}

void leave_ranks(int)
{
}

} // namespace vglcs::tools
