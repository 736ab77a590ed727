// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace vglcs::cpu {

/// Calls work(t) for every t below `size`, each on a thread of its own, the calling one among them. Returns when all
/// have; then throws again what the first of them threw.
template <class Work>
void run_team(std::size_t size, Work const & work)
{
    std::vector<std::exception_ptr> failures(size);
    {
        std::vector<std::jthread> threads;
        auto const guarded = [&](std::size_t t) noexcept {
            try {
                work(t);
            } catch (...) {
                failures[t] = std::current_exception();
            }
        };
        for (std::size_t t = 1; t < size; ++t)
            threads.emplace_back(guarded, t);
        guarded(0);
    }
    for (std::exception_ptr const & failure : failures)
        if (failure)
            std::rethrow_exception(failure);
}

} // namespace vglcs::cpu
