// SPDX-License-Identifier: BSD-3-Clause
/// Speed of this machine, relative to the one that the constants of plans were measured on: it scales their seconds.
#pragma once

namespace vglcs::cpu {

/// Time that each kind of work takes here, as a multiple of what plans reckon with. One core.
struct machine_speed
{
    double vectors = 1; ///< passes over vectors, the bulk of `strip`
    double entries = 1; ///< look-ups one by one in lists of `strip`
    double bits = 1;    ///< words of `bitlcs`
    double scalar = 1;  ///< all engines without SIMD, and plans themselves
};

/// The reference until measure_speed() of vglcs/machine.hpp was called, then this machine's.
[[nodiscard]] machine_speed const & current_speed() noexcept;

} // namespace vglcs::cpu
