// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <stdexcept>

#include <rmq/communicator.hpp>

namespace rmq {

/// This build has no MPI (VGLCS_WITH_MPI=OFF).
class mpi_unavailable : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// The ranks of an MPI communicator. Declared without mpi.h, so that headers do not depend on it.
/// An MPI call that fails ends the job, as MPI's default says.
class mpi_communicator final : public communicator
{
public:
    /// All ranks of the job (a copy of MPI_COMM_WORLD). Starts MPI where the process has not, and ends it when the
    /// process does. Throws mpi_unavailable.
    mpi_communicator();
    /// A copy of the communicator that MPI_Comm_c2f names by this number. Collective. Throws mpi_unavailable.
    explicit mpi_communicator(int fortran_handle);
    ~mpi_communicator() override;

private:
    struct group;
    explicit mpi_communicator(std::unique_ptr<group> of);

    void do_all_gather(std::span<std::byte const> mine, std::span<std::byte> all) override;
    void do_exchange_counts(std::span<std::size_t const> counts, std::span<std::size_t> received) override;
    void do_exchange(std::span<std::byte const> items, std::span<std::size_t const> counts, std::span<std::byte> all,
                     std::span<std::size_t const> received, std::size_t item_bytes) override;

    std::unique_ptr<group> group_;
};

} // namespace rmq
