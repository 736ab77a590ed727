// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/lcp_array.hpp>

#include <atomic>

#include <rmq/detail/direct_extension.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/parallel.hpp>

#include "suffix_array/lcp_methods.hpp"

namespace rmq {

namespace detail {

namespace {

constexpr std::size_t grain = 1 << 14, ahead = 32;

} // namespace

template <class Index>
bool lcp_by_neighbours(packed_view const & text, std::span<Index const> sa, std::span<Index> lcp, std::size_t slack,
                       unsigned threads)
{
    std::atomic<bool> too_long{false};
    for_each_part(sa.size(), grain, threads, [&](std::size_t begin, std::size_t end) {
        std::size_t spent = 0; // words beyond the first
        if (begin == 0)
            lcp[0] = 0;
        std::size_t r = std::max<std::size_t>(begin, 1);
        std::uint64_t before = r < end ? text.window(sa[r - 1]) : 0;
        for (; r < end; ++r) {
            if (r + ahead < end)
                __builtin_prefetch(text.words + std::size_t{sa[r + ahead]} * text.bits / 64);
            std::uint64_t const here = text.window(sa[r]), difference = before ^ here;
            before = here;
            if (difference != 0) [[likely]] {
                lcp[r] = static_cast<Index>(short_extension(text, sa[r - 1], text, sa[r], difference));
                continue;
            }
            std::size_t const length = direct_extension(text, sa[r - 1], text, sa[r]);
            lcp[r] = static_cast<Index>(length);
            spent += length / text.per_word();
            if (spent > slack + 2 * (r - begin) || too_long.load(std::memory_order_relaxed)) {
                too_long.store(true, std::memory_order_relaxed);
                return;
            }
        }
    });
    return !too_long.load();
}

template <class Index>
void lcp_by_phi(packed_view const & text, std::span<Index const> sa, std::span<Index> lcp, unsigned threads)
{
    std::size_t const n = sa.size();
    if (n == 0)
        return;
    // first by_position[p] is the position before p in the suffix array (p itself: none), then the prefix they share
    huge_vector<Index> by_position(n);
    by_position[sa[0]] = sa[0];
    for_each_part(n - 1, grain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t r = begin + 1; r <= end; ++r) {
            if (r + ahead <= end)
                __builtin_prefetch(by_position.data() + sa[r + ahead], 1);
            by_position[sa[r]] = sa[r - 1];
        }
    });
    for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
        // invariant: the suffix at p shares at least `shared` letters with the one before it in the order
        std::size_t shared = 0;
        for (std::size_t p = begin; p < end; ++p) {
            if (p + ahead < end)
                __builtin_prefetch(text.words + (by_position[p + ahead] + shared) * text.bits / 64);
            std::size_t const before = by_position[p];
            shared = before == p ? 0 : shared + direct_extension(text, p + shared, text, before + shared);
            by_position[p] = static_cast<Index>(shared);
            shared -= shared > 0;
        }
    });
    for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t r = begin; r < end; ++r) {
            if (r + ahead < end)
                __builtin_prefetch(by_position.data() + sa[r + ahead]);
            lcp[r] = by_position[sa[r]];
        }
    });
}

template bool lcp_by_neighbours(packed_view const &, std::span<std::uint32_t const>, std::span<std::uint32_t>,
                                std::size_t, unsigned);
template bool lcp_by_neighbours(packed_view const &, std::span<std::uint64_t const>, std::span<std::uint64_t>,
                                std::size_t, unsigned);
template void lcp_by_phi(packed_view const &, std::span<std::uint32_t const>, std::span<std::uint32_t>, unsigned);
template void lcp_by_phi(packed_view const &, std::span<std::uint64_t const>, std::span<std::uint64_t>, unsigned);

} // namespace detail

template <std::unsigned_integral Index>
huge_vector<Index> lcp_array(packed_view const & text, std::span<Index const> sa, unsigned threads)
{
    RMQ_EXPECTS(sa.size() == text.size);
    constexpr std::size_t slack = 1 << 16; // words; what it costs to find that prefixes are long
    huge_vector<Index> lcp(sa.size());
    if (!detail::lcp_by_neighbours(text, sa, std::span{lcp}, slack, threads))
        detail::lcp_by_phi(text, sa, std::span{lcp}, threads);
    return lcp;
}

template huge_vector<std::uint32_t> lcp_array(packed_view const &, std::span<std::uint32_t const>, unsigned);
template huge_vector<std::uint64_t> lcp_array(packed_view const &, std::span<std::uint64_t const>, unsigned);

} // namespace rmq
