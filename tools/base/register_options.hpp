// SPDX-License-Identifier: BSD-3-Clause
/// Registers the options that several subcommands have: the command line fills the values of options.hpp.
#pragma once

#include "base/options.hpp"

#include <string>

namespace vglcs::tools {

class option_list;

/// --gaps, --gaps-a, --gaps-b, --gaps-b-by-a, --gaps-a-by-b, --gap-default, --rename.
void add_gap_options(option_list & app, gap_options & gaps);

/// --match, --skip, --skip-a, --skip-b, --jump, --jump-a, --leave, --leave-a, --transcript.
void add_scoring_options(option_list & app, scoring_options & scores);

/// Options that say what is compared and within which bounds; not task, format and checkpoint.
void add_common_options(option_list & app, job_options & job);

/// All options of a job. Where --format is not given, the ending of -o chooses it.
void add_job_options(option_list & app, job_options & job, std::string const & default_format);

} // namespace vglcs::tools
