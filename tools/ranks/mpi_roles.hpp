// SPDX-License-Identifier: BSD-3-Clause
/// The two kinds of rank of an MPI job. MPI is seen here and in their sources alone.
#pragma once

#include "ranks/mpi_ranks.hpp"

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <memory>

namespace vglcs::tools {

/// Rank 0. One thread talks to the workers, the others answer blocks as on one machine.
[[nodiscard]] std::unique_ptr<ranks> make_first_rank(MPI_Comm job, int workers, run_control const & control);

/// Every other rank.
[[nodiscard]] std::unique_ptr<ranks> make_worker_rank(MPI_Comm job, run_control const & control);

/// Set by a rank when its part has ended so that nobody waits for it any more.
inline bool everybody_has_ended = false;

} // namespace vglcs::tools
