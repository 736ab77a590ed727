// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"
#include "io/results/explanation_text.hpp"
#include "io/results/placed_links.hpp"
#include "io/results/row.hpp"
#include "io/results/table_headers.hpp"
#include "io/results/writers.hpp"

namespace vglcs::detail {

namespace {

class tsv_writer final : public writer
{
public:
    tsv_writer(task t, output_file & out) : task_{t}, row_{out} {}

    void begin(run_record const & run) override
    {
        descriptions_ = run.descriptions;
        row_ << tsv_header;
        if (descriptions_)
            row_ << tsv_description_header;
        scored_ = run.costs.has_value();
        if (scored_)
            row_ << tsv_score_header;
        explained_ = run.explanations;
        if (explained_)
            row_ << tsv_explain_header;
        row_.end();
    }

    void write(pair_record const & pair) override
    {
        check_table_names(pair, "tsv");
        std::vector<placed_link> links; // before the row's first byte
        if (scored_)
            links = find_links(pair);
        row_ << pair.query->name << '\t' << pair.target->name << '\t';
        if (!pair.ok())
            write_unanswered(pair);
        else if (task_ == task::length)
            write_length(pair);
        else
            write_alignment(pair, links);
        row_ << '\t' << pair.query->number << '\t' << pair.target->number << '\t' << one_line(pair.status) << '\t';
        if (pair.status == "pruned")
            row_ << pair.bound;
        else
            row_ << "NA";
        if (descriptions_)
            row_ << '\t' << one_line(pair.query->description) << '\t' << one_line(pair.target->description);
        if (scored_)
            write_score(pair, links);
        if (explained_)
            row_ << explanation_columns(pair);
        row_.end();
    }

private:
    void write_sizes(pair_record const & pair) { row_ << pair.query->size() << '\t' << pair.target->size() << '\t'; }

    void write_unanswered(pair_record const & pair)
    {
        row_ << "NA\tNA\t";
        write_sizes(pair);
        row_ << "NA\tNA\tNA\tNA\tNA\tNA";
    }

    /// Without the chain only its last pair is known: the ends on +. On - it gives the start of the original strand,
    /// which the table leaves out as it does on +.
    void write_length(pair_record const & pair)
    {
        row_ << strand_letter(pair) << '\t';
        if (scored_) // the score alone is computed
            row_ << "NA\t";
        else
            row_ << pair.result.length << '\t';
        write_sizes(pair);
        auto const & last = pair.result.last;
        bool const forward = strand_letter(pair) == '+';
        row_ << "NA\t";
        if (forward)
            row_ << (last ? last->i + 1 : 0);
        else
            row_ << "NA";
        row_ << "\tNA\t" << (last ? last->j + 1 : 0) << "\tNA\tNA";
    }

    void write_score(pair_record const & pair, std::vector<placed_link> const & links)
    {
        if (!pair.ok()) {
            row_ << "\tNA\tNA";
            return;
        }
        row_ << '\t' << pair.result.score << '\t';
        if (task_ == task::length)
            row_ << "NA";
        else
            row_ << sums_of(links).jumps;
    }

    void write_alignment(pair_record const & pair, std::vector<placed_link> const & links)
    {
        row_ << strand_letter(pair) << '\t' << pair.result.length << '\t';
        write_sizes(pair);
        extent const at = extent_of(pair);
        row_ << at.query_start << '\t' << at.query_end << '\t' << at.target_start << '\t' << at.target_end << '\t';
        row_ << identity_text(pair.result.length, count_cigar(pair.result.chain, links).columns()) << '\t';
        if (pair.result.chain.empty())
            row_ << '*';
        else
            encode_cigar(pair.result.chain, links, [&](char letter, std::uint64_t count) { row_ << count << letter; });
    }

    task task_;
    row row_;
    bool descriptions_ = false, scored_ = false, explained_ = false;
};

} // namespace

std::unique_ptr<writer> make_tsv_writer(task t, output_file & out)
{
    return std::make_unique<tsv_writer>(t, out);
}

} // namespace vglcs::detail
