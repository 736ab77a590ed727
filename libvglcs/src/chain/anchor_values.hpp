// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/box_maximum.hpp>
#include <rmq/tile_maximum.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace vglcs::detail {

/// Values of anchors by their places, and the largest in a box of places and ranks: by tiles where boxes are small and
/// windows on either axis are not, else by windows on one axis and the levels of a range tree.
class anchor_values
{
public:
    using index = std::uint32_t;
    using best = rmq::box_maximum::best;
    static constexpr std::int64_t absent = rmq::box_maximum::absent;
    static constexpr index none = rmq::box_maximum::none;

    anchor_values(rmq::box_points const & points, std::span<index const> labels) : boxes_{std::in_place, points, labels}
    {
    }
    anchor_values(rmq::tile_points const & points, std::span<index const> labels)
        : tiles_{std::in_place, points, labels}
    {
    }

    [[nodiscard]] bool in_tiles() const noexcept { return tiles_.has_value(); }
    void set(std::size_t place, std::int64_t value) { tiles_ ? tiles_->set(place, value) : boxes_->set(place, value); }
    [[nodiscard]] std::int64_t value(std::size_t place) const noexcept
    {
        return tiles_ ? tiles_->value(place) : boxes_->value(place);
    }
    void query(std::size_t first, std::size_t last, index lowest, index highest, best & known) const
    {
        if (!tiles_) {
            boxes_->query(first, last, lowest, highest, known);
            return;
        }
        rmq::tile_maximum::best found{.value = known.value, .position = known.position};
        tiles_->query(first, last, lowest, highest, found);
        known = {.value = found.value, .position = found.position};
    }
    /// Calls look(place) for places of the box with a value of least() or more, and for some with less.
    template <class Least, class Look>
    void visit(std::size_t first, std::size_t last, index lowest, index highest, Least && least, Look && look) const
    {
        if (tiles_)
            tiles_->visit(first, last, lowest, highest, least, [&](std::size_t place, std::int64_t) { look(place); });
        else
            boxes_->visit(first, last, lowest, highest, least, look);
    }

private:
    std::optional<rmq::box_maximum> boxes_;
    std::optional<rmq::tile_maximum> tiles_;
};

} // namespace vglcs::detail
