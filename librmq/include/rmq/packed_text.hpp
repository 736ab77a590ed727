// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>

namespace rmq {

/// Letters of texts, in everything about suffixes: 1..255, and this one, which equals nothing, not even itself.
/// It separates texts that are joined, and stands for what is unknown. It is smaller than every letter.
inline constexpr std::uint8_t barrier_letter = 0;

/// Positions [begin, end) of a text that hold barriers.
struct barrier_run
{
    std::uint64_t begin{};
    std::uint64_t end{};

    [[nodiscard]] friend constexpr bool operator==(barrier_run const &, barrier_run const &) noexcept = default;
};

/// A text of packed letters as plain pointers: what queries on the host and kernels on a device see. A letter c >= 1 is
/// stored as c - 1 in `bits` bits, 2 (letters 1..4) or 8; position p is in bits [p * bits % 64, ...) of word
/// p * bits / 64. Barriers are stored as zeros and kept beside: their runs, and a flag for every 64 positions that says
/// whether a barrier is among them. Position `size` counts as a barrier, so that every extension ends there.
/// The pointers are trusted to have the sizes that the static members below state; no content of the arrays makes a
/// read leave them.
struct packed_view
{
    std::uint64_t const * words{}; ///< [words_for(size, bits)]
    std::uint64_t const * flags{}; ///< [flag_words_for(size)] bit p / 64 of the text
    barrier_run const * runs{};    ///< [run_count] in order, apart; the last one begins at `size`
    std::size_t run_count{};       ///< at least 1
    std::size_t size{};            ///< positions
    unsigned bits = 2;             ///< of a letter: 2 or 8

    /// Words behind the last letter that may be read: comparisons go by vectors.
    static constexpr std::size_t padding = 16;
    [[nodiscard]] static constexpr std::size_t words_for(std::size_t size, unsigned bits) noexcept
    {
        return size / (64 / bits) + 1 + padding;
    }
    [[nodiscard]] static constexpr std::size_t flag_words_for(std::size_t size) noexcept { return size / 4096 + 2; }

    /// Letters in a word.
    [[nodiscard]] constexpr std::size_t per_word() const noexcept { return 64 / bits; }
    /// The per_word() letters from position p on, lowest bits first; zeros or barriers behind the end.   p <= size
    [[nodiscard]] constexpr std::uint64_t window(std::size_t p) const noexcept
    {
        std::size_t const bit = p * bits;
        std::uint64_t const * const at = words + bit / 64;
        return at[0] >> bit % 64 | at[1] << 1 << (63 - bit % 64);
    }
    /// True where one of the positions p..q (closed) may be a barrier; q <= size, q - p < 64.
    [[nodiscard]] constexpr bool near_barrier(std::size_t p, std::size_t q) const noexcept
    {
        std::size_t const a = p / 64, b = q / 64;
        return ((flags[a / 64] >> a % 64 | flags[b / 64] >> b % 64) & 1) != 0;
    }
    /// The first barrier at or after position p <= size.   O(log run_count).
    [[nodiscard]] constexpr std::size_t next_barrier(std::size_t p) const noexcept
    {
        std::size_t low = 0, high = run_count; // not std::partition_point: kernels run this as well
        while (low < high) {
            std::size_t const middle = low + (high - low) / 2;
            if (runs[middle].end <= p)
                low = middle + 1;
            else
                high = middle;
        }
        if (low == run_count || runs[low].begin <= p)
            return p;
        return runs[low].begin < size ? runs[low].begin : size;
    }
    /// The letter at p < size, barrier_letter included.   O(log run_count) where a barrier is near, else O(1).
    [[nodiscard]] constexpr std::uint8_t letter(std::size_t p) const noexcept
    {
        if (near_barrier(p, p) && next_barrier(p) == p)
            return barrier_letter;
        return static_cast<std::uint8_t>((window(p) & (bits == 2 ? 3 : 255)) + 1);
    }
};

/// A text packed for comparison by words; owns its memory. Build O(n).
/// Memory: 2 bits a letter where all letters are 1..4, else 8; 1/64 bit a letter and 16 bytes a run of barriers.
class packed_text
{
public:
    packed_text() : packed_text{std::span<std::uint8_t const>{}} {}
    /// @param text      [n] letters, barriers included
    /// @param threads   OpenMP threads for the build, 0 = all
    /// @param bits      of a letter: 2 (letters 1..4 only), 8, or 0 for the least that does
    /// Throws std::bad_alloc.
    explicit packed_text(std::span<std::uint8_t const> text, unsigned threads = 0, unsigned bits = 0);

    /// The text read from its end to its start, each letter x of the 2 bits stored as 3 - x: with A C G T as 1 2 3 4
    /// the reverse complement. Position p becomes size - 1 - p. For texts of 2 bits.   O(n).
    [[nodiscard]] static packed_text mirrored(packed_view const & text, unsigned threads = 0);

    [[nodiscard]] packed_view view() const noexcept
    {
        return {words_.data(), flags_.data(), runs_.data(), runs_.size(), size_, bits_};
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] unsigned bits() const noexcept { return bits_; }
    /// Memory in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return (words_.size() + flags_.size()) * sizeof(std::uint64_t) + runs_.size() * sizeof(barrier_run);
    }
    // what an index file keeps
    [[nodiscard]] std::span<std::uint64_t const> words() const noexcept { return words_; }
    [[nodiscard]] std::span<std::uint64_t const> flags() const noexcept { return flags_; }
    [[nodiscard]] std::span<barrier_run const> runs() const noexcept { return runs_; }

private:
    void set_flags();

    std::size_t size_ = 0;
    unsigned bits_ = 2;
    huge_vector<std::uint64_t> words_, flags_;
    std::vector<barrier_run> runs_;
};

/// Letters `size() - 1 ... 0` with each x of 1..4 as 5 - x, barriers as they are: the bytes of a mirrored text.
[[nodiscard]] std::vector<std::uint8_t> mirrored_letters(std::span<std::uint8_t const> text);

} // namespace rmq
