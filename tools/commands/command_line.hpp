// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/commands.hpp"

#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

/// What a command line asks for.
struct request
{
    command run; ///< empty where nothing is left to do: help or the version was shown
    int code = 0;
};

/// Settles what the words behind the program's name ask for, and shows help and version. Opens no file. Throws
/// usage_error that names the word, and the nearest one that there is.
[[nodiscard]] request parse_command_line(std::vector<std::string> const & words);

} // namespace vglcs::tools
