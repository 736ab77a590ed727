// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace vglcs::tools {

/// From now on freed memory stays with the process, and threads' heaps are made in one piece, where the system's
/// allocator can be told so. For runs whose threads hand thousands of small arrays a second to each other: to give
/// pages back and to take them anew stops all threads of a process for a moment, each time (mprotect had up to 45% of
/// the samples of such a run). To be called before the threads are started.
void keep_freed_memory() noexcept;

} // namespace vglcs::tools
