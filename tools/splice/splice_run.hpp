// SPDX-License-Identifier: BSD-3-Clause
/// Reads through a splicer into rows.
#pragma once

#include "base/commands.hpp"
#include "patterns/record_batches.hpp"
#include "rows/batch_journal.hpp"
#include "splice/read_regions.hpp"
#include "splice/splice_job.hpp"

#include <vglcs/io/output_file.hpp>
#include <vglcs/io/spliced_writer.hpp>
#include <vglcs/splice.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

/// How many reads came to what.
struct splice_counts
{
    std::uint64_t reads = 0, aligned = 0, without_seeds = 0;
};

/// Aligns reads batch by batch: each batch by all threads, the next one being read meanwhile. Rows come in the order of
/// the reads, whatever the threads. Memory: two batches of reads and the rows of one.
class splice_run
{
public:
    /// All have to outlive it. `regions` and `journal` may be null.
    splice_run(splice_job const & job, splicer const & with, spliced_run about, read_regions const * regions,
               std::unique_ptr<batch_journal> journal, run_control & control, unsigned threads);

    /// Reads to the end, writes the result, and completes it.
    void run(record_batches & reads);
    [[nodiscard]] splice_counts const & counts() const noexcept { return counts_; }

private:
    void align(record_batch const & batch, std::uint64_t number);
    void answer(record_batch const & batch, std::vector<spliced_read> & found, std::vector<std::string> & rows) const;
    void put(block_rows const & block);
    void complete();

    splice_job const & job_;
    spliced_format format_;
    splicer const & splicer_;
    read_regions const * regions_;
    std::unique_ptr<batch_journal> journal_;
    run_control & control_;
    unsigned threads_;
    std::vector<genome_record> targets_;
    std::optional<spliced_rows> rows_; ///< none for a table of junctions
    std::optional<junction_table> junctions_;
    output_file file_;
    splice_counts counts_; ///< of the reads whose rows are in the file
};

} // namespace vglcs::tools
