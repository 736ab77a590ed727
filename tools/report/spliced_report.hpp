// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/notes.hpp"
#include "report/report_job.hpp"
#include "report/report_page.hpp"

#include <vglcs/run_control.hpp>

#include <string_view>

namespace vglcs::tools {

/// Puts spliced alignments, SAM rows whose cigars have N or BED12 rows, into the page: exons, introns, reads. With the
/// genome (B) the letters at both ends of every intron, and lengths are checked (verification_error). Throws
/// input_error with file and line.   O(file), plus the genome.
[[nodiscard]] told_report add_spliced(report_job const & job, run_control & control, notes const & out,
                                      report_page & page, page_object & contents);

/// True for a line of SAM's header.
[[nodiscard]] bool is_sam_header_line(std::string_view line);
/// True for a row of SAM that no other command of this program wrote, and for a row of BED12.
[[nodiscard]] bool is_spliced_row(std::string_view line);

} // namespace vglcs::tools
