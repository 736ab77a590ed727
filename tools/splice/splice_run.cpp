// SPDX-License-Identifier: BSD-3-Clause
#include "splice/splice_run.hpp"

#include "rows/keep_rows.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

namespace vglcs::tools {

splice_run::splice_run(splice_job const & job, splicer const & with, spliced_run about, read_regions const * regions,
                       std::unique_ptr<batch_journal> journal, run_control & control, unsigned threads)
    : job_{job}, format_{job.chosen_format()}, splicer_{with}, regions_{regions}, journal_{std::move(journal)},
      control_{control}, threads_{threads}, targets_{about.targets}, file_{output_file::for_text(job.output, &control)}
{
    if (format_ != spliced_format::junctions)
        rows_.emplace(format_, std::move(about));
    if (format_ == spliced_format::junctions || !job.junctions.empty())
        junctions_.emplace();
}

void splice_run::run(record_batches & reads)
{
    if (rows_)
        file_.write(rows_->header());
    auto const all = [&] {
        record_batch now, then;
        std::uint64_t number = 0;
        reads.next(now);
        while (now.count > 0) {
            std::future<void> reading; // its end is waited for, whatever happens here
            if (now.more)
                reading = std::async(std::launch::async, [&reads, &then] { reads.next(then); });
            else
                then.count = 0;
            align(now, number++);
            if (reading.valid())
                reading.get();
            std::swap(now, then);
        }
    };
    keep_rows_on_failure(file_, all, [this] { return rows_ ? counts_.reads : 0; });
    complete();
}

void splice_run::align(record_batch const & batch, std::uint64_t number)
{
    if (journal_ && journal_->has(number))
        return;
    if (rows_)
        for (sequence const & read : batch.records())
            check_read_name(format_, read);
    std::vector<spliced_read> found(batch.count);
    std::vector<std::string> rows(batch.count);
    answer(batch, found, rows);
    block_rows block;
    block.number = number;
    for (std::size_t k = 0; k < batch.count; ++k) {
        block.text += rows[k];
        rows[k] = {};
        ++block.counts.pairs;
        block.counts.rows += found[k].alignments.empty() ? 0 : 1;
        block.counts.empty += found[k].reason == "no seeds" ? 1 : 0;
        if (junctions_)
            junctions_->add(found[k]);
    }
    if (journal_)
        journal_->append(block);
    else
        put(block);
}

void splice_run::put(block_rows const & block)
{
    file_.write(block.text);
    counts_.reads += block.counts.pairs;
    counts_.aligned += block.counts.rows;
    counts_.without_seeds += block.counts.empty;
}

void splice_run::answer(record_batch const & batch, std::vector<spliced_read> & found,
                        std::vector<std::string> & rows) const
{
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    std::size_t failed_at = batch.count; // of several failures that of the first read ends the run
    auto const work = [&] {
        for (std::size_t k = next++; k < batch.count; k = next++) {
            try {
                control_.throw_if_stopped();
                sequence const & read = batch.records()[k];
                found[k] = regions_ != nullptr ? splicer_.align(read, regions_->of(read)) : splicer_.align(read);
                if (rows_)
                    rows_->append(rows[k], found[k], read);
            } catch (...) {
                std::lock_guard const lock{mutex};
                next = batch.count;
                if (k < failed_at) {
                    failed_at = k;
                    failure = std::current_exception();
                }
            }
        }
    };
    {
        std::vector<std::jthread> team;
        std::size_t const helpers = std::min<std::size_t>(threads_, batch.count);
        for (std::size_t t = 1; t < helpers; ++t)
            team.emplace_back(work);
        work();
    }
    if (failure)
        std::rethrow_exception(failure);
}

void splice_run::complete()
{
    if (journal_)
        journal_->read_all([this](block_rows block) { put(block); });
    if (!rows_)
        junctions_->write(targets_, file_);
    std::optional<output_file> second;
    if (!job_.junctions.empty()) {
        second.emplace(output_file::for_text(job_.junctions, &control_));
        junctions_->write(targets_, *second);
    }
    file_.commit();
    if (second)
        second->commit();
    if (journal_)
        journal_->remove();
}

} // namespace vglcs::tools
