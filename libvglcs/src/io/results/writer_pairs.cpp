// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
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

    void begin(run_record const &) override
    {
        row_ << pairs_header;
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
        for (auto const [i, j] : pair.result.chain) {
            row_ << before << i << '\t' << j << '\t' << aligned_letter(*pair.query, pair.strand, i) << after;
            row_.end();
        }
    }

private:
    row row_;
};

} // namespace

std::unique_ptr<writer> make_pairs_writer(output_file & out)
{
    return std::make_unique<pairs_writer>(out);
}

} // namespace vglcs::detail
