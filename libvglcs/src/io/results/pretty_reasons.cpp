// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/pretty_reasons.hpp"

#include <vglcs/explain.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace vglcs::detail {

namespace {

/// So many gaps and limits are listed, the others counted.
constexpr std::size_t most_listed = 10;

/// 1-based position on the strand as the file has it.
std::uint64_t query_place(pair_record const & pair, std::size_t i)
{
    return pair.strand == strand::forward ? i + 1 : pair.query->size() - i;
}

std::string_view plural(std::uint64_t count)
{
    return count == 1 ? "" : "s";
}

void write_chains(row & out, pair_record const & pair, explanation const & e)
{
    std::string const number =
        e.best_chains_log2 < 63 ? fmt::format("{}", e.best_chains_mod64) : fmt::format("2^{:.4f}", e.best_chains_log2);
    out << fmt::format("chains  {} of this {}; {} of {} pairs {} in all of them", number,
                       pair.result.score == pair.result.length ? "length" : "score", e.shared.size(),
                       pair.result.chain.size(), e.shared.size() == 1 ? "is" : "are");
    out.end();
}

void write_slack(row & out, explanation const & e)
{
    if (auto const least = e.least_slack())
        out << fmt::format("slack   at least {}; {} limit{} used up", *least, e.binding_sides(),
                           e.binding_sides() == 1 ? " is" : "s are");
    else
        out << "slack   no limit on any link";
    out.end();
}

void write_shifts(row & out, pair_record const & pair, explanation const & e)
{
    std::size_t sliding = 0;
    for (link_shift const & s : e.shifts) {
        if (s.left == 0 && s.right == 0)
            continue;
        if (++sliding > most_listed)
            continue;
        matched_pair const at = pair.result.chain[s.pair];
        out << fmt::format("slides  the gap before letter {} of the query and letter {} of the target: {} to the left, "
                           "{} to the right",
                           query_place(pair, at.i), at.j + 1, s.left, s.right);
        out.end();
    }
    if (sliding > most_listed) {
        out << fmt::format("slides  {} more gap{}", sliding - most_listed, plural(sliding - most_listed));
        out.end();
    }
}

void write_blockers(row & out, pair_record const & pair, explanation const & e)
{
    for (blocking_limit const & b : std::span{e.blockers}.first(std::min(most_listed, e.blockers.size()))) {
        bool const query = b.side == 'a';
        out << fmt::format("blocks  the limit of letter {} of the {}: {} more gain{} {}{}",
                           query ? query_place(pair, b.letter) : b.letter + 1, query ? "query" : "target", b.raise,
                           b.raise == 1 ? "s" : "", b.gain, b.confirmed ? " (confirmed)" : "");
        out.end();
    }
    if (e.blockers.size() > most_listed) {
        std::size_t const more = e.blockers.size() - most_listed;
        out << fmt::format("blocks  {} more limit{}", more, plural(more));
        out.end();
    }
    if (e.blockers.empty()) {
        out << "blocks  no limit alone stands in the way of a better chain";
        out.end();
    }
}

} // namespace

void write_reasons(row & out, pair_record const & pair)
{
    if (!pair.reasons)
        return;
    write_slack(out, *pair.reasons);
    write_chains(out, pair, *pair.reasons);
    write_shifts(out, pair, *pair.reasons);
    write_blockers(out, pair, *pair.reasons);
}

reason_marks::reason_marks(pair_record const & pair)
{
    if (!pair.reasons)
        return;
    shared_.resize(pair.result.chain.size());
    for (std::size_t const k : pair.reasons->shared)
        shared_[k] = true;
    for (blocking_limit const & b : pair.reasons->blockers)
        (b.side == 'a' ? query_ : target_).insert(b.letter);
}

} // namespace vglcs::detail
