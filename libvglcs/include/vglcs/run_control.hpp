// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/error.hpp>

#include <atomic>
#include <cstdint>

namespace vglcs {

/// Shared between a run and its observers (a signal handler, a progress bar). Lock free, safe from any thread.
class run_control
{
public:
    /// Asks the run to end; it throws `interrupted` with that code soon (engines look at least every 50 ms).
    void stop(exit_code code = exit_code::interrupted) noexcept { stop_.store(static_cast<int>(code)); }
    [[nodiscard]] bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed) != 0; }
    /// Throws `interrupted` where the run was asked to end. Not from inside an OpenMP region: leave it first.
    void throw_if_stopped() const
    {
        if (int const code = stop_.load(std::memory_order_relaxed))
            throw interrupted{static_cast<exit_code>(code)};
    }

    /// Work done, in cells of the table; engines add to it as they go.
    void add_cells(std::uint64_t cells) noexcept { cells_.fetch_add(cells, std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t cells() const noexcept { return cells_.load(std::memory_order_relaxed); }

private:
    std::atomic<int> stop_{0};
    std::atomic<std::uint64_t> cells_{0};
};

} // namespace vglcs
