// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace vglcs::tools {

/// A line on standard error with cells done, rate and time left, from the first second of a run on; only on a terminal
/// and not under --quiet.
class progress
{
public:
    progress(run_control const & control, bool quiet);
    ~progress();
    progress(progress const &) = delete;
    progress & operator=(progress const &) = delete;

    /// More cells that the run is going to compute.
    void expect(std::uint64_t cells) noexcept { expected_.fetch_add(cells, std::memory_order_relaxed); }

private:
    void show();

    run_control const & control_;
    std::atomic<std::uint64_t> expected_{0};
    std::mutex mutex_;
    std::condition_variable done_;
    bool ending_ = false;
    std::thread thread_;
};

} // namespace vglcs::tools
