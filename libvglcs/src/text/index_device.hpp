// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/error.hpp>
#include <vglcs/options.hpp>

#include <string>

namespace vglcs::detail {

/// The one place where index, lce and search settle their device: what is not the CPU's is refused here.
inline void require_cpu(device wanted, std::string const & job)
{
    if (wanted == device::cuda)
        throw backend_unavailable{"--device cuda: " + job + " runs on the CPU in this build: use --device auto or cpu"};
}

} // namespace vglcs::detail
