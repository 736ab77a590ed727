// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/report_job.hpp"
#include "report/report_page.hpp"

#include <vglcs/run_control.hpp>

#include <string_view>

namespace vglcs::tools {

/// Puts the table of `vglcs sweep` into the page. Throws input_error with file and line.   O(file).
[[nodiscard]] told_report add_curves(report_job const & job, run_control const & control, report_page & page,
                                     page_object & contents);

/// True where a line is the header of such a table.
[[nodiscard]] bool is_sweep_header(std::string_view line);

} // namespace vglcs::tools
