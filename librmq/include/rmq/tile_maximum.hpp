// SPDX-License-Identifier: BSD-3-Clause
/// Maxima over small boxes of points whose values change, by tiles of near points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <rmq/detail/huge_pages.hpp>

namespace rmq {

/// Points in tiles: point p has position p on one axis and a rank on the other; 32 points that lie near each other are
/// a tile, 16 tiles a larger one, and so on. Every tile knows its bounding box. Shared by any number of tile_maximum.
///
/// Source: an R-tree packed by median splits, as k-d trees are built (Bentley 1975; packing: Leutenegger 1997).
/// Build O(points log points). Memory: 12 bytes a point, 0.6 for the boxes.
class tile_points
{
public:
    using index = std::uint32_t;

    /// @param ranks   [points] of each position, every number below `points` once
    explicit tile_points(std::span<index const> ranks);

    [[nodiscard]] std::size_t size() const noexcept { return slot_.size(); }
    /// Bytes in use.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    friend class tile_maximum;

    static constexpr unsigned tile_bits = 5, fan_bits = 4;

    struct box
    {
        index first = std::numeric_limits<index>::max(), last = 0;     ///< positions, closed
        index lowest = std::numeric_limits<index>::max(), highest = 0; ///< ranks, closed
    };

    void split(std::span<index const> ranks, index * begin, std::size_t size);

    std::vector<index> slot_;              ///< of each position
    std::vector<index> position_, rank_;   ///< of each slot
    std::vector<std::vector<box>> levels_; ///< tiles, tiles of tiles, ... up to one
};

/// Values of tile_points, and the largest of those in a box. All are absent at first.
///
/// Ties: the point with the larger label wins.
/// set O(levels), query O(tiles on the border of the box) at worst; tiles that cannot be better than what is known are
/// passed over, the best are looked at first. Memory: 8 bytes a point and 0.5 for tiles. One thread at a time.
class tile_maximum
{
public:
    using index = tile_points::index;
    static constexpr std::int64_t absent = std::numeric_limits<std::int64_t>::min();
    static constexpr index none = std::numeric_limits<index>::max();

    struct best
    {
        std::int64_t value = absent;
        index position = none; ///< none: nothing is better than `value`
    };

    /// @param points   has to outlive it
    /// @param labels   [points] that break ties, all different; have to outlive it
    tile_maximum(tile_points const & points, std::span<index const> labels);

    /// Gives a point another value, `absent` takes it out.
    void set(std::size_t position, std::int64_t value);
    [[nodiscard]] std::int64_t value(std::size_t position) const noexcept { return values_[points_->slot_[position]]; }

    /// Puts the best point of positions first..last-1 and ranks lowest..highest-1 in place of `known` where it is
    /// better: larger, or as large with a larger label where `known` is a point.
    void query(std::size_t first, std::size_t last, index lowest, index highest, best & known) const;

    /// Calls look(position, value) for the points of the box that have a value, tiles with no value of least() or more
    /// left out, the best tile of each larger one first; least may rise from call to call.
    template <class Least, class Look>
    void visit(std::size_t first, std::size_t last, index lowest, index highest, Least && least, Look && look) const
    {
        if (first >= last || lowest >= highest)
            return;
        asked const box{static_cast<index>(first), static_cast<index>(last - 1), lowest, highest - 1};
        visit_tile(tiles_.size() - 1, 0, box, least, look);
    }

    /// Bytes in use, without those of tile_points.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    struct winner
    {
        std::int64_t value = absent;
        index label = 0;
        [[nodiscard]] bool operator<(winner const & o) const noexcept
        {
            return value != o.value ? value < o.value : label < o.label;
        }
        [[nodiscard]] bool operator==(winner const &) const = default;
    };
    struct asked
    {
        index first, last, lowest, highest; ///< closed
        [[nodiscard]] bool meets(tile_points::box const & b) const noexcept
        {
            return (b.first <= last) & (b.last >= first) & (b.lowest <= highest) & (b.highest >= lowest);
        }
        [[nodiscard]] bool holds(index position, index rank) const noexcept
        {
            return (position - first <= last - first) & (rank - lowest <= highest - lowest);
        }
    };
    static constexpr std::size_t tile = std::size_t{1} << tile_points::tile_bits;
    static constexpr std::size_t fan = std::size_t{1} << tile_points::fan_bits;

    /// Children of a larger tile that meet a box, the best first.
    struct children
    {
        std::size_t count = 0;
        index numbers[fan];
    };
    [[nodiscard]] children children_of(std::size_t level, std::size_t number, asked const & box) const noexcept;

    [[nodiscard]] winner winner_of_slots(std::size_t number) const noexcept;
    void query_tile(std::size_t level, std::size_t number, asked const & box, best & known, winner & so_far) const;

    template <class Least, class Look>
    void visit_tile(std::size_t level, std::size_t number, asked const & box, Least & least, Look & look) const
    {
        if (level > 0) {
            children const c = children_of(level, number, box);
            for (std::size_t k = 0; k < c.count; ++k) {
                if (tiles_[level - 1][c.numbers[k]].value < least())
                    return;
                visit_tile(level - 1, c.numbers[k], box, least, look);
            }
            return;
        }
        std::size_t const stop = std::min((number + 1) << tile_points::tile_bits, values_.size());
        for (std::size_t s = number << tile_points::tile_bits; s < stop; ++s)
            if (box.holds(points_->position_[s], points_->rank_[s]) && values_[s] != absent && values_[s] >= least())
                look(points_->position_[s], values_[s]);
    }

    tile_points const * points_;
    std::span<index const> labels_;
    huge_vector<std::int64_t> values_;       ///< [slots]
    std::vector<std::vector<winner>> tiles_; ///< of every level
};

} // namespace rmq
