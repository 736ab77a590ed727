// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace vglcs::tools {

/// Which of the answered pairs get a row, and what may be left unsolved for it.
struct pair_filter
{
    std::uint64_t top = 0;        ///< 0: all; else the K best of each query
    std::uint64_t min_length = 0; ///< shorter chains have no row
    std::uint64_t min_score = 0;  ///< nor have those of a smaller score
    double min_identity = 0;      ///< nor have those of a smaller identity
    bool by_score = false;        ///< scores are no lengths; `top` goes by them
    bool prefilter = true;        ///< settle by upper bounds what they can settle: the same rows, sooner
    bool show_pruned = false;     ///< a row for every pair that a bound settled
    unsigned kmer = 0;            ///< 0: off; else the heuristic's k
    double kmer_share = 0;        ///< pairs that share less than this part of the smaller set of k-mers are skipped

    /// Pairs of a chain that passes, at least.
    [[nodiscard]] std::uint64_t least_length(std::uint32_t match) const noexcept
    {
        return std::max(min_length, min_score / match + (min_score % match != 0));
    }
    /// A smaller score has no row, and what takes the row away is the same for all of them.
    [[nodiscard]] std::uint64_t least_score() const noexcept
    {
        if (min_length != 0) // costs leave no bound of a score for a length
            return by_score ? 0 : min_length;
        return min_score;
    }
    [[nodiscard]] bool leaves_out() const noexcept
    {
        return top != 0 || min_length != 0 || min_score != 0 || min_identity > 0;
    }
    /// True where pairs are looked at before they are solved.
    [[nodiscard]] bool screens() const noexcept { return kmer != 0 || bounds(); }
    /// True where upper bounds may settle pairs.
    [[nodiscard]] bool bounds() const noexcept { return prefilter && (top != 0 || min_length > 1 || min_score > 1); }
};

/// What became of the pairs of a block or of a run.
struct row_counts
{
    std::uint64_t pairs = 0, rows = 0;   ///< asked for; with a row
    std::uint64_t failed = 0, empty = 0; ///< could not be answered; length 0
    std::uint64_t too_short = 0, too_unlike = 0, not_top = 0, skipped = 0;
    std::uint64_t too_low = 0;
    std::uint64_t pruned_short = 0, pruned_low = 0, pruned_not_top = 0; ///< of these: settled by a bound

    row_counts & operator+=(row_counts const & other) noexcept;
};

/// The line that says what the filters left out; empty where there was nothing to filter.
[[nodiscard]] std::string filter_summary(pair_filter const & filter, row_counts const & counts);

} // namespace vglcs::tools
