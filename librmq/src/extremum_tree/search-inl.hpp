// SPDX-License-Identifier: BSD-3-Clause
// The build of extremum_tree, and one query. Compiled once for each instruction set; the guard is Highway's pattern for
// it.
#if defined(RMQ_TREE_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef RMQ_TREE_SEARCH_INL
#undef RMQ_TREE_SEARCH_INL
#else
#define RMQ_TREE_SEARCH_INL
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include <rmq/detail/extremum_tree_view.hpp>

#include "extremum_tree/records-inl.hpp"
#include "extremum_tree/scanner-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

template <class Value, class Index, class Order>
struct tree_search
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

    /// Into the second-level cache, which takes more requests at a time than the first.
    static HWY_INLINE void prefetch(void const * p) { __builtin_prefetch(p, 0, 2); }
    /// The places of the leaves around position p.
    static HWY_INLINE void prefetch_places(view const & tree, std::size_t p)
    {
        prefetch(tree.place1 + p / shape::fan2 * (shape::packed ? fan / 2 : fan));
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
};

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
