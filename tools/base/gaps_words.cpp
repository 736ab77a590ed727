// SPDX-License-Identifier: BSD-3-Clause
#include "base/gaps_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace vglcs::tools {

namespace {

constexpr std::array<std::string_view, 9> flags{
    "--quiet", "--help", "-h", "--full", "--show-pruned", "--no-prefilter", "--resume", "--md", "--keep-description"};

/// True where the word is an option whose value is the next word.
bool takes_next_word(std::string_view word)
{
    if (word.starts_with("--"))
        return word.find('=') == std::string_view::npos && std::ranges::find(flags, word) == flags.end();
    return word == "-o" || word == "-t";
}

/// True for a limit, N or LO..HI, that is no file's name.
bool is_limit(std::string const & word)
{
    std::error_code none;
    return word.find_first_not_of("0123456789.") == std::string::npos &&
           word.find_first_of("0123456789") != std::string::npos && !std::filesystem::exists(word, none);
}

bool is_option(std::string_view word)
{
    return word.size() > 1 && word[0] == '-';
}

constexpr std::array<std::string_view, 4> subcommands_with_gaps{"align", "batch", "plan", "verify"};

/// @param operands   words that are operands whatever the word after --gaps is
std::size_t operands_needed(std::vector<std::string> const & arguments, std::size_t operands)
{
    std::string_view const subcommand = arguments[0];
    if (subcommand == "verify")
        return 3;
    for (std::string const & word : arguments) { // what takes the operands' place
        if (word == "--all-vs-all" || word.starts_with("--all-vs-all="))
            return 0;
        if (word == "--pairs" || word.starts_with("--pairs="))
            return operands == 0 ? 0 : 2;
    }
    return 2;
}

} // namespace

std::vector<std::string> settle_gaps_words(std::vector<std::string> arguments)
{
    if (arguments.empty())
        return arguments;
    std::size_t first = 1;
    if (arguments[0] == "plan") {
        bool const named = arguments.size() > 1 && (arguments[1] == "align" || arguments[1] == "batch");
        bool const help = arguments.size() > 1 && (arguments[1] == "--help" || arguments[1] == "-h");
        if (!named && !help)
            arguments.insert(arguments.begin() + 1, "align");
        first = 2;
    }
    if (std::ranges::find(subcommands_with_gaps, arguments[0]) == subcommands_with_gaps.end() ||
        arguments.size() < first)
        return arguments;
    std::size_t operands = 0;
    for (std::size_t k = first; k < arguments.size(); ++k) {
        if (arguments[k] == "--") {
            operands += arguments.size() - k - 1;
            break;
        }
        if (arguments[k] == "--gaps" || takes_next_word(arguments[k]))
            ++k; // the candidate of --gaps is not counted: that is the question
        else if (!is_option(arguments[k]))
            ++operands;
    }
    std::size_t const needed = operands_needed(arguments, operands);
    std::vector<std::string> out(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(first));
    for (std::size_t k = first; k < arguments.size(); ++k) {
        if (arguments[k] == "--") {
            out.insert(out.end(), arguments.begin() + static_cast<std::ptrdiff_t>(k), arguments.end());
            break;
        }
        if (arguments[k] == "--gaps") {
            bool const has_word = k + 1 < arguments.size();
            // "-3" is a (wrong) limit, "-" standard input, any other word with a dash the next option
            bool const is_word = has_word && (!is_option(arguments[k + 1]) ||
                                              (arguments[k + 1][1] >= '0' && arguments[k + 1][1] <= '9'));
            if (has_word && arguments[k + 1].empty()) { // a variable of a script that is not set: a wrong SPEC
                out.insert(out.end(), {arguments[k], arguments[k + 1]});
                ++k;
            } else if (is_word && (operands >= needed || is_limit(arguments[k + 1]))) {
                out.push_back("--gaps=" + arguments[++k]);
            } else {
                out.emplace_back("--gaps-from-sidecar");
                operands += is_word;
            }
        } else {
            out.push_back(arguments[k]);
            if (takes_next_word(arguments[k]) && k + 1 < arguments.size())
                out.push_back(arguments[++k]);
        }
    }
    return out;
}

} // namespace vglcs::tools
