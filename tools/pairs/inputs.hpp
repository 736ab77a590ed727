// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/notes.hpp"
#include "base/options.hpp"
#include "pairs/input.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace vglcs::tools {

/// Both files of a job, opened, of one alphabet.
struct inputs
{
    input a, b;
    vglcs::alphabet alphabet;
    strand_choice transcripts = strand_choice::forward; ///< in which sites are read; both only where it matters
};

/// On which strands A's limits are wanted: those that --strand names, or all that the alphabet has.
enum class strands_to_read : std::uint8_t { chosen, all };

/// Opens both files (so that a missing one is seen before any work), settles the alphabet and loads the limits. Throws
/// usage_error where the job's output would overwrite any of them.
[[nodiscard]] inputs open_inputs(job_options const & job, run_control const & control, notes const & out,
                                 strands_to_read strands = strands_to_read::chosen);

/// Reads gap limits as the command line gives them, for one file.
/// @param max_memory   bytes that a track may take
[[nodiscard]] gap_spec load_limits(gap_options const & gaps, std::string const & spec,
                                   std::optional<vglcs::alphabet> letters, notes const & out, std::uint64_t max_memory);

/// A file and how many records it has, or has had so far.
struct counted_file
{
    std::string path;
    std::uint64_t records;
};

/// Throws the input_error of two files whose records do not pair up: one ended, the other has more.
[[noreturn]] void refuse_counts(counted_file const & a, counted_file const & b);

} // namespace vglcs::tools
