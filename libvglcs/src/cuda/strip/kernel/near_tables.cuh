// SPDX-License-Identifier: BSD-3-Clause
/// Stage 2 of the CUDA strips where nothing is far or elastic: tables of columns, and what the right neighbour gets of
/// them.
#pragma once

#include "cuda/strip/kernel/columns.cuh"
#include "cuda/strip/kernel/layout.cuh"
#include "cuda/strip/plan/halo_line.hpp"

namespace vglcs::cuda {

/// Tables of columns where nothing is far or elastic. A window ends at the column before, so tables are made one column
/// further right: entry j of T_l is the maximum of the 2^l columns before column j. So the newer of the two entries
/// that cover a window is always the column's own and is chosen from registers, where it is made; only the older one is
/// looked up. What a strip's windows read of its halo is the line of halo_line.hpp, and that is what the left neighbour
/// hands over: it has all of it in its own tables. Windows of up to four columns need no table.
template <class Layout, class Value, int Words>
class near_tables
{
    static constexpr int columns = word_of<Value>::columns, levels = Layout::levels, line = Layout::halo_words;
    using line_of = halo_line<columns, levels>;
    static_assert(line_of::words == line);
    static constexpr int begin(int level) { return line_of::begin(level); }
    static constexpr int units = line / 2; ///< two words each: what a lane hands over

    /// T_3 and T_4 are made side by side from T_2, so that fewer shuffles wait for one another; where values have 32
    /// bits, so many strips run at a time that two more shuffles cost more than waiting.
    static constexpr bool by_twos = columns == 2 && Words <= 2;
    /// What a window's newer part may be: one, two, three columns, T_2, and on to the highest level.
    static constexpr int newer_parts = 1 + levels;

public:
    /// @param tables      in shared memory; the line and what is handed over of single columns lie in the place of T_0
    /// @param addresses   pairs of addresses of a strip's plan, with a halo in every level; they become those of
    ///                    windows' older parts in the line and the strip's own entries
    /// @param zeros       address of what counts as no value: older parts of windows that have none
    __device__ __forceinline__ near_tables(std::uint32_t * tables, std::uint32_t (&addresses)[Words * columns],
                                           std::uint32_t zeros, int lane)
        : tables_{tables}, lane_{lane}
    {
        std::uint32_t const base = shared_address(tables), level_bytes = 4 * Layout::level_words;
#pragma unroll
        for (int k = 0; k < Words * columns; ++k) {
            std::uint32_t const newer = (addresses[k] & 0xffff) - base, older = (addresses[k] >> 16) - base;
            int const part = line_of::newer_part(newer, older, level_bytes);
#pragma unroll
            for (int n = 1; n < newer_parts; ++n) {
                // the bytes of a column's half or whole word: its own, or those of the part that takes their place
                constexpr std::uint32_t kept = 0x3210, taken = 0x7654, half = columns == 2 ? 0xffu : 0xffffu;
                std::uint32_t const of_column = half << (8 * (k % columns));
                take_[n - 1][k / columns] =
                    (k % columns ? take_[n - 1][k / columns] : 0) | ((part >= n ? taken : kept) & of_column);
            }
            addresses[k] =
                line_of::has_older(newer, older, level_bytes) ? base + line_of::older_entry(older, level_bytes) : zeros;
        }
        // a lane's words of the line are the strip's last ones of their level
        int const word = 2 * max(0, lane - 32 + units);
        out_ = tables_ + line;
#pragma unroll
        for (int level = 0; level < levels; level += level ? 1 : 2)
            if (word >= begin(level) && word < begin(level) + line_of::size(level))
                out_ = tables_ + level * Layout::level_words + Layout::level_words + word - begin(level) -
                       line_of::size(level);
    }

    /// Makes the tables of a row. Afterwards, and after a barrier of the warp, windows can be looked up.
    /// @param from   the line that the left neighbour has handed over
    __device__ __forceinline__ void make(lane_words<Words> const & a, std::uint32_t const * from)
    {
        // loads before all stores, of which the compiler does not know where they go
        std::uint32_t const copied = from[lane_ % line];
        heads const begins = heads_of(from);
        tables_[lane_ % line] = copied; // by two lanes the same where it is shorter
        store_level<0>(a);              // of which the last words are handed over
        lane_words<Words> two = make_two(a, begins);
        store_level<2>(two);
        if constexpr (levels > 3 && by_twos)
            make_far(two, begins);
        else
            make_level<3>(two, begins);
    }

    /// After the same barrier: the maxima of the columns' windows; the largest value where the letter does not match.
    /// @param addresses   as the constructor has left them
    /// @param nothing     address of the largest value
    template <lookup Lookup>
    [[nodiscard]] __device__ __forceinline__ lane_words<Words>
    windows(letter_words<Value, Words, Lookup> const & letter, std::uint32_t const (&addresses)[Words * columns],
            std::uint32_t nothing) const
    {
        std::uint32_t older[Words * columns];
#pragma unroll
        for (int k = 0; k < Words * columns; ++k) {
            // columns that do not match, which most do not, all read one value: only matching ones cost banks
            std::uint32_t at;
            if constexpr (Lookup == lookup::direct)
                at = k % 2 ? letter.word[k / 2] >> 16 : letter.word[k / 2] & 0xffff;
            else
                at = letter.word[0] & (1u << k) ? addresses[k] : nothing;
            older[k] = load_entry<Value>(at);
        }
        lane_words<Words> out;
#pragma unroll
        for (int k = 0; k < Words; ++k)
            out.word[k] = word_of<Value>::max(
                newer_.word[k], columns == 2 ? __byte_perm(older[2 * k], older[2 * k + 1], 0x5410) : older[k]);
        return out;
    }

    /// After the same barrier: of the last lanes, what they hand over.
    [[nodiscard]] __device__ __forceinline__ lane_words<2> handed_over() const
    {
        return load_words<2>(out_);
    }

private:
    /// What a row's tables begin with, by lane.
    struct heads
    {
        std::uint32_t single[4];                  ///< words to the left of the lane's first: the first, second, ...
        lane_words<Words> of[levels > 3 ? 4 : 1]; ///< [l]: of T_l, the words that lie 2^l columns to the left
    };

    [[nodiscard]] __device__ __forceinline__ heads heads_of(std::uint32_t const * from) const
    {
        heads out{};
        if constexpr (columns == 2) { // the last words of T_2, and of single columns: one load for all
            static_assert(begin(2) % 4 == 0 && begin(0) == begin(2) + 2);
            uint4 const low = *reinterpret_cast<uint4 const *>(from + begin(2));
            out.single[0] = low.w;
            out.single[1] = Words == 1 && lane_ != 0 ? low.w : low.z;
            if constexpr (levels > 3) {
                out.of[2].word[0] = Words == 1 && lane_ % 2 ? low.y : low.x;
                if constexpr (Words > 1)
                    out.of[2].word[1] = low.y;
            }
        } else {
            static_assert(Words == 2 && begin(0) % 4 == 0);
            uint4 const low = *reinterpret_cast<uint4 const *>(from + begin(0));
            out.single[0] = low.w;
            out.single[1] = low.z;
            out.single[2] = lane_ == 0 ? low.y : low.w;
            out.single[3] = lane_ == 0 ? low.x : low.z;
            if constexpr (levels > 3)
                out.of[2] = load_head<2>(from);
        }
        if constexpr (levels > 3)
            out.of[3] = load_head<3>(from);
        return out;
    }
    template <int Level>
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> load_head(std::uint32_t const * from) const
    {
        return load_words<Words>(from + begin(Level) + lane_ % (line_of::size(Level) / Words) * Words);
    }

    template <int Level>
    __device__ __forceinline__ void store_level(lane_words<Words> const & a)
    {
        store_words(tables_ + Level * Layout::level_words + line + lane_ * Words, a);
    }

    /// The word `Distance` to the left of a lane's k-th, from a lane further left, or what the lane has of the line.
    template <int Distance>
    static __device__ __forceinline__ std::uint32_t word_before(lane_words<Words> const & a, int k, std::uint32_t head)
    {
        int const lanes = (Distance - k + Words - 1) / Words;
        return from_left(a.word[k - Distance + lanes * Words], lanes, head);
    }

    /// From here on part n is what the windows take that hold it.
    template <int Part>
    __device__ __forceinline__ void take_newer(lane_words<Words> const & part)
    {
#pragma unroll
        for (int k = 0; k < Words; ++k)
            newer_.word[k] = __byte_perm(newer_.word[k], part.word[k], take_[Part - 1][k]);
    }

    /// T_2, and on the way the newer parts of up to three columns.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> make_two(lane_words<Words> const & a, heads const & from)
    {
        lane_words<Words> first, second, third, fourth; // the columns before
        if constexpr (columns == 2) {
            std::uint32_t one = word_before<1>(a, 0, from.single[0]), two = word_before<2>(a, 0, from.single[1]);
            std::uint32_t between = __byte_perm(two, one, 0x5432);
#pragma unroll
            for (int k = 0; k < Words; ++k) {
                second.word[k] = one;
                third.word[k] = between;
                fourth.word[k] = two;
                two = one;
                one = a.word[k];
                between = first.word[k] = __byte_perm(two, one, 0x5432);
            }
        } else {
            std::uint32_t const one = word_before<1>(a, 0, from.single[0]), two = word_before<2>(a, 0, from.single[1]),
                                three = word_before<3>(a, 0, from.single[2]),
                                four = word_before<4>(a, 0, from.single[3]);
            first = {one, a.word[0]};
            second = {two, one};
            third = {three, two};
            fourth = {four, three};
        }
        newer_ = first;
        lane_words<Words> out = maximum<Value>(first, second);
        take_newer<1>(out);
        out = maximum<Value>(out, third);
        take_newer<2>(out);
        out = maximum<Value>(out, fourth);
        take_newer<3>(out);
        return out;
    }

    /// T_3 and T_4 from T_2. Where T_2 of the halo would be needed that is not in the line, T_3 is taken; what
    /// comes beside it lies in the same window.
    __device__ __forceinline__ void make_far(lane_words<Words> const & two, heads const & from)
    {
        static_assert(levels == 5);
        constexpr int four = 4 / columns; // words
        lane_words<Words> t3, t4;
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            std::uint32_t const x = word_before<four>(two, k, from.of[2].word[k]),
                                y = word_before<2 * four>(two, k, from.of[3].word[k]),
                                z = word_before<3 * four>(two, k, from.of[2].word[k]);
            t3.word[k] = word_of<Value>::max(two.word[k], x);
            t4.word[k] = word_of<Value>::max(t3.word[k], y, z);
        }
        store_level<3>(t3);
        store_level<4>(t4);
        take_newer<4>(t3);
        take_newer<5>(t4);
    }

    /// T_Level from the level below, and so on.
    template <int Level>
    __device__ __forceinline__ void make_level(lane_words<Words> & a, heads const & from)
    {
        if constexpr (Level < levels) {
            constexpr int distance = (1 << (Level - 1)) / columns;
            lane_words<Words> b;
#pragma unroll
            for (int k = 0; k < Words; ++k) {
                b.word[k] =
                    k >= distance ? a.word[k - distance] : word_before<distance>(a, k, from.of[Level - 1].word[k]);
            }
            a = maximum<Value>(a, b);
            store_level<Level>(a);
            take_newer<Level + 1>(a);
            make_level<Level + 1>(a, from);
        }
    }

    std::uint32_t * tables_;
    std::uint32_t const * out_; ///< of the last lanes: what they hand over
    int lane_;
    /// [n - 1]: for __byte_perm, which columns' windows hold part n, so that it takes the place of the parts before.
    std::uint32_t take_[newer_parts - 1][Words];
    lane_words<Words> newer_;
};

} // namespace vglcs::cuda
