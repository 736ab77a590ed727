// SPDX-License-Identifier: BSD-3-Clause
/// Stands for the CUDA driver's library where a test asks whether the driver is started: finds no device, and leaves
/// the empty file that VGLCS_DRIVER_STARTED names when it is. Functions as in the CUDA driver's API.
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

extern "C" {

constexpr int success = 0, no_device = 100;

int cuInit(unsigned)
{
    if (char const * const name = std::getenv("VGLCS_DRIVER_STARTED"))
        close(open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    return no_device;
}

int cuDriverGetVersion(int * version)
{
    *version = 13'000;
    return success;
}

static int refuse()
{
    return no_device;
}

int cuGetProcAddress_v2(char const * name, void ** function, int, unsigned long, int * status)
{
    if (std::strcmp(name, "cuInit") == 0)
        *function = reinterpret_cast<void *>(cuInit);
    else if (std::strcmp(name, "cuDriverGetVersion") == 0)
        *function = reinterpret_cast<void *>(cuDriverGetVersion);
    else if (std::strcmp(name, "cuGetProcAddress") == 0)
        *function = reinterpret_cast<void *>(cuGetProcAddress_v2);
    else
        *function = reinterpret_cast<void *>(refuse);
    if (status)
        *status = success;
    return success;
}

int cuGetExportTable(void const **, void const *)
{
    return no_device;
}
}
