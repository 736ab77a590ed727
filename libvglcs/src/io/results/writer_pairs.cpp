// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
#include "io/results/placed_links.hpp"
#include "io/results/row.hpp"
#include "io/results/table_headers.hpp"
#include "io/results/writers.hpp"

#include <fmt/format.h>

namespace vglcs::detail {

namespace {

class pairs_writer final : public writer
{
public:
    explicit pairs_writer(output_file & out) : row_{out} {}

    void begin(run_record const & run) override
    {
        scored_ = run.costs.has_value();
        row_ << pairs_header;
        if (scored_)
            row_ << pairs_jumps_header;
        row_.end();
    }

    void write(pair_record const & pair) override
    {
        check_table_names(pair, "pairs");
        if (!pair.ok())
            return;
        std::string const before =
            fmt::format("{}\t{}\t{}\t", pair.query->name, pair.target->name, strand_letter(pair));
        std::string const after = fmt::format("\t{}\t{}", pair.query->number, pair.target->number);
        std::vector<placed_link> links;
        if (scored_)
            links = find_links(pair);
        link_cursor link{links};
        for (std::size_t k = 0; k < pair.result.chain.size(); ++k) {
            auto const [i, j] = pair.result.chain[k];
            row_ << before << i << '\t' << j << '\t' << aligned_letter(*pair.query, pair.strand, i) << after;
            if (scored_)
                row_ << '\t' << jumps_text(link(k));
            row_.end();
        }
    }

private:
    row row_;
    bool scored_ = false;
};

} // namespace

std::unique_ptr<writer> make_pairs_writer(output_file & out)
{
    return std::make_unique<pairs_writer>(out);
}

} // namespace vglcs::detail
