// SPDX-License-Identifier: BSD-3-Clause
/// Maximal exact matches of a read with a genome, by the genome's suffix array.
#pragma once

#include <vglcs/splice.hpp>

#include <rmq/detail/huge_pages.hpp>
#include <rmq/packed_text.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vglcs {

/// A suffix array with the part of each word of the first letters.
struct splice_genome::state
{
    rmq::packed_view text;                   ///< of the suffix array: the records, and perhaps their mirror
    std::uint64_t forward_size = 0;          ///< positions of the records
    rmq::huge_vector<std::uint32_t> own;     ///< where there is no index
    std::span<std::uint32_t const> places32; ///< one of both is empty
    std::span<std::uint64_t const> places64;
    std::uint32_t word = 0;            ///< letters of the words that `starts` knows; 0: no seeds
    std::vector<std::uint64_t> starts; ///< [4^word + 1] ranks
    std::uint32_t shortest = 0;        ///< letters of a seed, where the options do not say

    [[nodiscard]] std::uint64_t place(std::uint64_t rank) const noexcept
    {
        return places32.empty() ? places64[rank] : places32[rank];
    }
};

namespace detail {

/// Letters read.. of the read are those text.. of the genome, and no letter more on either side.
struct read_seed
{
    std::uint32_t read = 0, length = 0;
    std::uint64_t text = 0; ///< position of the joined text

    friend bool operator==(read_seed const &, read_seed const &) = default;
};

/// All maximal exact matches of at least `shortest` letters that begin at least every place of a read whose next
/// letters occur no more than `most_places` times; where they occur more often, those of the fewest letters more (by
/// fours) that do not; where even all to the end of the read do, the first of them in the order of the suffixes. In
/// order of the place in the read.   O((log n + most_places) a letter).
/// @param letters   codes of the read in the orientation that is looked for; [begin, end) of it are used
void find_seeds(splice_genome::state const & genome, std::span<letter_code const> letters, std::uint32_t shortest,
                std::uint32_t most_places, std::vector<read_seed> & out);

} // namespace detail

} // namespace vglcs
