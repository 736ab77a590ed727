// SPDX-License-Identifier: BSD-3-Clause
/// What the launches of all static structures share.
#pragma once

#include "device/group_scan.cuh"
#include "device/static_build.hpp"

#include <stdexcept>
#include <string>
#include <type_traits>

namespace rmq::cuda::detail {

/// Throws where the last of `positions` positions is none of Index.
template <class Index>
void require_positions(std::size_t positions, char const * structure, char const * remedy)
{
    if (positions > 0 && positions - 1 > std::numeric_limits<Index>::max())
        throw std::length_error{std::string{structure} + ": " + std::to_string(positions) +
                                " positions do not fit 32-bit indices: " + remedy};
}

/// Calls f with std::bool_constant{rightmost} and an Index of the task's size.
template <class Function>
decltype(auto) with_types(static_task const & task, Function const & f)
{
    if (task.index_bytes == 4)
        return task.rightmost ? f(std::true_type{}, std::uint32_t{}) : f(std::false_type{}, std::uint32_t{});
    return task.rightmost ? f(std::true_type{}, std::uint64_t{}) : f(std::false_type{}, std::uint64_t{});
}

/// Functions of a structure given by a class template Run<Rightmost, Key, Index> with the static members bytes(task),
/// scratch_bytes(task), build(task), query(task, queries, out, count).
template <template <bool, class, class> class Run, class Key>
[[nodiscard]] static_functions functions_of()
{
    return {.bytes =
                [](static_task const & task) {
                    return task.n == 0             ? std::size_t{0}
                           : task.index_bytes == 4 ? Run<false, Key, std::uint32_t>::bytes(task)
                                                   : Run<false, Key, std::uint64_t>::bytes(task);
                },
            .scratch_bytes =
                [](static_task const & task) {
                    return task.n == 0             ? std::size_t{0}
                           : task.index_bytes == 4 ? Run<false, Key, std::uint32_t>::scratch_bytes(task)
                                                   : Run<false, Key, std::uint64_t>::scratch_bytes(task);
                },
            .build =
                [](static_task const & task) {
                    with_types(task, [&]([[maybe_unused]] auto rightmost, [[maybe_unused]] auto index) {
                        Run<rightmost.value, Key, decltype(index)>::build(task);
                    });
                },
            .query =
                [](static_task const & task, void const * queries, void * out, std::size_t count) {
                    with_types(task, [&]([[maybe_unused]] auto rightmost, [[maybe_unused]] auto index) {
                        using index_type = decltype(index);
                        Run<rightmost.value, Key, index_type>::query(
                            task, static_cast<index_pair<index_type> const *>(queries), static_cast<index_type *>(out),
                            count);
                    });
                }};
}

} // namespace rmq::cuda::detail
