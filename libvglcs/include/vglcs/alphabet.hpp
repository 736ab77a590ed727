// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace vglcs {

/// A letter as the engines see it: 0..253 are letters, `no_match` equals nothing, not even itself.
using letter_code = std::uint8_t;
inline constexpr letter_code no_match = 255;
/// Encoding of a character that is no letter of the alphabet at all; never reaches an engine.
inline constexpr letter_code foreign_letter = 254;

/// dna and rna share one encoding (U is T): A C G T match, the other IUPAC codes match nothing.
/// protein: the 20 amino acids match, B J O U X Z * match nothing.
/// raw: every printable byte (33..253, without 127) is its own letter; case counts.
enum class alphabet : std::uint8_t { dna, rna, protein, raw };

[[nodiscard]] std::string_view name(alphabet a) noexcept;
/// The alphabet of that name; nothing for "auto" and unknown names.
[[nodiscard]] std::optional<alphabet> parse_alphabet(std::string_view text) noexcept;

/// Code of every byte: a letter's code, `no_match`, or `foreign_letter`.
[[nodiscard]] std::array<letter_code, 256> const & encoding(alphabet a) noexcept;

/// Codes of the letters. Foreign letters become `no_match`: readers refuse them before (see io/sequence_reader.hpp).
[[nodiscard]] std::vector<letter_code> encode(std::string_view letters, alphabet a);

/// IUPAC complement, case kept; U becomes A, A becomes T. Other bytes stay as they are.
[[nodiscard]] char complement(char letter) noexcept;

/// dna where at least 90% of the letters that are not N are A C G T U, at most one in 20 is no IUPAC nucleotide code (a
/// stray one is a mistake, to be said as such), and there is no *; else protein. Characters that are no letters say
/// nothing. An empty text, or one of N alone, is dna.
[[nodiscard]] alphabet detect_alphabet(std::string_view letters) noexcept;

} // namespace vglcs
