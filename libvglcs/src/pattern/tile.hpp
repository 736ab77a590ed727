// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace vglcs::detail {

/// A piece of a record in a tile.
struct tile_slice
{
    std::string_view letters; ///< in the direction of the record
    bool begins = true;       ///< its first letter in the tile's direction is the first of the record's
    bool ends = true;         ///< and its last one the last
};

/// Bits by position, 64 a word.
using bit_plane = std::vector<std::uint64_t>;

/// Letters that are searched at once: slices in a row with a position between any two that no letter has, in the
/// direction of the search. A letter is the set of the one nucleotide it is (1 2 4 8 for A C G T), 0 for other codes,
/// with the bit `inside`; planes have bit p set where letter p is in a set. Reused from tile to tile.
class tile
{
public:
    static constexpr std::uint8_t inside = 16;
    /// Words that a block of the automata works on at once; planes have as many words more than positions need.
    static constexpr std::size_t block = 16;

    /// @param turned   the reverse complement, the last slice first
    void fill(std::span<tile_slice const> slices, bool turned);

    [[nodiscard]] std::size_t size() const noexcept { return size_; }                ///< positions
    [[nodiscard]] std::size_t words() const noexcept { return words_; }              ///< of positions 0..size
    [[nodiscard]] std::size_t stride() const noexcept { return words_ + block + 2; } ///< of a plane
    [[nodiscard]] std::uint8_t const * letters() const noexcept { return letters_.data(); }
    /// Positions where each slice ends: its last letter's and one more, ascending.
    [[nodiscard]] std::vector<std::size_t> const & slice_ends() const noexcept { return ends_; }

    /// Positions whose letter is in the set; 15: any letter, also one that is none of the four.
    [[nodiscard]] bit_plane const & of_set(std::uint8_t set);
    /// Positions p where p .. p + length - 1 are letters of one slice; length 0: all positions.
    [[nodiscard]] bit_plane const & runs(std::size_t length);
    /// Positions where a record begins; positions behind the last letter of one.
    [[nodiscard]] bit_plane const & record_starts() const noexcept { return starts_; }
    [[nodiscard]] bit_plane const & record_ends() const noexcept { return record_ends_; }

private:
    void fill_planes();

    std::size_t size_ = 0, words_ = 0;
    std::vector<std::uint8_t> letters_;
    std::vector<std::size_t> ends_;
    std::array<bit_plane, 5> one_; ///< A C G T, inside
    std::array<bit_plane, 16> sets_;
    std::array<bool, 16> has_set_{};
    std::map<std::size_t, bit_plane> runs_;
    bit_plane starts_, record_ends_;
};

/// to[w] = bits of `from` that begin `shift` positions later, for words [0, words); beyond `stride` there are none.
void shifted(bit_plane const & from, std::size_t shift, std::size_t words, bit_plane & to);

} // namespace vglcs::detail
