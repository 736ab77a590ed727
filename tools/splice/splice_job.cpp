// SPDX-License-Identifier: BSD-3-Clause
#include "splice/splice_job.hpp"

#include "base/files.hpp"
#include "base/options.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace vglcs::tools {

namespace {

struct intron_preset
{
    std::string_view name;
    std::uint32_t least, most; ///< letters of an intron
};

// the longest introns of nearly all genes there; longer ones take an annotation, or --intron
constexpr std::array<intron_preset, 3> presets{{{"plant", 20, 5'000}, {"fly", 20, 80'000}, {"human", 20, 400'000}}};

std::optional<std::uint32_t> letters(std::string_view text)
{
    std::uint32_t value = 0;
    auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr std::uint32_t most = 1u << 30;
    if (text.empty() || fault != std::errc{} || end != text.data() + text.size() || value > most)
        return std::nullopt;
    return value;
}

} // namespace

spliced_format splice_job::chosen_format() const
{
    constexpr std::string_view known = "sam, paf, bed, gff3, exons or junctions";
    if (!format.empty()) {
        if (auto const f = parse_spliced_format(format))
            return *f;
        throw usage_error{fmt::format("--format {}: no such format: use {}", format, known)};
    }
    if (auto const f = spliced_format_of_ending(output))
        return *f;
    for (std::string_view const other : {"json", "jsonl", "bam", "cram"})
        if (ends_in(output, other))
            throw usage_error{fmt::format("-o {}: splice writes no {}: choose the ending .sam, .paf, .bed, .gff3, .tsv "
                                          "(exons) or .tab (junctions), or give --format {}",
                                          output, other, known)};
    return spliced_format::sam;
}

splice_options splice_job::chosen_options() const
{
    splice_options out;
    auto const found = std::ranges::find(presets, preset, &intron_preset::name);
    if (found == presets.end())
        throw usage_error{fmt::format("--preset {}: no such preset: use plant, fly or human", preset)};
    out.least_intron = found->least;
    out.most_intron = found->most;
    if (!intron.empty()) {
        std::size_t const dots = intron.find("..");
        std::string_view const text{intron};
        auto const lo = dots == std::string::npos ? std::optional{out.least_intron} : letters(text.substr(0, dots));
        auto const hi = letters(dots == std::string::npos ? text : text.substr(dots + 2));
        if (!lo || !hi)
            throw usage_error{
                fmt::format("--intron {}: no limit: write LO..HI letters, as in 20..5000, or HI", intron)};
        if (*lo > *hi)
            throw usage_error{fmt::format("--intron {}: the smallest is above the largest: write LO..HI", intron)};
        if (*lo <= out.prices.gap)
            throw usage_error{fmt::format("--intron {}: gaps of up to {} letters are no introns: begin with {}", intron,
                                          out.prices.gap, out.prices.gap + 1)};
        out.least_intron = *lo;
        out.most_intron = *hi;
    }
    if (seed != 0) {
        constexpr std::uint32_t least = 8, most = 1000;
        if (seed < least || seed > most)
            throw usage_error{fmt::format("--seed {}: use {} to {} letters", seed, least, most)};
        out.seed = seed;
    }
    if (loci < 1)
        throw usage_error{"--loci 0: a read has at least one place: use 1"};
    out.most_loci = loci;
    if (!(secondary >= 0 && secondary <= 1))
        throw usage_error{fmt::format("--secondary {}: not a part of one: give 0 to 1", secondary)};
    out.secondary_part = secondary;
    if (min_score < 1)
        throw usage_error{fmt::format("--min-score {}: use 1 or more", min_score)};
    out.least_score = min_score;
    out.tails = !keep_tails;
    out.whole = whole;
    return out;
}

std::map<std::string, std::string> splice_job::renames() const
{
    gap_options names;
    names.rename = rename;
    return names.renames();
}

std::string splice_job::chosen_read_group() const
{
    if (!read_group.empty() && chosen_format() != spliced_format::sam)
        throw usage_error{"--rg: read groups are of sam: leave it out, or use --format sam"};
    job_options parse;
    parse.format = "sam";
    parse.read_group = read_group;
    return parse.chosen_read_group();
}

void splice_job::check() const
{
    spliced_format const f = chosen_format();
    (void)chosen_options();
    (void)renames();
    (void)chosen_read_group();
    if (whole && !regions.empty())
        throw usage_error{"--whole and --regions: the whole genome, or regions of it: give one of them"};
    if ((whole || !regions.empty()) && seed != 0)
        throw usage_error{"--seed: --whole and --regions have no seeds: leave it out"};
    if (genes.empty() && !gene_limits.empty())
        throw usage_error{"--gene-limits: limits of which genes: give --genes FILE"};
    if (genes.empty() && !rename.empty())
        throw usage_error{"--rename: names of an annotation: give --genes FILE"};
    if (reads == "-" && genome == "-")
        throw usage_error{"READS and GENOME are both - (standard input): give a file for one of them"};
    if (!junctions.empty() && f == spliced_format::junctions)
        throw usage_error{"--junctions: the result is the table of junctions already: leave it out"};
    if (!resume)
        return;
    if (output.empty() || output == "-")
        throw usage_error{"--resume: needs an output file, beside which its journal lies: add -o FILE"};
    if (!junctions.empty() || f == spliced_format::junctions)
        throw usage_error{"--resume: a table of junctions is made of all reads at once: leave out --resume, or make "
                          "sam, paf, bed, gff3 or exons"};
    for (std::string const & file : inputs())
        if (reads_once(file))
            throw usage_error{
                fmt::format("--resume: {}: standard input and pipes cannot be read again, nor be known by "
                            "their size and time: give a file",
                            file)};
}

std::vector<std::string> splice_job::inputs() const
{
    std::vector<std::string> out{reads, genome};
    for (std::string const & file : {genes, gene_limits, regions})
        if (!file.empty())
            out.push_back(file);
    return out;
}

} // namespace vglcs::tools
