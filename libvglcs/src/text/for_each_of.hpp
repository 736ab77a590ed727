// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/detail/parallel.hpp>

#include <cstddef>
#include <exception>
#include <mutex>

namespace vglcs::detail {

/// Calls f(k) for k in 0..count-1 on the threads; what one of them throws is thrown here, when all have ended.
template <class Function>
void for_each_of(std::size_t count, unsigned threads, Function const & f)
{
    std::exception_ptr fault;
    std::mutex guard;
    rmq::detail::for_each_part(count, 1, threads, [&](std::size_t begin, std::size_t end) {
        try {
            for (std::size_t k = begin; k < end; ++k)
                f(k);
        } catch (...) {
            std::scoped_lock const lock{guard};
            fault = std::current_exception();
        }
    });
    if (fault)
        std::rethrow_exception(fault);
}

} // namespace vglcs::detail
