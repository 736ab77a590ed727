// SPDX-License-Identifier: BSD-3-Clause
/// The device structures of a build without CUDA: the same names; what would need a device throws `unavailable`.
#include <rmq/cuda/cartesian_tree.hpp>
#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/distributed_range_extremum.hpp>
#include <rmq/cuda/lca.hpp>
#include <rmq/cuda/lce.hpp>
#include <rmq/cuda/lcp_array.hpp>
#include <rmq/cuda/nearest_smaller.hpp>
#include <rmq/cuda/rooted_tree.hpp>
#include <rmq/cuda/suffix_array.hpp>
#include <rmq/cuda/suffix_maximum.hpp>
#include <rmq/cuda/tree_queries.hpp>

namespace rmq::cuda::detail {

namespace {

[[noreturn]] void refuse()
{
    throw unavailable{devices().reason};
}

} // namespace

std::size_t nearest_scratch_bytes(scalar_kind, unsigned, std::size_t, nearest_method)
{
    refuse();
}
void nearest_async(nearest_task const &)
{
    refuse();
}
void count_ends_async(distributed_task const &, std::uint32_t *)
{
    refuse();
}
void write_requests_async(distributed_task const &, std::uint32_t const *, range<std::uint32_t> *)
{
    refuse();
}
void write_answers_async(distributed_task const &, void const *, std::uint32_t const *, std::size_t, std::uint64_t,
                         void *)
{
    refuse();
}
void combine_ends_async(distributed_task const &, std::uint32_t const *, void const *, void *)
{
    refuse();
}
void cartesian_children_async(void const *, std::size_t, unsigned, void *, void *, void *, stream_handle)
{
    refuse();
}
std::size_t suffix_scratch_bytes(std::size_t)
{
    refuse();
}
void sort_suffixes(suffix_task const &)
{
    refuse();
}
std::size_t lcp_scratch_bytes(std::size_t)
{
    refuse();
}
void lcp_async(lcp_task const &)
{
    refuse();
}
void lce_async(lce_task const &)
{
    refuse();
}
void minimum_tree_async(std::uint32_t const *, std::uint32_t *, minimum_layout const &, std::size_t, stream_handle)
{
    refuse();
}
std::size_t numbering_scratch_bytes(std::size_t, unsigned, bool)
{
    refuse();
}
void number_nodes(numbering_task const &)
{
    refuse();
}

template <std::unsigned_integral Index>
void inlabels_of_preorder_async(Index const *, Index const *, std::size_t, inlabel_entry<Index> *, stream_handle)
{
    refuse();
}
template <std::unsigned_integral Index>
void inlabels_in_order_async(Index const *, Index const *, std::size_t, inlabel_entry<Index> *, stream_handle)
{
    refuse();
}
template <std::unsigned_integral Index>
void inlabel_paths_async(Index const *, std::size_t, inlabel_entry<Index> *, inlabel_step<Index> *, Index *, Index *,
                         stream_handle)
{
    refuse();
}
template <std::unsigned_integral Index>
void inlabel_queries_async(inlabel_entry<Index> const *, inlabel_step<Index> const *, rmq::range<Index> const *,
                           std::size_t, Index *, stream_handle)
{
    refuse();
}
template <std::unsigned_integral Index>
void to_preorder_async(Index const *, void const *, unsigned, std::size_t, Index *, void *, stream_handle)
{
    refuse();
}
template <std::unsigned_integral Index>
void subtree_ranges_async(Index const *, Index const *, Index const *, Index const *, std::size_t, rmq::range<Index> *,
                          stream_handle)
{
    refuse();
}
template <std::unsigned_integral Index>
void nodes_of_places_async(Index const *, Index const *, std::size_t, bool, Index *, stream_handle)
{
    refuse();
}
template <class Value>
void append_rows_async(columns_task<Value> const &)
{
    refuse();
}

#define RMQ_INSTANCES(Index)                                                                                           \
    template void inlabels_of_preorder_async<Index>(Index const *, Index const *, std::size_t, inlabel_entry<Index> *, \
                                                    stream_handle);                                                    \
    template void inlabels_in_order_async<Index>(Index const *, Index const *, std::size_t, inlabel_entry<Index> *,    \
                                                 stream_handle);                                                       \
    template void inlabel_paths_async<Index>(Index const *, std::size_t, inlabel_entry<Index> *,                       \
                                             inlabel_step<Index> *, Index *, Index *, stream_handle);                  \
    template void inlabel_queries_async<Index>(inlabel_entry<Index> const *, inlabel_step<Index> const *,              \
                                               rmq::range<Index> const *, std::size_t, Index *, stream_handle);        \
    template void to_preorder_async<Index>(Index const *, void const *, unsigned, std::size_t, Index *, void *,        \
                                           stream_handle);                                                             \
    template void subtree_ranges_async<Index>(Index const *, Index const *, Index const *, Index const *, std::size_t, \
                                              rmq::range<Index> *, stream_handle);                                     \
    template void nodes_of_places_async<Index>(Index const *, Index const *, std::size_t, bool, Index *, stream_handle)
RMQ_INSTANCES(std::uint32_t);
RMQ_INSTANCES(std::uint64_t);
#undef RMQ_INSTANCES
template void append_rows_async<std::uint32_t>(columns_task<std::uint32_t> const &);
template void append_rows_async<std::int32_t>(columns_task<std::int32_t> const &);
template void append_rows_async<std::int64_t>(columns_task<std::int64_t> const &);

} // namespace rmq::cuda::detail
