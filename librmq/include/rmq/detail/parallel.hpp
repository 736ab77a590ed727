// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <omp.h>

#include <rmq/detail/expects.hpp>
#include <rmq/range.hpp>

namespace rmq::detail {

/// Threads that a call with this request uses: 0 asks for all that OpenMP would take.
[[nodiscard]] inline std::size_t thread_count(unsigned requested) noexcept
{
    return requested != 0 ? requested : static_cast<std::size_t>(std::max(1, omp_get_max_threads()));
}

/// Calls f(begin, end) for contiguous parts of [0, count), one part a thread, boundaries at multiples of `grain`;
/// no more threads than grains. f must not throw.
template <class Function>
void for_each_part(std::size_t count, std::size_t grain, unsigned threads, Function const & f)
{
    std::size_t const grains = (count + grain - 1) / grain;
    std::size_t const parts = std::min(thread_count(threads), grains);
    auto const part = [&](std::size_t p) {
        std::size_t const begin = grains * p / parts * grain;
        std::size_t const end = std::min(count, grains * (p + 1) / parts * grain);
        f(begin, end);
    };
    if (parts <= 1) {
        if (count > 0)
            f(std::size_t{0}, count);
        return;
    }
#pragma omp parallel for schedule(static) num_threads(static_cast <int>(parts))
    for (std::size_t p = 0; p < parts; ++p)
        part(p);
}

/// Queries that one thread takes at least.
inline constexpr std::size_t query_grain = 2048;

/// Answers a batch by single queries, split over threads.
template <class Structure, class Index>
void query_each(Structure const & structure, std::span<range<Index> const> queries, std::span<Index> out,
                unsigned threads)
{
    RMQ_EXPECTS(queries.size() == out.size());
    for_each_part(queries.size(), query_grain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            out[i] = structure.query(queries[i].l, queries[i].r);
    });
}

} // namespace rmq::detail
