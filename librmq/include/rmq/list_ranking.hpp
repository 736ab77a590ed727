// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/nearest_rule.hpp>
#include <rmq/detail/parallel.hpp>

namespace rmq {

namespace detail {

/// Element of a list to cut it at, evenly spread without a pattern (splitmix64 of k).
[[nodiscard]] inline std::uint64_t scattered(std::uint64_t k) noexcept
{
    k = (k + 1) * 0x9e3779b97f4a7c15ULL;
    k = (k ^ (k >> 30)) * 0xbf58476d1ce4e5b9ULL;
    k = (k ^ (k >> 27)) * 0x94d049bb133111ebULL;
    return k ^ (k >> 31);
}

/// List ranking with the number of pieces as a parameter; see rank_list.
template <std::unsigned_integral Index, class Weight, class WeightOf>
void rank_list_in_pieces(std::span<Index const> next, Index head, WeightOf const & weight_of, std::span<Weight> before,
                         unsigned threads, std::size_t pieces)
{
    constexpr Index none = no_position<Index>;
    std::size_t const n = next.size();
    // starts of the pieces: the head, and scattered elements (an element drawn twice starts one piece)
    std::vector<Index> starts{head};
    huge_vector<Index> piece_of(n);
    for_each_part(n, 1 << 14, threads, [&](std::size_t begin, std::size_t end) {
        std::fill(piece_of.begin() + static_cast<std::ptrdiff_t>(begin),
                  piece_of.begin() + static_cast<std::ptrdiff_t>(end), none);
    });
    piece_of[head] = 0;
    for (std::size_t k = 1; k < pieces; ++k) {
        auto const start = static_cast<Index>(scattered(k) % n);
        if (piece_of[start] != none)
            continue;
        piece_of[start] = static_cast<Index>(starts.size());
        starts.push_back(start);
    }
    // walk all pieces. One walk waits for memory at every step, so a thread takes several in turn.
    std::vector<Weight> total(starts.size());
    std::vector<Index> follower(starts.size(), none); // piece behind this one
    constexpr std::size_t walks = 16;
    std::size_t const groups = (starts.size() + walks - 1) / walks;
    std::size_t const team = std::clamp<std::size_t>(groups, 1, thread_count(threads));
#pragma omp parallel for schedule(dynamic, 1) num_threads(static_cast <int>(team))
    for (std::size_t g = 0; g < groups; ++g) {
        struct walk
        {
            Index piece;
            Index at;
            Weight sum;
        };
        std::array<walk, walks> active;
        std::size_t count = 0;
        for (std::size_t k = g * walks; k < std::min((g + 1) * walks, starts.size()); ++k)
            active[count++] = {static_cast<Index>(k), starts[k], Weight{}};
        while (count > 0)
            for (std::size_t k = 0; k < count;) {
                walk & w = active[k];
                before[w.at] = w.sum;
                w.sum = w.sum + weight_of(w.at);
                w.at = next[w.at];
                if (w.at != none && piece_of[w.at] == none) {
                    piece_of[w.at] = w.piece; // starts are marked already: no thread writes what another one reads
                    ++k;
                    continue;
                }
                total[w.piece] = w.sum;
                follower[w.piece] = w.at == none ? none : piece_of[w.at];
                w = active[--count];
            }
    }
    std::vector<Weight> offset(starts.size());
    Weight sum{};
    for (Index piece = 0; piece != none; piece = follower[piece]) {
        offset[piece] = sum;
        sum = sum + total[piece];
    }
    for_each_part(n, 1 << 14, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (piece_of[i] != none)
                before[i] = offset[piece_of[i]] + before[i];
    });
}

} // namespace detail

/// List ranking: for every element of a linked list the sum of the weights of the elements before it.
/// Source: Helman, JaJa 2001, in the form of Ryssel 2025, section 9.3.2: the list is cut at random elements, pieces are
/// summed in parallel, then the sums of the pieces in list order, then every element gets its piece's offset.
/// Differences: a thread walks 16 pieces in turn, which hides the wait for memory; the cuts are the same in every run.
/// O(n) work; n indices of scratch. Elements that the list does not reach keep unspecified sums.
/// @param next        [n] element behind each one, no_position<Index> at the end; no element stands behind two others
/// @param head        first element, < n
/// @param weight_of   weight_of(element) -> Weight; Weight{} is zero, + is associative
/// @param before      [n] out
/// @param threads     OpenMP threads, 0 = all; the sums do not depend on it
template <std::unsigned_integral Index, class Weight, class WeightOf>
void rank_list(std::span<Index const> next, Index head, WeightOf const & weight_of, std::span<Weight> before,
               unsigned threads = 0)
{
    RMQ_EXPECTS(before.size() == next.size());
    if (next.empty())
        return;
    RMQ_EXPECTS(head < next.size());
    std::size_t const pieces = std::clamp<std::size_t>(next.size() / 256, 1, 4096 * detail::thread_count(threads));
    detail::rank_list_in_pieces(next, head, weight_of, before, threads, pieces);
}

} // namespace rmq
