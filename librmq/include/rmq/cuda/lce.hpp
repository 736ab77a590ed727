// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/packed_text.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/minimum_tree.hpp>
#include <rmq/lce.hpp>

namespace rmq::cuda {

/// Who compares the letters of a pair beyond the first word; the numbers are the same.
enum class lce_team : std::uint8_t {
    automatic, ///< the thread for a few words, then its warp
    thread,    ///< one thread a pair, to the end
    warp,      ///< 32 words at a time by the warp, one pair after the other
};

namespace detail {

/// What lce.cu is called with.
struct lce_task
{
    packed_view first, second;            ///< of device memory
    std::uint32_t const * rank = nullptr; ///< device, or null
    minimum_view<std::uint32_t> lcp;      ///< of device memory
    lce_query<std::uint32_t> const * queries = nullptr;
    std::uint32_t * out = nullptr;
    std::size_t count = 0;
    lce_method method = lce_method::automatic;
    lce_team team = lce_team::automatic;
    stream_handle on = nullptr;
};

void lce_async(lce_task const & task);
void minimum_tree_async(std::uint32_t const * values, std::uint32_t * tree, minimum_layout const & layout,
                        std::size_t n, stream_handle on);

} // namespace detail

/// Enqueues the build of the array of a rmq::minimum_tree over device values: the same elements.
/// @param d_values   [n] aligned to 64 bytes
/// @param d_tree     [minimum_layout{n}.length] aligned to 64 bytes
inline void minimum_tree_async(device_span<std::uint32_t const> d_values, device_span<std::uint32_t> d_tree,
                               stream_handle on)
{
    minimum_layout const layout{d_values.size()};
    RMQ_EXPECTS(d_tree.size() == layout.length);
    detail::minimum_tree_async(d_values.data(), d_tree.data(), layout, d_values.size(), on);
}

/// Longest common extensions on the device, in batches: twin of rmq::lce with 32-bit positions, same numbers. Made of
/// views of device memory, which have to outlive it.
/// `automatic` reads the first word of letters, and for pairs that agree in it takes ranks where they are there, else
/// more words; measured in docs/benchmarks/suffix-array-gpu.md.
class lce
{
public:
    using query_type = lce_query<std::uint32_t>;

    /// Within one text.
    explicit lce(device_packed_view const & text) : lce{text, text} {}
    /// Between two texts of the same bits.
    lce(device_packed_view const & first, device_packed_view const & second)
    {
        RMQ_EXPECTS(first.bits() == second.bits());
        task_.first = first.on_device;
        task_.second = second.on_device;
    }

    /// From now on ranks may be used. For one text.
    /// @param d_rank   [n] inverse suffix array
    /// @param d_lcp    [n] LCP array, aligned to 64 bytes
    /// @param d_tree   see minimum_tree_async
    void use_ranks(device_span<std::uint32_t const> d_rank, device_span<std::uint32_t const> d_lcp,
                   device_span<std::uint32_t const> d_tree)
    {
        std::size_t const n = task_.first.size;
        RMQ_EXPECTS(task_.first.words == task_.second.words && d_rank.size() == n && d_lcp.size() == n);
        RMQ_EXPECTS(d_tree.size() == minimum_layout{n}.length);
        task_.rank = d_rank.data();
        task_.lcp = {d_lcp.data(), d_tree.data(), n};
    }
    [[nodiscard]] bool can(lce_method method) const noexcept
    {
        return method != lce_method::fingerprint && (method != lce_method::rank || task_.rank != nullptr);
    }

    /// Enqueues the answers of d_queries[k] into d_out[k].
    /// @param d_queries   [q] positions at most the texts' sizes
    /// @param d_out       [q] may not alias the queries
    /// @param method      one that `can` be used
    void query_async(device_span<query_type const> d_queries, device_span<std::uint32_t> d_out, stream_handle on,
                     lce_method method = lce_method::automatic, lce_team team = lce_team::automatic) const
    {
        RMQ_EXPECTS(d_queries.size() == d_out.size() && can(method));
        detail::lce_task task = task_;
        task.queries = d_queries.data();
        task.out = d_out.data();
        task.count = d_queries.size();
        task.method = method;
        task.team = team;
        task.on = on;
        detail::lce_async(task);
    }
    /// The same from and to host memory; has finished when it returns.
    void query(std::span<query_type const> queries, std::span<std::uint32_t> out, stream const & on,
               lce_method method = lce_method::automatic, lce_team team = lce_team::automatic) const
    {
        RMQ_EXPECTS(queries.size() == out.size());
        device_buffer<query_type> const d_queries{queries, on};
        device_buffer<std::uint32_t> const d_out{out.size(), on};
        query_async(d_queries.span(), d_out.span(), on, method, team);
        copy_async(device_span<std::uint32_t const>{d_out.span()}, out, on);
        on.synchronize();
    }

private:
    detail::lce_task task_;
};

} // namespace rmq::cuda
