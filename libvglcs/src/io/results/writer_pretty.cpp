// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"
#include "io/results/placed_links.hpp"
#include "io/results/pretty_blocks.hpp"
#include "io/results/pretty_reasons.hpp"
#include "io/results/row.hpp"
#include "io/results/writers.hpp"

#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace vglcs::detail {

namespace {

/// Stretches of skipped letters longer than this are left out but for `shown_ends` columns at either end; so are jumps,
/// of which the ends are what matters.
constexpr std::uint64_t longest_shown = 120, longest_jump_shown = 30, shown_ends = 10;

/// What the steps without a jump from pair to pair of a chain do to one side's limits.
struct limit_use
{
    std::uint64_t largest = 0, at = 0; ///< most letters skipped at once, and the aligned position after them
    gap_limit limit{};                 ///< there
    std::uint64_t steps_with_skips = 0, used_up = 0;
};

/// The limit of a side at a pair: that of its own letter, and what the partner's letter says.
gap_limit limit_at(gap_limits const & own, std::uint64_t at, gap_limits const * by_partner, std::uint64_t partner)
{
    gap_limit limit = own[at];
    if (by_partner && by_partner->size() != 0) {
        gap_limit const rule = (*by_partner)[partner];
        limit.lo = std::max(limit.lo, rule.lo);
        limit.hi = std::min(limit.hi, rule.hi);
    }
    return limit;
}

gap_limit query_limit(pair_record const & pair, matched_pair at)
{
    return limit_at(*pair.query_limits, at.i, pair.query_by_target, at.j);
}

gap_limit target_limit(pair_record const & pair, matched_pair at)
{
    return limit_at(*pair.target_limits, at.j, pair.target_by_query, at.i);
}

template <class Position>
limit_use use_of(pair_record const & pair, std::vector<placed_link> const & links,
                 std::optional<jumped> chain_link::*jump, gap_limit (*limit)(pair_record const &, matched_pair),
                 Position position)
{
    std::vector<matched_pair> const & chain = pair.result.chain;
    limit_use out;
    link_cursor link{links};
    for (std::size_t k = 1; k < chain.size(); ++k) {
        std::uint64_t const at = position(chain[k]), skipped = at - position(chain[k - 1]) - 1;
        chain_link const * const own = link(k);
        if (skipped == 0 || (own && own->*jump))
            continue;
        ++out.steps_with_skips;
        gap_limit const allowed = limit(pair, chain[k]);
        out.used_up += skipped == allowed.hi;
        if (skipped > out.largest) {
            out.largest = skipped;
            out.at = at;
            out.limit = allowed;
        }
    }
    return out;
}

/// `*` as many letters are skipped before this one as its limit allows, `+` as few as it asks for. Behind a jump those
/// back to its end count, and none are asked for.
char mark_of(gap_limit limit, std::uint64_t at, std::uint64_t before, std::optional<jumped> const & jump)
{
    std::uint64_t const skipped = jump ? at - jump->end : at - before - 1;
    if (skipped == 0)
        return ' ';
    return skipped == limit.hi ? '*' : skipped == limit.lo && !jump ? '+' : ' ';
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
        if (!run.gaps_b_by_a.empty())
            row_ << ", of targets by queries " << one_line(run.gaps_b_by_a);
        if (!run.gaps_a_by_b.empty())
            row_ << ", of queries by targets " << one_line(run.gaps_a_by_b);
        row_.end();
        scored_ = run.costs.has_value();
        if (scored_)
            write_costs(*run.costs);
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
        std::vector<placed_link> links;
        if (scored_)
            links = find_links(pair);
        if (scored_)
            write_score(pair, links);
        if (!scored_ || task_ == task::alignment)
            write_length(pair, links);
        if (task_ == task::alignment && !pair.result.chain.empty()) {
            if (pair.query_limits)
                write_limits("query", query_limit, pair, links, &chain_link::a,
                             [](matched_pair const & p) { return p.i; });
            if (pair.target_limits)
                write_limits("target", target_limit, pair, links, &chain_link::b,
                             [](matched_pair const & p) { return p.j; });
            write_jumps(pair, links);
            write_reasons(row_, pair);
            write_blocks(pair, links);
        }
    }

private:
    void write_costs(run_costs const & costs)
    {
        row_ << fmt::format("costs   match {}, skip {} of queries, {} of targets", costs.scoring.match,
                            costs.scoring.skip_a, costs.scoring.skip_b);
        auto const add = [&](std::string_view what, std::vector<std::string> const & specs) {
            for (std::string const & spec : specs)
                row_ << fmt::format(", {} {}", what, one_line(spec));
        };
        add("jumps of queries", costs.jump_a);
        add("leaving of queries", costs.leave_a);
        add("jumps of targets", costs.jump_b);
        add("leaving of targets", costs.leave_b);
        row_.end();
    }

    void write_score(pair_record const & pair, std::vector<placed_link> const & links)
    {
        row_ << fmt::format("score   {}", pair.result.score);
        if (task_ == task::length)
            write_last(pair);
        else if (!pair.result.chain.empty())
            row_ << fmt::format(" ({} pairs of {}, less {} that links cost)", pair.result.length, pair.scoring.match,
                                sums_of(links).cost);
        row_.end();
    }

    void write_last(pair_record const & pair)
    {
        if (auto const & last = pair.result.last)
            row_ << fmt::format(", the chain ends at letter {} of the query and letter {} of the target",
                                query_position(pair, last->i), last->j + 1);
    }

    /// A line for each jump, in letters of the records.
    void write_jumps(pair_record const & pair, std::vector<placed_link> const & links)
    {
        auto const write_jump = [&](std::string_view side, std::optional<jumped> const & jump, std::uint64_t cost,
                                    bool down) {
            if (!jump)
                return;
            std::uint64_t first = jump->first + 1, last = jump->end;
            if (down)
                first = query_position(pair, jump->first), last = query_position(pair, jump->end - 1);
            row_ << fmt::format("jump    {}: {} letters, {} to {}; its link costs {}", side, jump->end - jump->first,
                                first, last, cost);
            row_.end();
        };
        for (auto const & [at, link] : links) {
            write_jump("query", link.a, link.cost, pair.strand == strand::reverse);
            write_jump("target", link.b, link.cost, false);
        }
    }

    void write_unanswered(pair_record const & pair)
    {
        row_ << "status  " << one_line(pair.status);
        if (pair.status == "pruned")
            row_ << fmt::format(" (its {} is at most {})", scored_ ? "score" : "length", pair.bound);
        row_.end();
    }

    void write_length(pair_record const & pair, std::vector<placed_link> const & links)
    {
        row_ << "length  " << pair.result.length;
        if (task_ == task::alignment) {
            cigar_counts const c = count_cigar(pair.result.chain, links);
            row_ << fmt::format(", identity {}", identity_text(c.matches, c.columns()));
            if (c.columns() != 0)
                row_ << fmt::format(" ({} matched, skipped: {} in both, {} in the query, {} in the target)", c.matches,
                                    c.mismatches, c.insertions, c.deletions);
        } else {
            write_last(pair);
        }
        row_.end();
    }

    /// 1-based position on the query's original strand.
    static std::uint64_t query_position(pair_record const & pair, std::uint64_t i)
    {
        return pair.strand == strand::forward ? i + 1 : pair.query->size() - i;
    }

    template <class Position>
    void write_limits(std::string_view side, gap_limit (*limit)(pair_record const &, matched_pair),
                      pair_record const & pair, std::vector<placed_link> const & links,
                      std::optional<jumped> chain_link::*jump, Position position)
    {
        limit_use const use = use_of(pair, links, jump, limit, position);
        if (use.largest == 0) {
            row_ << fmt::format("limits  {}: no letter is skipped", side);
        } else {
            std::uint64_t const shown = side == "query" ? query_position(pair, use.at) : use.at + 1;
            row_ << fmt::format("limits  {}: at most {} skipped at once, before letter {} (limit {}); {} of {} gaps "
                                "use their limit up",
                                side, use.largest, shown, to_string(use.limit), use.used_up, use.steps_with_skips);
        }
        row_.end();
    }

    void write_blocks(pair_record const & pair, std::vector<placed_link> const & links)
    {
        auto const & chain = pair.result.chain;
        matched_pair const first = chain.front();
        pretty_blocks blocks{row_, query_position(pair, first.i), pair.strand == strand::reverse, first.j + 1,
                             std::max(pair.query->size(), pair.target->size())};
        reason_marks const reasons{pair};
        link_cursor link{links};
        std::size_t k = 0; // the pair to come
        std::uint64_t i = first.i, j = first.j;
        encode_columns(chain, links, [&](char letter, std::uint64_t count) {
            bool const query = letter != 'D' && letter != 'N', target = letter != 'I' && letter != 'J';
            if (letter == '=')
                for (std::size_t const end = k + count; k < end; ++k)
                    write_match(blocks, pair, k, link(k), reasons);
            else
                write_skipped(blocks, pair, i, query ? count : 0, j, target ? count : 0, letter == 'J' || letter == 'N',
                              reasons);
            i += query ? count : 0;
            j += target ? count : 0;
        });
        blocks.finish();
    }

    static void write_match(pretty_blocks & blocks, pair_record const & pair, std::size_t k, chain_link const * link,
                            reason_marks const & reasons)
    {
        auto const & chain = pair.result.chain;
        matched_pair const at = chain[k];
        char query_mark = ' ', target_mark = ' ';
        if (k != 0) {
            if (pair.query_limits)
                query_mark = mark_of(query_limit(pair, at), at.i, chain[k - 1].i, link ? link->a : std::nullopt);
            if (pair.target_limits)
                target_mark = mark_of(target_limit(pair, at), at.j, chain[k - 1].j, link ? link->b : std::nullopt);
        }
        blocks.column(aligned_letter(*pair.query, pair.strand, at.i), pair.target->letters[at.j],
                      reasons.is_shared(k) ? '|' : ':', reasons.query(at.i, query_mark),
                      reasons.target(at.j, target_mark));
    }

    /// Columns without a match: `count_i` letters of the query from i on, `count_j` of the target from j on; both
    /// counts are the same, or one is 0.
    /// @param over   they are jumped over, which is shown
    static void write_skipped(pretty_blocks & blocks, pair_record const & pair, std::uint64_t i, std::uint64_t count_i,
                              std::uint64_t j, std::uint64_t count_j, bool over, reason_marks const & reasons)
    {
        std::uint64_t const columns = std::max(count_i, count_j);
        auto const show = [&](std::uint64_t from, std::uint64_t to) {
            for (std::uint64_t k = from; k < to; ++k)
                blocks.column(count_i ? aligned_letter(*pair.query, pair.strand, i + k) : '-',
                              count_j ? pair.target->letters[j + k] : '-', over ? '~' : ' ',
                              count_i ? reasons.query(i + k, ' ') : ' ', count_j ? reasons.target(j + k, ' ') : ' ');
        };
        if (columns <= (over ? longest_jump_shown : longest_shown)) {
            show(0, columns);
            return;
        }
        std::uint64_t const hidden = columns - 2 * shown_ends;
        show(0, shown_ends);
        blocks.leave_out(count_i ? hidden : 0, count_j ? hidden : 0,
                         fmt::format("{} letters of the {} {}", hidden,
                                     count_i && count_j ? "query and of the target"
                                     : count_i          ? "query"
                                                        : "target",
                                     over ? "jumped over" : "skipped"));
        show(columns - shown_ends, columns);
    }

    task task_;
    row row_;
    bool scored_ = false;
};

} // namespace

std::unique_ptr<writer> make_pretty_writer(task t, output_file & out)
{
    return std::make_unique<pretty_writer>(t, out);
}

} // namespace vglcs::detail
