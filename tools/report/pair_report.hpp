// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/notes.hpp"
#include "report/report_job.hpp"
#include "report/report_page.hpp"

#include <vglcs/run_control.hpp>

namespace vglcs::tools {

/// Reads the pairs of a result, checks them against the sequences where these are given (verification_error where a row
/// does not fit them), and puts them into the page. Limits are checked and drawn where options give them.
[[nodiscard]] told_report add_pairs(report_job const & job, run_control & control, notes const & out,
                                    report_page & page, page_object & contents);

} // namespace vglcs::tools
