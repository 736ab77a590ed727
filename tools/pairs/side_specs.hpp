// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/notes.hpp"
#include "base/options.hpp"

#include <string>
#include <vector>

namespace vglcs::tools {

/// The two sides of a run.
enum class run_side : std::uint8_t { a, b };

/// The SPECs that hold for one sequence file.
struct side_specs
{
    std::vector<std::string> limits, landing, leaving;
    std::vector<std::string> for_partner{}; ///< limits that its letters give for the other file
};

/// Those that the command line gives to a file of this side. Limits: the side's own option, else --gaps, else the
/// sidecar of a bare --gaps, else inf. The word `sidecar` among jumps and leaving costs stands for the file's sidecar;
/// throws usage_error where it has none.
[[nodiscard]] side_specs specs_for(job_options const & job, run_side side, std::string const & path, notes const & out);

/// The same for jumps and leaving costs alone.
[[nodiscard]] std::vector<std::string> with_sidecar(std::vector<std::string> specs, std::string_view option,
                                                    std::string const & path);

/// Paths of the tracks that the SPECs name.
[[nodiscard]] std::vector<std::string> tracks_in(side_specs const & specs);

} // namespace vglcs::tools
