// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/sam_letters.hpp"

#include <algorithm>

namespace vglcs::detail {

namespace {

bool is_sam_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool has_sequence(sequence const & query)
{
    return !query.letters.empty() && std::ranges::all_of(query.letters, is_sam_letter);
}

} // namespace

std::string sam_sequence(sequence const & query, strand direction, alphabet letters)
{
    if (!has_sequence(query))
        return "*";
    std::string out = direction == strand::forward ? query.letters : reverse_complement(query.letters);
    if (letters == alphabet::dna || letters == alphabet::rna) {
        std::ranges::replace(out, 'U', 'T');
        std::ranges::replace(out, 'u', 't');
    }
    return out;
}

std::string sam_quality(sequence const & query, strand direction)
{
    if (query.quality.empty() || !has_sequence(query))
        return "*";
    return direction == strand::forward ? query.quality : std::string(query.quality.rbegin(), query.quality.rend());
}

} // namespace vglcs::detail
