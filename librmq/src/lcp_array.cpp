// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/lcp_array.hpp>

#include <rmq/detail/parallel.hpp>
#include <rmq/direct_extension.hpp>
#include <rmq/expects.hpp>

namespace rmq {

template <std::unsigned_integral Index>
huge_vector<Index> lcp_array(packed_view const & text, std::span<Index const> sa, unsigned threads)
{
    RMQ_EXPECTS(sa.size() == text.size);
    constexpr std::size_t grain = 1 << 14, ahead = 32;
    std::size_t const n = sa.size();
    huge_vector<Index> lcp(n), by_position(n);
    if (n == 0)
        return lcp;
    // first by_position[p] is the position before p in the suffix array (p itself: none), then the prefix they share
    by_position[sa[0]] = sa[0];
    detail::for_each_part(n - 1, grain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t r = begin + 1; r <= end; ++r) {
            if (r + ahead <= end)
                __builtin_prefetch(by_position.data() + sa[r + ahead], 1);
            by_position[sa[r]] = sa[r - 1];
        }
    });
    detail::for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
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
    detail::for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t r = begin; r < end; ++r) {
            if (r + ahead < end)
                __builtin_prefetch(by_position.data() + sa[r + ahead]);
            lcp[r] = by_position[sa[r]];
        }
    });
    return lcp;
}

template huge_vector<std::uint32_t> lcp_array(packed_view const &, std::span<std::uint32_t const>, unsigned);
template huge_vector<std::uint64_t> lcp_array(packed_view const &, std::span<std::uint64_t const>, unsigned);

} // namespace rmq
