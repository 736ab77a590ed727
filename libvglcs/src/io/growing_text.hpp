// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace vglcs::detail {

/// Appends as std::string does, with the capacity doubled where it is too small, so that n letters cost O(n). From
/// 4 MiB on the new memory asks the kernel for huge pages before it is touched: a sequence of 100 million letters
/// otherwise costs more time in page faults than in everything else.
inline void append_growing(std::string & text, std::string_view more)
{
    constexpr std::size_t huge = std::size_t{4} << 20;
    std::size_t const needed = text.size() + more.size();
    if (needed > text.capacity() && needed >= huge / 2) {
        std::string grown;
        grown.reserve(std::max(needed, 2 * text.capacity()));
#if defined(__linux__)
        if (grown.capacity() >= huge) {
            constexpr std::uintptr_t page =
                4096; // whole pages inside the memory; others are refused, which is no error
            auto const begin = (reinterpret_cast<std::uintptr_t>(grown.data()) + page - 1) / page * page;
            auto const end = (reinterpret_cast<std::uintptr_t>(grown.data()) + grown.capacity()) / page * page;
            (void)::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
        }
#endif
        grown += text;
        text.swap(grown);
    }
    text += more;
}

} // namespace vglcs::detail
