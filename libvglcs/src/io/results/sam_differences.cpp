// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/sam_differences.hpp"

#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"

#include <algorithm>
#include <iterator>

namespace vglcs::detail {

namespace {

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// A letter as SAM has it: upper case, and T for U in dna and rna.
char shown_letter(char c, alphabet letters)
{
    c = upper(c);
    return c == 'U' && (letters == alphabet::dna || letters == alphabet::rna) ? 'T' : c;
}

bool is_base(char c)
{
    return c == 'A' || c == 'C' || c == 'G' || c == 'T';
}

bool equal_letters(char x, char y, alphabet letters, bool codes_differ)
{
    if (letters == alphabet::raw)
        return x == y;
    x = shown_letter(x, letters);
    return x == shown_letter(y, letters) && (codes_differ ? is_base(x) : letters == alphabet::protein || x != 'N');
}

} // namespace

sam_differences find_sam_differences(sequence const & query, sequence const & target, strand direction,
                                     std::span<matched_pair const> chain, std::span<placed_link const> links,
                                     alphabet letters, bool with_md, bool codes_differ)
{
    sam_differences out;
    std::uint64_t equal = 0; // letters since the last one that MD names
    auto const name_letters = [&](char const * mark, std::size_t from, std::size_t count) {
        if (with_md) {
            out.md += std::to_string(equal) + mark;
            std::transform(target.letters.data() + from, target.letters.data() + from + count,
                           std::back_inserter(out.md), [&](char c) { return shown_letter(c, letters); });
        }
        equal = 0;
    };
    std::size_t i = chain.front().i, j = chain.front().j; // invariant: all columns in front of them are counted
    encode_columns(chain, links, [&](char operation, std::uint64_t count) {
        switch (operation) {
        case '=':
            equal += count;
            break;
        case 'X':
            for (std::size_t s = 0; s < count; ++s)
                if (equal_letters(aligned_letter(query, direction, i + s), target.letters[j + s], letters,
                                  codes_differ)) {
                    ++equal;
                } else {
                    ++out.edits;
                    name_letters("", j + s, 1);
                }
            break;
        case 'I':
            out.edits += count;
            break;
        case 'D':
            out.edits += count;
            name_letters("^", j, count);
            break;
        default: // jumped over
            break;
        }
        i += operation == 'D' || operation == 'N' ? 0 : count;
        j += operation == 'I' || operation == 'J' ? 0 : count;
    });
    if (with_md)
        out.md += std::to_string(equal);
    return out;
}

} // namespace vglcs::detail
