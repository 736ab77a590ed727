// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blocks/row_sink.hpp"

#include <vglcs/run_control.hpp>

#include <cstdint>
#include <functional>
#include <memory>

namespace vglcs::tools {

/// The processes of an MPI job (mpirun -n K vglcs batch ...) that share the blocks of a run. All read the same inputs
/// and cut the same blocks; rank 0 hands out the blocks' numbers on request, answers some itself, and is the one
/// that writes. A rank asks when it has room for another block, so that fast ranks get more.
class ranks
{
public:
    virtual ~ranks() = default;
    /// True on the rank that writes.
    [[nodiscard]] virtual bool first() const noexcept = 0;
    /// To be called before the first `wanted`: what makes rows and, on rank 0, writes them, and which blocks are done.
    virtual void begin(row_sink & rows, std::function<bool(std::uint64_t)> is_done) = 0;
    /// True where this rank is to answer the block. To be asked once for every block, in their order; waits while too
    /// many blocks are under way.
    [[nodiscard]] virtual bool wanted(std::uint64_t block) = 0;
    /// Where this rank's rows go; they have left its memory when `put` returns.
    [[nodiscard]] virtual row_sink & sink() = 0;
    /// To be called when this rank's blocks are done, with what ended it before, if anything. On rank 0 it waits for
    /// the rows of all ranks and throws what ended one of them; elsewhere it tells rank 0.
    virtual void finish(std::exception_ptr fault) = 0;
};

/// This process's place in an MPI job, as the launcher says without MPI being started: that of one rank where there is
/// none.
struct rank_place
{
    unsigned rank = 0, ranks = 1;
    unsigned on_host = 0, ranks_on_host = 1; ///< the same among the ranks of this host
};
[[nodiscard]] rank_place launched_as();

/// Joins the other ranks; null where this process is alone. Throws usage_error where this build has no MPI.
[[nodiscard]] std::unique_ptr<ranks> join_ranks(run_control const & control);

/// The last that main does: ends MPI, and the whole job where this rank ended while others may still work.
void leave_ranks(int exit_code);

} // namespace vglcs::tools
