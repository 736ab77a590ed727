// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/pair_filter.hpp"

#include <fmt/format.h>

#include <string_view>

namespace vglcs::tools {

row_counts & row_counts::operator+=(row_counts const & other) noexcept
{
    pairs += other.pairs;
    rows += other.rows;
    failed += other.failed;
    empty += other.empty;
    too_short += other.too_short;
    too_unlike += other.too_unlike;
    not_top += other.not_top;
    skipped += other.skipped;
    pruned_short += other.pruned_short;
    pruned_not_top += other.pruned_not_top;
    too_low += other.too_low;
    pruned_low += other.pruned_low;
    return *this;
}

std::string filter_summary(pair_filter const & filter, row_counts const & counts)
{
    if (!filter.leaves_out() && filter.kmer == 0)
        return {};
    std::string_view const best = filter.by_score ? "best" : "longest";
    std::string out = fmt::format("{} pairs, {} with a row", counts.pairs, counts.rows);
    if (filter.min_length != 0)
        out += fmt::format("; {} shorter than {} ({} by an upper bound)", counts.too_short, filter.min_length,
                           counts.pruned_short);
    if (filter.min_score != 0)
        out += fmt::format("; {} of a score below {} ({} by an upper bound)", counts.too_low, filter.min_score,
                           counts.pruned_low);
    if (filter.min_identity > 0)
        out += fmt::format("; {} of an identity below {}", counts.too_unlike, filter.min_identity);
    if (filter.top != 0)
        out += fmt::format("; {} not {} of a query ({} by an upper bound)", counts.not_top,
                           filter.top == 1 ? fmt::format("the {}", best)
                                           : fmt::format("among the {} {}", filter.top, best),
                           counts.pruned_not_top);
    if (filter.kmer != 0)
        out += fmt::format("; {} skipped by the k-mer heuristic, which may miss pairs", counts.skipped);
    return out;
}

} // namespace vglcs::tools
