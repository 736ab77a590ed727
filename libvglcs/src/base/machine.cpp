// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/machine.hpp>

#include <hwy/targets.h>
#include <omp.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace vglcs {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// The number that a file of /sys or /proc starts with; unlimited where there is none ("max").
std::uint64_t number_in(char const * path)
{
    std::ifstream in{path};
    std::uint64_t value = 0;
    return in >> value ? value : unlimited;
}

/// The kB value of a line `KEY:  123 kB`, in bytes.
std::uint64_t memory_info(char const * path, std::string const & key)
{
    std::ifstream in{path};
    for (std::string word; in >> word;) {
        if (word == key) {
            std::uint64_t value = 0;
            in >> value;
            return value * 1024;
        }
    }
    return unlimited;
}

/// What is left of a limit of which `used` is gone; an absent limit stays unlimited.
std::uint64_t left(std::uint64_t limit, std::uint64_t used)
{
    return limit == unlimited ? unlimited : limit - std::min(limit, used);
}

} // namespace

int available_threads()
{
    return std::max(1, omp_get_num_procs());
}

std::uint64_t available_memory()
{
    std::uint64_t bytes = memory_info("/proc/meminfo", "MemAvailable:");
    std::uint64_t const v2 = number_in("/sys/fs/cgroup/memory.max");
    if (v2 != unlimited)
        bytes = std::min(bytes, left(v2, number_in("/sys/fs/cgroup/memory.current")));
    std::uint64_t const v1 = number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    if (v1 != unlimited)
        bytes = std::min(bytes, left(v1, number_in("/sys/fs/cgroup/memory/memory.usage_in_bytes")));
    rlimit address_space{};
    if (getrlimit(RLIMIT_AS, &address_space) == 0 && address_space.rlim_cur != RLIM_INFINITY)
        bytes = std::min(bytes, left(address_space.rlim_cur, memory_info("/proc/self/status", "VmSize:")));
    return bytes;
}

std::uint64_t resident_memory()
{
    std::uint64_t const kept = memory_info("/proc/self/status", "VmRSS:");
    return kept == unlimited ? 0 : kept;
}

std::string processor_name()
{
    std::ifstream in{"/proc/cpuinfo"};
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("model name"))
            if (auto const at = line.find(": "); at != std::string::npos)
                return line.substr(at + 2);
    return "unknown processor";
}

std::string instruction_set()
{
    auto const supported = hwy::SupportedTargets();
    return hwy::TargetName(supported & -supported); // the lowest bit is the best target
}

} // namespace vglcs
