// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs.h>
#include <vglcs/gap_limits.hpp>
#include <vglcs/scoring.hpp>

#include <cstdint>
#include <mutex>
#include <vector>

/// The arrays that a caller sees are made when they are first asked for.
struct vglcs_gaps
{
    vglcs_gaps(vglcs::gap_limits given_limits, vglcs::jumps given_jumps)
        : limits{std::move(given_limits)}, jumps{std::move(given_jumps)}
    {
    }

    vglcs::gap_limits limits;
    vglcs::jumps jumps; ///< of no size where there are none

    mutable std::once_flag once;
    mutable std::vector<std::uint32_t> lo, hi, jump_lo, jump_hi, jump_cost, leave;
    mutable std::vector<std::uint8_t> blocked;
};
