// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"
#include "io/results/placed_links.hpp"
#include "io/results/row.hpp"
#include "io/results/sam_differences.hpp"
#include "io/results/sam_header.hpp"
#include "io/results/sam_letters.hpp"
#include "io/results/sam_name.hpp"
#include "io/results/writers.hpp"

#include <string>
#include <vector>

namespace vglcs::detail {

namespace {

class sam_writer final : public writer
{
public:
    explicit sam_writer(output_file & out) : row_{out} {}

    void begin(run_record const & run) override
    {
        std::vector<sam_target> targets;
        for (sequence const * const t : run.targets)
            targets.push_back({.name = t->name, .letters = t->size(), .number = t->number, .line = t->line});
        check_sam_targets(targets, sam_advice);
        letters_ = run.alphabet;
        md_ = run.md;
        scored_ = run.costs.has_value();
        group_ = read_group_id(run.read_group);
        std::string header = sam_header(targets, run.read_group, run.version, run.command_line);
        header.pop_back(); // its line end is the row's
        row_ << header;
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
