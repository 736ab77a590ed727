// SPDX-License-Identifier: BSD-3-Clause
// Kernels of extremum_tree, compiled once for each instruction set: no include guard, see Highway's foreach_target.
#include <hwy/highway.h>

#include "detail/mask_bits-inl.hpp"
#include "detail/tree_records-inl.hpp"

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

/// Entries [from, to) of a node; all `fan` entries from `entries` on are readable.
template <class Value>
struct node_part
{
    Value const * entries;
    std::size_t from, to;
};

/// Hides how a number came about, so that the compiler makes no branches out of its cases.
HWY_INLINE std::size_t opaque(std::size_t number)
{
#if defined(__GNUC__)
    asm("" : "+r"(number));
#endif
    return number;
}

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
/// Searches among few values, where no vectors are to be had.
template <class Value, class Order>
struct scanner
{
    static constexpr std::size_t lanes = 1;
    static constexpr std::size_t fan = tree_shape<Value>::fan;

    template <std::size_t Limit>
    static found<Value> in_span(Value const * p, std::size_t count, std::size_t = 0)
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < count; ++i)
            best = Order::left_wins(p[best], p[i]) ? best : i;
        return {p[best], best};
    }

    static found<Value> in_node(Value const * p, std::size_t a, std::size_t b)
    {
        found<Value> const f = in_span<0>(p + a, b - a + 1);
        return {f.value, a + f.place};
    }

    template <std::size_t Count>
    static found<Value> in_parts(node_part<Value> const (&parts)[Count])
    {
        found<Value> best{Order::template identity<Value>(), Count * fan};
        for (std::size_t k = 0; k < Count; ++k)
            for (std::size_t i = parts[k].from; i < parts[k].to; ++i)
                if (best.place == Count * fan || !Order::left_wins(best.value, parts[k].entries[i]))
                    best = {parts[k].entries[i], k * fan + i};
        return best;
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

    /// Best of the parts of several nodes, which are given from left to right; at least one entry is in them.
    /// The place is node * fan + entry. One reduction for all of them.
    template <std::size_t Count>
    static HWY_INLINE found<Value> in_parts(node_part<Value> const (&parts)[Count])
    {
        constexpr std::size_t fan = shape::fan;
        constexpr std::size_t vectors = fan / lanes;
        vector const identity = hn::Set(tag{}, Order::template identity<Value>());
        vector v[Count][vectors];
        mask in[Count][vectors];
        vector all = identity;
        for (std::size_t k = 0; k < Count; ++k) {
            // a bit an entry
            std::uint64_t const wanted = low_bits(parts[k].to) & ~low_bits(parts[k].from);
            for (std::size_t i = 0; i < vectors; ++i) {
                in[k][i] = mask_of_bits(tag{}, wanted >> (i * lanes % 64));
                v[k][i] = hn::LoadU(tag{}, parts[k].entries + i * lanes);
                all = best(all, hn::IfThenElse(in[k][i], v[k][i], identity));
            }
        }
        all = best_lane(all);
        std::uint64_t hits[Count] = {};
        for (std::size_t k = 0; k < Count; ++k)
            for (std::size_t i = 0; i < vectors; ++i)
                hits[k] |= bits(hn::And(in[k][i], hn::Eq(v[k][i], all))) << (i * lanes % 64);
        if constexpr (Count * fan <= 64) {
            std::uint64_t together = hits[0];
            for (std::size_t k = 1; k < Count; ++k)
                together |= hits[k] << (k * fan);
            return {hn::GetLane(all), first_or_last(together)};
        } else {
            std::size_t node = Order::ties == tie::leftmost ? Count - 1 : 0;
            for (std::size_t k = 0; k < Count; ++k) {
                std::size_t const next = Order::ties == tie::leftmost ? Count - 1 - k : k;
                node = hits[next] != 0 ? next : node;
            }
            return {hn::GetLane(all), node * fan + first_or_last(hits[node])};
        }
    }

    /// The lowest `count` <= fan bits.
    static HWY_INLINE std::uint64_t low_bits(std::size_t count)
    {
        if constexpr (shape::fan == 64) {
            if (count == 64)
                return ~std::uint64_t{0};
        }
        return (std::uint64_t{1} << count) - 1;
    }

    /// Best of p[0..count-1], 0 < count <= Limit. Vectors overlap instead of reading past the end; where count is
    /// smaller than a vector, reads p[-skip .. lanes-1-skip], so that a caller can keep the read inside one cache line.
    template <std::size_t Limit>
    static HWY_INLINE found<Value> in_span(Value const * p, std::size_t count, std::size_t skip = 0)
    {
        constexpr std::size_t parts = std::max<std::size_t>(1, Limit / lanes);
        Value const * const start = p - skip;
        std::size_t const last = count >= lanes ? count - lanes : 0;
        mask const in = lanes_between(skip, skip + std::min(count, lanes));
        vector const identity = hn::Set(tag{}, Order::template identity<Value>());
        vector v[parts];
        std::size_t at[parts];
        vector all = identity;
        for (std::size_t i = 0; i < parts; ++i) {
            at[i] = opaque(std::min(i * lanes, last));
            v[i] = hn::LoadU(tag{}, start + at[i]);
            all = best(all, hn::IfThenElse(in, v[i], identity));
        }
        all = best_lane(all);
        std::uint64_t hits = 0;
        for (std::size_t i = 0; i < parts; ++i)
            hits |= bits(hn::And(in, hn::Eq(v[i], all))) << at[i];
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
    using records = tree_records<Value, Index, Order>;
    static constexpr std::size_t fan = shape::fan;
    static constexpr std::size_t bundle = shape::bundle;
    static constexpr std::size_t nowhere = records::nowhere;

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
            if constexpr (shape::records) {
                // while the values of the bundle are in the caches
                if (tree.recorded != nullptr && (top % fan == fan - 1 || top + 1 == end))
                    records::build(tree, top / fan);
            }
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
    static HWY_INLINE void left_leaf(view const & tree, std::size_t l, candidate & c)
    {
        std::size_t const b = l / fan;
        if (!wins_left(tree.best1[b], c))
            return;
        if (tree.position1(b) >= l)
            c = {tree.best1[b], b, 1};
        else
            add_left(c, scan::in_node(tree.leaf(b), l % fan, fan - 1), b * fan, 0);
    }
    static HWY_INLINE void right_leaf(view const & tree, std::size_t r, candidate & c)
    {
        std::size_t const b = r / fan;
        if (!wins_right(tree.best1[b], c))
            return;
        if (tree.position1(b) <= r)
            c = {tree.best1[b], b, 1};
        else
            add_right(c, scan::in_node(tree.leaf(b), 0, r % fan), b * fan, 0);
    }

    // Ranges by length. Tiny ones are read from the array. Near ones have at most `fan` entries of level 2 inside; far
    // ones are the rest, and lie in two tops at least. Of near and far ranges the leaves strictly inside come first,
    // through the levels above them; then those two leaves that the range ends in, if they can matter.

    static HWY_INLINE bool is_tiny(std::size_t l, std::size_t r) { return r - l < shape::span; }
    static HWY_INLINE bool is_near(std::size_t l, std::size_t r)
    {
        return r / shape::fan2 - l / shape::fan2 <= fan + 1;
    }

    template <std::size_t Limit>
    static HWY_INLINE std::size_t query_tiny_at_most(view const & tree, std::size_t l, std::size_t r)
    {
        std::size_t const count = r - l + 1;
        // a range inside one vector's place is read there, so that no second cache line is touched
        std::size_t const skip = l / scan::lanes == r / scan::lanes ? l % scan::lanes : 0;
        if (l - skip >= tree.phase && l - skip + std::max(count, scan::lanes) <= tree.phase + tree.size) [[likely]]
            return l + scan::template in_span<Limit>(tree.values + (l - tree.phase), count, skip).place;
        std::size_t best = l;
        for (std::size_t i = l + 1; i <= r; ++i)
            if (!Order::left_wins(tree.values[best - tree.phase], tree.values[i - tree.phase]))
                best = i;
        return best;
    }

    /// Ranges of at most `span` positions: straight from the array.
    static HWY_INLINE std::size_t query_tiny(view const & tree, std::size_t l, std::size_t r)
    {
        return r - l < shape::span / 2 ? query_tiny_at_most<shape::span / 2>(tree, l, r)
                                       : query_tiny_at_most<shape::span>(tree, l, r);
    }

    /// Best of the leaves strictly inside a near range. There may be none where a leaf is as long as a tiny range:
    /// then a candidate that any value replaces.
    static HWY_INLINE candidate inner_near(view const & tree, std::size_t l, std::size_t r)
    {
        std::size_t const a = l / fan;
        std::size_t const b = r / fan;
        std::size_t const left = a / fan; // entries of level 2
        std::size_t const right = b / fan;
        std::size_t const end = b % fan;
        if constexpr (fan > 16) {
            if (b - a < 2)
                return {Value{}, 0, -1};
        }
        // no branches: nothing here is easy to foretell
        std::size_t const two = opaque(left != right); // nodes of level 1 that the ends lie in, less one
        node_part<Value> const parts[] = {{tree.best1 + left * fan, a % fan + 1, end + two * (fan - end)},
                                          {tree.best2 + left + 1, 0, two * (right - left - 1)},
                                          {tree.best1 + right * fan, 0, two * end}};
        std::size_t const starts[] = {left * fan, left + 1, right * fan};
        found<Value> const best = scan::in_parts(parts);
        std::size_t const node = best.place / fan;
        return {best.value, starts[opaque(node)] + best.place % fan, 1 + static_cast<int>(opaque(node == 1))};
    }

    /// Best of the bundles [a..b], by the sparse table over them.
    static HWY_INLINE tree_bundle<Value, Index> const & best_bundle(view const & tree, std::size_t a, std::size_t b)
    {
        unsigned const k = static_cast<unsigned>(std::bit_width(b - a + 1)) - 1;
        tree_bundle<Value, Index> const * const level = tree.windows + k * tree.bundles;
        tree_bundle<Value, Index> const & x = level[a];
        tree_bundle<Value, Index> const & y = level[b + 1 - (std::size_t{1} << k)];
        return Order::left_wins(x.best, y.best) ? x : y;
    }

    /// Position of the best of what covers a far range: the answer whenever it lies in the range.
    static HWY_INLINE std::size_t covering_best(view const & tree, std::size_t l, std::size_t r)
    {
        std::size_t const left = l / shape::fan3; // tops
        std::size_t const right = r / shape::fan3;
        std::size_t const a = left / fan; // bundles
        std::size_t const b = right / fan;
        if (b - a > 1)
            return best_bundle(tree, a, b).place;
        bool const one = a == b;
        node_part<Value> const parts[] = {{tree.best3 + a * fan, left % fan, one ? right % fan + 1 : fan},
                                          {tree.best3 + b * fan, 0, one ? 0 : right % fan + 1}};
        return tree.position3(a * fan + scan::in_parts(parts).place);
    }

    /// The bundle of an end of a far range has its best inside the range: all of the end is known by that, its leaf
    /// included.
    static HWY_INLINE bool left_known(view const & tree, std::size_t l, std::size_t r)
    {
        return l / bundle != r / bundle && tree.windows[l / bundle].place >= l;
    }
    static HWY_INLINE bool right_known(view const & tree, std::size_t l, std::size_t r)
    {
        return l / bundle != r / bundle && tree.windows[r / bundle].place <= r;
    }

    /// What is known of a range without its two ends, and which of them have to be asked: the value at a place, which
    /// is the end's best, or else the leaf that the range ends in.
    struct end_search
    {
        candidate best;
        bool left, right;
        std::size_t left_place = nowhere, right_place = nowhere;
    };

    /// All of a far range but the leaves that are not known.
    static HWY_INLINE end_search inner_far(view const & tree, std::size_t l, std::size_t r)
    {
        std::size_t const a1 = l / fan, b1 = r / fan;
        std::size_t const a2 = a1 / fan, b2 = b1 / fan;
        std::size_t const a3 = a2 / fan, b3 = b2 / fan;
        std::size_t const a4 = a3 / fan, b4 = b3 / fan;
        bool const one = a4 == b4;
        end_search s{{Value{}, 0, -1}, !left_known(tree, l, r), !right_known(tree, l, r)};
        candidate & c = s.best;
        // level 0: a position, as places are
        if (!s.left) {
            c = {tree.windows[a4].best, tree.windows[a4].place, 0};
        } else {
            node_part<Value> const parts[] = {{tree.best1 + a2 * fan, a1 % fan + 1, fan},
                                              {tree.best2 + a3 * fan, a2 % fan + 1, fan},
                                              {tree.best3 + a4 * fan, a3 % fan + 1, one ? b3 % fan : fan}};
            if (parts[0].from < parts[0].to || parts[1].from < parts[1].to || parts[2].from < parts[2].to) {
                std::size_t const starts[] = {a2 * fan, a3 * fan, a4 * fan};
                found<Value> const f = scan::in_parts(parts);
                c = {f.value, starts[f.place / fan] + f.place % fan, static_cast<int>(f.place / fan) + 1};
            }
        }
        if (a4 + 1 < b4) {
            tree_bundle<Value, Index> const & middle = best_bundle(tree, a4 + 1, b4 - 1);
            add_right(c, {middle.best, middle.place}, 0, 0);
        }
        if (!s.right) {
            add_right(c, {tree.windows[b4].best, tree.windows[b4].place}, 0, 0);
        } else {
            node_part<Value> const parts[] = {{tree.best3 + b4 * fan, 0, one ? 0 : b3 % fan},
                                              {tree.best2 + b3 * fan, 0, b2 % fan},
                                              {tree.best1 + b2 * fan, 0, b1 % fan}};
            if (parts[0].to + parts[1].to + parts[2].to > 0) {
                std::size_t const starts[] = {b4 * fan, b3 * fan, b2 * fan};
                found<Value> const f = scan::in_parts(parts);
                add_right(c, {f.value, f.place % fan}, starts[f.place / fan], 3 - static_cast<int>(f.place / fan));
            }
        }
        return s;
    }

    // ---- ranges with an end in a bundle that has records -----------------------------------------------------------

    static HWY_INLINE bool is_recorded(view const & tree, std::size_t l, std::size_t r)
    {
        if constexpr (shape::records)
            return records::inside(tree, l, r);
        else
            return false;
    }

    /// As inner_far, for ranges of several bundles, by the records of those ends that are not known; false where one of
    /// them has none near.
    static HWY_INLINE bool inner_recorded(view const & tree, std::size_t l, std::size_t r, end_search & s)
    {
        if constexpr (!shape::records) {
            return false;
        } else {
            std::size_t const a = l / bundle, b = r / bundle;
            if (tree.recorded == nullptr || a == b)
                return false;
            tree_bundle<Value, Index> const & first = tree.windows[a];
            tree_bundle<Value, Index> const & last = tree.windows[b];
            bool const left = first.place < l;
            bool const right = last.place > r;
            s = {{Value{}, 0, -1}, left, right};
            if (left) {
                s.left_place =
                    records::has_backward(tree, l) ? records::best_from(records::backward_word(tree, l), l) : nowhere;
                if (s.left_place == nowhere)
                    return false;
            } else {
                s.best = {first.best, first.place, 0};
            }
            if (right) {
                s.right_place =
                    records::has_forward(tree, r) ? records::best_to(records::forward_word(tree, r), r) : nowhere;
                if (s.right_place == nowhere)
                    return false;
            }
            if (a + 1 < b) {
                tree_bundle<Value, Index> const & middle = best_bundle(tree, a + 1, b - 1);
                add_right(s.best, {middle.best, middle.place}, 0, 0);
            }
            if (!right)
                add_right(s.best, {last.best, last.place}, 0, 0);
            // an end is no better than its bundle, and no worse than the whole blocks in it: mostly no value is read
            s.left = left && wins_left(first.best, s.best);
            s.right = right && wins_right(last.best, s.best);
            if (s.left && !s.right && left_end_wins(tree, l, s.best))
                s = {{first.best, s.left_place, 0}, false, false};
            else if (s.right && !s.left && right_end_wins(tree, r, s.best))
                s = {{last.best, s.right_place, 0}, false, false};
            return true;
        }
    }

    /// Does a whole block between l and the end of its bundle win against the candidate?
    static HWY_INLINE bool left_end_wins(view const & tree, std::size_t l, candidate const & c)
    {
        std::size_t const top = l / shape::fan3 + 1, node = l / shape::fan2 + 1;
        return top % fan != 0 ? wins_left(tree.best3[top], c) : node % fan != 0 && wins_left(tree.best2[node], c);
    }
    static HWY_INLINE bool right_end_wins(view const & tree, std::size_t r, candidate const & c)
    {
        std::size_t const top = r / shape::fan3, node = r / shape::fan2;
        return top % fan != 0 ? wins_right(tree.best3[top - 1], c)
                              : node % fan != 0 && wins_right(tree.best2[node - 1], c);
    }

    static std::size_t query(view const & tree, std::size_t l, std::size_t r) noexcept
    {
        if (is_tiny(l, r))
            return query_tiny(tree, l, r);
        if (is_recorded(tree, l, r))
            if (std::size_t const place = records::answer_inside(tree, l, r); place != nowhere)
                return place;
        return query_levels(tree, l, r);
    }

    /// A range of more than `span` positions.
    static std::size_t query_levels(view const & tree, std::size_t l, std::size_t r)
    {
        if (is_near(l, r)) {
            // the places are needed last: asked for now, they do not come as a second wait
            prefetch_places(tree, l);
            prefetch_places(tree, r);
            return position(tree, with_ends(tree, l, r, {inner_near(tree, l, r), true, true}));
        }
        std::size_t const p = covering_best(tree, l, r);
        if (l <= p && p <= r)
            return p;
        end_search search;
        if (!inner_recorded(tree, l, r, search))
            search = inner_far(tree, l, r);
        return position(tree, with_ends(tree, l, r, search));
    }

    static HWY_INLINE candidate with_ends(view const & tree, std::size_t l, std::size_t r, end_search const & search)
    {
        candidate c = search.best;
        if (search.left) {
            if (search.left_place != nowhere)
                add_left(c, {tree.values[search.left_place - tree.phase], search.left_place}, 0, 0);
            else
                left_leaf(tree, l, c);
        }
        if (search.right) {
            if (search.right_place != nowhere)
                add_right(c, {tree.values[search.right_place - tree.phase], search.right_place}, 0, 0);
            else
                right_leaf(tree, r, c);
        }
        return c;
    }

    // ---- many queries -----------------------------------------------------------------------------------------------
    // Queries go through three steps, a chunk of them at a time: ask (for the cache lines of the next step), inner,
    // ends. Between two steps of a chunk come steps of other chunks, so that memory is never waited for and never idle:
    // the misses of `ahead` chunks overlap with each other and with the work on those before them.

    static constexpr std::size_t chunk = 16;
    static constexpr std::size_t ahead = 3; ///< chunks between two steps

    /// Queries of a chunk that wait for the same step.
    struct waiting
    {
        std::uint32_t query[chunk];
        std::uint32_t count;
        HWY_INLINE void add_if(std::size_t i, bool condition)
        {
            query[count] = static_cast<std::uint32_t>(i);
            count += condition;
        }
    };
    struct in_flight
    {
        waiting tiny, near, inside, from, to, far, ends;
        waiting late; ///< of inside, from, to, far: no record was near, and the levels have been asked for instead
        end_search inner[chunk];                  ///< of those that wait for their ends, in their order
        alignas(64) std::uint32_t word[2][chunk]; ///< of queries answered by records from l on, or up to r: which word
    };
    static constexpr std::size_t slots = std::bit_ceil(2 * ahead + 1);

    /// Into the second-level cache, which takes more requests at a time than the first.
    static HWY_INLINE void prefetch(void const * p) { __builtin_prefetch(p, 0, 2); }

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

    static HWY_INLINE void prefetch_node(Value const * entries)
    {
        for (std::size_t i = 0; i < fan; i += shape::line)
            prefetch(entries + i);
    }

    /// What the inside of a near range needs.
    static HWY_INLINE void prefetch_levels(view const & tree, std::size_t l, std::size_t r)
    {
        std::size_t const a = l / shape::fan2;
        std::size_t const b = r / shape::fan2;
        prefetch_node(tree.best1 + a * fan);
        prefetch_node(tree.best1 + b * fan);
        prefetch(tree.best2 + a + 1);
        prefetch_places(tree, l);
        prefetch_places(tree, r);
    }
    /// The places of the leaves around position p.
    static HWY_INLINE void prefetch_places(view const & tree, std::size_t p)
    {
        prefetch(tree.place1 + p / shape::fan2 * (shape::packed ? fan / 2 : fan));
    }

    // The steps are functions of their own, so that each has the registers to itself.

    static void query_batch(view const & tree, range<Index> const * queries, Index * out, std::size_t count) noexcept
    {
        in_flight flights[slots];
        std::size_t const chunks = (count + chunk - 1) / chunk;
        for (std::size_t step = 0; step < chunks + 2 * ahead; ++step) {
            if (step < chunks)
                ask(tree, queries + step * chunk, out + step * chunk, std::min(chunk, count - step * chunk),
                    flights[step % slots]);
            if (step >= ahead && step - ahead < chunks) {
                std::size_t const k = step - ahead;
                in_flight & flight = flights[k % slots];
                if (flight.tiny.count > 0)
                    all_tiny(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.near.count > 0)
                    all_near(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.inside.count > 0)
                    all_inside(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.from.count + flight.to.count > 0)
                    all_by_record(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.far.count > 0)
                    all_far(tree, queries + k * chunk, out + k * chunk, flight);
            }
            if (step >= 2 * ahead) {
                std::size_t const k = step - 2 * ahead;
                in_flight & flight = flights[k % slots];
                if (flight.ends.count > 0)
                    all_ends(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.late.count > 0)
                    all_late(tree, queries + k * chunk, out + k * chunk, flight);
            }
        }
    }

    /// Answers a whole chunk whose ranges all touch three bundles or more, by vectors of queries, and notes those whose
    /// answer lies outside of them as far. False, and nothing done, where some range is shorter.
    static HWY_INLINE bool ask_wide(view const & tree, range<Index> const * queries, Index * out, in_flight & flight)
    {
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
        (void)tree, (void)queries, (void)out, (void)flight;
        return false;
#else
        if constexpr (sizeof(Index) != 4 || sizeof(Value) != 4) {
            return false;
        } else {
            using number = hn::CappedTag<std::uint32_t, chunk>;
            using offset = hn::RebindToSigned<number>;
            using real = hn::RebindToFloat<number>;
            using value_tag = hn::Rebind<Value, number>;
            constexpr std::size_t lanes = hn::MaxLanes(number{});
            constexpr int bundle_bits = std::countr_zero(shape::fan3 * fan);
            number const d;
            auto const phase = hn::Set(d, static_cast<std::uint32_t>(tree.phase));
            auto const bundles = hn::Set(offset{}, static_cast<std::int32_t>(tree.bundles));
            auto const one = hn::Set(offset{}, 1);
            auto const * const bests = &tree.windows->best;
            auto const * const places = &tree.windows->place;
            std::uint64_t outside = 0, from = 0, to = 0;
            for (std::size_t i = 0; i < chunk; i += lanes) {
                auto l = phase, r = phase;
                hn::LoadInterleaved2(d, &queries[i].l, l, r);
                l = hn::Add(l, phase);
                r = hn::Add(r, phase);
                auto const a = hn::BitCast(offset{}, hn::ShiftRight<bundle_bits>(l));
                auto const b = hn::BitCast(offset{}, hn::ShiftRight<bundle_bits>(r));
                auto const distance = hn::Sub(b, a);
                if (!hn::AllTrue(offset{}, hn::Gt(distance, one)))
                    return false;
                // the level: exponent of the number of bundles, below 2^16 and so exact as a real number
                auto const count = hn::ConvertTo(real{}, hn::Add(distance, one));
                auto const k = hn::Sub(hn::ShiftRight<23>(hn::BitCast(offset{}, count)), hn::Set(offset{}, 127));
                auto const level = hn::Mul(k, bundles);
                auto const x = hn::Add(hn::Add(level, a), hn::Add(level, a)); // a window is a best and a place
                auto const second = hn::Sub(hn::Add(hn::Add(level, b), one), hn::Shl(one, k));
                auto const y = hn::Add(second, second);
                auto const best_x = hn::GatherIndex(value_tag{}, bests, x);
                auto const best_y = hn::GatherIndex(value_tag{}, bests, y);
                auto const place_x = hn::GatherIndex(d, places, x);
                auto const place_y = hn::GatherIndex(d, places, y);
                auto const lower = Order::is_minimum ? hn::Lt(best_y, best_x) : hn::Lt(best_x, best_y);
                auto const higher = Order::is_minimum ? hn::Lt(best_x, best_y) : hn::Lt(best_y, best_x);
                auto const right_wins = Order::ties == tie::leftmost ? lower : hn::Not(higher);
                auto const place = hn::IfThenElse(hn::RebindMask(d, right_wins), place_y, place_x);
                hn::StoreU(hn::Sub(place, phase), d, out + i);
                std::uint64_t missed = mask_bits(d, hn::Or(hn::Lt(place, l), hn::Lt(r, place)));
                if (missed != 0 && tree.recorded != nullptr) {
                    std::uint64_t const left = missed & wins_by_record<true>(tree, l, a, distance, flight.word[0] + i);
                    std::uint64_t const right =
                        missed & ~left & wins_by_record<false>(tree, r, b, distance, flight.word[1] + i);
                    from |= left << i;
                    to |= right << i;
                    missed &= ~(left | right);
                }
                outside |= missed << i;
            }
            for (; from != 0; from &= from - 1) {
                auto const i = static_cast<std::size_t>(std::countr_zero(from));
                flight.from.add_if(i, true);
                prefetch_words(tree.records + flight.word[0][i]);
            }
            for (; to != 0; to &= to - 1) {
                auto const i = static_cast<std::size_t>(std::countr_zero(to));
                flight.to.add_if(i, true);
                prefetch_words(tree.records + flight.word[1][i] - 1);
            }
            for (; outside != 0; outside &= outside - 1) {
                auto const i = static_cast<std::size_t>(std::countr_zero(outside));
                flight.far.add_if(i, true);
                prefetch_far(tree, queries[i].l + tree.phase, queries[i].r + tree.phase);
            }
            return true;
        }
#endif
    }

#if HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
    /// Of queries whose end p (left: l, else r) lies in bundle b and whose other end is `distance` bundles away: those
    /// whose best is at that end, since a whole block between p and the edge of its bundle wins against all other
    /// bundles, and whose bundle has records; and the words of the records that are asked.
    template <bool Left, class Position, class Offset>
    static HWY_INLINE std::uint64_t wins_by_record(view const & tree, Position p, Offset b, Offset distance,
                                                   std::uint32_t * words)
    {
        using number = hn::CappedTag<std::uint32_t, chunk>;
        using offset = hn::RebindToSigned<number>;
        using real = hn::RebindToFloat<number>;
        using value_tag = hn::Rebind<Value, number>;
        number const d;
        auto const one = hn::Set(offset{}, 1);
        auto const * const blocks = Left ? &tree.recorded->backward : &tree.recorded->forward;
        auto const block = hn::GatherIndex(d, blocks, hn::Add(b, b));
        // the top beside p's, or, where that lies in another bundle, the node beside p's
        auto const top = hn::BitCast(offset{}, hn::ShiftRight<std::countr_zero(shape::fan3)>(p));
        auto const node = hn::BitCast(offset{}, hn::ShiftRight<std::countr_zero(shape::fan2)>(p));
        auto const next_top = Left ? hn::Add(top, one) : top;
        auto const next_node = Left ? hn::Add(node, one) : node;
        auto const zero = hn::Zero(offset{});
        auto const last = hn::Set(offset{}, fan - 1);
        auto const by_top = hn::Ne(hn::And(next_top, last), zero);
        auto const by_node = hn::Ne(hn::And(next_node, last), zero);
        auto const usable = hn::And(hn::Ne(block, hn::Set(d, no_records)), hn::RebindMask(d, hn::Or(by_top, by_node)));
        if (hn::AllFalse(d, usable))
            return 0;
        auto const level3 = hn::Set(offset{}, static_cast<std::int32_t>(tree.best3 - tree.best2));
        auto const beside = hn::IfThenElse(by_top, hn::Add(level3, next_top), next_node);
        auto const near = hn::GatherIndex(value_tag{}, tree.best2, Left ? beside : hn::Sub(beside, one));
        // the other bundles: `distance` of them
        auto const k =
            hn::Sub(hn::ShiftRight<23>(hn::BitCast(offset{}, hn::ConvertTo(real{}, distance))), hn::Set(offset{}, 127));
        auto const level = hn::Mul(k, hn::Set(offset{}, static_cast<std::int32_t>(tree.bundles)));
        auto const start = hn::Add(level, Left ? hn::Add(b, one) : hn::Sub(b, distance));
        auto const end = hn::Add(start, distance);
        auto const second = hn::Sub(end, hn::Shl(one, k));
        auto const * const bests = &tree.windows->best;
        auto const far_x = hn::GatherIndex(value_tag{}, bests, hn::Add(start, start));
        auto const far_y = hn::GatherIndex(value_tag{}, bests, hn::Add(second, second));
        auto const far = scan::best(far_x, far_y);
        auto const lower = Order::is_minimum ? hn::Lt(near, far) : hn::Lt(far, near);
        auto const higher = Order::is_minimum ? hn::Lt(far, near) : hn::Lt(near, far);
        auto const wins = (Order::ties == tie::leftmost) == Left ? hn::Not(higher) : lower;
        auto const in_bundle = hn::And(p, hn::Set(d, static_cast<std::uint32_t>(bundle - 1)));
        constexpr int words_bits = std::countr_zero(records::words);
        hn::StoreU(hn::Add(hn::ShiftLeft<words_bits>(block), hn::ShiftRight<6>(in_bundle)), d, words);
        return mask_bits(d, hn::And(usable, hn::RebindMask(d, wins)));
    }
#endif

    static HWY_INLINE void prefetch_far(view const & tree, std::size_t l, std::size_t r)
    {
        if (!left_known(tree, l, r)) {
            if (is_from_recorded(tree, l))
                prefetch_words(records::backward_word(tree, l));
            else
                prefetch_end(tree, l);
        }
        if (!right_known(tree, l, r)) {
            if (is_to_recorded(tree, r))
                prefetch_words(records::forward_word(tree, r) - 1);
            else
                prefetch_end(tree, r);
        }
    }
    static HWY_INLINE bool is_from_recorded(view const & tree, std::size_t l)
    {
        return shape::records && records::has_backward(tree, l);
    }
    static HWY_INLINE bool is_to_recorded(view const & tree, std::size_t r)
    {
        return shape::records && records::has_forward(tree, r);
    }
    /// Two words of records.
    static HWY_INLINE void prefetch_words(std::uint64_t const * word)
    {
        prefetch(word);
        prefetch(word + 1);
    }
    static HWY_INLINE void prefetch_end(view const & tree, std::size_t p)
    {
        prefetch_node(tree.best1 + p / shape::fan2 * fan);
        prefetch_node(tree.best2 + p / shape::fan3 * fan);
        prefetch_places(tree, p);
    }

    static HWY_NOINLINE void ask(view const & tree, range<Index> const * queries, Index * out, std::size_t count,
                                 in_flight & flight)
    {
        flight.tiny.count = flight.near.count = flight.inside.count = flight.far.count = flight.ends.count = 0;
        flight.from.count = flight.to.count = flight.late.count = 0;
        if (count == chunk && ask_wide(tree, queries, out, flight))
            return;
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const l = queries[i].l + tree.phase;
            std::size_t const r = queries[i].r + tree.phase;
            if (is_tiny(l, r)) {
                flight.tiny.add_if(i, true);
                prefetch_values(tree, l, r);
            } else if (is_recorded(tree, l, r)) {
                flight.inside.add_if(i, true);
                if (is_from_recorded(tree, l))
                    prefetch_words(records::backward_word(tree, l));
                if (is_to_recorded(tree, r))
                    prefetch_words(records::forward_word(tree, r) - 1);
            } else if (is_near(l, r)) {
                flight.near.add_if(i, true);
                prefetch_levels(tree, l, r);
            } else {
                std::size_t const p = covering_best(tree, l, r);
                out[i] = static_cast<Index>(p - tree.phase);
                bool const outside = p < l || p > r;
                flight.far.add_if(i, outside);
                if (outside)
                    prefetch_far(tree, l, r);
            }
        }
    }

    static HWY_NOINLINE void all_tiny(view const & tree, range<Index> const * queries, Index * out,
                                      in_flight const & flight)
    {
        for (std::size_t j = 0; j < flight.tiny.count; ++j) {
            std::size_t const i = flight.tiny.query[j];
            out[i] =
                static_cast<Index>(query_tiny(tree, queries[i].l + tree.phase, queries[i].r + tree.phase) - tree.phase);
        }
    }

    static HWY_NOINLINE void all_near(view const & tree, range<Index> const * queries, Index * out, in_flight & flight)
    {
        for (std::size_t j = 0; j < flight.near.count; ++j) {
            std::size_t const i = flight.near.query[j];
            std::size_t const l = queries[i].l + tree.phase;
            std::size_t const r = queries[i].r + tree.phase;
            candidate const c = inner_near(tree, l, r);
            out[i] = static_cast<Index>(near_position(tree, c) - tree.phase);
            wait_for_ends(tree, l, r, i, {c, true, true}, flight);
        }
    }

    static HWY_NOINLINE void all_far(view const & tree, range<Index> const * queries, Index * out, in_flight & flight)
    {
        for (std::size_t j = 0; j < flight.far.count; ++j) {
            std::size_t const i = flight.far.query[j];
            std::size_t const l = queries[i].l + tree.phase;
            std::size_t const r = queries[i].r + tree.phase;
            end_search search;
            if (!inner_recorded(tree, l, r, search)) {
                // an end that has records was not asked for otherwise
                if (is_from_recorded(tree, l) || is_to_recorded(tree, r)) {
                    wait_for_levels(tree, l, r, i, flight);
                    continue;
                }
                search = inner_far(tree, l, r);
                out[i] = static_cast<Index>(position(tree, search.best) - tree.phase);
                wait_for_ends(tree, l, r, i, search, flight);
                continue;
            }
            out[i] = static_cast<Index>(search.best.entry - tree.phase);
            if (search.left | search.right) {
                if (search.left)
                    prefetch(tree.values + (search.left_place - tree.phase));
                if (search.right)
                    prefetch(tree.values + (search.right_place - tree.phase));
                flight.inner[flight.ends.count] = search;
                flight.ends.add_if(i, true);
            }
        }
    }

    static HWY_NOINLINE void all_by_record(view const & tree, range<Index> const * queries, Index * out,
                                           in_flight & flight)
    {
        for (std::size_t j = 0; j < flight.from.count; ++j) {
            std::size_t const i = flight.from.query[j];
            std::size_t const l = queries[i].l + tree.phase;
            std::size_t const place = records::best_from(tree.records + flight.word[0][i], l);
            out[i] = static_cast<Index>(place - tree.phase);
            if (place == nowhere) [[unlikely]]
                wait_for_levels(tree, l, queries[i].r + tree.phase, i, flight);
        }
        for (std::size_t j = 0; j < flight.to.count; ++j) {
            std::size_t const i = flight.to.query[j];
            std::size_t const r = queries[i].r + tree.phase;
            std::size_t const place = records::best_to(tree.records + flight.word[1][i], r);
            out[i] = static_cast<Index>(place - tree.phase);
            if (place == nowhere) [[unlikely]]
                wait_for_levels(tree, queries[i].l + tree.phase, r, i, flight);
        }
    }

    static HWY_NOINLINE void all_inside(view const & tree, range<Index> const * queries, Index * out,
                                        in_flight & flight)
    {
        if constexpr (shape::records) {
            for (std::size_t j = 0; j < flight.inside.count; ++j) {
                std::size_t const i = flight.inside.query[j];
                std::size_t const l = queries[i].l + tree.phase;
                std::size_t const r = queries[i].r + tree.phase;
                std::size_t const place = records::answer_inside(tree, l, r);
                out[i] = static_cast<Index>(place - tree.phase);
                if (place == nowhere)
                    wait_for_levels(tree, l, r, i, flight);
            }
        }
    }

    static HWY_INLINE void wait_for_levels(view const & tree, std::size_t l, std::size_t r, std::size_t i,
                                           in_flight & flight)
    {
        flight.late.add_if(i, true);
        if (is_near(l, r)) {
            prefetch_levels(tree, l, r);
        } else {
            prefetch_end(tree, l);
            prefetch_end(tree, r);
        }
    }

    static HWY_NOINLINE void all_late(view const & tree, range<Index> const * queries, Index * out,
                                      in_flight const & flight)
    {
        for (std::size_t j = 0; j < flight.late.count; ++j) {
            std::size_t const i = flight.late.query[j];
            out[i] = static_cast<Index>(query_levels(tree, queries[i].l + tree.phase, queries[i].r + tree.phase) -
                                        tree.phase);
        }
    }

    /// Position of a candidate of level 1 or 2, without a branch: which of them it is, is hard to foretell.
    static HWY_INLINE std::size_t near_position(view const & tree, candidate const & c)
    {
        std::size_t const higher = opaque(std::size_t{0} - static_cast<std::size_t>(c.level == 2)); // a mask
        std::size_t const of_level1 = tree.position1(c.entry & ~higher);
        std::size_t const of_level2 = tree.position2(c.entry & higher);
        return (of_level1 & ~higher) | (of_level2 & higher);
    }

    static HWY_INLINE void wait_for_ends(view const & tree, std::size_t l, std::size_t r, std::size_t i,
                                         end_search const & search, in_flight & flight)
    {
        bool const at_left = search.left && wins_left(tree.best1[l / fan], search.best);
        bool const at_right = search.right && wins_right(tree.best1[r / fan], search.best);
        if (at_left | at_right) {
            if (at_left && tree.position1(l / fan) < l)
                prefetch_values(tree, l, l | (fan - 1));
            if (at_right && tree.position1(r / fan) > r)
                prefetch_values(tree, r & ~(fan - 1), r);
            flight.inner[flight.ends.count] = {search.best, at_left, at_right};
            flight.ends.add_if(i, true);
        }
    }

    static HWY_NOINLINE void all_ends(view const & tree, range<Index> const * queries, Index * out, in_flight & flight)
    {
        for (std::size_t j = 0; j < flight.ends.count; ++j) {
            std::size_t const i = flight.ends.query[j];
            candidate const c = with_ends(tree, queries[i].l + tree.phase, queries[i].r + tree.phase, flight.inner[j]);
            out[i] = static_cast<Index>(position(tree, c) - tree.phase);
        }
    }

    static constexpr tree_kernels<Value, Index> kernels{&build, &query, &query_batch};
};

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
