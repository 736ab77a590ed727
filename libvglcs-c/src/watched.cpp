// SPDX-License-Identifier: BSD-3-Clause
#include "watched.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace vglcs::c_api {

void run_watched(run_control & control, std::uint64_t total, bool is_short, vglcs_progress progress, void * user,
                 std::function<void()> const & work)
{
    if (!progress || is_short)
        return work();
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::exception_ptr failure;
    std::jthread const worker{[&] {
        try {
            work();
        } catch (...) {
            failure = std::current_exception();
        }
        std::lock_guard const lock{mutex};
        done = true;
        ended.notify_one();
    }};
    std::unique_lock lock{mutex};
    while (!ended.wait_for(lock, 100ms, [&] { return done; })) {
        lock.unlock();
        std::uint64_t const cells = control.cells();
        if (!control.stopped() && progress(total ? std::min(cells, total) : cells, total, user) != 0)
            control.stop();
        lock.lock();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace vglcs::c_api
