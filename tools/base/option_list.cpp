// SPDX-License-Identifier: BSD-3-Clause
#include "base/option_list.hpp"

#include <vglcs/io/from_decimal.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

namespace vglcs::tools {

value_check not_empty()
{
    return [](std::string & word) {
        return word.empty() ? std::string{"an empty word: leave it out, or give a value"} : "";
    };
}

template <class Number>
value_check only_decimal()
{
    return [](std::string & word) {
        Number value{};
        auto const [end, fault] = from_decimal(word, value);
        if (end != word.data() + word.size() || fault == std::errc::invalid_argument)
            return '"' + word + (std::is_integral_v<Number> ? "\" is not a whole number" : "\" is not a number");
        if (fault != std::errc{})
            return word + " is out of range";
        if constexpr (std::is_integral_v<Number>)
            word = std::to_string(value);
        return std::string{};
    };
}

template value_check only_decimal<int>();
template value_check only_decimal<std::int64_t>();
template value_check only_decimal<std::uint32_t>();
template value_check only_decimal<std::uint64_t>();
template value_check only_decimal<double>();

option * option::required()
{
    of_->required();
    return this;
}

option * option::check(value_check holds)
{
    of_->check(CLI::Validator{std::move(holds), ""});
    return this;
}

option * option::transform(value_check settle)
{
    of_->transform(CLI::Validator{std::move(settle), ""});
    return this;
}

option * option::type_name(std::string const & name)
{
    of_->type_name(name);
    return this;
}

option * option::group(std::string const & name)
{
    of_->group(name);
    return this;
}

option * option::description(std::string const & text)
{
    of_->description(text);
    return this;
}

option * option::take_last()
{
    of_->take_last();
    return this;
}

option * option::one_word_each()
{
    of_->allow_extra_args(false);
    return this;
}

option * option::capture_default_str()
{
    of_->capture_default_str();
    return this;
}

std::size_t option::count() const
{
    return of_->count();
}

struct option_list::parts
{
    CLI::App & app;
    std::unique_ptr<CLI::App> owned{}; ///< of the program; those of subcommands are its
    std::deque<option> options{};
    std::vector<std::unique_ptr<option_list>> subcommands{};

    option * keep(CLI::Option * added) { return &options.emplace_back(*added); }
};

option_list::option_list(std::unique_ptr<parts> of) : parts_{std::move(of)}
{
}

option_list::option_list(std::string const & program, std::string const & what, std::string const & version)
{
    auto app = std::make_unique<CLI::App>(what);
    app->name(program);
    app->set_version_flag("--version", version);
    CLI::App & of = *app;
    parts_.reset(new parts{of, std::move(app)});
}

option_list::~option_list() = default;

parsed_words option_list::parse(std::vector<std::string> words)
{
    CLI::App & app = parts_->app;
    parsed_words out;
    std::ranges::reverse(words); // CLI11 takes them from the back
    try {
        app.parse(std::move(words));
    } catch (CLI::Success const & e) { // --help, --version
        out.shown = app.exit(e);
    } catch (CLI::ExtrasError const &) {
        out.extras = app.remaining(true);
    } catch (CLI::ParseError const & e) {
        out.fault = e.what();
    }
    return out;
}

option_list const & option_list::named() const
{
    for (std::unique_ptr<option_list> const & sub : parts_->subcommands)
        if (parts_->app.got_subcommand(&sub->parts_->app))
            return sub->named();
    return *this;
}

std::string option_list::name() const
{
    std::string out;
    for (CLI::App const * app = &parts_->app; app->get_parent(); app = app->get_parent())
        out = app->get_name() + (out.empty() ? "" : " ") + out;
    return out;
}

std::vector<std::string> option_list::option_words() const
{
    std::vector<std::string> out;
    for (CLI::Option const * option : std::as_const(parts_->app).get_options()) {
        if (option->get_group().empty()) // not for people
            continue;
        for (std::string const & name : option->get_lnames())
            out.push_back("--" + name);
        for (std::string const & name : option->get_snames())
            out.push_back("-" + name);
    }
    return out;
}

option_list * option_list::add_subcommand(std::string const & name, std::string const & what)
{
    std::unique_ptr<parts> added{new parts{*parts_->app.add_subcommand(name, what)}};
    return parts_->subcommands.emplace_back(new option_list{std::move(added)}).get();
}

void option_list::require_subcommand()
{
    parts_->app.require_subcommand(1);
}

template <class Value>
option * option_list::add_option(std::string const & name, Value & value, std::string const & help)
{
    return parts_->keep(parts_->app.add_option(name, value, help));
}

template option * option_list::add_option(std::string const &, std::string &, std::string const &);
template option * option_list::add_option(std::string const &, std::vector<std::string> &, std::string const &);
template option * option_list::add_option(std::string const &, int &, std::string const &);
template option * option_list::add_option(std::string const &, std::int64_t &, std::string const &);
template option * option_list::add_option(std::string const &, std::uint32_t &, std::string const &);
template option * option_list::add_option(std::string const &, std::uint64_t &, std::string const &);
template option * option_list::add_option(std::string const &, double &, std::string const &);
template option * option_list::add_option(std::string const &, std::optional<std::string> &, std::string const &);
template option * option_list::add_option(std::string const &, std::optional<std::int64_t> &, std::string const &);
template option * option_list::add_option(std::string const &, std::optional<std::uint64_t> &, std::string const &);

option * option_list::add_flag(std::string const & name, bool & value, std::string const & help)
{
    return parts_->keep(parts_->app.add_flag(name, value, help));
}

option * option_list::get_option(std::string const & name)
{
    return parts_->keep(parts_->app.get_option(name));
}

void option_list::footer(std::string const & text)
{
    parts_->app.footer(text);
}

void option_list::callback(std::function<void()> run)
{
    parts_->app.callback(std::move(run));
}

void option_list::parse_complete_callback(std::function<void()> run)
{
    parts_->app.parse_complete_callback(std::move(run));
}

std::vector<std::string> option_list::subcommand_names() const
{
    std::vector<std::string> out;
    for (CLI::App const * sub : parts_->app.get_subcommands([](CLI::App const *) { return true; }))
        out.push_back(sub->get_name());
    return out;
}

std::string option_list::help_of(std::string const & subcommand) const
{
    // asked by `help`, an app would tell of the subcommand that was named: that one
    return subcommand.empty()
               ? parts_->app.get_formatter()->make_help(&parts_->app, "vglcs", CLI::AppFormatMode::Normal)
               : parts_->app.get_subcommand(subcommand)->help("vglcs", CLI::AppFormatMode::Normal);
}

} // namespace vglcs::tools
