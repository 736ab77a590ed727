// SPDX-License-Identifier: BSD-3-Clause
#include "rows/row_output.hpp"

#include "base/build_info.hpp"
#include "rows/keep_rows.hpp"

#include <vglcs/io/part_mark.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace vglcs::tools {

/// A writer whose rows land in `text`.
struct row_output::maker
{
    std::string text;
    output_file file = output_file::into(text);
    std::unique_ptr<writer> rows;

    maker(format f, run_record const & run) : rows{make_writer(f, run.task, file)} { rows->begin(run); }
};

run_record run_record_of(job_options const & job, context const & run, inputs const & in)
{
    run_record out;
    out.task = job.task == "length" ? task::length : task::alignment;
    out.alphabet = in.alphabet;
    out.command_line = run.command_line;
    out.gaps_a = in.a.spec();
    out.gaps_b = in.b.spec();
    if (in.a.limits_for_partner())
        out.gaps_b_by_a = in.a.limits_for_partner()->text();
    if (in.b.limits_for_partner())
        out.gaps_a_by_b = in.b.limits_for_partner()->text();
    out.strand = job.strand;
    out.version = version();
    out.build = build_summary();
    out.device = job.device;
    out.read_group = job.chosen_read_group();
    out.md = job.md;
    out.descriptions = job.keep_description;
    out.certificates = job.certificate;
    out.explanations = job.explain;
    if (scoring_options const & s = job.scores; s.is_scored())
        out.costs = run_costs{s.chosen_scoring(), s.jump_a, s.jump_b, s.leave_a, s.leave_b, s.transcript};
    return out;
}

row_output::row_output(job_options const & job, context const & run, inputs const & in, notes const & out,
                       output_setting setting)
    : format_{setting.matrix ? format::tsv : job.chosen_format()}, setting_{std::move(setting)},
      file_{output_file::for_text(job.output, &run.control)}, run_{run_record_of(job, run, in)},
      has_status_{!omits_empty_pairs(format_)}, notes_{out}, wanted_{.limits = format_ == format::paf ||
                                                                               format_ == format::sam ||
                                                                               format_ == format::json,
                                                                     .letters = format_ == format::json}
{
    (void)make_writer(format_, run_.task, file_); // refuses a format that cannot show the task, before any work
}

row_output::~row_output() = default;

void row_output::begin(std::vector<shared_record> const & targets)
{
    if (setting_.matrix) {
        for (shared_record const & t : targets)
            matrix_.add(t->record.name, t->record.size());
        matrix_.check_names();
        return;
    }
    if (needs_targets_first())
        for (shared_record const & t : targets)
            run_.targets.push_back(&t->record);
    std::unique_ptr<maker> first = take_maker();
    file_.write(std::exchange(first->text, {}));
    run_.targets.clear(); // the other writers' headers are not shown
    makers_.push_back(std::move(first));
}

std::unique_ptr<row_output::maker> row_output::take_maker()
{
    {
        std::lock_guard const lock{makers_mutex_};
        if (!makers_.empty()) {
            auto out = std::move(makers_.back());
            makers_.pop_back();
            return out;
        }
    }
    return std::make_unique<maker>(format_, run_);
}

block_rows row_output::make(block_work const & work)
{
    block_rows out{.number = work.number()};
    out.counts.pairs = work.jobs().size();
    {
        std::lock_guard const lock{mutex_};
        for (pair_job const & job : work.jobs())
            if (job.result.pruned)
                pruned_.add(*job.result.pruned);
    }
    if (setting_.matrix) {
        write_lengths(work, out);
        return out;
    }
    std::unique_ptr<maker> mine = take_maker();
    mine->text.clear();
    try {
        write_rows(work, *mine->rows, out);
    } catch (...) {
        out.failure = std::current_exception();
    }
    out.text = std::exchange(mine->text, {});
    if (!out.failure) { // a writer that threw may hold half a row
        std::lock_guard const lock{makers_mutex_};
        makers_.push_back(std::move(mine));
    }
    return out;
}

void row_output::write_rows(block_work const & work, writer & rows, block_rows & out) const
{
    for (pair_job const & job : work.jobs()) {
        if (job.failure && setting_.failures_end_run)
            std::rethrow_exception(job.failure);
        switch (job.fate) {
        case pair_fate::open:
        case pair_fate::answered:
            if (job.failure)
                count_failed(job, out);
            else if (job.result.score == 0 && out.counts.empty++ == 0)
                out.first_empty = fmt::format("{} with {}", job.query->record.name, job.target->record.name);
            break;
        case pair_fate::skipped:
            ++out.counts.skipped;
            break;
        case pair_fate::too_short:
            ++out.counts.too_short;
            out.counts.pruned_short += job.pruned;
            break;
        case pair_fate::too_low:
            ++out.counts.too_low;
            out.counts.pruned_low += job.pruned;
            break;
        case pair_fate::too_unlike:
            ++out.counts.too_unlike;
            break;
        case pair_fate::not_top:
            ++out.counts.not_top;
            out.counts.pruned_not_top += job.pruned;
            break;
        }
        bool const shown = has_status_ ? job.fate == pair_fate::answered || job.fate == pair_fate::skipped ||
                                             (job.pruned && setting_.filter.show_pruned)
                                       : job.fate == pair_fate::answered && !job.failure && job.result.score != 0;
        if (!shown)
            continue;
        ++out.counts.rows;
        rows.write(record_of(job, wanted_, run_.costs ? run_.costs->scoring : scoring{}));
    }
}

/// A line a pair: places in the matrix, and the length or nothing.
void row_output::write_lengths(block_work const & work, block_rows & out) const
{
    for (pair_job const & job : work.jobs()) {
        ++out.counts.rows;
        out.text += fmt::format("{}\t{}\t", job.query->record.number - 1, job.target->record.number - 1);
        if (!job.failure)
            out.text += fmt::format("{}", job.result.length);
        out.text += '\n';
        if (job.failure)
            count_failed(job, out);
    }
}

void row_output::count_failed(pair_job const & job, block_rows & out) const
{
    ++out.counts.failed;
    if (setting_.matrix || !has_status_)
        out.warnings +=
            fmt::format("{} with {}: {}\n", job.query->record.name, job.target->record.name, record_of(job, {}).status);
}

void row_output::say(std::string_view warnings) const
{
    for (; !warnings.empty(); warnings.remove_prefix(warnings.find('\n') + 1))
        notes_.warn(std::string{warnings.substr(0, warnings.find('\n'))});
}

void row_output::read_lengths(std::string_view text)
{
    while (!text.empty()) {
        std::uint64_t fields[3] = {};
        char const * at = text.data();
        char const * const end = at + text.find('\n');
        bool known = true;
        for (std::uint64_t & field : fields) {
            auto const [stop, fault] = std::from_chars(at, end, field);
            known = fault == std::errc{};
            at = stop + (stop != end);
        }
        matrix_.set(fields[0], fields[1], known ? std::optional{fields[2]} : std::nullopt);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    }
}

bool row_output::is_done(std::uint64_t block) const
{
    if (!setting_.journal)
        return false;
    std::lock_guard const lock{mutex_};
    return setting_.journal->has(block);
}

std::size_t row_output::put(block_rows rows)
{
    std::lock_guard const lock{mutex_};
    if (setting_.journal) {
        if (rows.failure)
            std::rethrow_exception(rows.failure);
        setting_.journal->append(rows);
        say(rows.warnings);
        return 1;
    }
    early_.emplace(rows.number, std::move(rows));
    std::size_t written = 0;
    for (auto first = early_.begin(); first != early_.end() && first->first == next_; first = early_.begin()) {
        block_rows now = std::move(first->second);
        early_.erase(first);
        pass_on(std::move(now));
        ++next_;
        ++written;
    }
    return written;
}

void row_output::pass_on(block_rows rows)
{
    if (setting_.matrix)
        read_lengths(rows.text);
    else if (setting_.part && has_part_mark(format_))
        write_rows_of_part(rows.text);
    else
        file_.write(rows.text);
    say(rows.warnings);
    counts_ += rows.counts;
    if (first_empty_.empty())
        first_empty_ = std::move(rows.first_empty);
    if (rows.failure) {
        file_.write(std::exchange(last_row_, {}));
        file_.flush(); // the rows before it are good
        std::rethrow_exception(rows.failure);
    }
}

void row_output::write_rows_of_part(std::string_view text)
{
    if (text.empty())
        return;
    part_rows_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    auto const before = text.substr(0, text.size() - 1).rfind('\n');
    std::size_t const last = before == text.npos ? 0 : before + 1;
    file_.write(std::exchange(last_row_, std::string{text.substr(last)}));
    file_.write(text.substr(0, last));
}

void row_output::keep_on_failure(std::function<void()> const & work)
{
    keep_rows_on_failure(file_, work, [this] { return put_finished(); });
}

std::uint64_t row_output::put_finished()
{
    std::lock_guard const lock{mutex_};
    if (setting_.matrix || setting_.journal)
        return 0;
    std::uint64_t rows = counts_.rows;
    file_.write(std::exchange(last_row_, {}));
    for (auto const & [number, block] : early_) { // answered before one that failed
        file_.write(block.text);
        rows += block.counts.rows;
    }
    return rows;
}

void row_output::finish()
{
    if (setting_.journal)
        setting_.journal->read_all([this](block_rows rows) { pass_on(std::move(rows)); });
    if (setting_.matrix)
        matrix_.write(file_);
    else if (setting_.part && has_part_mark(format_))
        file_.write(marked_end(format_, {setting_.part->index, setting_.part->count, part_rows_}, last_row_));
    file_.commit();
    if (setting_.journal)
        setting_.journal->remove();
    if (counts_.empty && !setting_.matrix && omits_empty_pairs(format_))
        notes_.note(fmt::format("{} pair{} without a matching letter {} no line (first: {})", counts_.empty,
                                counts_.empty == 1 ? "" : "s", counts_.empty == 1 ? "has" : "have", first_empty_));
    if (std::string const summary = pruned_.text(); !summary.empty())
        notes_.note(summary);
    if (std::string const summary = filter_summary(setting_.filter, counts_); !summary.empty())
        notes_.note(summary);
}

} // namespace vglcs::tools
