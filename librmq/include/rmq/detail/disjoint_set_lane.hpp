// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <rmq/detail/expects.hpp>

namespace rmq::detail {

/// Disjoint sets of neighbouring positions, over arrays of the caller: one incremental suffix extremum.
/// Every set is a run of positions whose suffixes (from the position to the newest one) share their best value; the
/// root of the set's tree keeps it. From the newest set to the oldest the values get strictly better.
/// A position's link is its parent, or, at a root, the bitwise complement of the root of the set on its left
/// (complement of `none` for the oldest set); so the sets form a list without a stack beside them.
/// Source: Yang, Liu, Wu 2017, sections 2.3 and 5.1 (after Gabow and Tarjan): merge by rank, on ties by index (the
/// newer root stays), lazy insertion of worst values. Differences: path halving, the list of roots in the links.
template <class Value, class Order, std::signed_integral Link>
struct disjoint_set_lane
{
    static constexpr Link none = std::numeric_limits<Link>::max();

    Link * link;         ///< [0..capacity-1]
    Value * best;        ///< [0..capacity-1], meant at roots only
    std::uint8_t * rank; ///< [0..capacity-1], meant at roots only

    /// Root of the set of a position.   Amortised O(alpha(n)).
    [[nodiscard]] Link find(Link position) const noexcept
    {
        for (Link parent = link[position]; parent >= 0; parent = link[position]) {
            Link const grandparent = link[parent];
            if (grandparent < 0)
                return parent;
            link[position] = grandparent;
            position = grandparent;
        }
        return position;
    }

    /// Appends a value at `position` and returns the root of the newest set; `newest` is that root before, or `none`.
    /// Positions first..position-1 that were left out take part with the worst value (lazy insertion): they hang
    /// directly below the new one.
    [[nodiscard]] Link append(Link newest, Link first, Link position, Value value) const noexcept
    {
        for (Link k = first; k < position; ++k)
            link[k] = position;
        Link root = position;
        rank[root] = first < position;
        Link left = newest;
        while (left != none && !Order::better(best[left], value)) {
            Link const further = ~link[left];
            if (rank[left] > rank[root])
                std::swap(left, root);
            else if (rank[left] == rank[root])
                ++rank[root];
            link[left] = root;
            left = further;
        }
        link[root] = ~left;
        best[root] = value;
        return root;
    }

    /// Moves the newest `keep` of `size` positions to the front, forgets the rest, and returns the new root of the
    /// newest set. Every set becomes a tree of height 1 at most.   O(keep) and the finds.
    [[nodiscard]] Link keep_newest(Link size, Link keep) const noexcept
    {
        RMQ_EXPECTS(0 < keep && keep <= size);
        Link const gone = size - keep;
        for (Link k = gone; k < size; ++k)
            if (link[k] >= 0)
                link[k] = find(k);
        auto const root = [this](Link position) { return link[position] < 0 ? position : link[position]; };
        // The newest position of a set becomes its root. Going from the oldest set to the newest, links and values are
        // read before they can be written over: a set's old positions lie behind all new ones of the sets before it.
        Link left = none;
        for (Link first = 0; first < keep;) {
            Link const old_root = root(gone + first);
            Link last = first;
            while (last + 1 < keep && root(gone + last + 1) == old_root)
                ++last;
            Value const value = best[old_root];
            std::fill(link + first, link + last, last);
            link[last] = ~left;
            best[last] = value;
            rank[last] = first < last;
            left = last;
            first = last + 1;
        }
        return left;
    }
};

} // namespace rmq::detail
