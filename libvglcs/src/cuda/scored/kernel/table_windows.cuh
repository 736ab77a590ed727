// SPDX-License-Identifier: BSD-3-Clause
/// Windows that are each their own, none elastic, by two lowered dyadic maxima (table_windows.hpp). Of rows, the older
/// one lies in a ring in shared memory; of columns, in tables there.
#pragma once

#include "cuda/scored/kernel/words.cuh"
#include "cuda/scored/launch.hpp"
#include "cuda/scored/plan/table_windows.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda::scored {

/// A row's word, decoded: every lane reads the same.
struct told_row
{
    std::uint32_t letter; ///< bytes from the lane's own words of letter 0
    std::uint32_t older;  ///< bytes from the lane's own words of the ring's first row
    std::uint32_t cost;   ///< what is added to the older part
    std::uint32_t flags;  ///< level at bit 0, what the ring keeps at bit 3

    template <class Value>
    static __device__ __forceinline__ told_row of(std::uint32_t word, std::uint32_t skip, std::uint32_t row_bytes)
    {
        table_row const r = table_row::unpacked(word);
        return {r.letter * row_bytes, r.ring_row * row_bytes,
                scored_word<Value>::minus(scored_word<Value>::cost_of(skip, r.distance)), r.level | r.keep << 3};
    }
};

/// What the rows of two blocks are told, in shared memory. A lane decodes a row of the block to come.
template <class Value, int Words>
class told_rows
{
    static constexpr std::uint32_t rows = 2 * block_rows, row_bytes = 4 * 32 * Words;

public:
    /// @param from     of row 0
    /// @param shared   four words for each row of two blocks
    __device__ __forceinline__ told_rows(std::uint32_t const * from, std::uint32_t row_begin, std::uint32_t skip,
                                         std::uint32_t * shared, int lane)
        : from_{from + lane}, shared_{shared}, skip_{skip}, lane_{static_cast<std::uint32_t>(lane)},
          coming_{from_[row_begin]}
    {
        decode(row_begin);
    }
    /// Before a block's first row; the caller's barriers stand before and behind.
    __device__ __forceinline__ void begin_block(std::uint32_t row0) { decode(row0 + block_rows); }
    /// Of row `row0 + ahead`, where row0 begins a group and `ahead` is a constant.
    [[nodiscard]] __device__ __forceinline__ told_row at(std::uint32_t row0, int ahead) const
    {
        std::uint32_t const group = (row0 + static_cast<unsigned>(ahead) / group_rows * group_rows) % rows;
        uint4 const x =
            *reinterpret_cast<uint4 const *>(shared_ + 4 * (group + static_cast<unsigned>(ahead) % group_rows));
        return {x.x, x.y, x.z, x.w};
    }

private:
    /// Stores what the block is told whose words have been loaded, and loads those of the next.
    __device__ __forceinline__ void decode(std::uint32_t row0)
    {
        told_row const r = told_row::of<Value>(coming_, skip_, row_bytes);
        *reinterpret_cast<uint4 *>(shared_ + 4 * (row0 % rows + lane_)) = {r.letter, r.older, r.cost, r.flags};
        coming_ = from_[row0 + block_rows]; // there are two blocks behind the last row
    }

    std::uint32_t const * from_;
    std::uint32_t * shared_;
    std::uint32_t skip_, lane_;
    std::uint32_t coming_;
};

/// Windows of rows. All of a coming row's window but the newest row is joined before that row's values are there. What
/// the next rows need of the rows before lies in registers, and in the ring where a later row asks for it.
template <class Value, int Words>
class table_rows
{
    using words = lane_words<Words>;
    static constexpr int row_words = 32 * Words;

public:
    /// @param ring   shared, full of nothing
    __device__ __forceinline__ table_rows(std::uint32_t * ring, std::uint32_t skip, std::uint32_t nothing, int lane)
        : ring_{ring + lane * Words}, none_{every_word<Value, Words>(nothing)}
    {
#pragma unroll
        for (int l = 0; l < 4; ++l)
            cost_[l] = scored_word<Value>::minus(scored_word<Value>::cost_of(skip, 1u << l));
        newest_ = window_ = none_;
#pragma unroll
        for (words & x : rests_)
            x = none_;
#pragma unroll
        for (int k = 0; k < 8; ++k)
            past1_[k & 1] = past2_[k & 3] = past3_[k] = none_;
    }
    /// The window of row u of a group (a constant).
    [[nodiscard]] __device__ __forceinline__ words take(told_row const & next, int u)
    {
        words const out = maximum_of<Value>(window_, newest_),
                    older = load_words<Words>(
                        reinterpret_cast<std::uint32_t const *>(reinterpret_cast<char const *>(ring_) + next.older));
        rests_[1] = add_max<Value>(newest_, cost_[0], none_);
        rests_[2] = add_max<Value>(past1_[u & 1], cost_[1], rests_[1]);
        rests_[3] = add_max<Value>(past2_[u & 3], cost_[2], rests_[2]);
        rests_[4] = add_max<Value>(past3_[u & 7], cost_[3], rests_[3]);
        window_ = add_max<Value>(older, next.cost, rest_of(next.flags));
        return out;
    }
    /// Takes row i's values and keeps in the ring what later rows ask for.
    __device__ __forceinline__ void advance(words const & x, int u, std::uint32_t i, std::uint32_t flags)
    {
        newest_ = x;
        words const two = maximum_of<Value>(x, rests_[1]), four = maximum_of<Value>(x, rests_[2]),
                    eight = maximum_of<Value>(x, rests_[3]);
        past1_[u & 1] = two;
        past2_[u & 3] = four;
        past3_[u & 7] = eight;
        auto const position = static_cast<std::uint32_t>(u);
        keep<1>(flags, position, two);
        keep<2>(flags, position, four);
        keep<3>(flags, position, eight);
        keep<4>(flags, position + (i & 8), maximum_of<Value>(x, rests_[4]));
    }

private:
    template <std::uint32_t Level>
    __device__ __forceinline__ void keep(std::uint32_t flags, std::uint32_t row, words const & x)
    {
        store_shared_if(flags & (4u << Level), ring_ + table_row::ring_row_of(Level, row) * row_words, x);
    }
    /// T_level of the current row, without the row itself.
    [[nodiscard]] __device__ __forceinline__ words rest_of(std::uint32_t level) const
    {
        bool const b0 = level & 1, b1 = level & 2, b2 = level & 4;
        words out;
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            std::uint32_t const low = b0 ? rests_[1].word[k] : none_.word[k],
                                high = b0 ? rests_[3].word[k] : rests_[2].word[k], x = b1 ? high : low;
            out.word[k] = b2 ? rests_[4].word[k] : x;
        }
        return out;
    }

    std::uint32_t * ring_;
    std::uint32_t cost_[4]; ///< [l]: of 2^l rows
    words none_;
    words newest_, window_;                ///< of the coming row's window, all but the newest row
    words rests_[table_levels];            ///< [l]: T_l of the current row without the row itself
    words past1_[2], past2_[4], past3_[8]; ///< T_1, T_2 and T_3 of as many rows
};

/// Windows of columns. A window ends at the column before, so tables are made one column further right: entry j of T_l
/// spans the 2^l columns before column j. So the newer part of a window is always the column's own, and is chosen from
/// registers where it is made; only the older one is looked up, also of columns that do not match: what they cost in
/// banks is less than what it would take to leave them out. Windows of up to four columns need no table.
template <class Value, int Words>
class table_columns
{
    using word = scored_word<Value>;
    using words = lane_words<Words>;
    static constexpr int per_word = word::columns, per_lane = Words * per_word;
    using places = table_places<per_word, Words>;
    static_assert(Words == 2);
    static constexpr int line = places::line_words;
    /// What a window's newer part may be: one, two, three columns, and T_2 to T_4.
    static constexpr int newer_parts = 6;

public:
    /// @param tables    shared
    /// @param nothing   shared: a word of nothing, for windows that have no older part
    __device__ __forceinline__ table_columns(scored_problem const & p, std::size_t first_column, std::uint32_t * tables,
                                             std::uint32_t const * nothing, int lane)
        : tables_{tables}, lane_{lane}
    {
        std::uint32_t const skip = uniform(p.column_skip);
#pragma unroll
        for (int d = 0; d < 3; ++d)
            cost_[d] = word::minus(word::cost_of(skip, static_cast<unsigned>(d + 1)));
        cost_[3] = word::minus(word::cost_of(skip, 4));
        cost_[4] = word::minus(word::cost_of(skip, 8));
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            older_cost_[k] = 0;
#pragma unroll
            for (int n = 0; n < newer_parts - 1; ++n)
                take_[n][k] = 0;
        }
#pragma unroll
        for (int k = 0; k < per_lane; ++k) {
            std::size_t const j = first_column + lane * per_lane + k;
            int const lo = p.column_lo[j], hi = p.column_hi[j];
            auto const length = static_cast<std::uint32_t>(lo <= hi ? hi + 1 : 1);
            std::uint32_t const level = table_level(length), distance = table_distance(length);
            bool const has_older = level >= places::first_level && distance != 0;
            address_[k] = shared_address(nothing);
            if (has_older) {
                auto const at =
                    places::entry(static_cast<int>(level), lane * per_lane + k - static_cast<int>(distance));
                address_[k] = shared_address(tables + at.word) + 2 * static_cast<unsigned>(at.half);
            }
            std::uint32_t const of_column = per_word == 2 ? (k / Words ? 0xffff0000u : 0x0000ffffu) : 0xffffffffu;
            older_cost_[k % Words] |= word::minus(has_older ? word::cost_of(skip, distance) : 0) & of_column;
            int const part = static_cast<int>(level < places::first_level ? length - 1 : level + 1);
#pragma unroll
            for (int n = 1; n < newer_parts; ++n)
                take_[n - 1][k % Words] |= part >= n ? of_column : 0;
        }
        hands_over_ = tables + places::handed_over(2 * max(0, lane - 32 + line / 2));
    }
    /// Makes the tables of a row. Afterwards, and after a barrier of the warp, windows can be looked up.
    /// @param from   the line that the left neighbour has handed over
    __device__ __forceinline__ void make(words const & m, std::uint32_t const * from)
    {
        // loads before all stores, of which the compiler does not know where they go
        std::uint32_t const copied = from[lane_ % line];
        heads const begins = heads_of(from);
        tables_[lane_ % line] = copied; // by two lanes the same where it is shorter
        store_shared_if(lane_ >= 32 - places::singles / Words,
                        tables_ + places::level_begin(0) + max(0, lane_ - 32 + places::singles / Words) * Words, m);
        words const two = make_two(m, begins);
        store(2, two);
        words const three = widened<3>(two, begins.two);
        store(3, three);
        words const four = widened<4>(three, begins.three);
        store(4, four);
    }
    /// After the barrier: the maxima of the windows.
    [[nodiscard]] __device__ __forceinline__ words windows() const
    {
        words out;
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            std::uint32_t older;
            if constexpr (per_word == 2)
                older = __byte_perm(load_entry<Value>(address_[k]), load_entry<Value>(address_[Words + k]), 0x5410);
            else
                older = load_entry<Value>(address_[k]);
            out.word[k] = word::add_max(older, older_cost_[k], newer_.word[k]);
        }
        return out;
    }
    /// After the barrier: of the last lanes, what they hand over.
    [[nodiscard]] __device__ __forceinline__ lane_words<2> handed_over() const
    {
        return load_words<2>(hands_over_);
    }

private:
    /// What a row's tables begin with, by lane: words of the line in place of lanes further left.
    struct heads
    {
        words single[per_lane == 4 ? 1 : 2]; ///< one lane further left, and two
        words two, three;                    ///< of T_2 and T_3: four and eight columns further left
    };

    /// Of a level, what lies 2^level columns to the left of the first lanes.
    template <int Level>
    [[nodiscard]] __device__ __forceinline__ words head_of(std::uint32_t const * from) const
    {
        return load_words<Words>(from + places::line_begin(Level) + lane_ % (places::line_size(Level) / Words) * Words);
    }
    [[nodiscard]] __device__ __forceinline__ heads heads_of(std::uint32_t const * from) const
    {
        heads out;
        out.two = head_of<2>(from);
        out.three = head_of<3>(from);
        if constexpr (per_lane == 4) {
            out.single[0] = head_of<0>(from);
        } else {
            out.single[1] = head_of<0>(from);
            out.single[0] = load_words<Words>(from + places::line_begin(0) + Words);
        }
        return out;
    }
    __device__ __forceinline__ void store(int level, words const & x)
    {
        store_words(tables_ + places::level_begin(level) + lane_ * Words, x);
    }
    /// From here on part n is what the windows take that hold it.
    template <int Part>
    __device__ __forceinline__ void take_newer(words const & part)
    {
#pragma unroll
        for (int k = 0; k < Words; ++k)
            newer_.word[k] = (part.word[k] & take_[Part - 1][k]) | (newer_.word[k] & ~take_[Part - 1][k]);
    }
    /// T_2, and on the way the newer parts of up to three columns.
    [[nodiscard]] __device__ __forceinline__ words make_two(words const & m, heads const & from)
    {
        words first, second, third, fourth; // the columns before
        std::uint32_t const left0 = from_left(m.word[0], 1, from.single[0].word[0]),
                            left1 = from_left(m.word[1], 1, from.single[0].word[1]);
        if constexpr (per_word == 2) {
            std::uint32_t const even = __byte_perm(left0, m.word[0], 0x5432),
                                odd = __byte_perm(left1, m.word[1], 0x5432);
            first = {odd, m.word[0]};
            second = {even, odd};
            third = {left1, even};
            fourth = {left0, left1};
        } else {
            std::uint32_t const far0 = from_left(m.word[0], 2, from.single[1].word[0]),
                                far1 = from_left(m.word[1], 2, from.single[1].word[1]);
            first = {left1, m.word[0]};
            second = {left0, left1};
            third = {far1, left0};
            fourth = {far0, far1};
        }
        newer_ = first;
        words out = add_max<Value>(second, cost_[0], first);
        take_newer<1>(out);
        out = add_max<Value>(third, cost_[1], out);
        take_newer<2>(out);
        out = add_max<Value>(fourth, cost_[2], out);
        take_newer<3>(out);
        return out;
    }
    /// T_Level from the level below.
    template <int Level>
    [[nodiscard]] __device__ __forceinline__ words widened(words const & below, words const & head)
    {
        words out;
#pragma unroll
        for (int k = 0; k < Words; ++k)
            out.word[k] = word::add_max(from_left(below.word[k], (1 << (Level - 1)) / per_lane, head.word[k]),
                                        cost_[Level], below.word[k]);
        take_newer<Level + 1>(out);
        return out;
    }

    std::uint32_t * tables_;
    std::uint32_t const * hands_over_;
    int lane_;
    std::uint32_t cost_[5];                      ///< of 1, 2 and 3 columns, of 4 and of 8
    std::uint32_t address_[per_lane];            ///< of windows' older parts
    std::uint32_t older_cost_[Words];            ///< what is added to them
    std::uint32_t take_[newer_parts - 1][Words]; ///< [n - 1]: which columns' windows hold part n
    words newer_;
};

} // namespace vglcs::cuda::scored
