// SPDX-License-Identifier: BSD-3-Clause
// Members of extremum_tree for one value type; the including file says which: RMQ_VALUE, and its own name for Highway.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>

#include <rmq/detail/parallel.hpp>
#include <rmq/extremum_tree.hpp>

#include "extremum_tree/batch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

template <class Value, class Index, class Order>
inline constexpr tree_kernels<Value, Index> tree_functions{&tree_search<Value, Index, Order>::build,
                                                           &tree_search<Value, Index, Order>::query,
                                                           &tree_batch<Value, Index, Order>::query};

/// Kernels by bytes of the index and number of the order.
static void const * kernels(unsigned index_bytes, unsigned order)
{
    using value = RMQ_VALUE;
    static constexpr void const * all[] = {
        &tree_functions<value, std::uint32_t, min_leftmost>, &tree_functions<value, std::uint32_t, min_rightmost>,
        &tree_functions<value, std::uint32_t, max_leftmost>, &tree_functions<value, std::uint32_t, max_rightmost>,
        &tree_functions<value, std::uint64_t, min_leftmost>, &tree_functions<value, std::uint64_t, min_rightmost>,
        &tree_functions<value, std::uint64_t, max_leftmost>, &tree_functions<value, std::uint64_t, max_rightmost>,
    };
    return all[(index_bytes == 4 ? 0 : 4) + order];
}

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rmq {
namespace detail {

HWY_EXPORT(kernels);

template <class Value, class Index, class Order>
tree_kernels<Value, Index> const * choose_kernels()
{
    unsigned const order = (Order::is_minimum ? 0 : 2) + (Order::ties == tie::leftmost ? 0 : 1);
    return static_cast<tree_kernels<Value, Index> const *>(HWY_DYNAMIC_DISPATCH(kernels)(sizeof(Index), order));
}

} // namespace detail

template <class Value, std::unsigned_integral Index, class Order>
extremum_tree<Value, Index, Order>::extremum_tree(std::span<Value const> values, unsigned threads)
    : kernels_{detail::choose_kernels<Value, Index, Order>()}
{
    RMQ_EXPECTS(values.size() <= static_cast<Index>(-1) - 64); // positions are shifted by less than a line
    view_.values = values.data();
    view_.size = values.size();
    if (values.empty())
        return;
    view_.phase = reinterpret_cast<std::uintptr_t>(values.data()) % (shape::line * sizeof(Value)) / sizeof(Value);
    view_.last_leaf = (view_.phase + view_.size - 1) / shape::fan;
    std::size_t const tops = view_.last_leaf / shape::fan2 + 1;
    view_.bundles = (tops + shape::fan - 1) / shape::fan;

    std::size_t const level1 = tops * shape::fan2;
    std::size_t const level2 = tops * shape::fan;
    std::size_t const level3 = view_.bundles * shape::fan;
    bests_.resize(2 * shape::fan + level1 + level2 + level3);
    places1_.resize(shape::packed ? level1 / 2 : level1);
    places2_.resize(level2);
    places3_.resize(level3);
    windows_.resize(static_cast<std::size_t>(std::bit_width(view_.bundles)) * view_.bundles);
    view_.end_leaves = bests_.data();
    view_.best1 = view_.end_leaves + 2 * shape::fan;
    view_.best2 = view_.best1 + level1; // a node read from its middle on ends in level 3
    view_.best3 = view_.best2 + level2;
    view_.place1 = places1_.data();
    view_.place2 = places2_.data();
    view_.place3 = places3_.data();
    view_.windows = windows_.data();

    std::atomic<std::uint32_t> blocks_of_records{0};
    bool const with_records = shape::records && view_.bundles > 1;
    if (with_records) {
        // for all bundles and both ways; memory that is never written takes no room
        recorded_.resize(view_.bundles);
        records_.resize(record_margin + 2 * view_.bundles * record_words + record_margin);
        view_.recorded = recorded_.data();
        view_.records = records_.data() + record_margin;
        view_.next_records = &blocks_of_records;
    }

    copy_end_leaves();
    detail::for_each_part(tops, with_records ? shape::fan : 1, threads,
                          [&](std::size_t begin, std::size_t end) { kernels_->build(view_, begin, end); });
    if (with_records)
        close_records(blocks_of_records.load());
    std::fill(view_.best3 + tops, view_.best3 + level3, Order::template identity<Value>());
    std::fill(view_.place3 + tops, view_.place3 + level3, Index{0});
    build_windows(tops);
}

template <class Value, std::unsigned_integral Index, class Order>
void extremum_tree<Value, Index, Order>::copy_end_leaves()
{
    std::fill_n(view_.end_leaves, 2 * shape::fan, Order::template identity<Value>());
    std::size_t const end = view_.phase + view_.size;
    for (std::size_t p = view_.phase; p < std::min(end, shape::fan); ++p)
        view_.end_leaves[p] = view_.values[p - view_.phase];
    for (std::size_t p = std::max(view_.phase, view_.last_leaf * shape::fan); p < end; ++p)
        view_.end_leaves[shape::fan + p % shape::fan] = view_.values[p - view_.phase];
}

template <class Value, std::unsigned_integral Index, class Order>
void extremum_tree<Value, Index, Order>::close_records(std::size_t blocks)
{
    view_.next_records = nullptr;
    if (blocks == 0) {
        recorded_ = {};
        records_ = {};
        view_.recorded = nullptr;
        view_.records = nullptr;
        return;
    }
    std::size_t const end = record_margin + blocks * record_words;
    std::fill_n(records_.data(), record_margin, 0);
    std::fill_n(records_.data() + end, record_margin, 0);
    records_.resize(end + record_margin); // smaller, so that nothing moves
}

template <class Value, std::unsigned_integral Index, class Order>
void extremum_tree<Value, Index, Order>::build_windows(std::size_t tops)
{
    using entry = detail::tree_bundle<Value, Index>;
    for (std::size_t b = 0; b < view_.bundles; ++b) {
        std::size_t best = b * shape::fan;
        for (std::size_t top = best + 1; top < std::min(tops, (b + 1) * shape::fan); ++top)
            best = Order::left_wins(view_.best3[best], view_.best3[top]) ? best : top;
        view_.windows[b] = {view_.best3[best], view_.place3[best]};
    }
    for (unsigned k = 1; (std::size_t{1} << k) <= view_.bundles; ++k) {
        std::size_t const half = std::size_t{1} << (k - 1);
        entry const * const below = view_.windows + (k - 1) * view_.bundles;
        entry * const level = view_.windows + k * view_.bundles;
        for (std::size_t i = 0; i + 2 * half <= view_.bundles; ++i)
            level[i] = Order::left_wins(below[i].best, below[i + half].best) ? below[i] : below[i + half];
    }
}

template <class Value, std::unsigned_integral Index, class Order>
void extremum_tree<Value, Index, Order>::query(std::span<range<Index> const> queries, std::span<Index> out,
                                               unsigned threads) const
{
    RMQ_EXPECTS(queries.size() == out.size());
    detail::for_each_part(queries.size(), detail::query_grain, threads, [&](std::size_t begin, std::size_t end) {
        kernels_->query_batch(view_, queries.data() + begin, out.data() + begin, end - begin);
    });
}

#define RMQ_INSTANTIATE(Value, Index, Order) template class extremum_tree<Value, Index, Order>
RMQ_FOR_EACH_INDEX_AND_ORDER(RMQ_INSTANTIATE, RMQ_VALUE);
#undef RMQ_INSTANTIATE

} // namespace rmq
#endif // HWY_ONCE
