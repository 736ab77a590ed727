// SPDX-License-Identifier: BSD-3-Clause
/// NM and MD of SAM, as the writer writes them and verify expects them.
#pragma once

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
/// difference there, N always is one. U is T in dna and rna, in MD too; case counts in raw.   O(letters from first to
/// last pair).
/// @param chain   not empty, aligned orientation
[[nodiscard]] sam_differences find_sam_differences(sequence const & query, sequence const & target, strand direction,
                                                   std::span<matched_pair const> chain, alphabet letters, bool with_md);

} // namespace vglcs::detail
