// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>

namespace vglcs::detail {

/// Reading failed after the file was opened. The text says what and how to fix it; text_input adds file and line.
struct read_failure : std::runtime_error
{
    using runtime_error::runtime_error;
};

} // namespace vglcs::detail
