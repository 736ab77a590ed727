// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/report_job.hpp"
#include "report/report_page.hpp"

#include <vglcs/run_control.hpp>

#include <string_view>

namespace vglcs::tools {

/// Puts what `vglcs chain` wrote, tsv (a row an anchor, with reasons) or blocks (a row a block), into the page. Throws
/// input_error with file and line.   O(file).
[[nodiscard]] told_report add_blocks(report_job const & job, run_control const & control, report_page & page,
                                     page_object & contents);

/// True where a line is the first that `vglcs chain` wrote, also in formats that are not drawn: then add_blocks says
/// so.
[[nodiscard]] bool is_chain_line(std::string_view line);

} // namespace vglcs::tools
