// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace vglcs {

/// Threads that this process may run on (affinity and cgroup respected), at least 1.
[[nodiscard]] int available_threads();

/// Bytes of memory that this process may still use: the smallest of what the machine has available, the cgroup's
/// limit (v1 or v2) and the address-space limit (ulimit -v).
[[nodiscard]] std::uint64_t available_memory();

} // namespace vglcs
