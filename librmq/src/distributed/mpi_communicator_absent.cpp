// SPDX-License-Identifier: BSD-3-Clause
// The communicator of a build without MPI: construction throws, so nothing else is ever called.
#include <rmq/mpi_communicator.hpp>

namespace rmq {

struct mpi_communicator::group
{
};

mpi_communicator::mpi_communicator() : mpi_communicator{0}
{
}

mpi_communicator::mpi_communicator(int) : communicator{0, 1}
{
    throw mpi_unavailable{"this build has no MPI: configure with -DVGLCS_WITH_MPI=ON"};
}

mpi_communicator::~mpi_communicator() = default;

void mpi_communicator::do_all_gather(std::span<std::byte const>, std::span<std::byte>)
{
}
void mpi_communicator::do_exchange_counts(std::span<std::size_t const>, std::span<std::size_t>)
{
}
void mpi_communicator::do_exchange(std::span<std::byte const>, std::span<std::size_t const>, std::span<std::byte>,
                                   std::span<std::size_t const>, std::size_t)
{
}

} // namespace rmq
