// SPDX-License-Identifier: BSD-3-Clause
/// Options and operands of the program and its subcommands. CLI11 reads them; its templates cost every file that
/// includes them five seconds of compiling, so that they stay in option_list.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace vglcs::tools {

/// What an option's value is held against; it may put another word in its place. Returns what is wrong, or nothing.
using value_check = std::function<std::string(std::string & word)>;

/// Check of an option that names something: an empty word comes from a variable of a script that is not set.
[[nodiscard]] value_check not_empty();

/// Check of an option whose value is a number: decimal digits and nothing else, as everywhere in this program.
/// CLI11 alone takes 010 for 8, 0x10 for 16, an empty word for 0 and 2^64 for 2^64 - 1.
/// Number: int, std::int64_t, std::uint32_t, std::uint64_t or double.
template <class Number>
[[nodiscard]] value_check only_decimal();

/// An option that has been registered, to say more about it; every member returns the option itself.
class option
{
public:
    explicit option(CLI::Option & of) : of_{&of} {}

    option * required();
    option * check(value_check holds);
    option * transform(value_check settle); ///< as check, but first of all
    option * type_name(std::string const & name);
    option * group(std::string const & name); ///< the empty name hides it from the help
    option * description(std::string const & text);
    option * take_last();           ///< given again, the last word holds
    option * one_word_each();       ///< a vector takes one word each time, and leaves operands behind it alone
    option * capture_default_str(); ///< the help shows the value that the variable has now

    [[nodiscard]] std::size_t count() const; ///< how often the command line gave it

private:
    CLI::Option * of_;
};

/// What the words of a command line came to.
struct parsed_words
{
    std::optional<int> shown;                       ///< help or the version was: the exit code
    std::optional<std::vector<std::string>> extras; ///< words that no option and no operand took
    std::string fault;                              ///< what else is wrong
};

/// The options of one subcommand, or of the program. Variables are bound by reference and must outlive the parsing;
/// returned pointers stay good as long as the list.
class option_list
{
public:
    option_list(std::string const & program, std::string const & what, std::string const & version);
    option_list(option_list const &) = delete;
    option_list & operator=(option_list const &) = delete;
    ~option_list();

    /// The program's words behind its name; calls what callback() was given by the subcommand that they ask for.
    [[nodiscard]] parsed_words parse(std::vector<std::string> words);
    /// After that: the innermost subcommand that was named, or this list.
    [[nodiscard]] option_list const & named() const;
    /// The subcommand's name, as in "plan batch"; empty for the program.
    [[nodiscard]] std::string name() const;
    /// The options, as they are written; not those that the help hides.
    [[nodiscard]] std::vector<std::string> option_words() const;

    option_list * add_subcommand(std::string const & name, std::string const & what);
    void require_subcommand();

    /// Value: a string, a number as only_decimal has them, an optional of one of these or a vector of strings, which
    /// takes an option again and again. A name without dashes is an operand.
    template <class Value>
    option * add_option(std::string const & name, Value & value, std::string const & help);
    option * add_flag(std::string const & name, bool & value, std::string const & help = "");
    option * get_option(std::string const & name);

    void footer(std::string const & text);
    void callback(std::function<void()> run);                ///< when this subcommand was asked for
    void parse_complete_callback(std::function<void()> run); ///< before that, with all options read; the last one set

    [[nodiscard]] std::vector<std::string> subcommand_names() const;
    [[nodiscard]] std::string help_of(std::string const & subcommand) const; ///< the empty word: this list itself

private:
    struct parts;
    explicit option_list(std::unique_ptr<parts> of);
    std::unique_ptr<parts> parts_;
};

} // namespace vglcs::tools
