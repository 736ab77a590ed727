// SPDX-License-Identifier: BSD-3-Clause
#include "base/malloc_tuning.hpp"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace vglcs::tools {

void keep_freed_memory() noexcept
{
#ifdef M_TRIM_THRESHOLD
    constexpr int threshold = 1 << 30, largest_in_heap = 32 << 20; // the latter as glibc itself would raise it to
    constexpr int heap = 64 << 20; // of a thread, as a whole: else it grows by pages, one call of the system each
    (void)mallopt(M_TRIM_THRESHOLD, threshold);
    (void)mallopt(M_MMAP_THRESHOLD, largest_in_heap);
    (void)mallopt(M_TOP_PAD, heap);
#endif
}

} // namespace vglcs::tools
