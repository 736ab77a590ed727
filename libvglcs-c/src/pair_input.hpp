// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solver.hpp"

#include <vglcs.h>
#include <vglcs/result.hpp>

#include <cstdint>
#include <vector>

namespace vglcs::c_api {

/// Both sides of one pair. Borrowed.
struct pair_input
{
    side_input a, b;
    [[nodiscard]] std::uint64_t cells() const noexcept { return std::uint64_t{a.letters.size()} * b.letters.size(); }
};

/// Throws usage_error, input_error.
[[nodiscard]] pair_input read_pair(vglcs_sequence const * a, vglcs_sequence const * b);

/// Throws what is wrong with a side.
void expect(solver_call & call, pair_input const & pair);

/// A chain that a caller states.
struct stated_chain
{
    std::vector<matched_pair> chain;
    pair_reading reading;
    std::int64_t score = -1; ///< below 0: not stated
};

/// Throws usage_error.
[[nodiscard]] stated_chain read_stated(vglcs_stated const * given);

} // namespace vglcs::c_api
