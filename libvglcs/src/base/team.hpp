// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace vglcs::detail {

/// Calls work(t) for every t below `size`, each on a thread of its own, the calling one among them. Returns when all
/// have; then throws again what the first of them threw.
/// @param abandon  called where one of them has failed, or could not be started, maybe by several threads: lets those
///                 end that would wait for it
template <class Work, class Abandon>
void run_team(std::size_t size, Work const & work, Abandon const & abandon)
{
    std::vector<std::exception_ptr> failures(size);
    {
        auto const guarded = [&](std::size_t t) noexcept {
            try {
                work(t);
            } catch (...) {
                failures[t] = std::current_exception();
                abandon();
            }
        };
        std::vector<std::jthread> threads;
        for (std::size_t t = 1; t < size; ++t)
            try {
                threads.emplace_back(guarded, t);
            } catch (...) {
                failures[t] = std::current_exception();
                abandon();
                break;
            }
        guarded(0);
    }
    for (std::exception_ptr const & failure : failures)
        if (failure)
            std::rethrow_exception(failure);
}

/// The same where nobody waits for another one.
template <class Work>
void run_team(std::size_t size, Work const & work)
{
    run_team(size, work, [] {});
}

} // namespace vglcs::detail
