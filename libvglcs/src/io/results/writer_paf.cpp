// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"
#include "io/results/explanation_text.hpp"
#include "io/results/placed_links.hpp"
#include "io/results/row.hpp"
#include "io/results/writers.hpp"

namespace vglcs::detail {

namespace {

class paf_writer final : public writer
{
public:
    explicit paf_writer(output_file & out) : row_{out} {}

    void begin(run_record const & run) override { scored_ = run.costs.has_value(); }

    void write(pair_record const & pair) override
    {
        check_table_names(pair, "paf");
        if (!pair.ok() || pair.result.length == 0)
            return;
        std::vector<placed_link> links;
        if (scored_)
            links = find_links(pair);
        extent const at = extent_of(pair);
        cigar_counts const counts = count_cigar(pair.result.chain, links);
        row_ << pair.query->name << '\t' << pair.query->size() << '\t' << at.query_start << '\t' << at.query_end << '\t'
             << strand_letter(pair) << '\t' << pair.target->name << '\t' << pair.target->size() << '\t'
             << at.target_start << '\t' << at.target_end << '\t' << counts.matches << '\t' << counts.columns()
             << "\t255";
        if (scored_)
            row_ << "\tAS:i:" << pair.result.score;
        row_ << "\tvl:i:" << pair.result.length;
        if (scored_)
            row_ << "\tvj:i:" << sums_of(links).jumps;
        row_ << "\tNM:i:" << counts.edits();
        if (!pair.limits_digest.empty())
            row_ << "\tgd:Z:" << pair.limits_digest;
        row_ << "\tri:Z:" << pair.query->number << ',' << pair.target->number << explanation_tags(pair) << "\tcg:Z:";
        encode_cigar(pair.result.chain, links, [&](char letter, std::uint64_t count) { row_ << count << letter; });
        row_.end();
    }

private:
    row row_;
    bool scored_ = false;
};

} // namespace

std::unique_ptr<writer> make_paf_writer(output_file & out)
{
    return std::make_unique<paf_writer>(out);
}

} // namespace vglcs::detail
