// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

namespace vglcs::cpu {

/// The columns first..last-1 that one thread of an OpenMP region works on. Shares begin at multiples of 64 columns:
/// no two threads write to one cache line, and blocks of 16 belong to one thread.
struct column_share
{
    static constexpr std::size_t granule = 64;

    std::size_t first = 0, last = 0;
    std::size_t thread = 0, threads = 1;

    [[nodiscard]] static column_share of(std::size_t columns, std::size_t thread, std::size_t threads) noexcept
    {
        std::size_t const granules = (columns + granule - 1) / granule;
        auto const edge = [&](std::size_t t) { return std::min(columns, granules * t / threads * granule); };
        return {edge(thread), edge(thread + 1), thread, threads};
    }

    /// Waits until every thread of the region is here.
    void wait_for_all() const noexcept
    {
        if (threads > 1) {
#pragma omp barrier
        }
    }
};

} // namespace vglcs::cpu
