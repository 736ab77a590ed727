// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/lce.hpp>

#include <array>

#include <rmq/detail/parallel.hpp>

#include "lce/kernels.hpp"

namespace rmq {

template <std::unsigned_integral Index>
std::size_t lce<Index>::by_rank(std::size_t i, std::size_t j) const noexcept
{
    lce_query<Index> const q{static_cast<Index>(i), static_cast<Index>(j)};
    std::uint32_t const which = 0;
    Index out;
    detail::rank_batch(rank_.data(), lcp_, &q, &which, &out, 1);
    return out;
}

template <std::unsigned_integral Index>
std::size_t lce<Index>::query(std::size_t i, std::size_t j, lce_method method) const noexcept
{
    RMQ_EXPECTS(can(method) && i <= first_.size && j <= second_.size);
    bool const one_text = first_.words == second_.words;
    if (one_text && i == j)
        return first_.next_barrier(i) - i;
    if (i == first_.size || j == second_.size)
        return 0;
    if (method == lce_method::rank)
        return by_rank(i, j);
    if (method == lce_method::fingerprint)
        return first_prints_->extension(i, *second_prints_, j);
    std::uint64_t const difference = first_.window(i) ^ second_.window(j);
    if (difference != 0)
        return detail::short_extension(first_, i, second_, j, difference);
    if (method == lce_method::automatic && !rank_.empty())
        return by_rank(i, j);
    return detail::long_extension(first_, i, second_, j, detail::letters_to_barrier(first_, i, second_, j));
}

template <std::unsigned_integral Index>
void lce<Index>::query_part(query_type const * queries, Index * out, std::size_t count,
                            lce_method method) const noexcept
{
    constexpr std::size_t group = 1024;
    bool const one_text = first_.words == second_.words;
    bool const by_words = method != lce_method::rank && method != lce_method::fingerprint;
    bool const then_rank = method == lce_method::rank || (method == lce_method::automatic && !rank_.empty());
    for (std::size_t begin = 0; begin < count; begin += group) {
        std::size_t const size = std::min(group, count - begin);
        query_type const * const q = queries + begin;
        Index * const answers = out + begin;
        std::array<std::uint32_t, group + 1> open; // queries that words have not answered, and a place to write to
        std::size_t opened = 0, left = 0;
        if (by_words) {
            opened = detail::short_batch(first_, second_, q, size, answers, open.data());
        } else {
            for (; opened < size; ++opened)
                open[opened] = static_cast<std::uint32_t>(opened);
        }
        for (std::size_t o = 0; o < opened; ++o) {
            std::size_t const k = open[o], i = q[k].i, j = q[k].j;
            if ((one_text && i == j) || i == first_.size || j == second_.size)
                answers[k] = static_cast<Index>(query(i, j, method));
            else
                open[left++] = static_cast<std::uint32_t>(k);
        }
        opened = left;
        std::size_t ranked = 0;
        for (std::size_t o = 0; o < opened; ++o) {
            std::size_t const k = open[o], i = q[k].i, j = q[k].j;
            if (method == lce_method::fingerprint) {
                answers[k] = static_cast<Index>(first_prints_->extension(i, *second_prints_, j));
                continue;
            }
            if (!then_rank) {
                std::size_t const limit = detail::letters_to_barrier(first_, i, second_, j);
                answers[k] = static_cast<Index>(detail::long_extension(first_, i, second_, j, limit));
                continue;
            }
            open[ranked++] = static_cast<std::uint32_t>(k);
        }
        detail::rank_batch(rank_.data(), lcp_, q, open.data(), answers, ranked);
    }
}

template <std::unsigned_integral Index>
void lce<Index>::query(std::span<query_type const> queries, std::span<Index> out, lce_method method,
                       unsigned threads) const
{
    RMQ_EXPECTS(queries.size() == out.size() && can(method));
    detail::for_each_part(queries.size(), detail::query_grain, threads, [&](std::size_t begin, std::size_t end) {
        query_part(queries.data() + begin, out.data() + begin, end - begin, method);
    });
}

template class lce<std::uint32_t>;
template class lce<std::uint64_t>;

} // namespace rmq
