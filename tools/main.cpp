// SPDX-License-Identifier: BSD-3-Clause
/// The program: parses the command line, runs one subcommand, turns every error into its exit code.
#include "base/notes.hpp"
#include "base/shell_words.hpp"
#include "base/signals.hpp"
#include "commands/command_line.hpp"
#include "ranks/mpi_ranks.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/output_file.hpp>

#include <fmt/format.h>

#include <exception>
#include <fcntl.h>
#include <new>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace {

using namespace vglcs;
using namespace vglcs::tools;

int fail(exit_code code, std::string_view message) noexcept
{
    say(message);
    say("\n");
    return static_cast<int>(code);
}

/// Standard streams that are closed are opened on a device on which their use fails: else the next file to be opened
/// would take their place, and results or messages would be written into it.
void reserve_standard_streams()
{
    for (int const descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) < 0)
            (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY); // takes the lowest that is free
}

/// Answers for what the program throws, with the exit code.
int answer_for_exception() noexcept
{
    try {
        throw;
    } catch (closed_pipe const &) {
        return 0; // the reader has seen enough
    } catch (interrupted const & e) {
        return static_cast<int>(e.code());
    } catch (error const & e) {
        return fail(e.code(), e.what());
    } catch (std::bad_alloc const &) {
        return fail(exit_code::resources, "out of memory: use --task length, fewer --threads or a smaller input");
    } catch (std::system_error const & e) {
        bool const scarce = e.code() == std::errc::resource_unavailable_try_again; // no thread can be started
        say(scarce ? "" : "internal error: ");
        say(e.what());
        return scarce ? fail(exit_code::resources, ": a thread could not be started: use fewer --threads")
                      : fail(exit_code::internal, ": please report it");
    } catch (std::exception const & e) {
        say("internal error: ");
        say(e.what());
        return fail(exit_code::internal, ": please report it");
    }
}

/// An exception that cannot be caught, mostly std::bad_alloc inside of what may not throw (libraries, loops of OpenMP),
/// ends the process as others end the run: a reason, the exit code, no unfinished file.
[[noreturn]] void end_by_exception() noexcept
{
    int const code = std::current_exception()
                         ? answer_for_exception()
                         : fail(exit_code::internal, "internal error: terminated: please report it");
    remove_unfinished_outputs();
    _exit(code);
}

int run_program(int argc, char ** argv)
{
    request const asked = parse_command_line({argv + 1, argv + argc});
    if (!asked.run)
        return asked.code;
    context run;
    run.command_line = "vglcs";
    if (argc > 1)
        run.command_line += ' ' + shell_words({argv + 1, argv + argc});
    signal_watch const watch{run.control};
    return asked.run(run);
}

} // namespace

int main(int argc, char ** argv)
{
    std::set_terminate(end_by_exception);
    int code = 0;
    try {
        reserve_standard_streams();
        code = run_program(argc, argv);
    } catch (...) {
        code = answer_for_exception();
    }
    leave_ranks(code);
    return code;
}
