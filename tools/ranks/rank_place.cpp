// SPDX-License-Identifier: BSD-3-Clause
#include "ranks/mpi_ranks.hpp"

#include <charconv>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace vglcs::tools {

namespace {

/// The first of the variables that holds a number, else `otherwise`.
unsigned number_from(std::initializer_list<char const *> names, unsigned otherwise)
{
    for (char const * name : names)
        if (char const * const text = std::getenv(name)) {
            std::string_view const word{text};
            unsigned out = 0;
            if (std::from_chars(word.data(), word.data() + word.size(), out).ec == std::errc{})
                return out;
        }
    return otherwise;
}

} // namespace

rank_place launched_as()
{
    // Open MPI; MPICH and Intel MPI
    return {number_from({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}, 0), number_from({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1),
            number_from({"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID"}, 0),
            number_from({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}, 1)};
}

} // namespace vglcs::tools
