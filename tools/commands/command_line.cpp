// SPDX-License-Identifier: BSD-3-Clause
#include "commands/command_line.hpp"

#include "base/build_info.hpp"
#include "base/gaps_words.hpp"
#include "base/nearest_word.hpp"
#include "base/option_list.hpp"
#include "base/options.hpp"

#include <vglcs/error.hpp>

#include <CLI/App.hpp> // option_list.cpp has the rest compiled
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string_view>

namespace vglcs::tools {

namespace {

constexpr std::string_view see_help = "see `vglcs --help`";

std::string did_you_mean(std::string const & word)
{
    return word.empty() ? "" : fmt::format(": did you mean {}?", word);
}

void refuse_unknown_subcommand(CLI::App const & app, std::string const & word)
{
    std::vector<std::string> known;
    for (CLI::App const * sub : app.get_subcommands([](CLI::App const *) { return true; }))
        known.push_back(sub->get_name());
    if (std::ranges::find(known, word) != known.end())
        return;
    throw usage_error{fmt::format("{}: no such subcommand{}: {}", word.empty() ? "an empty word" : word,
                                  did_you_mean(nearest_word(word, known)), see_help)};
}

/// The innermost subcommand that the words named.
CLI::App const & named_subcommand(CLI::App const & app)
{
    CLI::App const * out = &app;
    for (auto subs = out->get_subcommands(); !subs.empty(); subs = out->get_subcommands())
        out = subs.front();
    return *out;
}

/// The options of an app and the subcommands' around it, as they are written.
std::vector<std::string> option_words(CLI::App const & app)
{
    std::vector<std::string> out;
    for (CLI::Option const * option : app.get_options()) {
        if (option->get_group().empty()) // not for people
            continue;
        for (std::string const & name : option->get_lnames())
            out.push_back("--" + name);
        for (std::string const & name : option->get_snames())
            out.push_back("-" + name);
    }
    return out;
}

/// The full name, as in "plan batch".
std::string name_of(CLI::App const & app)
{
    return app.get_parent() && app.get_parent()->get_parent() ? name_of(*app.get_parent()) + ' ' + app.get_name()
                                                              : app.get_name();
}

std::string help_of(CLI::App const & app, CLI::App const & sub)
{
    return &sub == &app ? std::string{see_help} : fmt::format("see `vglcs {} --help`", name_of(sub));
}

/// An option in front of the subcommand, or instead of it, that is none.
void refuse_unknown_option(CLI::App const & app, std::string const & word)
{
    std::vector<std::string> const known = option_words(app);
    if (std::string const name = word.substr(0, word.find('=')); std::ranges::find(known, name) == known.end())
        throw usage_error{fmt::format("{}: no such option in front of a subcommand{}: {}", name,
                                      did_you_mean(nearest_word(name, known)), see_help)};
}

/// Words that no option and no operand took.
[[noreturn]] void refuse_extras(CLI::App const & app, std::vector<std::string> const & extras)
{
    CLI::App const & sub = named_subcommand(app);
    std::string const help = help_of(app, sub);
    auto const option = std::ranges::find_if(extras, [](std::string const & w) { return w.size() > 1 && w[0] == '-'; });
    if (option == extras.end())
        throw usage_error{fmt::format("{}: one word too many{}: {}", extras.empty() ? "" : extras.front(),
                                      &sub == &app ? "" : " for " + name_of(sub), help)};
    std::string const word = option->substr(0, option->find('='));
    throw usage_error{fmt::format("{}: no such option{}{}: {}", word, &sub == &app ? "" : " of " + name_of(sub),
                                  did_you_mean(nearest_word(word, option_words(sub))), help)};
}

} // namespace

request parse_command_line(std::vector<std::string> const & words)
{
    CLI::App app{"vglcs: exact alignment of sequences under hard gap limits, a limit a letter.\n"
                 "Finds the longest chain of matching letters in which no letter skips more than it allows."};
    app.name("vglcs");
    app.set_version_flag("--version", version());
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 ok, 1 internal, 2 usage, 3 input, 4 resources, 5 some pairs of a batch failed, "
        "6 verification failed,\n130/143 interrupted. `vglcs SUBCOMMAND --help` has examples; `man vglcs` has all.");
    option_list options{app};
    request out;
    add_align(options, out.run);
    add_batch(options, out.run);
    add_merge(options, out.run);
    add_verify(options, out.run);
    add_plan(options, out.run);
    add_gaps(options, out.run);
    add_index(options, out.run);
    add_lce(options, out.run);
    add_search(options, out.run);
    add_chain(options, out.run);
    add_info(options, out.run);
    add_selftest(options, out.run);
    add_help(options, out.run);

    if (!words.empty()) {
        if (words[0].starts_with('-'))
            refuse_unknown_option(app, words[0]);
        else
            refuse_unknown_subcommand(app, words[0]);
    }
    std::vector<std::string> arguments = settle_gaps_words(words);
    std::ranges::reverse(arguments); // CLI11 takes them from the back
    try {
        app.parse(std::move(arguments));
    } catch (CLI::Success const & e) { // --help, --version
        out.code = app.exit(e);
        out.run = {};
        if (!std::cout.flush())
            throw resource_error{"standard output: write failed: free some space"};
    } catch (CLI::ExtrasError const &) {
        refuse_extras(app, app.remaining(true));
    } catch (CLI::ParseError const & e) {
        throw usage_error{fmt::format("{}: {}", e.what(), help_of(app, named_subcommand(app)))};
    }
    return out;
}

} // namespace vglcs::tools
