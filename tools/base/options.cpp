// SPDX-License-Identifier: BSD-3-Clause
#include "base/options.hpp"

#include "base/named_option.hpp"
#include "base/notes.hpp"
#include "base/sizes.hpp"

#include <vglcs/device_choice.hpp>
#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <mutex>
#include <set>

namespace vglcs::tools {

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

void check_spec(std::string_view option, std::string const & text)
{
    name_option(option, text, [&] { check_gap_spec(text); });
}

void gap_options::check() const
{
    for (auto const & [option, specs] : {std::pair{"--gaps", &both},
                                         {"--gaps-a", &a},
                                         {"--gaps-b", &b},
                                         {"--gaps-b-by-a", &b_by_a},
                                         {"--gaps-a-by-b", &a_by_b}})
        for (std::string const & spec : *specs)
            check_spec(option, spec);
    name_option("--gap-default", otherwise, [&] { (void)parse_gap_limit(otherwise); });
    (void)renames();
}

void job_options::check(bool has_format) const
{
    (void)chosen_alphabet();
    (void)chosen_strand();
    gaps.check();
    scores.check();
    if (!max_memory.empty())
        (void)parse_size("--max-memory", max_memory);
    if (!max_gpu_memory.empty())
        (void)parse_size("--max-gpu-memory", max_gpu_memory);
    if (engine != "auto" && std::ranges::none_of(engines(), [&](auto const * e) { return e->name() == engine; }))
        require_engine({.engine = engine, .device = device::cpu}); // says which there are
    if (min_score < 0)
        throw usage_error{fmt::format("--min-score {}: negative: give a score", min_score)};
    if (confirm < 0)
        throw usage_error{fmt::format("--confirm {}: negative: give a number of limits", confirm)};
    if (confirm != 0 && !explain)
        throw usage_error{"--confirm: only with --explain, whose blocking limits it solves again"};
    if (explain && task == "length")
        throw usage_error{"--explain: --task length makes no chain that could be explained: leave it out"};
    if (explain && (!gaps.b_by_a.empty() || !gaps.a_by_b.empty()))
        throw usage_error{fmt::format("--explain: limits that the letters of the other sequence give are not "
                                      "explained: leave {} out",
                                      gaps.b_by_a.empty() ? "--gaps-a-by-b" : "--gaps-b-by-a")};
    if (!has_format)
        return;
    if (format != "sam" && (!read_group.empty() || md))
        throw usage_error{fmt::format("{}: only with --format sam: leave it out", md ? "--md" : "--rg")};
    if (keep_description && format != "tsv" && format != "json")
        throw usage_error{fmt::format("--keep-description: {} has no room for it: use --format tsv or json", format)};
    if (certificate && format != "json")
        throw usage_error{fmt::format("--certificate: {} has no room for it: use --format json", format)};
    if (explain && (format == "sam" || format == "pairs"))
        throw usage_error{
            fmt::format("--explain: {} has no room for it: use --format json, tsv, paf or pretty", format)};
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
        out.replace(at, 2, 1, '\t');
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
    o.full_table = full_table;
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

} // namespace vglcs::tools
