// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/output_file.hpp>

#include <cstdint>
#include <functional>

namespace vglcs::tools {

/// Runs `work`, which writes rows to `file`. Where it throws, rows that are finished stay beside the target, and a line
/// on standard error says where. An interrupted run, and one whose reader has gone, leaves nothing.
/// @param finish   puts what is finished but not written yet into the file; gives the number of rows there
void keep_rows_on_failure(output_file & file, std::function<void()> const & work,
                          std::function<std::uint64_t()> const & finish);

} // namespace vglcs::tools
