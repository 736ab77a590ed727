// SPDX-License-Identifier: BSD-3-Clause
#include "commands/command_line.hpp"

#include "base/build_info.hpp"
#include "base/gaps_words.hpp"
#include "base/nearest_word.hpp"
#include "base/option_list.hpp"
#include "base/options.hpp"

#include <vglcs/error.hpp>

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

void refuse_unknown_subcommand(option_list const & program, std::string const & word)
{
    std::vector<std::string> const known = program.subcommand_names();
    if (std::ranges::find(known, word) != known.end())
        return;
    throw usage_error{fmt::format("{}: no such subcommand{}: {}", word.empty() ? "an empty word" : word,
                                  did_you_mean(nearest_word(word, known)), see_help)};
}

/// Where to read on.
std::string help_of(option_list const & sub)
{
    std::string const name = sub.name();
    return name.empty() ? std::string{see_help} : fmt::format("see `vglcs {} --help`", name);
}

/// An option in front of the subcommand, or instead of it, that is none.
void refuse_unknown_option(option_list const & program, std::string const & word)
{
    std::vector<std::string> const known = program.option_words();
    if (std::string const name = word.substr(0, word.find('=')); std::ranges::find(known, name) == known.end())
        throw usage_error{fmt::format("{}: no such option in front of a subcommand{}: {}", name,
                                      did_you_mean(nearest_word(name, known)), see_help)};
}

/// Words that no option and no operand took.
[[noreturn]] void refuse_extras(option_list const & sub, std::vector<std::string> const & extras)
{
    std::string const name = sub.name();
    std::string const help = help_of(sub);
    auto const option = std::ranges::find_if(extras, [](std::string const & w) { return w.size() > 1 && w[0] == '-'; });
    if (option == extras.end())
        throw usage_error{fmt::format("{}: one word too many{}: {}", extras.empty() ? "" : extras.front(),
                                      name.empty() ? "" : " for " + name, help)};
    std::string const word = option->substr(0, option->find('='));
    throw usage_error{fmt::format("{}: no such option{}{}: {}", word, name.empty() ? "" : " of " + name,
                                  did_you_mean(nearest_word(word, sub.option_words())), help)};
}

} // namespace

request parse_command_line(std::vector<std::string> const & words)
{
    option_list program{"vglcs",
                        "vglcs: exact alignment of sequences under hard gap limits, a limit a letter.\n"
                        "Finds the longest chain of matching letters in which no letter skips more than it allows.",
                        version()};
    program.require_subcommand();
    program.footer(
        "Exit codes: 0 ok, 1 internal, 2 usage, 3 input, 4 resources, 5 some pairs of a batch failed, "
        "6 verification failed,\n130/143 interrupted. `vglcs SUBCOMMAND --help` has examples; `man vglcs` has all.");
    request out;
    add_align(program, out.run);
    add_batch(program, out.run);
    add_merge(program, out.run);
    add_verify(program, out.run);
    add_explain(program, out.run);
    add_sweep(program, out.run);
    add_report(program, out.run);
    add_plan(program, out.run);
    add_gaps(program, out.run);
    add_index(program, out.run);
    add_lce(program, out.run);
    add_search(program, out.run);
    add_chain(program, out.run);
    add_splice(program, out.run);
    add_info(program, out.run);
    add_selftest(program, out.run);
    add_help(program, out.run);

    if (!words.empty()) {
        if (words[0].starts_with('-'))
            refuse_unknown_option(program, words[0]);
        else
            refuse_unknown_subcommand(program, words[0]);
    }
    parsed_words const parsed = program.parse(settle_gaps_words(words));
    if (parsed.shown) {
        out = {.run = {}, .code = *parsed.shown};
        if (!std::cout.flush())
            throw resource_error{"standard output: write failed: free some space"};
    }
    if (parsed.extras)
        refuse_extras(program.named(), *parsed.extras);
    if (!parsed.fault.empty())
        throw usage_error{fmt::format("{}: {}", parsed.fault, help_of(program.named()))};
    return out;
}

} // namespace vglcs::tools
