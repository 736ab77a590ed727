// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/detail/huge_pages.hpp>
#include <rmq/packed_text.hpp>

#include "text/hit_budget.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::detail {

/// A place where a pattern begins, and the letters that differ there.
struct hit
{
    std::uint64_t position;
    unsigned mismatches;

    [[nodiscard]] friend bool operator==(hit const &, hit const &) = default;
};

/// Nucleotides as three planes of bits, a bit a position: low and high bit of the letter, and whether there is one.
/// A pattern is compared at 64 positions a word at once, letter after letter, until no position is left; mismatches
/// are counted in planes as well, so that classes of letters and differences cost little more than equality.
class nucleotide_planes
{
public:
    /// @param text   of 2 bits; 3 bits a letter are kept
    explicit nucleotide_planes(rmq::packed_view const & text, unsigned threads = 0);

    /// Every position where at most max_mismatches (<= 63) of the letters are not in their class, in order; letters
    /// behind the end count as mismatches.
    /// @param classes   for every letter of the pattern a set of A C G T, as bits 1 2 4 8
    [[nodiscard]] std::vector<hit> find(std::span<std::uint8_t const> classes, unsigned max_mismatches,
                                        unsigned threads, hit_budget & budget) const;

    /// Plane words behind the text that blocks and shifts may read.
    static constexpr std::size_t block = 8;

private:
    std::size_t size_ = 0;
    std::size_t words_ = 0; ///< that hold positions
    std::size_t stride_ = 0;
    rmq::huge_vector<std::uint64_t> planes_; ///< low, high, valid: stride_ words each
};

} // namespace vglcs::detail
