// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "answers.hpp"

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>

namespace vglcs::c_api {

/// Keeps the better of the answers of a pair's readings, the earlier one on ties, with what its links jump over.
/// @param first   there is none before it
void take_better(pair_outcome & kept, problem const & p, pair_reading reading, result found, bool first);

} // namespace vglcs::c_api
