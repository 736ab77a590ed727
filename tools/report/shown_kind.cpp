// SPDX-License-Identifier: BSD-3-Clause
#include "report/shown_kind.hpp"

#include "report/block_report.hpp"
#include "report/curve_report.hpp"
#include "report/spliced_report.hpp"

#include <vglcs/io/line_reader.hpp>

namespace vglcs::tools {

shown_kind find_shown_kind(std::string const & path, run_control const & control, std::uint64_t max_memory)
{
    if (path == "-")
        return shown_kind::pairs;
    line_reader lines{path, &control, max_memory};
    std::string line;
    bool spliced_run = false;
    while (lines.next(line)) {
        if (line.starts_with("@PG\t") && line.find("CL:vglcs splice") != std::string::npos)
            spliced_run = true;
        if (line.starts_with('@') && is_sam_header_line(line))
            continue;
        if (is_chain_line(line))
            return shown_kind::blocks;
        if (is_sweep_header(line))
            return shown_kind::curves;
        return spliced_run || is_spliced_row(line) ? shown_kind::spliced : shown_kind::pairs;
    }
    return spliced_run ? shown_kind::spliced : shown_kind::pairs;
}

} // namespace vglcs::tools
