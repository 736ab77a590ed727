// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/commands.hpp"
#include "blocks/block_source.hpp"
#include "blocks/row_sink.hpp"
#include "rows/batch_journal.hpp"
#include "rows/pruning_summary.hpp"

#include <vglcs/io/distance_matrix.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/io/writer.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace vglcs::tools {

/// What an output has beside rows of a format.
struct output_setting
{
    bool failures_end_run = false; ///< a pair that fails ends the run (align); else it has its row
    bool matrix = false;           ///< distances instead of rows
    pair_filter filter;
    std::optional<shard> part;              ///< the rows are those of a part, which has its mark
    std::unique_ptr<batch_journal> journal; ///< finished blocks go there until all are; may be null
};

/// What holds for all rows of a run.
[[nodiscard]] run_record run_record_of(job_options const & job, context const & run, inputs const & in);

/// The one place where rows are written: makes rows of blocks in the run's format (any thread) and puts them into the
/// file in the order of the blocks. Blocks that come too early wait in memory, or, with a journal, on disk.
class row_output final : public row_sink
{
public:
    row_output(job_options const & job, context const & run, inputs const & in, notes const & out,
               output_setting setting);
    ~row_output() override;

    /// Header lines; `targets` matter to sam, which must know them before the first row, and to the matrix.
    void begin(std::vector<shared_record> const & targets);

    [[nodiscard]] block_rows make(block_work const & work) override;
    [[nodiscard]] std::size_t put(block_rows rows) override;
    /// True where the journal has the block already.
    [[nodiscard]] bool is_done(std::uint64_t block) const;

    /// Runs `work`, which puts rows and finishes the output. Where it throws, rows that are finished stay beside the
    /// target, and a line on standard error says where. (With a journal they are there; an interrupted run is to leave
    /// nothing behind.)
    void keep_on_failure(std::function<void()> const & work);

    /// Completes the file, then says what had no line and what the filters left out.
    void finish();

    /// True where the format states all targets in its header.
    [[nodiscard]] bool needs_targets_first() const noexcept { return format_ == format::sam; }
    [[nodiscard]] row_counts const & counts() const noexcept { return counts_; }
    /// Where to look for the reason of a pair that failed.
    [[nodiscard]] std::string_view reasons() const noexcept
    {
        return setting_.matrix || !has_status_ ? "see the warnings above" : "see the column status";
    }

private:
    struct maker; ///< a writer into memory
    [[nodiscard]] std::unique_ptr<maker> take_maker();
    void write_rows(block_work const & work, writer & rows, block_rows & out) const;
    void write_lengths(block_work const & work, block_rows & out) const;
    void count_failed(pair_job const & job, block_rows & out) const;
    void say(std::string_view warnings) const;
    void pass_on(block_rows rows);
    void read_lengths(std::string_view text);
    void write_rows_of_part(std::string_view text);
    /// Finished rows that are not in the file yet go there; the number of all. 0 where they are not to be kept.
    [[nodiscard]] std::uint64_t put_finished();

    format format_;
    output_setting setting_;
    output_file file_;
    run_record run_;
    bool has_status_; ///< every pair has a row in this format, which says what became of it
    notes notes_;
    wanted_digests wanted_;
    distance_matrix matrix_;

    std::mutex makers_mutex_;
    std::vector<std::unique_ptr<maker>> makers_; ///< those not at work

    mutable std::mutex mutex_; ///< guards what follows, and the journal
    std::map<std::uint64_t, block_rows> early_;
    std::uint64_t next_ = 0;
    row_counts counts_;
    mutable pruning_summary pruned_;
    std::string first_empty_;
    std::string last_row_;        ///< of a part: not written yet, it may have to carry the mark
    std::uint64_t part_rows_ = 0; ///< lines
};

} // namespace vglcs::tools
