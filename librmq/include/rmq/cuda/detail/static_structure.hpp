// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <rmq/cuda/detail/scalar.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

/// What the static range-extremum structures of the device have in common: how they are built and asked.
namespace rmq::cuda::detail {

/// The structures, as a number.
enum class static_method : std::uint8_t { sparse_table, block_sparse_table, succinct, succinct_index };

/// What kernels are called with: types and order as numbers, so that one set of kernels serves all value types.
struct static_task
{
    void const * values = nullptr; ///< device, [n]; not read by queries of succinct_index
    std::size_t n = 0;
    void * memory = nullptr;  ///< device, static_bytes() bytes, aligned to 256 bytes
    void * scratch = nullptr; ///< device, static_scratch_bytes() bytes, aligned to 256 bytes; builds only
    stream_handle on = nullptr;
    scalar_kind kind{};
    bool minimum = true;
    bool rightmost = false; ///< of equal values
    unsigned index_bytes = 4;
};

/// Device bytes of a structure, and of what its build needs besides. Throws std::length_error where positions do not
/// fit the index type.
[[nodiscard]] std::size_t static_bytes(static_method method, static_task const & task);
[[nodiscard]] std::size_t static_scratch_bytes(static_method method, static_task const & task);
/// Enqueue. n > 0.
void build_static(static_method method, static_task const & task);
void query_static(static_method method, static_task const & task, void const * queries, void * out, std::size_t count);

/// Owner of a structure in device memory. The public structures derive from it and say what they are.
template <static_method Method, class Value, std::unsigned_integral Index, class Order>
class static_structure
{
    static_assert(sizeof(Index) == 4 || sizeof(Index) == 8);

public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// Device bytes of the structure of n values, known before anything is allocated.
    [[nodiscard]] static std::size_t bytes_for(std::size_t n) { return static_bytes(Method, numbers(n)); }
    /// Device bytes that a build needs besides and gives back.
    [[nodiscard]] static std::size_t scratch_bytes_for(std::size_t n)
    {
        return static_scratch_bytes(Method, numbers(n));
    }

    /// Takes memory in the order of the stream, enqueues the build and returns.
    /// @param d_values   [n] aligned to their size; have to outlive the structure where it needs the array
    /// Throws out_of_memory, unavailable, error; std::length_error where positions do not fit Index.
    static_structure(device_span<Value const> d_values, stream_handle on) : task_{numbers(d_values.size())}
    {
        device_buffer<std::byte> const scratch{scratch_bytes_for(size()), on};
        own_ = device_buffer<std::byte>{bytes_for(size()), on};
        build(d_values, own_.span(), scratch.span(), on);
    }
    /// The same in memory of the caller's, which has to outlive the structure; takes none.
    /// @param d_memory    bytes_for(n) at least, aligned to 256 bytes
    /// @param d_scratch   scratch_bytes_for(n) at least, aligned to 256 bytes; free again when the build has run
    static_structure(device_span<Value const> d_values, device_span<std::byte> d_memory,
                     device_span<std::byte> d_scratch, stream_handle on)
        : task_{numbers(d_values.size())}
    {
        RMQ_EXPECTS(d_memory.size() >= bytes_for(size()) && d_scratch.size() >= scratch_bytes_for(size()));
        build(d_values, d_memory, d_scratch, on);
    }
    /// From host memory: keeps a copy of the values on the device; has finished when it returns.
    static_structure(std::span<Value const> values, stream const & on) : task_{numbers(values.size())}
    {
        values_ = device_buffer<Value>{values, on};
        device_buffer<std::byte> const scratch{scratch_bytes_for(size()), on};
        own_ = device_buffer<std::byte>{bytes_for(size()), on};
        build(values_.span(), own_.span(), scratch.span(), on);
        on.synchronize();
    }

    /// Enqueues the answers of d_queries[i] into d_out[i]: the index of the best value of the closed range.
    /// @param d_queries   [q] aligned to sizeof(range<Index>)
    /// @param d_out       [q] may not alias the queries
    void query_async(device_span<range<Index> const> d_queries, device_span<Index> d_out, stream_handle on) const
    {
        RMQ_EXPECTS(d_queries.size() == d_out.size());
        if (d_queries.empty())
            return;
        static_task task = task_;
        task.on = on;
        query_static(Method, task, d_queries.data(), d_out.data(), d_queries.size());
    }
    /// The same from and to host memory; has finished when it returns.
    void query(std::span<range<Index> const> queries, std::span<Index> out, stream const & on) const
    {
        RMQ_EXPECTS(queries.size() == out.size());
        device_buffer<range<Index>> const d_queries{queries, on};
        device_buffer<Index> const d_out{out.size(), on};
        query_async(d_queries.span(), d_out.span(), on);
        copy_async(device_span<Index const>{d_out.span()}, out, on);
        on.synchronize();
    }

    /// Values.
    [[nodiscard]] std::size_t size() const noexcept { return task_.n; }
    /// Device memory beside the array, in bytes.
    [[nodiscard]] std::size_t bytes() const { return bytes_for(size()); }
    /// What kernels are called with.
    [[nodiscard]] static_task const & task() const noexcept { return task_; }

private:
    [[nodiscard]] static static_task numbers(std::size_t n)
    {
        return {.n = n,
                .kind = kind_of<Value>,
                .minimum = Order::is_minimum,
                .rightmost = Order::ties == tie::rightmost,
                .index_bytes = sizeof(Index)};
    }
    void build(device_span<Value const> d_values, device_span<std::byte> d_memory, device_span<std::byte> d_scratch,
               stream_handle on)
    {
        task_.values = d_values.data();
        task_.memory = d_memory.data();
        if (size() == 0)
            return;
        static_task task = task_;
        task.scratch = d_scratch.data();
        task.on = on;
        build_static(Method, task);
    }

    static_task task_;
    device_buffer<Value> values_; ///< empty unless built from host memory
    device_buffer<std::byte> own_;
};

} // namespace rmq::cuda::detail
