// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/detail/driver.hpp>

#include <dlfcn.h>

namespace rmq::cuda {

bool driver_is_there() noexcept
{
    // not cudaDriverGetVersion(), which starts the driver. The library stays loaded, as the runtime would have it.
    static bool const loads = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr;
    return loads;
}

} // namespace rmq::cuda
