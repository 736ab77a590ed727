// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs.h>
#include <vglcs/device_choice.hpp>

char const * vglcs_version(void)
{
    return VGLCS_VERSION;
}

int vglcs_has_cuda(void)
{
    try {
        return vglcs::device_may_be_there() && vglcs::device_is_there() ? 1 : 0;
    } catch (...) {
        return 0;
    }
}
