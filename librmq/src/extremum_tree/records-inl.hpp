// SPDX-License-Identifier: BSD-3-Clause
// Records of extremum_tree's bundles: their build, and answers by them. Compiled once for each instruction set; the
// guard is Highway's pattern for it.
#if defined(RMQ_TREE_RECORDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef RMQ_TREE_RECORDS_INL
#undef RMQ_TREE_RECORDS_INL
#else
#define RMQ_TREE_RECORDS_INL
#endif

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include <rmq/detail/extremum_tree_view.hpp>

#include "extremum_tree/mask_bits-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// A backward record of a bundle is a value that wins against all behind it in the bundle; a forward record wins
/// against all before it. So the best from l to the bundle's end is at the first backward record from l on, and the
/// best from the bundle's start to r is at the last forward record up to r: positions, found without reading a value.
template <class Value, class Index, class Order>
struct tree_records
{
    using view = tree_view<Value, Index>;
    using shape = tree_shape<Value>;
    static constexpr std::size_t fan = shape::fan;
    static constexpr std::size_t bundle = shape::bundle;
    static constexpr std::size_t words = bundle / 64; ///< of a bundle
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    /// Words behind the first that a record is looked for in: where it is farther away, the levels are as good.
    static constexpr std::size_t reach = 8;

    // ---- build ------------------------------------------------------------------------------------------------------

    /// Would `value` be a record where `rest` is the best of all that it is compared with?
    template <bool Backward>
    static HWY_INLINE bool wins(Value value, Value rest)
    {
        return Backward ? Order::left_wins(value, rest) : !Order::left_wins(rest, value);
    }

    /// Marks the records of one bundle, in the directions in which it has them in plenty: one leaf in eight, so that
    /// the next is near from anywhere. Of random values only some twenty of 65,536 are records.
    static HWY_NOINLINE void build(view const & tree, std::size_t b)
    {
        tree.recorded[b] = {build_way<true>(tree, b), build_way<false>(tree, b)};
    }

    template <bool Backward>
    static std::uint32_t build_way(view const & tree, std::size_t b)
    {
        if (leaves_with_records<Backward>(tree, b) < bundle / fan / 8)
            return no_records;
        std::uint32_t const slot = tree.next_records->fetch_add(1, std::memory_order_relaxed);
        std::uint64_t * const marks = tree.records + slot * words;
        std::fill_n(marks, words, 0); // leaves without a record are passed over
        std::size_t const first = b * (bundle / fan);
        std::size_t const count = std::min(bundle / fan, tree.last_leaf + 1 - first);
        Value rest = Order::template identity<Value>();
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const leaf = Backward ? count - 1 - i : i;
            Value const best = tree.best1[first + leaf];
            if (!wins<Backward>(best, rest))
                continue;
            marks[leaf * fan / 64] |= leaf_records<Backward>(tree.leaf(first + leaf), rest) << leaf * fan % 64;
            rest = Order::best(rest, best);
        }
        return slot;
    }

    /// Nodes are asked first: hardly any has a record where values are random.
    template <bool Backward>
    static std::size_t leaves_with_records(view const & tree, std::size_t b)
    {
        constexpr std::size_t nodes = bundle / shape::fan2;
        std::size_t const first = b * nodes;
        std::size_t const count = std::min(nodes, tree.last_leaf / fan + 1 - first);
        Value rest = Order::template identity<Value>();
        std::size_t leaves = 0;
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const node = first + (Backward ? count - 1 - i : i);
            if (!wins<Backward>(tree.best2[node], rest))
                continue;
            leaves += static_cast<std::size_t>(std::popcount(leaf_records<Backward>(tree.best1 + node * fan, rest)));
            rest = Order::best(rest, tree.best2[node]);
        }
        return leaves;
    }

    /// Records of the `fan` values of a leaf, a bit each; `rest` is the best of what lies beyond the leaf.
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
    template <bool Backward>
    static std::uint64_t leaf_records(Value const * values, Value rest)
    {
        std::uint64_t found = 0;
        for (std::size_t i = 0; i < fan; ++i) {
            std::size_t const at = Backward ? fan - 1 - i : i;
            found |= std::uint64_t{wins<Backward>(values[at], rest)} << at;
            rest = Order::best(rest, values[at]);
        }
        return found;
    }
#else
    template <bool Backward>
    static HWY_INLINE std::uint64_t leaf_records(Value const * values, Value beyond)
    {
        using tag = hn::CappedTag<Value, shape::line>;
        using number = hn::RebindToUnsigned<tag>;
        constexpr std::size_t lanes = hn::MaxLanes(tag{});
        auto const best = [](auto a, auto b) { return Order::is_minimum ? hn::Min(a, b) : hn::Max(a, b); };
        auto const moved = [](auto v, std::size_t by) {
            // lanes from `by` further on; beyond the end the last lane again, which does no harm to a best
            number const d;
            auto const lane = hn::Iota(d, 0), shift = hn::Set(d, static_cast<hn::TFromD<number>>(by));
            auto const last = hn::Set(d, lanes - 1);
            auto const from = Backward ? hn::Min(hn::Add(lane, shift), last) : hn::Sub(lane, hn::Min(lane, shift));
            return hn::TableLookupLanes(v, hn::IndicesFromVec(tag{}, from));
        };
        auto const everywhere = [](auto running) { // its best of all, which is in the innermost lane
            auto const from = hn::Set(number{}, Backward ? 0 : lanes - 1);
            return hn::TableLookupLanes(running, hn::IndicesFromVec(tag{}, from));
        };
        // ties: a value equal to one beyond it is a record in one direction, and then the value itself among the others
        // does no harm; in the other direction it has to be left out
        constexpr bool ties_win = (Order::ties == tie::leftmost) == Backward;
        constexpr std::uint64_t outermost = Backward ? std::uint64_t{1} << (lanes - 1) : 1;
        auto const better = [](auto a, auto b) { return Order::is_minimum ? hn::Lt(a, b) : hn::Lt(b, a); };
        auto rest = hn::Set(tag{}, beyond);
        std::uint64_t found = 0;
        for (std::size_t i = 0; i < fan; i += lanes) {
            std::size_t const at = Backward ? fan - lanes - i : i;
            auto const v = hn::LoadU(tag{}, values + at);
            auto running = v; // best from here to the end
            for (std::size_t by = 1; by < lanes; by *= 2)
                running = best(running, moved(running, by));
            if constexpr (ties_win)
                found |= mask_bits(tag{}, hn::Not(better(best(running, rest), v))) << at;
            else
                found |=
                    (mask_bits(tag{}, better(v, rest)) & (mask_bits(tag{}, better(v, moved(running, 1))) | outermost))
                    << at;
            rest = best(rest, everywhere(running));
        }
        return found;
    }
#endif

    // ---- answers ----------------------------------------------------------------------------------------------------

    static HWY_INLINE bool has_backward(view const & tree, std::size_t l)
    {
        return tree.recorded != nullptr && tree.recorded[l / bundle].backward != no_records;
    }
    static HWY_INLINE bool has_forward(view const & tree, std::size_t r)
    {
        return tree.recorded != nullptr && tree.recorded[r / bundle].forward != no_records;
    }
    /// Does [l, r] lie in one bundle that has records?
    static HWY_INLINE bool inside(view const & tree, std::size_t l, std::size_t r)
    {
        return tree.recorded != nullptr && l / bundle == r / bundle && (has_backward(tree, l) || has_forward(tree, r));
    }

    static HWY_INLINE std::uint64_t const * backward_word(view const & tree, std::size_t l)
    {
        return tree.records + tree.recorded[l / bundle].backward * words + l % bundle / 64;
    }
    static HWY_INLINE std::uint64_t const * forward_word(view const & tree, std::size_t r)
    {
        return tree.records + tree.recorded[r / bundle].forward * words + r % bundle / 64;
    }

    /// Position of the best from l to the end of its bundle, or nowhere, where it is not near. `word` is backward_word.
    static HWY_INLINE std::size_t best_from(std::uint64_t const * word, std::size_t l)
    {
        std::size_t place = nowhere;
        if (std::uint64_t const near = word[0] >> l % 64 | word[1] << 1 << (63 - l % 64); near != 0) [[likely]] {
            place = l + static_cast<std::size_t>(std::countr_zero(near));
        } else {
            std::size_t const end = std::min(reach + 1, words - l % bundle / 64);
            for (std::size_t i = 1; i < end && place == nowhere; ++i)
                if (word[i] != 0)
                    place = l / 64 * 64 + i * 64 + static_cast<std::size_t>(std::countr_zero(word[i]));
        }
        return place / bundle == l / bundle ? place : nowhere;
    }
    /// Position of the best from the start of r's bundle to r, or nowhere. `word` is forward_word.
    static HWY_INLINE std::size_t best_to(std::uint64_t const * word, std::size_t r)
    {
        std::size_t place = nowhere;
        if (std::uint64_t const near = word[0] << (63 - r % 64) | word[-1] >> 1 >> r % 64; near != 0) [[likely]] {
            place = r - static_cast<std::size_t>(std::countl_zero(near));
        } else {
            std::size_t const end = std::min(reach, r % bundle / 64);
            for (std::size_t i = 1; i <= end && place == nowhere; ++i)
                if (std::uint64_t const marks = *(word - i); marks != 0)
                    place = r / 64 * 64 - i * 64 + 63 - static_cast<std::size_t>(std::countl_zero(marks));
        }
        return place / bundle == r / bundle ? place : nowhere;
    }

    /// The answer of a range inside one bundle, where records tell it, else nowhere: what is best up to the bundle's
    /// end and lies in the range is the best of the range.
    static HWY_INLINE std::size_t answer_inside(view const & tree, std::size_t l, std::size_t r)
    {
        if (has_backward(tree, l))
            if (std::size_t const place = best_from(backward_word(tree, l), l); place <= r)
                return place;
        if (has_forward(tree, r))
            if (std::size_t const place = best_to(forward_word(tree, r), r); place >= l)
                return place; // or nowhere
        return nowhere;
    }
};

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
