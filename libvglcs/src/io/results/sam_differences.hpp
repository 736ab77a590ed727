// SPDX-License-Identifier: BSD-3-Clause
/// NM and MD of SAM, as the writer writes them and verify expects them.
#pragma once

#include "io/results/placed_links.hpp"

#include <vglcs/alphabet.hpp>
#include <vglcs/options.hpp>
#include <vglcs/result.hpp>
#include <vglcs/sequence.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace vglcs::detail {

struct sam_differences
{
    std::uint64_t edits = 0; ///< NM: columns with different letters, and letters that one side skips alone
    std::string md;          ///< MD, where asked for
};

/// What SAM states of a chain by the letters alone, as `samtools calmd` counts: letters under X that are equal are no
/// difference there, N always is one. U is T in dna and rna, in MD too; case counts in raw. Letters that are jumped
/// over are no difference on either side.   O(letters from first to last pair).
/// @param codes_differ   letters that are none of A C G T (U) are a difference, also where both sides have the same:
/// the
///                       SAM specification's own rule, by which results of spliced reads count
/// @param chain   not empty, aligned orientation
/// @param links   those of the chain that have jumps; others may be among them
[[nodiscard]] sam_differences find_sam_differences(sequence const & query, sequence const & target, strand direction,
                                                   std::span<matched_pair const> chain,
                                                   std::span<placed_link const> links, alphabet letters, bool with_md,
                                                   bool codes_differ = false);

} // namespace vglcs::detail
