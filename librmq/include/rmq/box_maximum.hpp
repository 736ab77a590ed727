// SPDX-License-Identifier: BSD-3-Clause
/// Maxima over boxes of points whose values change: positions l..r-1 on one axis, ranks lo..hi-1 on the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <rmq/detail/huge_pages.hpp>

namespace rmq {

/// Where the points of box maxima lie: point p has position p on one axis and a rank on the other. Shared by any number
/// of box_maximum over the same points.
///
/// A range tree with four children a node above blocks of 1,024 positions; a node holds its points in the order of
/// their ranks. Only those of its levels that a query needs are made, so that windows of a few thousand positions,
/// however many points there are, need none: `need` says beforehand which boxes will be asked for. Source: the range
/// tree of computational geometry (Bentley 1979). Memory: 4 bytes a point, and 8 a point and level; at most log4(points
/// / 1024) + 1 levels.
class box_points
{
public:
    using index = std::uint32_t;

    /// @param ranks        [points] of each position, every number below `points` once
    /// @param block_bits   blocks of 2^block_bits positions, 6..30: boxes with fewer are passed over place by place
    explicit box_points(std::vector<index> ranks, unsigned block_bits = 10);

    /// Says that boxes with the positions first..last-1 will be asked for.   O(log points).
    void need(std::size_t first, std::size_t last) noexcept;
    /// Makes the levels that are needed: call it once, before the first box_maximum.   O(points) a level.
    void build();

    [[nodiscard]] std::size_t size() const noexcept { return ranks_.size(); }
    [[nodiscard]] index rank(std::size_t position) const noexcept { return ranks_[position]; }
    /// Bytes in use.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    friend class box_maximum;

    static constexpr unsigned arity_bits = 2;

    struct level
    {
        bool needed = false;
        unsigned bits = 0;           ///< a node has 2^bits positions
        huge_vector<index> ranks;    ///< node after node, ascending within one
        huge_vector<index> position; ///< of each of these
    };

    /// Calls at(level, node) for the nodes that cover the blocks first..last-1.
    template <class At>
    void cover(std::size_t first, std::size_t last, At && at) const;

    unsigned block_bits_;
    std::vector<index> ranks_;
    std::vector<level> levels_;
};

/// Values of box_points, and the largest of those in a box. All are absent at first.
///
/// Ties: the point with the larger label wins.
/// set O(log points) a needed level; query O(block + log^2 points). A block is passed over 64 positions at a time where
/// none of them can be better than what is known. Memory: 8 bytes a point, an eighth of a byte more for the maxima of
/// blocks and 0.3 bytes a point and needed level. One thread at a time.
class box_maximum
{
public:
    using index = box_points::index;
    static constexpr std::int64_t absent = std::numeric_limits<std::int64_t>::min();
    static constexpr index none = std::numeric_limits<index>::max();

    struct best
    {
        std::int64_t value = absent;
        index position = none; ///< none: nothing is better than `value`
    };

    /// @param points   built; has to outlive it
    /// @param labels   [points] that break ties, all different; have to outlive it
    box_maximum(box_points const & points, std::span<index const> labels);

    /// Gives a point another value, `absent` takes it out.
    void set(std::size_t position, std::int64_t value);
    [[nodiscard]] std::int64_t value(std::size_t position) const noexcept { return values_[position]; }

    /// Puts the best point of the box in place of `known` where it is better: larger, or as large with a larger label
    /// where `known` is a point. The box is one that box_points::need was told of.
    void query(std::size_t first, std::size_t last, index lowest, index highest, best & known) const;

    /// Calls look(position) for the points of the box, the last position first, groups of 64 with no value of least()
    /// or more left out; least may rise from call to call.
    template <class Least, class Look>
    void visit(std::size_t first, std::size_t last, index lowest, index highest, Least && least, Look && look) const
    {
        for (std::size_t stop = last; stop > first;) {
            std::size_t const group = (stop - 1) >> group_bits;
            std::size_t const start = group << group_bits > first ? group << group_bits : first;
            if (group_best_[group] >= least() && group_best_[group] != absent)
                for (std::size_t p = stop; p-- > start;)
                    if (index const rank = points_->ranks_[p]; rank >= lowest && rank < highest && values_[p] != absent)
                        look(p);
            stop = start;
        }
    }

    /// Bytes in use, without those of box_points.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    static constexpr unsigned group_bits = 6, fan_bits = 4;

    /// Winners of a needed level: runs of 16 slots, of 256, ... up to a node. `none` where all are absent.
    struct winners
    {
        std::vector<huge_vector<index>> tiers;
    };

    [[nodiscard]] bool better(index p, index than) const noexcept
    {
        if (than == none || values_[p] == absent)
            return values_[p] != absent;
        return values_[p] != values_[than] ? values_[p] > values_[than] : labels_[p] > labels_[than];
    }
    void improve(index p, best & known) const noexcept
    {
        if (values_[p] > known.value ||
            (values_[p] == known.value && known.position != none && labels_[p] > labels_[known.position]))
            known = {.value = values_[p], .position = p};
    }
    void scan(std::size_t first, std::size_t last, index lowest, index highest, best & known) const;
    void ask_node(std::size_t level, std::size_t node, index lowest, index highest, best & known) const;
    void set_in_level(std::size_t level, index position);

    box_points const * points_;
    std::span<index const> labels_;
    huge_vector<std::int64_t> values_;
    std::vector<std::int64_t> group_best_;
    std::vector<winners> winners_; // of each level, empty where it is not needed
};

} // namespace rmq
