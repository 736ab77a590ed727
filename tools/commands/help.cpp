// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/nearest_word.hpp"
#include "base/option_list.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/output_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace vglcs::tools {

namespace {

/// The manual page that lies beside the program, installed or in its build folder; empty where there is none.
std::string manual_page()
{
    namespace fs = std::filesystem;
    std::error_code none;
    fs::path const program = fs::read_symlink("/proc/self/exe", none);
    for (char const * const name : {"vglcs.1", "vglcs.1.gz"})
        if (fs::path const page = program.parent_path().parent_path() / "share/man/man1" / name; fs::exists(page, none))
            return page.string();
    return {};
}

/// Shows the page in man's pager, at the subcommand. False where that cannot be.
bool show_page(std::string const & page, std::string const & subcommand)
{
    if (page.empty())
        return false;
    pid_t const child = fork();
    if (child < 0)
        return false;
    if (child == 0) {
        if (!subcommand.empty())
            setenv("LESS", fmt::format("+/^ +{}", subcommand).c_str(), 1);
        execlp("man", "man", "-l", page.c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

void add_help(option_list & app, command & chosen)
{
    auto word = std::make_shared<std::string>();
    option_list * sub = app.add_subcommand("help", "The manual page, at a subcommand");
    sub->add_option("SUBCOMMAND", *word, "Of which to tell");
    sub->footer(
        "On a terminal this is `man vglcs`, also where the program is not installed; elsewhere, and where there is no "
        "man,\nit is `vglcs SUBCOMMAND --help`.\n\n"
        "Example:\n"
        "  vglcs help batch");
    sub->callback([&app, &chosen, word] {
        std::vector<std::string> const known = app.subcommand_names();
        if (!word->empty() && std::ranges::find(known, *word) == known.end()) {
            std::string const near = nearest_word(*word, known);
            throw usage_error{fmt::format("help {}: no such subcommand{}: see `vglcs --help`", *word,
                                          near.empty() ? "" : fmt::format(": did you mean {}?", near))};
        }
        chosen = [text = app.help_of(*word), name = *word](context &) {
            if (isatty(STDOUT_FILENO) == 0 || !show_page(manual_page(), name)) {
                output_file out{""};
                out.write(text);
                out.commit();
            }
            return 0;
        };
    });
}

} // namespace vglcs::tools
