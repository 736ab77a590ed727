// SPDX-License-Identifier: BSD-3-Clause
/// What the scored engine asks of one side of a problem beyond its windows.
#pragma once

#include <vglcs/problem.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace vglcs::cpu {

/// A price as a run's values subtract it: what is larger than every value is the largest price.
template <class Value>
[[nodiscard]] constexpr Value as_price(std::uint64_t cost) noexcept
{
    return static_cast<Value>(std::min<std::uint64_t>(cost, std::numeric_limits<Value>::max()));
}

/// A jump may land on letter e; one may begin with letter b.
[[nodiscard]] inline bool lands(step_side const & side, std::size_t e) noexcept
{
    return side.has_jumps && side.jumps.hi(e) != 0;
}
[[nodiscard]] inline bool leaves(step_side const & side, std::size_t b) noexcept
{
    return side.has_jumps && side.jumps.leaving(b) != jumps_view::never;
}
/// Costs of the ends of a jump; above every value where there is none.
[[nodiscard]] inline std::uint32_t landing_cost(step_side const & side, std::size_t e) noexcept
{
    return lands(side, e) ? side.jumps.cost(e) : jumps_view::never;
}
[[nodiscard]] inline std::uint32_t leaving_cost(step_side const & side, std::size_t b) noexcept
{
    return side.has_jumps ? side.jumps.leaving(b) : jumps_view::never;
}

/// True where neighbours in the table are neighbours in the file, or where it costs nothing that they are not.
[[nodiscard]] inline bool is_even(step_side const & side) noexcept
{
    return side.positions.empty() || (side.skip == 0 && !side.has_jumps);
}

/// Lengths that every jump of a side may have, whatever letter it lands on, and how many letters jumps land on.
struct jump_lengths
{
    std::size_t lo = 1, hi = 0, landings = 0;
};
/// Nothing where no jump lands anywhere, or where lengths differ.   O(n)
[[nodiscard]] inline std::optional<jump_lengths> one_jump_window(step_side const & side) noexcept
{
    jump_lengths every;
    for (std::size_t e = 0; e < side.size; ++e) {
        if (!lands(side, e))
            continue;
        if (every.landings++ == 0) {
            every.lo = side.jumps.lo(e);
            every.hi = side.jumps.hi(e);
        }
        if (side.jumps.lo(e) != every.lo || side.jumps.hi(e) != every.hi)
            return std::nullopt;
    }
    return every.landings == 0 ? std::nullopt : std::optional{every};
}

/// Letters back from one to the furthest that a step can begin at, at most all.   O(n)
[[nodiscard]] inline std::size_t reach_of(step_side const & side) noexcept
{
    std::uint64_t far = std::uint64_t{side.limits.max_hi()} + 1;
    if (side.has_jumps) {
        std::uint64_t longest = 0, behind = 0;
        for (std::size_t k = 0; k < side.size; ++k) {
            longest = std::max<std::uint64_t>(longest, side.jumps.hi(k));
            behind = std::max<std::uint64_t>(behind, k - static_cast<std::size_t>(side.landings(k).first));
        }
        far = std::max(far, behind + longest + side.limits.max_hi() + 1);
    }
    return static_cast<std::size_t>(std::min<std::uint64_t>(far, side.size));
}

/// No step over a jump is cheaper; `jumps_view::never` and more where there is none.   O(n)
[[nodiscard]] inline std::uint64_t least_jump_cost(step_side const & side) noexcept
{
    std::uint64_t landing = jumps_view::never, leaving = jumps_view::never;
    for (std::size_t k = 0; k < side.size; ++k) {
        landing = std::min<std::uint64_t>(landing, landing_cost(side, k));
        leaving = std::min<std::uint64_t>(leaving, leaving_cost(side, k));
    }
    return landing + leaving;
}

} // namespace vglcs::cpu
