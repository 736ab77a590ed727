// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace vglcs::tools {

/// Settles what the word after --gaps is: it is the SPEC unless an operand of the subcommand would then be missing
/// (a number that is no file's name is the SPEC all the same: then it is the operand that was forgotten).
/// Rewrites `--gaps SPEC` to `--gaps=SPEC` and a bare `--gaps` to `--gaps-from-sidecar`.
[[nodiscard]] std::vector<std::string> settle_gaps_words(std::vector<std::string> arguments);

} // namespace vglcs::tools
