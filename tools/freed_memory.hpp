// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace vglcs::tools {

/// From now on freed memory stays with the process, where the system's allocator can be told so. For runs whose threads
/// hand thousands of small arrays a second to each other: to give pages back and to take them anew stops all threads
/// of a process for a moment, each time (11% of the processor time of such a run, mprotect alone, and the waiting).
void keep_freed_memory() noexcept;

} // namespace vglcs::tools
