// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/anchor_chain.hpp>

#include "chain/anchor_values.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace vglcs::detail {

/// Chains of one direction among the anchors of one pair of sequences. Anchors have local numbers, which follow
/// (x, y, place in the input), so that a comparison of numbers is the rule for ties.
///
/// Every anchor has a bound: its V (see chain_anchors) once, which taking anchors out can only lower. It is stale while
/// an anchor of the chain behind it may have been taken out or lowered. The best chain is found by looking at the
/// anchor with the largest bound until that one is not stale; a stale one is looked at again by asking for its best
/// predecessor by bounds, which is looked at first where it is stale itself. Whatever never comes to the top is left
/// alone. The best of an anchor's window are noted when it is looked at again: bounds only fall, so while one of them
/// is above what the worst of them was, it is the best of the whole window.
class chain_space
{
public:
    using number = std::uint32_t;
    static constexpr number none = anchor_values::none;

    /// @param anchors, rules    of the whole call; have to outlive it
    /// @param sources           [size] the anchors of this space, by (x, y, place); has to outlive it
    chain_space(std::span<anchor const> anchors, chain_rules const & rules, std::span<std::uint32_t const> sources,
                bool falling);

    /// The anchor that ends the best chain of what is left, its bound exact; nothing when none is left. The first call
    /// computes all V.
    [[nodiscard]] std::optional<number> top();
    [[nodiscard]] bool falling() const noexcept { return falling_; }
    [[nodiscard]] std::int64_t value(number j) const noexcept { return bound_[j]; }
    /// The anchor before one whose bound is exact.
    [[nodiscard]] number before(number j) const noexcept { return before_[j]; }
    /// Takes anchors out.
    void remove(std::span<number const> taken);

private:
    struct axis_windows;
    /// A way of linking on both axes: by gaps, or by an overlap on one of them or on both. Costs differ, so each has
    /// its own values.
    struct layer
    {
        bool overlap_x = false, overlap_y = false; ///< only these links; else links by a gap
        bool any = false;                          ///< both, where that makes no difference
        anchor_values values;
    };
    /// Windows of an anchor on one axis: places of the ends of anchors before it.
    struct window
    {
        number first = 0, last = 0; ///< by a gap within the limits
        number overlap_last = 0;    ///< by an overlap: from `last` on; `last` where there is none
    };
    struct candidate
    {
        number from = none;
        std::int64_t gain = 0; ///< bound of `from` less the cost of the link; above 0
    };

    [[nodiscard]] anchor const & at(number j) const noexcept { return anchors_[sources_[j]]; }
    [[nodiscard]] link_limits const & limits(number j) const noexcept
    {
        return rules_->own.empty() ? rules_->limits : rules_->own[sources_[j]];
    }
    /// The best anchors of an anchor's windows, noted at some time.
    struct shortlist
    {
        std::uint32_t first = none; ///< in listed_; none: nothing is noted
        std::uint32_t size = 0;
        number left_number = none; ///< of the worst of them; none: the windows hold no others
        std::int64_t left_key = 0; ///< its key at that time: what is not on the list was below
    };

    void place_anchors();
    void compute();
    /// @param best   one that is known, or {}
    [[nodiscard]] candidate best_before(number j, candidate best) const;
    [[nodiscard]] candidate best_trimmed(number j, candidate best) const;
    /// What a chain brings from an anchor over its link to another.
    [[nodiscard]] std::int64_t gain_from(number p, number t) const;
    /// The same as best_before, with notes for the next time.
    [[nodiscard]] candidate best_before_again(number j, candidate best);
    /// What a link to the anchor costs beside the key of the one before it.
    [[nodiscard]] std::int64_t cost_of(layer const & l, anchor const & a) const noexcept;
    /// Windows of an anchor for links of a layer: places along.first .. along.last - 1, ranks alike.
    [[nodiscard]] std::pair<window, window> windows_of(layer const & l, number j) const noexcept;
    void note_window(number j);
    /// With one set of values and costs of links that are sums of a part of either anchor (one_key_): the part of the
    /// earlier one, with its bound, and that of the later one.
    [[nodiscard]] std::int64_t key_of(number j) const noexcept
    {
        return key_over_bound_.empty() ? bound_[j] : bound_[j] + key_over_bound_[j];
    }
    [[nodiscard]] std::int64_t cost_to(number j) const noexcept
    {
        return costs_.empty() ? rules_->link_cost : costs_[j];
    }
    void set_bound(number j, std::int64_t v);
    void settle(number j);
    void link_children();
    void adopt(number child);
    void disown(number child);
    void mark_stale_behind(number j);

    std::span<anchor const> anchors_;
    chain_rules const * rules_;
    std::span<std::uint32_t const> sources_;
    bool falling_, swapped_ = false; ///< swapped: the sweep runs along y
    bool computed_ = false;

    std::vector<number> sweep_;               ///< anchors by their start on the sweep's axis
    std::vector<number> place_;               ///< of each anchor, by its end on the sweep's axis
    std::vector<number> anchor_at_;           ///< at each place
    std::vector<window> along_, across_;      ///< places on the sweep's axis, ranks on the other
    std::unique_ptr<rmq::box_points> points_; ///< one of these two
    std::unique_ptr<rmq::tile_points> tiles_;
    std::vector<layer> layers_;

    /// Below all bounds, with room for what comes on top.
    static constexpr std::int64_t value_of_taken = anchor_values::absent / 2;
    std::vector<std::int64_t> bound_;   ///< `value_of_taken` where the anchor is in a block
    std::vector<std::int64_t> weights_; ///< the anchors themselves lie in the order of the input, far from each other
    std::vector<number> before_;
    static constexpr std::uint8_t gone = 1, stale = 2, lowered = 4; ///< lowered: since sorted_ was made
    std::vector<std::uint8_t> marks_;
    /// Anchors whose `before_` is the same, as a list.
    std::vector<number> first_child_, next_, previous_;

    struct entry
    {
        std::int64_t bound;
        number j;
        /// True where it comes after another.
        [[nodiscard]] bool operator<(entry const & o) const noexcept
        {
            return bound != o.bound ? bound < o.bound : j > o.j;
        }
    };
    std::vector<number> sorted_;         ///< by the first bounds, the best last
    std::priority_queue<entry> lowered_; ///< of those that were lowered when they came first in sorted_
    std::vector<number> stack_;

    struct keyed
    {
        std::int64_t key;
        number j;
        [[nodiscard]] bool better_than(keyed const & o) const noexcept { return key != o.key ? key > o.key : j > o.j; }
    };
    bool one_key_ = false;
    std::vector<std::int64_t> key_over_bound_, costs_; ///< empty where units that are skipped cost nothing
    std::vector<shortlist> lists_;                     ///< [anchors], or empty
    std::vector<number> listed_;                       ///< anchors, list after list
    std::vector<keyed> found_;
};

} // namespace vglcs::detail
