// SPDX-License-Identifier: BSD-3-Clause
#include "splice/spliced_check.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace vglcs::tools {

void take_splice_prices(job_options & job, splice_options const & how)
{
    gap_options const no_limits{};
    if (job.gaps.bare || !job.gaps.both.empty() || !job.gaps.a.empty() || !job.gaps.b.empty() ||
        !job.gaps.b_by_a.empty() || !job.gaps.a_by_b.empty() || job.gaps.otherwise != no_limits.otherwise ||
        job.scores.is_scored())
        throw usage_error{
            "--splice: it has limits and prices of its own: leave out --gaps, --match, --skip, --jump and "
            "--leave"};
    splice_prices const & p = how.prices;
    auto const introns = [&](std::string_view site, std::uint32_t cost) {
        return fmt::format("{}={}..{}@{}", site, how.least_intron, how.most_intron, cost);
    };
    job.gaps.both = {std::to_string(p.gap)};
    job.scores.match = std::to_string(p.match);
    job.scores.skip = std::to_string(p.skip);
    job.scores.jump_b = {introns("after:AG", p.intron) + ',' + introns("after:AC", p.intron + p.end_ac) + ',' +
                         introns("*", p.intron + p.end_other)};
    job.scores.leave_b = {fmt::format("at:GT=0,at:GC={},at:AT={},*={}", p.begin_gc, p.begin_at, p.begin_other)};
    job.scores.transcript = "both";
    job.strand = "both";
}

jumps const & spliced_check::jumps_of(sequence const & target, strand transcript)
{
    auto const [place, is_new] = jumps_.try_emplace({target.number, transcript});
    if (is_new)
        place->second = intron_jumps(target, target.number - 1, transcript, &genes_, how_);
    return place->second;
}

std::optional<std::string> spliced_check::limit_fault(stated_pair const & stated, sequence const & target) const
{
    if (!stated.cigar || stated.runs.empty())
        return std::nullopt;
    std::uint64_t at = stated.runs.front().j;
    std::string_view left = *stated.cigar;
    while (!left.empty()) {
        std::uint64_t count = 0;
        auto const [letter, status] = std::from_chars(left.data(), left.data() + left.size(), count);
        if (status != std::errc{} || letter == left.data() + left.size())
            return "the cigar cannot be read";
        if (*letter == 'N') {
            intron_limit const most = genes_.limit_over(target.number - 1, at + count, at + count + 1)
                                          .value_or(intron_limit{how_.least_intron, how_.most_intron});
            if (count > most.hi && !genes_.is_annotated(target.number - 1, at, at + count))
                return fmt::format("the intron {}-{} has {} letters, more than {}, and is not the annotation's", at,
                                   at + count, count, most.hi);
        }
        if (*letter != 'I')
            at += count;
        left.remove_prefix(static_cast<std::size_t>(letter - left.data()) + 1);
    }
    return std::nullopt;
}

} // namespace vglcs::tools
