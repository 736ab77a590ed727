// SPDX-License-Identifier: BSD-3-Clause
#include "base/options.hpp"

#include "base/notes.hpp"
#include "base/option_checks.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <CLI/CLI.hpp> // all of it, for the other files too: see option_checks.hpp

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <limits>
#include <memory>
#include <mutex>
#include <set>

namespace vglcs::tools {

void gap_options::add_to(CLI::App & app)
{
    app.add_option("--gaps", both,
                   "Gap limits of both sequences: N, LO..HI, inf, x, letter:A=3,*=2, qual, or a file (.bedgraph .bed "
                   ".gff3:exon=5,exon^=50000 .gaps). Without a SPEC: each file's sidecar, else 10. Not given: inf")
        ->type_name("[SPEC]");
    app.add_flag("--gaps-from-sidecar", bare)->group("");
    app.add_option("--gaps-a", a, "Gap limits of A alone")->type_name("SPEC");
    app.add_option("--gaps-b", b, "Gap limits of B alone")->type_name("SPEC");
    app.add_option("--gap-default", otherwise, "Limit of bases that a track leaves out")->capture_default_str();
    app.add_option("--rename", rename, "Name in a track = name of a record (may be repeated)")->type_name("FROM=TO");
}

std::map<std::string, std::string> gap_options::renames() const
{
    std::map<std::string, std::string> out;
    for (std::string const & text : rename) {
        auto const at = text.find('=');
        if (at == 0 || at == std::string::npos || at + 1 == text.size())
            throw usage_error{fmt::format("--rename {}: not a pair of names: use --rename FROM=TO", text)};
        if (!out.emplace(text.substr(0, at), text.substr(at + 1)).second)
            throw usage_error{fmt::format("--rename {}: {} is renamed twice: name it once", text, text.substr(0, at))};
    }
    return out;
}

namespace {

/// Calls `read`; what it finds wrong gets the option's name and value in front.
template <class Read>
void name_option(std::string_view option, std::string const & text, Read const & read)
{
    try {
        read();
    } catch (error const & e) {
        std::string_view what = e.what();
        std::string const prefix = fmt::format("gap SPEC '{}': ", text);
        if (what.starts_with(prefix))
            what.remove_prefix(prefix.size());
        throw usage_error{fmt::format("{} {}: {}", option, text.empty() ? "''" : text, what)};
    }
}

} // namespace

void check_spec(std::string_view option, std::string const & text)
{
    name_option(option, text, [&] { check_gap_spec(text); });
}

void gap_options::check() const
{
    for (auto const & [option, spec] : {std::pair{"--gaps", &both}, {"--gaps-a", &a}, {"--gaps-b", &b}})
        if (*spec)
            check_spec(option, **spec);
    name_option("--gap-default", otherwise, [&] { (void)parse_gap_limit(otherwise); });
    (void)renames();
}

void job_options::check(bool has_format) const
{
    (void)chosen_alphabet();
    (void)chosen_strand();
    gaps.check();
    if (!max_memory.empty())
        (void)parse_size("--max-memory", max_memory);
    if (!max_gpu_memory.empty())
        (void)parse_size("--max-gpu-memory", max_gpu_memory);
    if (engine != "auto" && std::ranges::none_of(engines(), [&](auto const * e) { return e->name() == engine; }))
        (void)choose_engine({{}, {}, {}, {}}, {.engine = engine, .device = device::cpu}); // says which there are
    if (!has_format)
        return;
    if (format != "sam" && (!read_group.empty() || md))
        throw usage_error{fmt::format("{}: only with --format sam: leave it out", md ? "--md" : "--rg")};
    if (keep_description && format != "tsv" && format != "json")
        throw usage_error{fmt::format("--keep-description: {} has no room for it: use --format tsv or json", format)};
    (void)chosen_read_group();
    std::string nothing;
    output_file nowhere = output_file::into(nothing);
    (void)make_writer(chosen_format(), task == "length" ? task::length : task::alignment, nowhere);
}

bool ends_in(std::string path, std::string_view ending)
{
    std::ranges::transform(path, path.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    std::string_view name = path;
    if (name.ends_with(".gz"))
        name.remove_suffix(3);
    return name.ends_with('.' + std::string{ending});
}

void job_options::add_common_to(CLI::App & app)
{
    gaps.add_to(app);
    app.add_option("--alphabet", alphabet, "auto, dna, rna, protein or raw. N and other codes match nothing")
        ->capture_default_str();
    app.add_option("--strand", strand, "Strand on which A is read: +, - or both (the longer of the two)")
        ->capture_default_str();
    app.add_option("-o,--output", output, "Result file; appears when complete (default: standard output)")
        ->check(not_empty());
    app.add_option("-t,--threads", threads, "CPU threads, 0 = all")
        ->capture_default_str()
        ->transform(only_decimal<int>());
    app.add_option("--engine", engine, "Engine by name, see `vglcs info`")->capture_default_str();
    app.add_option("--device", device, "auto, cpu, cuda, cuda:N or cuda:all (every CUDA device of this machine)")
        ->capture_default_str();
    app.add_option("--max-memory", max_memory, "Host memory to stay within, e.g. 8G (default: 80% of what is there)")
        ->check(not_empty());
    app.add_option("--max-gpu-memory", max_gpu_memory, "Device memory to stay within")->check(not_empty());
    app.add_flag("--quiet", quiet, "No notes and no progress on standard error");
}

void job_options::add_to(CLI::App & app, std::string const & default_format)
{
    format = default_format;
    add_common_to(app);
    app.add_option("--task", task, "alignment (chain and length) or length")->capture_default_str();
    CLI::Option const * const given =
        app.add_option("--format", format,
                       "paf, sam, tsv, pairs, json or pretty (not given: by the ending of -o, .gz behind it for BGZF)")
            ->capture_default_str();
    app.parse_complete_callback([this, given] {
        if (given->count() != 0)
            return;
        if (ends_in(output, "bed"))
            throw usage_error{
                fmt::format("-o {}: BED is not written here: choose the ending .paf, .sam, .tsv, .json or "
                            ".txt, or give --format",
                            output)};
        if (auto const named = format_of_ending(output))
            format = name(*named);
    });
    app.add_option("--rg", read_group,
                   "sam: the read group of all queries, as in '@RG\\tID:run1\\tSM:leaf', where \\t stands for a tab")
        ->type_name("@RG...")
        ->check(not_empty());
    app.add_flag("--keep-description", keep_description,
                 "tsv, json: what headers have behind the name, for both records");
    app.add_flag("--md", md, "sam: the tag MD, letters of the target that differ or are left out");
    app.add_option("--checkpoint", checkpoint, "Folder in which a long run leaves what it needs to be resumed")
        ->check(not_empty());
}

std::optional<vglcs::alphabet> job_options::chosen_alphabet() const
{
    if (alphabet == "auto")
        return std::nullopt;
    if (auto const parsed = parse_alphabet(alphabet))
        return parsed;
    throw usage_error{fmt::format("--alphabet {}: no such alphabet: use auto, dna, rna, protein or raw", alphabet)};
}

strand_choice job_options::chosen_strand() const
{
    if (strand == "+")
        return strand_choice::forward;
    if (strand == "-")
        return strand_choice::reverse;
    if (strand == "both")
        return strand_choice::both;
    throw usage_error{fmt::format("--strand {}: no such strand: use +, - or both", strand)};
}

vglcs::format job_options::chosen_format() const
{
    if (auto const parsed = parse_format(format))
        return *parsed;
    throw usage_error{fmt::format("--format {}: no such format: use paf, sam, tsv, pairs, json or pretty", format)};
}

std::string job_options::chosen_read_group() const
{
    std::string out = read_group;
    for (auto at = out.find("\\t"); at != out.npos; at = out.find("\\t", at + 1))
        out.replace(at, 2, "\t");
    if (out.empty())
        return out;
    auto const refuse = [&](std::string_view why) {
        return usage_error{fmt::format("--rg {}: {}: write as in '@RG\\tID:run1\\tSM:leaf'", read_group, why)};
    };
    if (!out.starts_with("@RG\t"))
        throw refuse("does not begin with @RG and a tab");
    bool has_id = false;
    for (std::size_t at = 4; at <= out.size();) {
        std::size_t const end = std::min(out.find('\t', at), out.size());
        std::string_view const field = std::string_view{out}.substr(at, end - at);
        if (field.size() < 4 || field[2] != ':')
            throw refuse(fmt::format("'{}' is no field like SM:leaf", field));
        has_id = has_id || field.starts_with("ID:");
        at = end + 1;
    }
    if (!has_id)
        throw refuse("has no ID");
    if (std::ranges::any_of(out, [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == 127; }))
        throw refuse("has a control character");
    return out;
}

namespace {

/// The number behind "cuda:"; throws where it is none.
int device_number(std::string const & text)
{
    int number = -1;
    char const * const first = text.data() + std::string_view{"cuda:"}.size();
    char const * const last = text.data() + text.size();
    auto const [end, fault] = std::from_chars(first, last, number);
    if (fault != std::errc{} || end != last || number < 0)
        throw usage_error{fmt::format("--device {}: not a device number: use cuda:0, cuda:1, ..., or cuda:all", text)};
    return number;
}

} // namespace

options job_options::run_options(run_control & control) const
{
    options const o = options_as_given(control);
    require_engine(o); // an engine or a device that is not there is not a fault of each pair
    return o;
}

options job_options::options_as_given(run_control & control) const
{
    options o;
    o.control = &control;
    o.engine = engine;
    o.checkpoint = checkpoint;
    if (task == "length")
        o.task = vglcs::task::length;
    else if (task != "alignment")
        throw usage_error{fmt::format("--task {}: no such task: use alignment or length", task)};
    if (device == "cpu")
        o.device = vglcs::device::cpu;
    else if (device == "cuda" || device.starts_with("cuda:")) {
        o.device = vglcs::device::cuda;
        if (device != "cuda" && device != "cuda:all")
            o.device_number = device_number(device);
    } else if (device != "auto")
        throw usage_error{fmt::format("--device {}: no such device: use auto, cpu, cuda, cuda:N or cuda:all", device)};
    if (threads < 0)
        throw usage_error{fmt::format("--threads {}: negative: use 0 for all threads of the machine", threads)};
    if (threads > max_threads)
        throw usage_error{
            fmt::format("--threads {}: more than {}: use 0 for all threads of the machine", threads, max_threads)};
    o.threads = threads;
    if (!max_memory.empty())
        o.max_memory = parse_size("--max-memory", max_memory);
    if (!max_gpu_memory.empty())
        o.max_gpu_memory = parse_size("--max-gpu-memory", max_gpu_memory);
    struct told_once
    {
        std::mutex guard;
        std::set<std::string> about;
    };
    // one line a run for each option, whatever the number of pairs
    o.note = [told = std::make_shared<told_once>(), out = notes{quiet}](std::string const & text) {
        std::lock_guard const lock{told->guard};
        if (told->about.insert(text.substr(0, text.find(": "))).second)
            out.note(text);
    };
    return resolved(o);
}

std::uint64_t parse_size(std::string const & option, std::string const & text)
{
    auto const refuse = [&](std::string_view why) {
        return usage_error{fmt::format("{} {}: {}: give bytes, or a number with K, M, G or T", option, text, why)};
    };
    std::uint64_t value = 0;
    char const * const last = text.data() + text.size();
    auto [end, fault] = std::from_chars(text.data(), last, value);
    if (fault == std::errc::result_out_of_range)
        throw refuse("too large");
    if (fault != std::errc{})
        throw refuse("not a size");
    unsigned shift = 0;
    if (end != last) {
        constexpr std::string_view units = "KMGT";
        auto const unit = units.find(static_cast<char>(*end & ~0x20));
        ++end;
        if (unit == std::string_view::npos ||
            (end != last && std::string_view{end, last} != "B" && std::string_view{end, last} != "iB"))
            throw refuse("not a size");
        shift = 10 * (static_cast<unsigned>(unit) + 1);
    }
    if (value == 0)
        throw refuse("zero");
    if (value > (std::numeric_limits<std::uint64_t>::max() >> shift))
        throw refuse("too large");
    return value << shift;
}

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
