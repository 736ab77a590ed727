// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blocks/pair_job.hpp"

#include <vglcs/verify_result.hpp>

#include <functional>
#include <optional>
#include <string>

namespace vglcs::tools {

/// How a stated pair is judged beside its inputs, read in the direction of transcripts of `inputs`.
using pair_judge = std::function<std::optional<std::string>(pair_inputs inputs, strand transcript)>;

/// What is wrong with a row of a result, beside its records and the limits and prices of a run; nothing where all is
/// right. A row that does not say in which direction its transcript was read is right where it is in one of the run's:
/// that one is pair.transcript then, and else the fault is that of the first.
/// @param pair   has its records and its strand
/// @param judge  empty: find_result_fault
[[nodiscard]] std::optional<std::string> find_pair_fault(pair_job & pair, stated_pair const & stated,
                                                         pair_setting const & setting, pair_judge const & judge = {});

} // namespace vglcs::tools
