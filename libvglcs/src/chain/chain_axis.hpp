// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/anchor_chain.hpp>

#include <cstdint>
#include <utility>

namespace vglcs::detail {

/// One axis of anchors in the direction of a block: start and end of an anchor, which rise from link to link. On the
/// target of a falling block the axis is read backwards.
struct chain_axis
{
    /// No coordinate is beyond it.
    static constexpr std::int64_t furthest = std::int64_t{1} << 60;

    bool is_y = false, mirrored = false;

    [[nodiscard]] std::int64_t start(anchor const & a) const noexcept
    {
        return mirrored ? -(low(a) + length(a)) : low(a);
    }
    [[nodiscard]] std::int64_t end(anchor const & a) const noexcept { return mirrored ? -low(a) : low(a) + length(a); }
    [[nodiscard]] std::int64_t length(anchor const & a) const noexcept { return is_y ? a.length_y : a.length_x; }
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> limits(link_limits const & l) const noexcept
    {
        return is_y ? std::pair{l.lo_y, l.hi_y} : std::pair{l.lo_x, l.hi_x};
    }

private:
    [[nodiscard]] std::int64_t low(anchor const & a) const noexcept { return is_y ? a.y : a.x; }
};

} // namespace vglcs::detail
