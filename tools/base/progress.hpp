// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace vglcs::tools {

/// What the line says: cells done, rate, and, where all cells of the run are known, their part and the time left.
[[nodiscard]] std::string progress_line(double seconds, std::uint64_t cells, std::optional<std::uint64_t> all_cells);

/// A line on standard error, from the first second of a run on; only on a terminal and not under --quiet.
class progress
{
public:
    progress(run_control const & control, bool quiet);
    ~progress();
    progress(progress const &) = delete;
    progress & operator=(progress const &) = delete;

    /// More cells that the run is going to compute.
    void expect(std::uint64_t cells) noexcept { expected_.fetch_add(cells, std::memory_order_relaxed); }
    /// Nothing more will be expected.
    void all_expected() noexcept { all_expected_.store(true, std::memory_order_relaxed); }
    /// So many cells, about, are expected and left out in the end, as is known at the start; 0: not known.
    void know_total(std::uint64_t cells) noexcept { total_.store(cells, std::memory_order_relaxed); }
    /// Cells of the total that are not for this process to compute.
    void leave_out(std::uint64_t cells) noexcept { left_out_.fetch_add(cells, std::memory_order_relaxed); }

private:
    void show();
    [[nodiscard]] std::optional<std::uint64_t> all_cells() const noexcept;

    run_control const & control_;
    std::atomic<std::uint64_t> expected_{0}, total_{0}, left_out_{0};
    std::atomic<bool> all_expected_{false};
    std::mutex mutex_;
    std::condition_variable done_;
    bool ending_ = false;
    std::thread thread_;
};

} // namespace vglcs::tools
