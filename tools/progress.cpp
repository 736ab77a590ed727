// SPDX-License-Identifier: BSD-3-Clause
#include "progress.hpp"

#include "notes.hpp"

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

void progress::show()
{
    using std::chrono::milliseconds;
    auto const start = std::chrono::steady_clock::now();
    std::unique_lock lock{mutex_};
    bool shown = false;
    for (milliseconds wait{1000}; !done_.wait_for(lock, wait, [&] { return ending_; }); wait = milliseconds{250}) {
        double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        auto const cells = static_cast<double>(control_.cells());
        auto const expected = static_cast<double>(expected_.load(std::memory_order_relaxed));
        double const rate = cells / seconds;
        double const part = expected > 0 ? cells / expected : 0;
        std::string const left = cells > 0 && part < 1 ? duration_text((expected - cells) / rate) : "-";
        say(fmt::format("\r[{}] {:3.0f}%  {:.1f} Gcell  {:.2f} Gcell/s  {} left \x1b[K", bar(part), 100 * part,
                        cells / 1e9, rate / 1e9, left));
        std::fflush(stderr);
        shown = true;
    }
    if (shown) {
        say("\r\x1b[K");
        std::fflush(stderr);
    }
}

} // namespace vglcs::tools
