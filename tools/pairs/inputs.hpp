// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/notes.hpp"
#include "base/options.hpp"
#include "pairs/input.hpp"
#include "pairs/side_specs.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

/// Both files of a job, opened, of one alphabet.
struct inputs
{
    input a, b;
    vglcs::alphabet alphabet;
    strand_choice transcripts = strand_choice::forward; ///< in which sites are read; both only where it matters
    std::vector<std::string> tracks{};                  ///< paths that the SPECs of the first files name
};

/// On which strands A's limits are wanted: those that --strand names, or all that the alphabet has.
enum class strands_to_read : std::uint8_t { chosen, all };

/// Opens both files (so that a missing one is seen before any work), settles the alphabet and loads the limits. Throws
/// usage_error where the job's output would overwrite any of them.
[[nodiscard]] inputs open_inputs(job_options const & job, run_control const & control, notes const & out,
                                 strands_to_read strands = strands_to_read::chosen);

/// Throws usage_error where more than one SPEC, or a SPEC and a sequence file, read what can be read only once. Equal
/// limits of both sides are read once.
void refuse_second_reading(std::vector<std::string> const & sequences, side_specs const & a, side_specs b);

/// Throws usage_error where the alphabet does not allow what the options ask.
void check_scores(scoring_options const & scores, vglcs::alphabet letters);

/// Reads gap limits as the command line gives them, for one file.
/// @param max_memory   bytes that a track may take
[[nodiscard]] gap_spec load_limits(gap_options const & gaps, std::vector<std::string> const & specs,
                                   std::optional<vglcs::alphabet> letters, notes const & out, std::uint64_t max_memory);

/// The same for jumps; null where there are none. Throws usage_error where they cannot be read in the directions of
/// --transcript.
[[nodiscard]] std::shared_ptr<jump_spec> load_jumps(job_options const & job, side_specs const & specs,
                                                    vglcs::alphabet letters, notes const & out,
                                                    std::uint64_t max_memory);

/// A file and how many records it has, or has had so far.
struct counted_file
{
    std::string path;
    std::uint64_t records;
};

/// Throws the input_error of two files whose records do not pair up: one ended, the other has more.
[[noreturn]] void refuse_counts(counted_file const & a, counted_file const & b);

} // namespace vglcs::tools
