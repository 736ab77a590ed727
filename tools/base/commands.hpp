// SPDX-License-Identifier: BSD-3-Clause
/// The subcommands, one file each: every add_* registers its options and sets `chosen` when the user asked for it.
#pragma once

#include <vglcs/run_control.hpp>

#include <functional>
#include <string>

namespace vglcs::tools {

class option_list;

/// What a subcommand needs from main.
struct context
{
    run_control control;
    std::string command_line; ///< as typed, for @PG and json
};

/// The chosen subcommand's body; returns the exit code.
using command = std::function<int(context &)>;

void add_align(option_list & app, command & chosen);
void add_batch(option_list & app, command & chosen);
void add_merge(option_list & app, command & chosen);
void add_verify(option_list & app, command & chosen);
void add_explain(option_list & app, command & chosen);
void add_sweep(option_list & app, command & chosen);
void add_plan(option_list & app, command & chosen);
void add_gaps(option_list & app, command & chosen);
void add_index(option_list & app, command & chosen);
void add_lce(option_list & app, command & chosen);
void add_search(option_list & app, command & chosen);
void add_report(option_list & app, command & chosen);
void add_chain(option_list & app, command & chosen);
void add_splice(option_list & app, command & chosen);
void add_info(option_list & app, command & chosen);
void add_selftest(option_list & app, command & chosen);
void add_help(option_list & app, command & chosen);

} // namespace vglcs::tools
