// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"
#include "io/results/pretty_blocks.hpp"
#include "io/results/row.hpp"
#include "io/results/writers.hpp"

#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace vglcs::detail {

namespace {

/// Stretches of skipped letters longer than this are left out but for `shown_ends` columns at either end.
constexpr std::uint64_t longest_shown = 120, shown_ends = 10;

/// What the steps from pair to pair of a chain do to one side's limits.
struct limit_use
{
    std::uint64_t largest = 0, at = 0; ///< most letters skipped at once, and the aligned position after them
    std::uint64_t steps_with_skips = 0, used_up = 0;
};

template <class Position>
limit_use use_of(std::vector<matched_pair> const & chain, gap_limits const & limits, Position position)
{
    limit_use out;
    for (std::size_t k = 1; k < chain.size(); ++k) {
        std::uint64_t const at = position(chain[k]), skipped = at - position(chain[k - 1]) - 1;
        if (skipped == 0)
            continue;
        ++out.steps_with_skips;
        out.used_up += skipped == limits[at].hi;
        if (skipped > out.largest) {
            out.largest = skipped;
            out.at = at;
        }
    }
    return out;
}

/// `*` as many letters are skipped before this one as its limit allows, `+` as few as it asks for.
char mark_of(gap_limits const * limits, std::uint64_t at, std::uint64_t skipped)
{
    if (!limits || skipped == 0)
        return ' ';
    gap_limit const limit = (*limits)[at];
    return skipped == limit.hi ? '*' : skipped == limit.lo ? '+' : ' ';
}

class pretty_writer final : public writer
{
public:
    pretty_writer(task t, output_file & out) : task_{t}, row_{out} {}

    void begin(run_record const & run) override
    {
        row_ << fmt::format("vglcs {}: alphabet {}, limits of queries {}, of targets {}", one_line(run.version),
                            name(run.alphabet), run.gaps_a.empty() ? "inf" : one_line(run.gaps_a),
                            run.gaps_b.empty() ? "inf" : one_line(run.gaps_b));
        row_.end();
    }

    void write(pair_record const & pair) override
    {
        row_ << fmt::format("\nquery   {} (record {}, {} letters{})", one_line(pair.query->name), pair.query->number,
                            pair.query->size(), pair.ok() ? fmt::format(", strand {}", strand_letter(pair)) : "");
        row_.end();
        row_ << fmt::format("target  {} (record {}, {} letters)", one_line(pair.target->name), pair.target->number,
                            pair.target->size());
        row_.end();
        if (!pair.ok()) {
            write_unanswered(pair);
            return;
        }
        write_length(pair);
        if (task_ == task::alignment && !pair.result.chain.empty()) {
            write_limits("query", pair.query_limits, pair, [](matched_pair const & p) { return p.i; });
            write_limits("target", pair.target_limits, pair, [](matched_pair const & p) { return p.j; });
            write_blocks(pair);
        }
    }

private:
    void write_unanswered(pair_record const & pair)
    {
        row_ << "status  " << one_line(pair.status);
        if (pair.status == "pruned")
            row_ << fmt::format(" (its length is at most {})", pair.bound);
        row_.end();
    }

    void write_length(pair_record const & pair)
    {
        row_ << "length  " << pair.result.length;
        if (task_ == task::alignment) {
            cigar_counts const c = count_cigar(pair.result.chain);
            row_ << fmt::format(", identity {}", identity_text(c.matches, c.columns()));
            if (c.columns() != 0)
                row_ << fmt::format(" ({} matched, skipped: {} in both, {} in the query, {} in the target)", c.matches,
                                    c.mismatches, c.insertions, c.deletions);
        } else if (auto const & last = pair.result.last)
            row_ << fmt::format(", the chain ends at letter {} of the query and letter {} of the target",
                                query_position(pair, last->i), last->j + 1);
        row_.end();
    }

    /// 1-based position on the query's original strand.
    static std::uint64_t query_position(pair_record const & pair, std::uint64_t i)
    {
        return pair.strand == strand::forward ? i + 1 : pair.query->size() - i;
    }

    template <class Position>
    void write_limits(std::string_view side, gap_limits const * limits, pair_record const & pair, Position position)
    {
        if (!limits)
            return;
        limit_use const use = use_of(pair.result.chain, *limits, position);
        if (use.largest == 0) {
            row_ << fmt::format("limits  {}: no letter is skipped", side);
        } else {
            std::uint64_t const shown = side == "query" ? query_position(pair, use.at) : use.at + 1;
            row_ << fmt::format("limits  {}: at most {} skipped at once, before letter {} (limit {}); {} of {} gaps "
                                "use their limit up",
                                side, use.largest, shown, to_string((*limits)[use.at]), use.used_up,
                                use.steps_with_skips);
        }
        row_.end();
    }

    void write_blocks(pair_record const & pair)
    {
        auto const & chain = pair.result.chain;
        matched_pair const first = chain.front();
        pretty_blocks blocks{row_, query_position(pair, first.i), pair.strand == strand::reverse, first.j + 1,
                             std::max(pair.query->size(), pair.target->size())};
        matched_pair before = first;
        for (matched_pair const & p : chain) {
            std::uint64_t skipped_i = 0, skipped_j = 0;
            if (p != first) {
                skipped_i = p.i - before.i - 1;
                skipped_j = p.j - before.j - 1;
                std::uint64_t const common = std::min(skipped_i, skipped_j);
                write_skipped(blocks, pair, before.i + 1, common, before.j + 1, common);
                write_skipped(blocks, pair, before.i + 1 + common, skipped_i - common, before.j + 1 + common,
                              skipped_j - common);
            }
            blocks.column(aligned_letter(*pair.query, pair.strand, p.i), pair.target->letters[p.j], true,
                          mark_of(pair.query_limits, p.i, skipped_i), mark_of(pair.target_limits, p.j, skipped_j));
            before = p;
        }
        blocks.finish();
    }

    /// Columns without a match: `count_i` letters of the query from i on, `count_j` of the target from j on; both
    /// counts are the same, or one is 0.
    static void write_skipped(pretty_blocks & blocks, pair_record const & pair, std::uint64_t i, std::uint64_t count_i,
                              std::uint64_t j, std::uint64_t count_j)
    {
        std::uint64_t const columns = std::max(count_i, count_j);
        auto const show = [&](std::uint64_t from, std::uint64_t to) {
            for (std::uint64_t k = from; k < to; ++k)
                blocks.column(count_i ? aligned_letter(*pair.query, pair.strand, i + k) : '-',
                              count_j ? pair.target->letters[j + k] : '-', false, ' ', ' ');
        };
        if (columns <= longest_shown) {
            show(0, columns);
            return;
        }
        std::uint64_t const hidden = columns - 2 * shown_ends;
        show(0, shown_ends);
        blocks.leave_out(count_i ? hidden : 0, count_j ? hidden : 0,
                         fmt::format("{} letters of the {} skipped", hidden,
                                     count_i && count_j ? "query and of the target"
                                     : count_i          ? "query"
                                                        : "target"));
        show(columns - shown_ends, columns);
    }

    task task_;
    row row_;
};

} // namespace

std::unique_ptr<writer> make_pretty_writer(task t, output_file & out)
{
    return std::make_unique<pretty_writer>(t, out);
}

} // namespace vglcs::detail
