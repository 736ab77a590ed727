// SPDX-License-Identifier: BSD-3-Clause
#include "base/progress.hpp"

#include "base/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <unistd.h>

namespace vglcs::tools {

namespace {

std::string duration_text(double seconds)
{
    auto const s = static_cast<std::uint64_t>(std::llround(seconds));
    return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                    : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string bar(double part)
{
    constexpr std::size_t width = 24;
    auto const full = static_cast<std::size_t>(std::clamp(part, 0.0, 1.0) * width);
    return std::string(full, '#') + std::string(width - full, '.');
}

} // namespace

std::string progress_line(double seconds, std::uint64_t cells, std::optional<std::uint64_t> all_cells)
{
    auto const done = static_cast<double>(cells);
    double const rate = done / seconds;
    std::string const work = fmt::format("{:.1f} Gcell  {:.2f} Gcell/s", done / 1e9, rate / 1e9);
    if (!all_cells) // more is being read: the total is unknown
        return fmt::format("{}  {} so far", work, duration_text(seconds));
    auto const all = static_cast<double>(*all_cells);
    double const part = all > 0 ? std::min(done / all, 1.0) : 0;
    std::string const left = cells > 0 && part < 1 ? duration_text((all - done) / rate) : "-";
    return fmt::format("[{}] {:3.0f}%  {}  {} left", bar(part), 100 * part, work, left);
}

progress::progress(run_control const & control, bool quiet) : control_{control}
{
    if (!quiet && isatty(STDERR_FILENO))
        thread_ = std::thread{[this] {
            try {
                show();
            } catch (std::exception const &) {
                // no memory for the bar: the run goes on without it
            }
        }};
}

progress::~progress()
{
    if (!thread_.joinable())
        return;
    {
        std::lock_guard const lock{mutex_};
        ending_ = true;
    }
    done_.notify_all();
    thread_.join();
}

std::optional<std::uint64_t> progress::all_cells() const noexcept
{
    std::uint64_t const expected = expected_.load(std::memory_order_relaxed);
    std::uint64_t const total = total_.load(std::memory_order_relaxed);
    if (all_expected_.load(std::memory_order_relaxed))
        return expected;
    if (total == 0)
        return std::nullopt;
    return total - std::min(total, left_out_.load(std::memory_order_relaxed));
}

void progress::show()
{
    using std::chrono::milliseconds;
    auto const start = std::chrono::steady_clock::now();
    std::unique_lock lock{mutex_};
    bool shown = false;
    for (milliseconds wait{1000}; !done_.wait_for(lock, wait, [&] { return ending_; }); wait = milliseconds{250}) {
        double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        say(fmt::format("\r{} \x1b[K", progress_line(seconds, control_.cells(), all_cells())));
        std::fflush(stderr);
        shown = true;
    }
    if (shown) {
        say("\r\x1b[K");
        std::fflush(stderr);
    }
}

} // namespace vglcs::tools
