// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"
#include "io/results/placed_links.hpp"
#include "io/results/row.hpp"
#include "io/results/sam_differences.hpp"
#include "io/results/sam_letters.hpp"
#include "io/results/sam_name.hpp"
#include "io/results/writers.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace vglcs::detail {

namespace {

/// The ID in a @RG line.
std::string group_of(std::string_view line)
{
    constexpr std::string_view mark = "\tID:";
    auto const at = line.find(mark);
    return at == line.npos ? std::string{}
                           : std::string{line.substr(at + mark.size(), line.find('\t', at + 1) - at - mark.size())};
}

class sam_writer final : public writer
{
public:
    explicit sam_writer(output_file & out) : row_{out} {}

    void begin(run_record const & run) override
    {
        check_targets(run);
        letters_ = run.alphabet;
        md_ = run.md;
        scored_ = run.costs.has_value();
        group_ = group_of(run.read_group);
        row_ << "@HD\tVN:1.6\tSO:unsorted";
        row_.end();
        for (sequence const * const target : run.targets) {
            if (target->size() == 0) // SAM has no empty references, and no row can name one
                continue;
            row_ << "@SQ\tSN:" << target->name << "\tLN:" << target->size();
            row_.end();
        }
        if (!run.read_group.empty()) {
            row_ << run.read_group;
            row_.end();
        }
        row_ << "@PG\tID:vglcs\tPN:vglcs\tVN:" << one_line(run.version)
             << "\tCL:" << one_line(is_utf8(run.command_line) ? run.command_line : escape_utf8(run.command_line));
        row_.end();
    }

    void write(pair_record const & pair) override
    {
        check_sam_query_name(*pair.query);
        if (!pair.ok() || pair.result.length == 0)
            return;
        auto const & chain = pair.result.chain;
        std::vector<placed_link> links; // before the row's first byte
        if (scored_)
            links = find_links(pair);
        bool const reverse = pair.strand == strand::reverse;
        row_ << pair.query->name << (reverse ? "\t16\t" : "\t0\t") << pair.target->name << '\t' << chain.front().j + 1
             << "\t255\t";
        write_clip(chain.front().i);
        encode_cigar(chain, links, [&](char letter, std::uint64_t count) { row_ << count << letter; });
        write_clip(pair.query->size() - 1 - chain.back().i);
        row_ << "\t*\t0\t0\t";
        sam_differences const differences =
            find_sam_differences(*pair.query, *pair.target, pair.strand, chain, links, letters_, md_);
        row_ << sam_sequence(*pair.query, pair.strand, letters_) << '\t' << sam_quality(*pair.query, pair.strand)
             << "\tNM:i:" << differences.edits;
        if (scored_)
            row_ << "\tAS:i:" << pair.result.score;
        row_ << "\tvl:i:" << pair.result.length;
        if (scored_)
            row_ << "\tvj:i:" << sums_of(links).jumps;
        if (md_)
            row_ << "\tMD:Z:" << differences.md;
        if (!group_.empty())
            row_ << "\tRG:Z:" << group_;
        if (!pair.limits_digest.empty())
            row_ << "\tgd:Z:" << pair.limits_digest;
        row_ << "\tri:Z:" << pair.query->number << ',' << pair.target->number;
        row_.end();
    }

private:
    static void check_targets(run_record const & run)
    {
        std::unordered_map<std::string_view, sequence const *> seen;
        for (sequence const * const target : run.targets) {
            check_sam_target_name(*target);
            if (target->size() > sam_longest_target)
                throw input_error{fmt::format("{}: {} letters, but SAM can hold {}: use --format paf, tsv or json",
                                              record_label("target", *target), target->size(), sam_longest_target)};
            if (auto const [other, is_new] = seen.emplace(target->name, target); !is_new)
                throw input_error{fmt::format("duplicate target name {} (records {} and {}), which SAM cannot hold: "
                                              "rename one, or use --format paf, tsv or json",
                                              target->name, other->second->number, target->number)};
        }
    }

    void write_clip(std::uint64_t letters)
    {
        if (letters != 0)
            row_ << letters << 'S';
    }

    row row_;
    alphabet letters_ = alphabet::dna;
    bool md_ = false, scored_ = false;
    std::string group_; // ID of the read group
};

} // namespace

std::unique_ptr<writer> make_sam_writer(output_file & out)
{
    return std::make_unique<sam_writer>(out);
}

} // namespace vglcs::detail
