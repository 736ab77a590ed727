// SPDX-License-Identifier: BSD-3-Clause
/// SEQ and QUAL of SAM, as the writer writes them and verify expects them.
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/options.hpp>
#include <vglcs/sequence.hpp>

#include <string>

namespace vglcs::detail {

/// SEQ of a query in the aligned orientation. Case is kept. U of dna and rna becomes T: BAM has no U and would make it
/// N.
/// "*" where the query is empty or has a character that SEQ cannot hold.
[[nodiscard]] std::string sam_sequence(sequence const & query, strand direction, alphabet letters);

/// QUAL of a query in the aligned orientation; "*" where it has none, or no SEQ.
[[nodiscard]] std::string sam_quality(sequence const & query, strand direction);

} // namespace vglcs::detail
