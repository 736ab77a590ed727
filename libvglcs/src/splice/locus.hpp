// SPDX-License-Identifier: BSD-3-Clause
/// The table of a read and a stretch of the genome, and the alignment that it gives.
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/splice.hpp>

#include <rmq/packed_text.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vglcs {
class gene_annotation;
}

namespace vglcs::detail {

/// Letters [begin, end) of the joined text.
struct text_range
{
    std::uint64_t begin = 0, end = 0;

    [[nodiscard]] std::uint64_t size() const noexcept { return end - begin; }
    friend bool operator==(text_range const &, text_range const &) = default;
};

/// Sorts ranges and joins those that touch; cuts them at `within`, and drops what is empty.
void join_ranges(std::vector<text_range> & ranges, text_range within);

/// Where a read may lie.
struct locus
{
    std::size_t target = 0; ///< number of the record
    bool read_reverse = false;
    text_range letters;              ///< of the record
    std::vector<text_range> windows; ///< the letters of these that the table has, in order, apart; empty: all
    bool minus_first = false;        ///< the transcript is likely to be on the genome's - strand: saves time alone
};

/// Codes of letters [begin, end) of a packed text.
[[nodiscard]] std::vector<letter_code> letters_of(rmq::packed_view const & text, text_range range);

/// The best alignment of a read to a locus, of both strands of the transcript (+ on ties); nothing where it scores
/// below `least`. Its places in the read count from the first of `letters`; flags and mapq are not set.
/// @param letters   codes of the read in the aligned orientation
/// @param taken     letters that take no part
/// Throws resource_error where the table does not fit, `interrupted`.
[[nodiscard]] std::optional<spliced_alignment> align_locus(splice_genome const & genome, gene_annotation const * genes,
                                                           splice_options const & how,
                                                           std::span<letter_code const> letters, locus const & where,
                                                           std::span<text_range const> taken, std::int64_t least);

} // namespace vglcs::detail
