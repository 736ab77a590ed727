// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/cuda/detail/scalar.hpp>
#include <rmq/cuda/detail/window_task.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/order.hpp>
#include <rmq/window_maximum.hpp>

/// Best values of sliding windows on the device: twins of rmq::window_extremum and rmq::window_extremum_index, same
/// answers. Windows are cut at the ends of the array, as there. Values: arithmetic types of 4 or 8 bytes, no NaN.
namespace rmq::cuda {

namespace detail {

template <class Value, class Order>
[[nodiscard]] window_task make_window_task(device_span<Value const> d_values, device_span<std::byte> d_scratch,
                                           direction side, stream_handle on)
{
    return {.values = d_values.data(),
            .n = d_values.size(),
            .kind = kind_of<Value>,
            .minimum = Order::is_minimum,
            .rightmost = Order::ties == tie::rightmost,
            .forward = side == direction::forward,
            .scratch = d_scratch.data(),
            .on = on};
}

} // namespace detail

/// Bytes of device scratch for windows of one width: none up to 1,024, else those of a block_sparse_table.
template <class Value>
[[nodiscard]] std::size_t window_scratch_bytes(std::size_t n, std::size_t width)
{
    return detail::window_scratch_bytes(kind_of<Value>, n, width <= detail::narrow_window);
}
/// Bytes of device scratch for windows of their own widths.
template <class Value>
[[nodiscard]] std::size_t window_scratch_bytes(std::size_t n)
{
    return detail::window_scratch_bytes(kind_of<Value>, n, false);
}

/// Enqueues the best value of a window of one width at every position. Source: narrow windows by doubling in shared
/// memory, the array read and the answers written once; wider ones ask a block_sparse_table, neighbours together.
/// @param d_values    [n] n < 2^32 - 32
/// @param width       values in a window, >= 1
/// @param d_out       [n] may not alias values
/// @param d_scratch   window_scratch_bytes<Value>(n, width) at least, aligned to 256 bytes
template <class Order = max_leftmost, class Value>
void window_extremum_async(device_span<Value const> d_values, std::size_t width, device_span<Value> d_out,
                           device_span<std::byte> d_scratch, direction side, stream_handle on)
{
    RMQ_EXPECTS(width >= 1 && d_out.size() == d_values.size());
    auto task = detail::make_window_task<Value, Order>(d_values, d_scratch, side, on);
    task.width = width;
    task.out = d_out.data();
    detail::window_async(task);
}

/// Enqueues the best value of a window of its own width at every position.
/// @param d_widths    [n] values in the window of each position, >= 1
/// @param d_scratch   window_scratch_bytes<Value>(n) at least, aligned to 256 bytes
/// Otherwise as for one width.
template <class Order = max_leftmost, class Value, std::unsigned_integral Width>
void window_extremum_async(device_span<Value const> d_values, device_span<Width const> d_widths,
                           device_span<Value> d_out, device_span<std::byte> d_scratch, direction side, stream_handle on)
{
    static_assert(sizeof(Width) == 4 || sizeof(Width) == 8);
    RMQ_EXPECTS(d_widths.size() == d_values.size() && d_out.size() == d_values.size());
    auto task = detail::make_window_task<Value, Order>(d_values, d_scratch, side, on);
    task.widths = d_widths.data();
    task.width_bytes = sizeof(Width);
    task.out = d_out.data();
    detail::window_async(task);
}

/// Enqueues the position of the best value of each window, ties as Order says; otherwise as window_extremum_async.
template <class Order = max_leftmost, class Value, std::unsigned_integral Width, std::unsigned_integral Index>
void window_extremum_index_async(device_span<Value const> d_values, device_span<Width const> d_widths,
                                 device_span<Index> d_out, device_span<std::byte> d_scratch, direction side,
                                 stream_handle on)
{
    static_assert(sizeof(Width) == 4 || sizeof(Width) == 8);
    static_assert(sizeof(Index) == 4 || sizeof(Index) == 8);
    RMQ_EXPECTS(d_widths.size() == d_values.size() && d_out.size() == d_values.size());
    auto task = detail::make_window_task<Value, Order>(d_values, d_scratch, side, on);
    task.widths = d_widths.data();
    task.width_bytes = sizeof(Width);
    task.out = d_out.data();
    task.index_bytes = sizeof(Index);
    detail::window_async(task);
}

/// Host memory to host memory; have finished when they return.
template <class Order = max_leftmost, class Value>
void window_extremum(std::span<Value const> values, std::size_t width, std::span<Value> out, direction side,
                     stream const & on)
{
    device_buffer<Value> const d_values{values, on}, d_out{out.size(), on};
    device_buffer<std::byte> const scratch{window_scratch_bytes<Value>(values.size(), width), on};
    window_extremum_async<Order, Value>(d_values.span(), width, d_out.span(), scratch.span(), side, on);
    copy_async(device_span<Value const>{d_out.span()}, out, on);
    on.synchronize();
}
template <class Order = max_leftmost, class Value, std::unsigned_integral Width>
void window_extremum(std::span<Value const> values, std::span<Width const> widths, std::span<Value> out, direction side,
                     stream const & on)
{
    device_buffer<Value> const d_values{values, on}, d_out{out.size(), on};
    device_buffer<Width> const d_widths{widths, on};
    device_buffer<std::byte> const scratch{window_scratch_bytes<Value>(values.size()), on};
    window_extremum_async<Order, Value, Width>(d_values.span(), d_widths.span(), d_out.span(), scratch.span(), side,
                                               on);
    copy_async(device_span<Value const>{d_out.span()}, out, on);
    on.synchronize();
}
template <class Order = max_leftmost, class Value, std::unsigned_integral Width, std::unsigned_integral Index>
void window_extremum_index(std::span<Value const> values, std::span<Width const> widths, std::span<Index> out,
                           direction side, stream const & on)
{
    device_buffer<Value> const d_values{values, on};
    device_buffer<Width> const d_widths{widths, on};
    device_buffer<Index> const d_out{out.size(), on};
    device_buffer<std::byte> const scratch{window_scratch_bytes<Value>(values.size()), on};
    window_extremum_index_async<Order, Value, Width, Index>(d_values.span(), d_widths.span(), d_out.span(),
                                                            scratch.span(), side, on);
    copy_async(device_span<Index const>{d_out.span()}, out, on);
    on.synchronize();
}

} // namespace rmq::cuda
