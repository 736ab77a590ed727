// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/notes.hpp"

#include <vglcs/io/sequence_reader.hpp>
#include <vglcs/options.hpp>
#include <vglcs/structured_pattern.hpp>

#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

/// What `vglcs search` does with structured patterns.
struct structured_job
{
    std::string reference; ///< sequence file or index
    std::vector<structured_pattern> patterns;
    std::string where; ///< what faults of the patterns' lists are said of
    std::string format = "bed", hits, cut = "whole", output;
    std::optional<vglcs::alphabet> alphabet;
    bool forward = true, reverse = true, quiet = false;
    options run; ///< threads, memory, control
};

/// Throws usage_error where a word is none of those that the option takes; opens nothing.
void check_structured(structured_job const & job);

/// Searches the text batch by batch, reading the next records meanwhile, and writes the rows.
void search_structured(structured_job job, run_control & control);

} // namespace vglcs::tools
