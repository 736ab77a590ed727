// SPDX-License-Identifier: BSD-3-Clause
/// Stage 1 of the CUDA strips, windows of rows within a column, and each column's best cell.
#pragma once

#include "cuda/strip/plan/strip_shape.hpp"
#include "cuda/warp.cuh"

namespace vglcs::cuda {

/// Positions of row i's T_1 to T_4 in a lane's ring.
template <int Words>
struct ring_positions
{
    std::uint32_t * ring;
    std::uint32_t low;  ///< i modulo 8, a constant where rows are unrolled
    std::uint32_t full; ///< i

    template <int Level>
    [[nodiscard]] __device__ __forceinline__ std::uint32_t * of() const
    {
        constexpr std::uint32_t rows = 1u << Level;
        std::uint32_t const position = rows <= 8 ? low & (rows - 1) : (low & 7) + (full & 8);
        return ring + (rows - 2 + position) * (32 * Words);
    }
};

/// T_0..T_4 of the newest row, and T_5 where windows may be far, with what the next rows need of the rows before: the
/// T_l of the last 2^l rows lie in registers where rows are unrolled by 2^l or more, else in the ring, which then keeps
/// them of every row.
template <class Value, int Words, int RowLevels, bool Far, int Unrolled>
struct row_maxima
{
    using words = lane_words<Words>;
    static constexpr bool keeps2 = Unrolled >= 4, keeps3 = Unrolled >= 8;
    words t[6] = {};
    words past1[2] = {}, past2[RowLevels > 3 && keeps2 ? 4 : 1] = {}, past3[RowLevels > 3 && keeps3 ? 8 : 1] = {};

    /// T_level of the newest row; in programs without far windows the result is arbitrary for a row without window.
    __device__ __forceinline__ words newest(std::uint32_t level) const
    {
        bool const b0 = level & 1, b1 = level & 2, b2 = level & 4;
        words out;
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            // T_4 is ready last, so it is chosen last
            std::uint32_t const low = b0 ? t[1].word[k] : t[0].word[k];
            std::uint32_t x;
            if constexpr (RowLevels > 3) {
                std::uint32_t const high = b0 ? t[3].word[k] : t[2].word[k];
                x = b1 ? high : low;
                std::uint32_t last = t[4].word[k];
                if constexpr (Far)
                    last = b1 ? 0 : b0 ? t[5].word[k] : last;
                x = b2 ? last : x;
            } else {
                x = b1 ? t[2].word[k] : low;
            }
            out.word[k] = x;
        }
        return out;
    }

    /// Takes row i's values (u = i modulo Unrolled, a constant) and keeps in the ring what later rows ask for.
    __device__ __forceinline__ void advance(words const & v, int u, std::uint32_t i, std::uint32_t keep,
                                            std::uint32_t * ring)
    {
        ring_positions<Words> const positions{ring, Unrolled >= 8 ? static_cast<unsigned>(u) : i, i};
        words const n1 = maximum<Value>(v, t[0]), n2 = maximum<Value>(n1, past1[u & 1]);
        if constexpr (Unrolled == 1)
            past1[0] = past1[1], past1[1] = n1;
        else
            past1[u & 1] = n1;
        t[0] = v;
        t[1] = n1;
        t[2] = n2;
        store_shared_if(keep & 1, positions.template of<1>(), n1);
        std::uint32_t * const ring2 = positions.template of<2>();
        if constexpr (RowLevels > 3) {
            std::uint32_t * const ring3 = positions.template of<3>();
            std::uint32_t * const ring4 = positions.template of<4>();
            words const before2 = keeps2 ? past2[u & 3 & (Unrolled - 1)] : load_words<Words>(ring2),
                        before3 = keeps3 ? past3[u & 7 & (Unrolled - 1)] : load_words<Words>(ring3);
            words const n3 = maximum<Value>(n2, before2), n4 = maximum<Value>(n3, before3);
            t[3] = n3;
            t[4] = n4;
            keep_in_ring<keeps2>(keep & 2, past2, u & 3, ring2, n2);
            keep_in_ring<keeps3>(keep & 4, past3, u & 7, ring3, n3);
            if constexpr (Far) { // whose plans keep every T_4
                t[5] = maximum<Value>(n4, load_words<Words>(ring4));
                store_words(ring4, n4);
            } else {
                store_shared_if(keep & 8, ring4, n4);
            }
        } else {
            store_shared_if(keep & 2, ring2, n2);
        }
    }

private:
    /// To a register and, where asked for, to the ring; or always to the ring.
    template <bool InRegisters, int Size>
    static __device__ __forceinline__ void keep_in_ring(std::uint32_t asked, words (&past)[Size], int at,
                                                        std::uint32_t * ring, words const & x)
    {
        if constexpr (InRegisters) {
            past[at % Size] = x;
            store_shared_if(asked, ring, x);
        } else {
            store_words(ring, x);
        }
    }
};

/// Windows of rows where none is far and rows are unrolled by eight. All of a coming row's window but the newest row is
/// joined before that row's values are there: one maximum is left to do then. What the next rows need of the rows
/// before lies in registers, and in the ring where a later row asks for it.
template <class Value, int Words, int RowLevels>
class early_windows
{
    using words = lane_words<Words>;
    static constexpr int levels = RowLevels > 3 ? 5 : 3;

public:
    /// The window of row i (u = i modulo 8, a constant); of the first row nothing, or what rows that are given replace.
    /// @param next_level   newest part of the next row's window
    /// @param older        the rest of it
    [[nodiscard]] __device__ __forceinline__ words take(std::uint32_t, std::uint32_t next_level, words const & older,
                                                        int u)
    {
        words const out = maximum<Value>(window_, newest_);
        rests_[1] = newest_;
        rests_[2] = maximum<Value>(newest_, past1_[u & 1]);
        if constexpr (levels > 3) {
            rests_[3] = maximum<Value>(rests_[2], past2_[u & 3]);
            rests_[4] = maximum<Value>(rests_[3], past3_[u & 7]);
        }
        window_ = maximum<Value>(older, rest_of(next_level));
        return out;
    }

    /// Takes row i's values and keeps in the ring what later rows ask for.
    __device__ __forceinline__ void advance(words const & v, int u, std::uint32_t i, std::uint32_t keep,
                                            std::uint32_t * ring)
    {
        ring_positions<Words> const positions{ring, static_cast<unsigned>(u), i};
        newest_ = v;
        past1_[u & 1] = maximum<Value>(v, rests_[1]);
        store_shared_if(keep & 1, positions.template of<1>(), past1_[u & 1]);
        words const two = maximum<Value>(v, rests_[2]);
        store_shared_if(keep & 2, positions.template of<2>(), two);
        if constexpr (levels > 3) {
            past2_[u & 3] = two;
            past3_[u & 7] = maximum<Value>(v, rests_[3]);
            store_shared_if(keep & 4, positions.template of<3>(), past3_[u & 7]);
            store_shared_if(keep & 8, positions.template of<4>(), maximum<Value>(v, rests_[4]));
        }
    }

private:
    /// T_level of the current row, without the row itself; arbitrary for a row without window.
    [[nodiscard]] __device__ __forceinline__ words rest_of(std::uint32_t level) const
    {
        bool const b0 = level & 1, b1 = level & 2, b2 = level & 4;
        words out;
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            std::uint32_t const low = b0 ? rests_[1].word[k] : 0;
            if constexpr (levels > 3) {
                std::uint32_t const high = b0 ? rests_[3].word[k] : rests_[2].word[k];
                std::uint32_t const x = b1 ? high : low;
                out.word[k] = b2 ? rests_[4].word[k] : x;
            } else {
                out.word[k] = b1 ? rests_[2].word[k] : low;
            }
        }
        return out;
    }

    words newest_ = {}, window_ = {}; ///< of the coming row's window, all but the newest row
    words rests_[levels] = {};        ///< [l]: the maximum of the 2^l - 1 rows before the current row
    words past1_[2] = {}, past2_[levels > 3 ? 4 : 1] = {}, past3_[levels > 3 ? 8 : 1] = {};
};

/// The same without joining early: for rows so short that a few more instructions cost more than waiting.
template <class Value, int Words, int RowLevels>
class late_windows
{
    using words = lane_words<Words>;

public:
    [[nodiscard]] __device__ __forceinline__ words take(std::uint32_t level, std::uint32_t, words const & older, int)
    {
        words const out = maximum<Value>(older_, maxima_.newest(level));
        older_ = older;
        return out;
    }

    __device__ __forceinline__ void advance(words const & v, int u, std::uint32_t i, std::uint32_t keep,
                                            std::uint32_t * ring)
    {
        maxima_.advance(v, u, i, keep, ring);
    }

private:
    row_maxima<Value, Words, RowLevels, false, 8> maxima_;
    words older_ = {}; ///< of the coming row's window
};

/// The best cell of each of a lane's columns: its largest value and the first row that has it. 16-bit values carry the
/// row as a tag, so that one maximum keeps both; the tag's 16 bits are why rows are stored by epochs of 65,536.
template <class Value, int Words>
struct best_cells
{
    static constexpr int per_word = word_of<Value>::columns, per_lane = Words * per_word;
    std::uint32_t value[per_lane] = {}, row[sizeof(Value) == 4 ? per_lane : 1] = {};
    bool stored = false;

    __device__ __forceinline__ void take(lane_words<Words> const & v, std::uint32_t i)
    {
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            if constexpr (per_word == 2) {
                std::uint32_t const tag = ~i & 0xffff;
                value[2 * k] = ::max(value[2 * k], v.word[k] * 0x10000u + tag);
                value[2 * k + 1] = ::max(value[2 * k + 1], (v.word[k] & 0xffff0000u) | tag);
            } else if (v.word[k] > value[k]) {
                value[k] = v.word[k];
                row[k] = i;
            }
        }
    }

    /// Joins what was taken since the last call to the arrays [columns]; `i` is any row of the epoch.
    __device__ __forceinline__ void store(std::uint32_t * values, std::uint32_t * rows, std::uint32_t i)
    {
#pragma unroll
        for (int k = 0; k < per_lane; ++k) {
            std::uint32_t v = value[k], r = 0;
            if constexpr (per_word == 2) {
                r = (i & ~0xffffu) + (~v & 0xffff);
                v >>= 16;
                value[k] = 0;
            } else {
                r = row[k];
            }
            if (!stored || v > values[k]) {
                values[k] = v;
                rows[k] = r;
            }
        }
        stored = true;
    }
};

} // namespace vglcs::cuda
