// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/report_job.hpp"

#include <vglcs/run_control.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

/// A feature of a track that is drawn on a border: letters [first, end) of the file's strand.
struct feature
{
    std::size_t record; ///< of the page
    std::uint64_t first, end;
    char strand; ///< '+', '-' or '.'
    std::string type, name;
};

/// Reads BED, GFF3 or GTF, plain or gzip, by the file's ending. Records are found by their names: `place` knows those
/// of the page; features of other records are left out. Throws input_error with file and line, usage_error for another
/// ending.   O(file).
[[nodiscard]] std::vector<feature>
read_features(std::string const & path, std::function<std::optional<std::size_t>(std::string const &)> const & place,
              run_control const & control, std::uint64_t max_memory);

/// The features of the tracks of one side, as members of the JSON list that the page reads: up to --most-features of
/// each track, with a note where there are more. Names go through --rename.
/// @param places   of the page's records, by name
[[nodiscard]] std::string tracks_json(std::vector<std::string> const & tracks, std::string_view side,
                                      std::map<std::string, std::size_t> const & places, report_job const & job,
                                      run_control const & control, std::vector<std::string> & notes);

} // namespace vglcs::tools
