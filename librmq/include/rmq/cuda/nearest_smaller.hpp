// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/cuda/detail/scalar.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/nearest_rule.hpp>
#include <rmq/nearest_smaller.hpp>
#include <rmq/order.hpp>

namespace rmq::cuda {

/// How all_nearest_smaller works on the device; the result is always the same.
enum class nearest_method : std::uint8_t {
    automatic, ///< tiles
    tiles,     ///< tiles in registers and shared memory, a tree of tile minima for what is left: one read, one write
    merging,   ///< Ryssel 2025, section 7: six kernels, recursion on subset minima, merging of pairs of subsets
};

struct nearest_options
{
    equal_values equals = equal_values::skipped;
    nearest_method method = nearest_method::automatic;
};

namespace detail {

/// What the kernels of nearest_smaller.cu are called with: types and order as numbers.
struct nearest_task
{
    void const * values = nullptr; ///< device, [n]
    scalar_kind kind{};            ///< type of the values
    bool minimum = true;           ///< false: nearest larger values
    std::size_t n = 0;
    void * left = nullptr; ///< device, [n] indices; in a task for parents only, the parents
    void * right = nullptr;
    unsigned index_bytes = 4;
    rmq::detail::equal_side equals{}; ///< as in detail::nearest_rule
    bool parents = false;             ///< write the parents of the Cartesian tree to `left`, nothing to `right`
    nearest_method method = nearest_method::automatic;
    void * scratch = nullptr; ///< device, aligned to 256 bytes
    std::size_t scratch_bytes = 0;
    stream_handle on = nullptr;
};

[[nodiscard]] std::size_t nearest_scratch_bytes(scalar_kind kind, unsigned index_bytes, std::size_t n,
                                                nearest_method method);
void nearest_async(nearest_task const & task);

template <class Value, class Index, class Order>
[[nodiscard]] nearest_task make_nearest_task(device_span<Value const> d_values, equal_values equals,
                                             device_span<std::byte> d_scratch, stream_handle on)
{
    using rmq::detail::equal_side;
    static_assert(sizeof(Index) == 4 || sizeof(Index) == 8);
    return {.values = d_values.data(),
            .kind = kind_of<Value>,
            .minimum = Order::is_minimum,
            .n = d_values.size(),
            .index_bytes = sizeof(Index),
            .equals = equals == equal_values::skipped ? equal_side::none
                      : Order::ties == tie::leftmost  ? equal_side::left
                                                      : equal_side::right,
            .scratch = d_scratch.data(),
            .scratch_bytes = d_scratch.size(),
            .on = on};
}

} // namespace detail

/// Bytes of device scratch that all_nearest_smaller_async needs for n values: 0.1 n by tiles, for 32-bit values.
template <class Value, std::unsigned_integral Index>
[[nodiscard]] std::size_t nearest_smaller_scratch_bytes(std::size_t n,
                                                        nearest_method method = nearest_method::automatic)
{
    return detail::nearest_scratch_bytes(kind_of<Value>, sizeof(Index), n, method);
}

/// All nearest smaller values (nearest larger values where Order is a maximum) on the device: the twin of
/// rmq::all_nearest_smaller, same answers. Enqueues and returns; everything must stay alive until the work has run.
/// Source: tiles are described in docs/algorithms/nearest-smaller-gpu.md; merging is Ryssel 2025, section 7, made
/// right for equal values.
/// O(n) work; tiles read the values once and write the answers once where most matches lie within 4,096 positions.
/// @param d_values    [n] arithmetic, no NaN; n <= no_position<Index> - 4096
/// @param d_left      [n] may not alias anything else
/// @param d_right     [n]
/// @param d_scratch   nearest_smaller_scratch_bytes<Value, Index>(n, method) bytes at least, aligned to 256 bytes
template <class Value, std::unsigned_integral Index, class Order = min_leftmost>
void all_nearest_smaller_async(device_span<Value const> d_values, device_span<Index> d_left, device_span<Index> d_right,
                               device_span<std::byte> d_scratch, nearest_options const & options, stream_handle on)
{
    RMQ_EXPECTS(d_left.size() == d_values.size() && d_right.size() == d_values.size());
    auto task = detail::make_nearest_task<Value, Index, Order>(d_values, options.equals, d_scratch, on);
    task.left = d_left.data();
    task.right = d_right.data();
    task.method = options.method;
    detail::nearest_async(task);
}

/// The same with scratch of its own; has finished when it returns.
template <class Value, std::unsigned_integral Index, class Order = min_leftmost>
void all_nearest_smaller(device_span<Value const> d_values, device_span<Index> d_left, device_span<Index> d_right,
                         stream const & on, nearest_options const & options = {})
{
    device_buffer<std::byte> const scratch{nearest_smaller_scratch_bytes<Value, Index>(d_values.size(), options.method),
                                           on};
    all_nearest_smaller_async<Value, Index, Order>(d_values, d_left, d_right, scratch.span(), options, on);
    on.synchronize();
}

/// The same from and to host memory.
template <class Value, std::unsigned_integral Index, class Order = min_leftmost>
void all_nearest_smaller(std::span<Value const> values, std::span<Index> left, std::span<Index> right,
                         nearest_options const & options = {})
{
    stream const on;
    device_buffer<Value> const d_values{values, on};
    device_buffer<Index> const d_left{left.size(), on}, d_right{right.size(), on};
    all_nearest_smaller<Value, Index, Order>(d_values.span(), d_left.span(), d_right.span(), on, options);
    copy_async(device_span<Index const>{d_left.span()}, left, on);
    copy_async(device_span<Index const>{d_right.span()}, right, on);
    on.synchronize();
}

} // namespace rmq::cuda
