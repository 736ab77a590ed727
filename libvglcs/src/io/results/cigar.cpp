// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/cigar.hpp"

#include "io/bytes/parse_fault.hpp"

#include <vglcs/io/append_fields.hpp>

#include <fmt/format.h>

namespace vglcs::detail {

void cigar_counts::add(char letter, std::uint64_t count) noexcept
{
    switch (letter) {
    case '=':
        matches += count;
        break;
    case 'X':
        mismatches += count;
        break;
    case 'I':
        insertions += count;
        break;
    case 'N':
        jumped_target += count;
        break;
    case 'J':
        jumped_query += count;
        break;
    default:
        deletions += count;
        break;
    }
}

cigar_counts count_cigar(std::span<matched_pair const> chain, std::span<placed_link const> links)
{
    cigar_counts out;
    encode_columns(chain, links, [&](char letter, std::uint64_t count) { out.add(letter, count); });
    return out;
}

std::string cigar_text(std::span<matched_pair const> chain, std::span<placed_link const> links)
{
    std::string out;
    encode_cigar(chain, links, [&](char letter, std::uint64_t count) {
        append_field(out, count);
        out += letter;
    });
    return out;
}

std::string cigar_text(std::span<matched_run const> runs)
{
    std::string out;
    column_encoder encoder{[&](char letter, std::uint64_t count) {
        append_field(out, count);
        out += letter;
    }};
    for (auto const & [i, j, count] : runs)
        encoder.push(i, j, count);
    encoder.finish();
    return out;
}

decoded_cigar decode_cigar(std::string_view text, std::uint64_t i, std::uint64_t j, bool clips, bool jumps)
{
    decoded_cigar out;
    char before = 0; // the operation before this one
    for (std::size_t at = 0; at < text.size();) {
        std::size_t const letter_at = text.find_first_not_of("0123456789", at);
        if (letter_at == text.npos)
            throw parse_fault{fmt::format("cigar ends in the number {}", excerpt(text.substr(at)))};
        std::uint64_t const count = parse_count(text.substr(at, letter_at - at), "cigar count");
        char const letter = text[letter_at];
        if (count == 0)
            throw parse_fault{fmt::format("cigar operation 0{} has no letters", letter)};
        bool const last = letter_at + 1 == text.size();
        switch (letter) {
        case '=':
            out.runs.push_back({i, j, count});
            i += count;
            j += count;
            break;
        case 'X':
            i += count;
            j += count;
            break;
        case 'I':
            i += count;
            break;
        case 'D':
            j += count;
            break;
        case 'S':
            if (!clips || (at != 0 && !last))
                throw parse_fault{"cigar has an S that is not at one of its ends, or in a format without clips"};
            (at == 0 ? out.clip_front : out.clip_back) = count;
            i += count;
            break;
        case 'M':
            throw parse_fault{"cigar has an M, which does not say what matches: write it with = and X"};
        case 'N':
            if (jumps) {
                j += count;
                break;
            }
            [[fallthrough]];
        default:
            throw parse_fault{
                fmt::format("cigar letter '{}' is none of = X I D{}", excerpt({&letter, 1}), jumps ? " N" : "")};
        }
        if (std::max(i, j) > largest_count)
            throw parse_fault{"cigar runs beyond the longest possible sequence"};
        if (letter != 'S')
            out.counts.add(letter, count);
        bool const outer_before = before == 0 || before == 'S', outer = letter == 'S';
        if ((outer_before && !outer && letter != '=') || (outer && before != 0 && before != '='))
            throw parse_fault{"cigar does not begin and end with a matched letter (=)"};
        before = letter;
        at = letter_at + 1;
    }
    if (before != '=' && !(before == 'S' && !out.runs.empty()))
        throw parse_fault{"cigar does not end with a matched letter (=)"};
    return out;
}

} // namespace vglcs::detail
