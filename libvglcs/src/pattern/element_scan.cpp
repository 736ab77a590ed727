// SPDX-License-Identifier: BSD-3-Clause
#include "pattern/element_scan.hpp"

#include <algorithm>
#include <bit>

namespace vglcs::detail {

namespace {

constexpr std::size_t block = tile::block;
using block_bits = std::array<std::uint64_t, block>;

/// Bits of the plane from position 64 * word + shift on; a plane has no bits behind its end or before its start.
inline void load(bit_plane const & plane, std::size_t word, std::ptrdiff_t shift, block_bits & to) noexcept
{
    std::ptrdiff_t const skip = shift >> 6; // rounds down
    unsigned const s = static_cast<unsigned>(shift & 63);
    std::ptrdiff_t const from = static_cast<std::ptrdiff_t>(word) + skip;
    if (from >= 0 && from + static_cast<std::ptrdiff_t>(block) < static_cast<std::ptrdiff_t>(plane.size())) {
        std::uint64_t const * const x = plane.data() + from;
        for (std::size_t w = 0; w < block; ++w)
            to[w] = x[w] >> s | x[w + 1] << 1 << (63 - s);
        return;
    }
    auto const at = [&](std::ptrdiff_t k) {
        return k >= 0 && k < static_cast<std::ptrdiff_t>(plane.size()) ? plane[static_cast<std::size_t>(k)] : 0;
    };
    for (std::size_t w = 0; w < block; ++w) {
        std::ptrdiff_t const k = from + static_cast<std::ptrdiff_t>(w);
        to[w] = at(k) >> s | at(k + 1) << 1 << (63 - s);
    }
}

/// True where the plane has a bit at positions of the block at `word`, `first` to `last` positions later.
bool any_bit(bit_plane const & plane, std::size_t word, std::size_t first, std::size_t last) noexcept
{
    std::size_t const end = std::min(plane.size(), word + last / 64 + block + 1);
    std::uint64_t any = 0;
    for (std::size_t w = word + first / 64; w < end; ++w)
        any |= plane[w];
    return any != 0;
}

/// The automaton of a word at one block; states in the order [deletions][insertions][mismatches].
class word_automaton
{
public:
    word_automaton(pattern_part const & part, pattern_word const & word)
        : word_{word}, m_{part.errors.mismatches}, i_{part.errors.insertions}, d_{part.errors.deletions},
          first_{part.strict_first}, last_{part.strict_last}, states_((m_ + 1) * (i_ + 1) * (d_ + 1)),
          equal_(i_ + d_ + 1)
    {
    }

    [[nodiscard]] block_bits & state(unsigned de, unsigned in, unsigned mm) noexcept
    {
        return states_[(de * (i_ + 1) + in) * (m_ + 1) + mm];
    }

    void run(tile & text, std::size_t at)
    {
        for (block_bits & s : states_)
            s.fill(0);
        state(0, 0, 0).fill(~std::uint64_t{0});
        insert(0);
        for (std::size_t k = 0; k < word_.size(); ++k) {
            bit_plane const & plane = text.of_set(word_[k]);
            for (unsigned n = 0; n <= i_ + d_; ++n) // the letter lies `insertions - deletions` off its place
                load(plane, at, static_cast<std::ptrdiff_t>(k + n) - static_cast<std::ptrdiff_t>(d_), equal_[n]);
            bool const free = k >= first_ && k + last_ < word_.size();
            for (unsigned de = d_ + 1; de-- > 0;)
                for (unsigned in = i_ + 1; in-- > 0;)
                    step(de, in, equal_[in + d_ - de], free);
            insert(k + 1);
        }
    }

private:
    /// Reads a letter of the word: a match, a mismatch, or none of the text. In place: what is read is still old,
    /// because mismatches and deletions are gone through from the largest.
    void step(unsigned de, unsigned in, block_bits const & equal, bool free)
    {
        for (unsigned mm = m_ + 1; mm-- > 0;) {
            block_bits & s = state(de, in, mm);
            if (!free) {
                for (std::size_t w = 0; w < block; ++w)
                    s[w] &= equal[w];
                continue;
            }
            if (mm > 0) {
                block_bits const & less = state(de, in, mm - 1);
                for (std::size_t w = 0; w < block; ++w)
                    s[w] = (s[w] & equal[w]) | less[w];
            } else {
                for (std::size_t w = 0; w < block; ++w)
                    s[w] &= equal[w];
            }
            if (de > 0) {
                block_bits const & less = state(de - 1, in, mm);
                for (std::size_t w = 0; w < block; ++w)
                    s[w] |= less[w];
            }
        }
    }

    /// Letters of the text behind `read` letters of the word that it does not have.
    void insert(std::size_t read)
    {
        if (i_ == 0 || read < first_ || read + last_ > word_.size())
            return;
        for (unsigned de = 0; de <= d_; ++de)
            for (unsigned in = 1; in <= i_; ++in)
                for (unsigned mm = 0; mm <= m_; ++mm) {
                    block_bits & s = state(de, in, mm);
                    block_bits const & less = state(de, in - 1, mm);
                    for (std::size_t w = 0; w < block; ++w)
                        s[w] |= less[w];
                }
    }

    pattern_word const & word_;
    unsigned m_, i_, d_;
    std::size_t first_, last_;
    std::vector<block_bits> states_, equal_;
};

} // namespace

void scan_element(tile & text, pattern_part const & part, pattern_word const & word, bit_plane const & next,
                  bit_plane & to)
{
    auto const [m, i, d] = part.errors;
    std::size_t const shortest = word.size() - std::min<std::size_t>(word.size(), d), longest = word.size() + i;
    std::vector<bit_plane const *> runs; // by length from the shortest
    for (std::size_t length = shortest; length <= longest; ++length)
        runs.push_back(&text.runs(length));
    word_automaton automaton{part, word};
    for (std::size_t at = 0; at < text.words(); at += block) {
        if (!any_bit(next, at, shortest, longest))
            continue;
        automaton.run(text, at);
        for (unsigned de = 0; de <= d; ++de)
            for (unsigned in = 0; in <= i; ++in) {
                if (word.size() + in < de)
                    continue;
                block_bits ways{}, follows;
                for (unsigned mm = 0; mm <= m; ++mm)
                    for (std::size_t w = 0; w < block; ++w)
                        ways[w] |= automaton.state(de, in, mm)[w];
                std::size_t const length = word.size() + in - de;
                load(next, at, static_cast<std::ptrdiff_t>(length), follows);
                std::uint64_t const * const inside = runs[length - shortest]->data() + at;
                for (std::size_t w = 0; w < block; ++w)
                    to[at + w] |= ways[w] & follows[w] & inside[w];
            }
    }
}

void scan_spacer(tile & text, std::size_t lo, std::size_t hi, bit_plane const & next, bit_plane & to)
{
    // within: a bit of next in the next `reach` positions, letters of one slice between
    std::size_t const words = text.stride(), width = hi - lo + 1;
    bit_plane within = next, moved(words);
    for (std::size_t reach = 1; reach < width;) {
        std::size_t const more = std::min(reach, width - reach);
        shifted(within, more, words, moved);
        bit_plane const & run = text.runs(more);
        for (std::size_t w = 0; w < words; ++w)
            within[w] |= moved[w] & run[w];
        reach += more;
    }
    shifted(within, lo, words, to);
    bit_plane const & run = text.runs(lo);
    for (std::size_t w = 0; w < words; ++w)
        to[w] &= run[w];
}

} // namespace vglcs::detail
