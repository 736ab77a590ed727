// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/suffix_array.hpp>

#include <new>
#include <stdexcept>

#ifdef RMQ_WITH_LIBSAIS
#include <libsais.h>
#include <libsais64.h>
#else
#include <divsufsort.h>
#include <divsufsort64.h>
#endif

#include <rmq/detail/expects.hpp>
#include <rmq/detail/parallel.hpp>

namespace rmq {

namespace {

// One name for both widths and both libraries; the answer is 0, or less where memory is missing.
#ifdef RMQ_WITH_LIBSAIS
std::int64_t sort_suffixes(std::uint8_t const * text, std::uint32_t * sa, std::size_t n,
                           [[maybe_unused]] unsigned threads)
{
    auto * const out = reinterpret_cast<std::int32_t *>(sa);
#ifdef LIBSAIS_OPENMP
    return libsais_omp(text, out, static_cast<std::int32_t>(n), 0, nullptr, static_cast<std::int32_t>(threads));
#else
    return libsais(text, out, static_cast<std::int32_t>(n), 0, nullptr);
#endif
}
std::int64_t sort_suffixes(std::uint8_t const * text, std::uint64_t * sa, std::size_t n,
                           [[maybe_unused]] unsigned threads)
{
    auto * const out = reinterpret_cast<std::int64_t *>(sa);
#ifdef LIBSAIS_OPENMP
    return libsais64_omp(text, out, static_cast<std::int64_t>(n), 0, nullptr, static_cast<std::int64_t>(threads));
#else
    return libsais64(text, out, static_cast<std::int64_t>(n), 0, nullptr);
#endif
}
#else
std::int64_t sort_suffixes(std::uint8_t const * text, std::uint32_t * sa, std::size_t n, unsigned)
{
    static_assert(sizeof(saidx_t) == 4);
    return divsufsort(text, reinterpret_cast<saidx_t *>(sa), static_cast<saidx_t>(n));
}
std::int64_t sort_suffixes(std::uint8_t const * text, std::uint64_t * sa, std::size_t n, unsigned)
{
    static_assert(sizeof(saidx64_t) == 8);
    return divsufsort64(text, reinterpret_cast<saidx64_t *>(sa), static_cast<saidx64_t>(n));
}
#endif

template <class Index>
huge_vector<Index> sorted(std::span<std::uint8_t const> text, unsigned threads)
{
    if (text.size() > suffix_array_limit<Index>)
        throw std::length_error{"text too long for a suffix array with this index: use 64 bits"};
    huge_vector<Index> sa(text.size());
    if (!text.empty() && sort_suffixes(text.data(), sa.data(), text.size(), threads) != 0)
        throw std::bad_alloc{};
    return sa;
}

} // namespace

template <>
huge_vector<std::uint32_t> suffix_array(std::span<std::uint8_t const> text, unsigned threads)
{
    return sorted<std::uint32_t>(text, threads);
}

template <>
huge_vector<std::uint64_t> suffix_array(std::span<std::uint8_t const> text, unsigned threads)
{
    return sorted<std::uint64_t>(text, threads);
}

char const * suffix_sorter() noexcept
{
#ifdef RMQ_WITH_LIBSAIS
    return "libsais";
#else
    return "libdivsufsort";
#endif
}

template <std::unsigned_integral Index>
huge_vector<Index> inverse_suffix_array(std::span<Index const> sa, unsigned threads)
{
    huge_vector<Index> rank(sa.size());
    detail::for_each_part(sa.size(), 1 << 14, threads, [&](std::size_t begin, std::size_t end) {
        constexpr std::size_t ahead = 32;
        for (std::size_t r = begin; r < end; ++r) {
            if (r + ahead < end)
                __builtin_prefetch(rank.data() + sa[r + ahead], 1);
            RMQ_EXPECTS(sa[r] < sa.size());
            rank[sa[r]] = static_cast<Index>(r);
        }
    });
    return rank;
}

template huge_vector<std::uint32_t> inverse_suffix_array(std::span<std::uint32_t const>, unsigned);
template huge_vector<std::uint64_t> inverse_suffix_array(std::span<std::uint64_t const>, unsigned);

} // namespace rmq
