// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace rmq {

/// Allocator for large arrays that are read at random: memory starts on a cache line, and blocks of 2 MiB or more start
/// on a huge page and ask the kernel for huge pages (madvise; nothing happens where it is not supported).
/// A random read through 4 KiB pages costs a page walk on top of its cache miss, about half of its time.
/// Elements of trivial types are left uninitialised by resize(n) and vector(n), so that the thread that first writes
/// them touches their pages.
template <class T>
class huge_page_allocator
{
public:
    using value_type = T;

    huge_page_allocator() noexcept = default;
    template <class U>
    huge_page_allocator(huge_page_allocator<U> const &) noexcept
    {
    }

    /// Throws std::bad_alloc.
    [[nodiscard]] T * allocate(std::size_t count)
    {
        if (count > static_cast<std::size_t>(-1) / (2 * sizeof(T)))
            throw std::bad_alloc{};
        std::size_t const wanted = count * sizeof(T);
        std::size_t const alignment = wanted >= huge_page ? huge_page : cache_line;
        std::size_t const bytes = (wanted + alignment - 1) / alignment * alignment;
        void * const memory = std::aligned_alloc(alignment, bytes == 0 ? alignment : bytes);
        if (memory == nullptr)
            throw std::bad_alloc{};
#if defined(__linux__)
        if (alignment == huge_page)
            (void)::madvise(memory, bytes, MADV_HUGEPAGE); // a hint: refusing it is no error
#endif
        return static_cast<T *>(memory);
    }

    void deallocate(T * memory, std::size_t) noexcept
    {
        std::free(memory);
    }

    template <class U>
    void construct(U * place) noexcept(std::is_nothrow_default_constructible_v<U>)
    {
        ::new (static_cast<void *>(place)) U;
    }
    template <class U, class... Arguments>
    void construct(U * place, Arguments &&... arguments)
    {
        std::construct_at(place, std::forward<Arguments>(arguments)...);
    }

    template <class U>
    [[nodiscard]] bool operator==(huge_page_allocator<U> const &) const noexcept
    {
        return true;
    }

private:
    static constexpr std::size_t cache_line = 64;
    static constexpr std::size_t huge_page = std::size_t{2} << 20;
};

/// A vector on huge pages; see huge_page_allocator.
template <class T>
using huge_vector = std::vector<T, huge_page_allocator<T>>;

} // namespace rmq
