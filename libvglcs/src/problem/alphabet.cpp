// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/alphabet.hpp>
#include <vglcs/sequence.hpp>

#include <algorithm>
#include <string>

namespace vglcs {

namespace {

constexpr std::string_view nucleotides = "ACGT";
constexpr std::string_view nucleotide_ambiguity = "NRYKMSWBDHV";
constexpr std::string_view amino_acids = "ACDEFGHIKLMNPQRSTVWY";
constexpr std::string_view amino_ambiguity = "BJOUXZ";

constexpr char lower(char c)
{
    return static_cast<char>(c | 0x20);
}

using table = std::array<letter_code, 256>;

constexpr table letters(std::string_view matching, std::string_view matching_nothing)
{
    table t{};
    t.fill(foreign_letter);
    for (std::size_t k = 0; k < matching.size(); ++k)
        t[static_cast<unsigned char>(matching[k])] = t[static_cast<unsigned char>(lower(matching[k]))] =
            static_cast<letter_code>(k);
    for (char const c : matching_nothing)
        t[static_cast<unsigned char>(c)] = t[static_cast<unsigned char>(lower(c))] = no_match;
    return t;
}

constexpr table nucleotide_table = [] {
    table t = letters(nucleotides, nucleotide_ambiguity);
    t['U'] = t['u'] = t['T'];
    return t;
}();

constexpr table protein_table = [] {
    table t = letters(amino_acids, amino_ambiguity);
    t['*'] = no_match;
    return t;
}();

constexpr table raw_table = [] {
    table t{};
    t.fill(foreign_letter);
    for (int c = 33; c < foreign_letter; ++c)
        if (c != 127)
            t[static_cast<std::size_t>(c)] = static_cast<letter_code>(c);
    return t;
}();

/// As an engine sees it: what is no letter matches nothing.
constexpr table for_engines(table t)
{
    for (letter_code & code : t)
        if (code == foreign_letter)
            code = no_match;
    return t;
}

/// One of the tables of nucleotides, of amino acids and of raw bytes.
constexpr table const & by_kind(alphabet a, table const & nucleotide, table const & protein, table const & raw) noexcept
{
    switch (a) {
    case alphabet::dna:
    case alphabet::rna:
        return nucleotide;
    case alphabet::protein:
        return protein;
    case alphabet::raw:
        break;
    }
    return raw;
}

table const & engine_table(alphabet a) noexcept
{
    static constexpr table nucleotide = for_engines(nucleotide_table), protein = for_engines(protein_table),
                           raw = for_engines(raw_table);
    return by_kind(a, nucleotide, protein, raw);
}

constexpr std::array<char, 256> complement_table = [] {
    std::array<char, 256> t{};
    for (std::size_t c = 0; c < 256; ++c)
        t[c] = static_cast<char>(c);
    constexpr std::string_view from = "ACGTUNRYKMSWBDHV", to = "TGCAANYRMKSWVHDB";
    for (std::size_t k = 0; k < from.size(); ++k) {
        t[static_cast<unsigned char>(from[k])] = to[k];
        t[static_cast<unsigned char>(lower(from[k]))] = lower(to[k]);
    }
    return t;
}();

} // namespace

std::string_view name(alphabet a) noexcept
{
    switch (a) {
    case alphabet::dna:
        return "dna";
    case alphabet::rna:
        return "rna";
    case alphabet::protein:
        return "protein";
    case alphabet::raw:
        break;
    }
    return "raw";
}

std::optional<alphabet> parse_alphabet(std::string_view text) noexcept
{
    for (alphabet const a : {alphabet::dna, alphabet::rna, alphabet::protein, alphabet::raw})
        if (text == name(a))
            return a;
    return std::nullopt;
}

std::array<letter_code, 256> const & encoding(alphabet a) noexcept
{
    return by_kind(a, nucleotide_table, protein_table, raw_table);
}

std::vector<letter_code> encode(std::string_view text, alphabet a)
{
    table const & codes = engine_table(a);
    std::vector<letter_code> out(text.size());
    std::ranges::transform(text, out.begin(), [&](char c) { return codes[static_cast<unsigned char>(c)]; });
    return out;
}

char complement(char letter) noexcept
{
    return complement_table[static_cast<unsigned char>(letter)];
}

std::string reverse_complement(std::string_view text)
{
    std::string out(text.size(), '\0');
    std::ranges::transform(text, out.rbegin(), complement);
    return out;
}

alphabet detect_alphabet(std::string_view text) noexcept
{
    std::size_t counts[256] = {};
    for (char const c : text)
        ++counts[static_cast<unsigned char>(c)];
    constexpr std::size_t strays = 20; // one letter in so many may be a mistake
    auto const is_letter = [](std::size_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
    std::size_t known = 0, ambiguous = 0, foreign = 0, letters = 0;
    for (std::size_t c = 0; c < 256; ++c) {
        if (!is_letter(c)) // in no alphabet but raw: says nothing
            continue;
        letter_code const code = nucleotide_table[c];
        letters += counts[c];
        if (code == foreign_letter)
            foreign += counts[c];
        else if (code == no_match && c != 'N' && c != 'n')
            ambiguous += counts[c];
        else if (code < nucleotides.size())
            known += counts[c];
    }
    bool const dna = foreign <= letters / strays && known >= 9 * (ambiguous + foreign) && counts['*'] == 0;
    return dna ? alphabet::dna : alphabet::protein;
}

} // namespace vglcs
