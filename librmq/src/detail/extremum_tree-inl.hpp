// SPDX-License-Identifier: BSD-3-Clause
// Kernels of extremum_tree, compiled once for each instruction set: no include guard, see Highway's foreach_target.
#include <hwy/highway.h>

#include "detail/mask_bits-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// A value and where it is, relative to where the search began.
template <class Value>
struct found
{
    Value value;
    std::size_t place;
};

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
/// Searches among few values, where no vectors are to be had.
template <class Value, class Order>
struct scanner
{
    static constexpr std::size_t lanes = 1;

    static found<Value> in_span(Value const * p, std::size_t count, std::size_t = 0)
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < count; ++i)
            best = Order::left_wins(p[best], p[i]) ? best : i;
        return {p[best], best};
    }

    static found<Value> in_node(Value const * p, std::size_t a, std::size_t b)
    {
        found<Value> const f = in_span(p + a, b - a + 1);
        return {f.value, a + f.place};
    }
};
#else
/// Searches among few values: branch-free, all of them at once.
template <class Value, class Order>
struct scanner
{
    using shape = tree_shape<Value>;
    using tag = hn::CappedTag<Value, shape::line>;
    using vector = hn::Vec<tag>;
    using mask = hn::Mask<tag>;
    static constexpr std::size_t lanes = hn::MaxLanes(tag{});

    static HWY_INLINE vector best(vector a, vector b)
    {
        if constexpr (Order::is_minimum)
            return hn::Min(a, b);
        else
            return hn::Max(a, b);
    }

    /// The best of all lanes, in every lane.
    static HWY_INLINE vector best_lane(vector v)
    {
        if constexpr (sizeof(Value) == 1) {
            // no reduction for bytes: fold by shifting lanes down inside a buffer
            HWY_ALIGN Value buffer[2 * lanes];
            for (std::size_t half = lanes / 2; half > 0; half /= 2) {
                hn::Store(v, tag{}, buffer);
                v = best(v, hn::LoadU(tag{}, buffer + half));
            }
            return hn::Set(tag{}, hn::GetLane(v));
        } else if constexpr (Order::is_minimum) {
            return hn::MinOfLanes(tag{}, v);
        } else {
            return hn::MaxOfLanes(tag{}, v);
        }
    }

    static HWY_INLINE std::uint64_t bits(mask m) { return mask_bits(tag{}, m); }

    /// Lanes [begin, end).
    static HWY_INLINE mask lanes_between(std::size_t begin, std::size_t end)
    {
        return hn::AndNot(hn::FirstN(tag{}, begin), hn::FirstN(tag{}, end));
    }

    static HWY_INLINE std::size_t first_or_last(std::uint64_t hits)
    {
        return static_cast<std::size_t>(Order::ties == tie::leftmost ? std::countr_zero(hits)
                                                                     : 63 - std::countl_zero(hits));
    }

    /// Best of the entries [a..b] of one node: `fan` entries from p on, all readable.
    static HWY_INLINE found<Value> in_node(Value const * p, std::size_t a, std::size_t b)
    {
        constexpr std::size_t parts = shape::fan / lanes;
        vector v[parts];
        mask in[parts];
        vector all = hn::Set(tag{}, Order::template identity<Value>());
        for (std::size_t i = 0; i < parts; ++i) {
            std::size_t const from = std::max(a, i * lanes) - i * lanes;
            std::size_t const to = std::max(b + 1, i * lanes) - i * lanes;
            in[i] = parts == 1 ? lanes_between(a, b + 1) : lanes_between(std::min(from, lanes), std::min(to, lanes));
            v[i] = hn::LoadU(tag{}, p + i * lanes);
            all = best(all, hn::IfThenElse(in[i], v[i], hn::Set(tag{}, Order::template identity<Value>())));
        }
        all = best_lane(all);
        std::uint64_t hits = 0;
        for (std::size_t i = 0; i < parts; ++i)
            hits |= bits(hn::And(in[i], hn::Eq(v[i], all))) << (i * lanes % 64);
        return {hn::GetLane(all), first_or_last(hits)};
    }

    /// Best of p[0..count-1], count <= span. Vectors overlap instead of reading past the end; where count is smaller
    /// than a vector, reads p[-skip .. lanes-1-skip], so that a caller can keep the read inside one cache line.
    /// count == 0: a value that means nothing, and no promise about the place.
    static HWY_INLINE found<Value> in_span(Value const * p, std::size_t count, std::size_t skip = 0)
    {
        constexpr std::size_t parts = shape::span / lanes;
        Value const * const start = p - skip;
        std::size_t const last = count >= lanes ? count - lanes : 0;
        mask const in = lanes_between(skip, skip + std::min(count, lanes));
        vector const identity = hn::Set(tag{}, Order::template identity<Value>());
        vector v[parts];
        vector all = identity;
        for (std::size_t i = 0; i < parts; ++i) {
            v[i] = hn::LoadU(tag{}, start + std::min(i * lanes, last));
            all = best(all, hn::IfThenElse(in, v[i], identity));
        }
        all = best_lane(all);
        std::uint64_t hits = 0;
        for (std::size_t i = 0; i < parts; ++i)
            hits |= bits(hn::And(in, hn::Eq(v[i], all))) << std::min(i * lanes, last);
        return {hn::GetLane(all), first_or_last(hits) - skip};
    }
};
#endif

template <class Value, class Index, class Order>
struct tree_algorithm
{
    using view = tree_view<Value, Index>;
    using shape = tree_shape<Value>;
    using scan = scanner<Value, Order>;
    static constexpr std::size_t fan = shape::fan;

    // ---- build ------------------------------------------------------------------------------------------------------

    static void build(view const & tree, std::size_t begin, std::size_t end) noexcept
    {
        for (std::size_t top = begin; top < end; ++top) {
            for (std::size_t b2 = top * fan; b2 < (top + 1) * fan; ++b2) {
                for (std::size_t b1 = b2 * fan; b1 < (b2 + 1) * fan; ++b1)
                    build_leaf(tree, b1);
                found<Value> const best = scan::in_node(tree.best1 + b2 * fan, 0, fan - 1);
                tree.best2[b2] = best.value;
                tree.place2[b2] = static_cast<std::uint16_t>(tree.position1(b2 * fan + best.place) - b2 * shape::fan2);
            }
            found<Value> const best = scan::in_node(tree.best2 + top * fan, 0, fan - 1);
            tree.best3[top] = best.value;
            tree.place3[top] = static_cast<Index>(tree.position2(top * fan + best.place));
        }
    }

    static HWY_INLINE void build_leaf(view const & tree, std::size_t b)
    {
        found<Value> best{Order::template identity<Value>(), 0};
        if (b <= tree.last_leaf) {
            // the ends are padded: their answer has to be one of the array's own values
            std::size_t const first = b == 0 ? tree.phase : 0;
            std::size_t const last = b == tree.last_leaf ? (tree.phase + tree.size - 1) % fan : fan - 1;
            best = scan::in_node(tree.leaf(b), first, last);
        }
        tree.best1[b] = best.value;
        if constexpr (shape::packed) {
            // leaves come in pairs, the even one first
            if (b % 2 == 0)
                tree.place1[b / 2] = static_cast<std::uint8_t>(best.place);
            else
                tree.place1[b / 2] = static_cast<std::uint8_t>(tree.place1[b / 2] | best.place << 4);
        } else {
            tree.place1[b] = static_cast<std::uint8_t>(best.place);
        }
    }

    // ---- one query --------------------------------------------------------------------------------------------------

    /// The best so far: the value, and the entry of a level that it is the best of (level 0: a position).
    struct candidate
    {
        Value value;
        std::size_t entry;
        int level; ///< -1: nothing yet
    };

    static HWY_INLINE std::size_t position(view const & tree, candidate const & c)
    {
        switch (c.level) {
        case 0:
            return c.entry;
        case 1:
            return tree.position1(c.entry);
        case 2:
            return tree.position2(c.entry);
        default:
            return tree.position3(c.entry);
        }
    }

    /// Would a value on the left of (right of) the candidate replace it?
    static HWY_INLINE bool wins_left(Value value, candidate const & c)
    {
        return c.level < 0 || Order::left_wins(value, c.value);
    }
    static HWY_INLINE bool wins_right(Value value, candidate const & c)
    {
        return c.level < 0 || !Order::left_wins(c.value, value);
    }
    static HWY_INLINE void add_left(candidate & c, found<Value> const & f, std::size_t start, int level)
    {
        if (wins_left(f.value, c))
            c = {f.value, start + f.place, level};
    }
    static HWY_INLINE void add_right(candidate & c, found<Value> const & f, std::size_t start, int level)
    {
        if (wins_right(f.value, c))
            c = {f.value, start + f.place, level};
    }

    /// Adds positions l.. to the end of l's leaf.
    static HWY_NOINLINE void left_leaf(view const & tree, std::size_t l, candidate & c)
    {
        std::size_t const b = l / fan;
        if (!wins_left(tree.best1[b], c))
            return;
        if (tree.position1(b) >= l)
            c = {tree.best1[b], b, 1};
        else
            add_left(c, scan::in_node(tree.leaf(b), l % fan, fan - 1), b * fan, 0);
    }
    static HWY_NOINLINE void right_leaf(view const & tree, std::size_t r, candidate & c)
    {
        std::size_t const b = r / fan;
        if (!wins_right(tree.best1[b], c))
            return;
        if (tree.position1(b) <= r)
            c = {tree.best1[b], b, 1};
        else
            add_right(c, scan::in_node(tree.leaf(b), 0, r % fan), b * fan, 0);
    }

    /// Adds positions l.. to the end of l's entry of level 2.
    static HWY_NOINLINE void left_node(view const & tree, std::size_t l, candidate & c)
    {
        std::size_t const b = l / fan;
        std::size_t const parent = b / fan;
        if (!wins_left(tree.best2[parent], c))
            return;
        if (tree.position2(parent) >= l) {
            c = {tree.best2[parent], parent, 2};
            return;
        }
        if (b % fan != fan - 1)
            add_left(c, scan::in_node(tree.best1 + parent * fan, b % fan + 1, fan - 1), parent * fan, 1);
        left_leaf(tree, l, c);
    }
    static HWY_NOINLINE void right_node(view const & tree, std::size_t r, candidate & c)
    {
        std::size_t const b = r / fan;
        std::size_t const parent = b / fan;
        if (!wins_right(tree.best2[parent], c))
            return;
        if (tree.position2(parent) <= r) {
            c = {tree.best2[parent], parent, 2};
            return;
        }
        if (b % fan != 0)
            add_right(c, scan::in_node(tree.best1 + parent * fan, 0, b % fan - 1), parent * fan, 1);
        right_leaf(tree, r, c);
    }

    /// Adds positions l.. to the end of l's top.
    static HWY_NOINLINE void left_top(view const & tree, std::size_t l, candidate & c)
    {
        std::size_t const b = l / shape::fan2;
        std::size_t const top = b / fan;
        if (!wins_left(tree.best3[top], c))
            return;
        if (tree.position3(top) >= l) {
            c = {tree.best3[top], top, 3};
            return;
        }
        if (b % fan != fan - 1)
            add_left(c, scan::in_node(tree.best2 + top * fan, b % fan + 1, fan - 1), top * fan, 2);
        left_node(tree, l, c);
    }
    static HWY_NOINLINE void right_top(view const & tree, std::size_t r, candidate & c)
    {
        std::size_t const b = r / shape::fan2;
        std::size_t const top = b / fan;
        if (!wins_right(tree.best3[top], c))
            return;
        if (tree.position3(top) <= r) {
            c = {tree.best3[top], top, 3};
            return;
        }
        if (b % fan != 0)
            add_right(c, scan::in_node(tree.best2 + top * fan, 0, b % fan - 1), top * fan, 2);
        right_node(tree, r, c);
    }

    /// The entry with the best of entries [a..b], by the sparse table over them.
    static HWY_INLINE std::size_t best_entry(Value const * best, std::uint32_t const * windows, std::size_t count,
                                             std::size_t a, std::size_t b)
    {
        unsigned const k = static_cast<unsigned>(std::bit_width(b - a + 1)) - 1;
        if (k == 0)
            return a; // a == b
        std::uint32_t const * const level = windows + (k - 1) * count;
        std::size_t const x = level[a];
        std::size_t const y = level[b + 1 - (std::size_t{1} << k)];
        return Order::left_wins(best[x], best[y]) ? x : y;
    }
    static HWY_INLINE std::size_t best_top(view const & tree, std::size_t a, std::size_t b)
    {
        return best_entry(tree.best3, tree.windows, tree.tops, a, b);
    }

    /// Position of the best of what covers the range: the answer whenever it lies in the range.
    static HWY_INLINE std::size_t covering_best(view const & tree, std::size_t l, std::size_t r)
    {
        constexpr std::size_t width = shape::fan3 * shape::bundle;
        if (r - l >= 2 * width) {
            std::size_t const p = tree.bundle_place[best_entry(tree.bundle_best, tree.bundle_windows, tree.bundles,
                                                               l / width, r / width)];
            if (l <= p && p <= r)
                return p;
        }
        return tree.position3(best_top(tree, l / shape::fan3, r / shape::fan3));
    }

    /// Ranges of at most `span` positions: straight from the array.
    static HWY_NOINLINE std::size_t query_tiny(view const & tree, std::size_t l, std::size_t r)
    {
        std::size_t const count = r - l + 1;
        // a range inside one vector's place is read there, so that no second cache line is touched
        std::size_t const skip = l / scan::lanes == r / scan::lanes ? l % scan::lanes : 0;
        if (l - skip >= tree.phase && l - skip + std::max(count, scan::lanes) <= tree.phase + tree.size)
            return l + scan::in_span(tree.values + (l - tree.phase), count, skip).place;
        std::size_t best = l;
        for (std::size_t i = l + 1; i <= r; ++i)
            if (!Order::left_wins(tree.values[best - tree.phase], tree.values[i - tree.phase]))
                best = i;
        return best;
    }

    /// Best of the leaves between those of l and r, 1 to `span` of them.
    static HWY_INLINE candidate inner_leaves(view const & tree, std::size_t first, std::size_t count)
    {
        found<Value> const inner = scan::in_span(tree.best1 + first, count);
        return {inner.value, first + inner.place, 1};
    }

    /// Ranges in at least three leaves and at most span + 2.
    static HWY_NOINLINE std::size_t query_short(view const & tree, std::size_t l, std::size_t r)
    {
        candidate c = inner_leaves(tree, l / fan + 1, r / fan - l / fan - 1);
        left_leaf(tree, l, c);
        right_leaf(tree, r, c);
        return position(tree, c);
    }

    /// Ranges in more leaves than that.
    static HWY_NOINLINE std::size_t query_long(view const & tree, std::size_t l, std::size_t r)
    {
        std::size_t const left = l / shape::fan3;
        std::size_t const right = r / shape::fan3;
        candidate c{Value{}, 0, -1};
        if (left == right) {
            std::size_t const b = l / shape::fan2;
            std::size_t const e = r / shape::fan2;
            if (b + 1 < e)
                add_left(c, scan::in_node(tree.best2 + left * fan, b % fan + 1, e % fan - 1), left * fan, 2);
            left_node(tree, l, c);
            right_node(tree, r, c);
        } else {
            if (left + 1 < right) {
                std::size_t const top = best_top(tree, left + 1, right - 1);
                c = {tree.best3[top], top, 3};
            }
            left_top(tree, l, c);
            right_top(tree, r, c);
        }
        return position(tree, c);
    }

    static HWY_INLINE bool is_tiny(std::size_t l, std::size_t r) { return r - l < shape::span; }
    static HWY_INLINE bool is_short(std::size_t l, std::size_t r) { return r / fan - l / fan <= shape::span + 1; }

    static std::size_t query(view const & tree, std::size_t l, std::size_t r) noexcept
    {
        if (is_tiny(l, r))
            return query_tiny(tree, l, r);
        if (is_short(l, r))
            return query_short(tree, l, r);
        std::size_t const p = covering_best(tree, l, r);
        return l <= p && p <= r ? p : query_long(tree, l, r);
    }

    // ---- many queries -----------------------------------------------------------------------------------------------
    // A group of queries goes through the steps together: a step asks for the cache lines of the next one, so that the
    // misses of a whole group overlap instead of following one another.

    static constexpr std::size_t group = 64;

    /// Queries of a group that wait for the same step.
    struct waiting
    {
        std::uint8_t query[group];
        std::size_t count{};
        HWY_INLINE void add_if(std::size_t i, bool condition)
        {
            query[count] = static_cast<std::uint8_t>(i);
            count += condition;
        }
    };

    static HWY_INLINE void prefetch(void const * p) { __builtin_prefetch(p); }

    static HWY_INLINE void prefetch_values(view const & tree, std::size_t l, std::size_t r)
    {
        Value const * const v = tree.values - tree.phase;
        prefetch(v + l);
        prefetch(v + std::min(l + shape::line, r));
        prefetch(v + r);
        if (r - l >= 2 * shape::line)
            for (std::size_t i = l + 2 * shape::line; i < r; i += shape::line)
                prefetch(v + i);
    }

    static HWY_INLINE void prefetch_leaves(view const & tree, std::size_t l, std::size_t r)
    {
        std::size_t const a = l / fan;
        std::size_t const b = r / fan;
        prefetch(tree.best1 + a);
        prefetch(tree.best1 + std::min(a + shape::line, b));
        prefetch(tree.best1 + std::min(a + 2 * shape::line, b));
        prefetch(tree.best1 + std::min(a + 3 * shape::line, b));
        prefetch(tree.best1 + b);
        prefetch(tree.place1 + (shape::packed ? a / 2 : a));
        prefetch(tree.place1 + (shape::packed ? b / 2 : b));
    }

    /// The lines that one end of a long range can need; the leaf's own comes last, it is the most expensive.
    static HWY_INLINE void prefetch_path(view const & tree, std::size_t p)
    {
        std::size_t const b = p / fan;
        prefetch(tree.best2 + b / fan / fan * fan);
        prefetch(tree.place2 + b / fan);
        for (std::size_t i = 0; i < fan; i += shape::line)
            prefetch(tree.best1 + b / fan * fan + i);
        prefetch(tree.place1 + (shape::packed ? b / fan * fan / 2 : b));
        prefetch(tree.values - tree.phase + b * fan);
        if constexpr (fan > shape::line)
            prefetch(tree.values - tree.phase + p);
    }

    static void query_batch(view const & tree, range<Index> const * queries, Index * out, std::size_t count) noexcept
    {
        for (std::size_t start = 0; start < count; start += group)
            query_group(tree, queries + start, out + start, std::min(group, count - start));
    }

    static HWY_INLINE void query_group(view const & tree, range<Index> const * queries, Index * out, std::size_t count)
    {
        waiting tiny, near, far;
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const l = queries[i].l + tree.phase;
            std::size_t const r = queries[i].r + tree.phase;
            bool const is_near = is_short(l, r);
            if (is_near) {
                bool const straight = is_tiny(l, r);
                tiny.add_if(i, straight);
                near.add_if(i, !straight);
                if (straight)
                    prefetch_values(tree, l, r);
                else
                    prefetch_leaves(tree, l, r);
            } else {
                std::size_t const p = covering_best(tree, l, r);
                out[i] = static_cast<Index>(p - tree.phase);
                bool const outside = p < l || p > r;
                far.add_if(i, outside);
                if (outside) {
                    if (tree.position3(l / shape::fan3) < l)
                        prefetch_path(tree, l);
                    if (tree.position3(r / shape::fan3) > r)
                        prefetch_path(tree, r);
                }
            }
        }
        near_queries(tree, queries, out, near);
        for (std::size_t j = 0; j < tiny.count; ++j) {
            std::size_t const i = tiny.query[j];
            out[i] =
                static_cast<Index>(query_tiny(tree, queries[i].l + tree.phase, queries[i].r + tree.phase) - tree.phase);
        }
        for (std::size_t j = 0; j < far.count; ++j) {
            std::size_t const i = far.query[j];
            out[i] =
                static_cast<Index>(query_long(tree, queries[i].l + tree.phase, queries[i].r + tree.phase) - tree.phase);
        }
    }

    static HWY_INLINE void near_queries(view const & tree, range<Index> const * queries, Index * out,
                                        waiting const & near)
    {
        waiting ends;
        candidate inner[group];
        for (std::size_t j = 0; j < near.count; ++j) {
            std::size_t const i = near.query[j];
            std::size_t const l = queries[i].l + tree.phase;
            std::size_t const r = queries[i].r + tree.phase;
            candidate const c = inner_leaves(tree, l / fan + 1, r / fan - l / fan - 1);
            out[i] = static_cast<Index>(tree.position1(c.entry) - tree.phase);
            inner[ends.count] = c;
            bool const at_left = wins_left(tree.best1[l / fan], c);
            bool const at_right = wins_right(tree.best1[r / fan], c);
            if (at_left | at_right) {
                if (at_left && tree.position1(l / fan) < l)
                    prefetch_values(tree, l, l | (fan - 1));
                if (at_right && tree.position1(r / fan) > r)
                    prefetch_values(tree, r & ~(fan - 1), r);
                ends.add_if(i, true);
            }
        }
        for (std::size_t j = 0; j < ends.count; ++j) {
            std::size_t const i = ends.query[j];
            candidate c = inner[j];
            left_leaf(tree, queries[i].l + tree.phase, c);
            right_leaf(tree, queries[i].r + tree.phase, c);
            out[i] = static_cast<Index>(position(tree, c) - tree.phase);
        }
    }

    static constexpr tree_kernels<Value, Index> kernels{&build, &query, &query_batch};
};

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
