// SPDX-License-Identifier: BSD-3-Clause
/// The subcommands, one file each: every add_* registers its options and sets `chosen` when the user asked for it.
#pragma once

#include <vglcs/run_control.hpp>

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace vglcs::tools {

/// What a subcommand needs from main.
struct context
{
    run_control control;
    std::string command_line; ///< as typed, for @PG and json
};

/// The chosen subcommand's body; returns the exit code.
using command = std::function<int(context &)>;

void add_align(CLI::App & app, command & chosen);
void add_batch(CLI::App & app, command & chosen);
void add_merge(CLI::App & app, command & chosen);
void add_verify(CLI::App & app, command & chosen);
void add_plan(CLI::App & app, command & chosen);
void add_gaps(CLI::App & app, command & chosen);
void add_index(CLI::App & app, command & chosen);
void add_lce(CLI::App & app, command & chosen);
void add_search(CLI::App & app, command & chosen);
void add_chain(CLI::App & app, command & chosen);
void add_info(CLI::App & app, command & chosen);
void add_selftest(CLI::App & app, command & chosen);
void add_help(CLI::App & app, command & chosen);

} // namespace vglcs::tools
