// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/pattern_search.hpp>

#include <fmt/format.h>

#include <atomic>
#include <cstdint>

namespace vglcs::detail {

/// What the hits of one call may take in memory: a pattern of few letters can occur everywhere. Threads count here what
/// they keep.
class hit_budget
{
public:
    /// A hit in the vectors of its thread, of its pattern and of the answer, each with room to grow.
    static constexpr std::uint64_t bytes_a_hit = 128;
    /// Hits that a thread may keep before it says so.
    static constexpr std::uint64_t untold = 1024;

    /// @param bytes   0: no limit
    explicit hit_budget(std::uint64_t bytes) noexcept : bytes_{bytes} {}

    /// Counts `hits` more. Throws too_many_occurrences where they do not fit.
    void keep(std::uint64_t hits)
    {
        if (bytes_ != 0 && kept_.fetch_add(hits, std::memory_order_relaxed) + hits > bytes_ / bytes_a_hit)
            throw too_many_occurrences{fmt::format("search: the occurrences take more than {}: look for longer "
                                                   "patterns, or raise --max-memory",
                                                   format_bytes(bytes_))};
    }

private:
    std::uint64_t bytes_;
    std::atomic<std::uint64_t> kept_ = 0;
};

} // namespace vglcs::detail
