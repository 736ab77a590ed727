// SPDX-License-Identifier: BSD-3-Clause
#include "base/build_info.hpp"

namespace vglcs::tools {

std::string version()
{
    return VGLCS_VERSION;
}

std::string build_summary()
{
    return "gcc " __VERSION__ ", " VGLCS_BUILD_TYPE ", CUDA " VGLCS_CUDA;
}

} // namespace vglcs::tools
