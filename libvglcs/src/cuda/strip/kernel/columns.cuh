// SPDX-License-Identifier: BSD-3-Clause
/// Stage 2 of the CUDA strips: windows of columns within a row.
#pragma once

#include "cuda/strip/kernel/layout.cuh"
#include "cuda/strip/run/launch.hpp"

namespace vglcs::cuda {

/// `b` = a shifted right by Distance words over the lanes, the halo's words coming in on the left; the same for the
/// halo itself, with zeros coming in. Lanes without halo words hold zeros in h.
template <int Distance, int Words>
__device__ __forceinline__ void shift_words(lane_words<Words> const & a, lane_words<Words> const & h, int lane,
                                            lane_words<Words> & b, lane_words<Words> & b_halo)
{
#pragma unroll
    for (int k = 0; k < Words; ++k) {
        if (k >= Distance) {
            b.word[k] = a.word[k - Distance];
            b_halo.word[k] = h.word[k - Distance];
        } else {
            constexpr int d = Distance;
            int const lanes = (d - k + Words - 1) / Words, from = k - d + lanes * Words;
            b.word[k] = __shfl_sync(all_lanes, lane >= 32 - lanes ? h.word[from] : a.word[from], (lane - lanes) & 31);
            b_halo.word[k] = __shfl_up_sync(all_lanes, h.word[from], lanes);
        }
    }
}

/// T_level of columns from T_(level-1): the maximum with the columns 2^(level-1) to the left.
template <class Value, int Level, int Words>
__device__ __forceinline__ void widen(lane_words<Words> & a, lane_words<Words> & h, int lane)
{
    lane_words<Words> b, b_halo;
    if constexpr (word_of<Value>::columns == 2 && Level == 1) {
        std::uint32_t const x =
            __shfl_sync(all_lanes, lane == 31 ? h.word[Words - 1] : a.word[Words - 1], (lane - 1) & 31);
        std::uint32_t const y = __shfl_up_sync(all_lanes, h.word[Words - 1], 1);
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            b.word[k] = __byte_perm(k ? a.word[k - 1] : x, a.word[k], 0x5432);
            b_halo.word[k] = __byte_perm(k ? h.word[k - 1] : y, h.word[k], 0x5432);
        }
    } else {
        shift_words<(1 << (Level - 1)) / word_of<Value>::columns>(a, h, lane, b, b_halo);
    }
    a = maximum<Value>(a, b);
    h = maximum<Value>(h, b_halo);
}

/// Builds the tables of the levels Level..Levels-1.
template <class Layout, class Value, int Level, int Levels, int Words>
__device__ __forceinline__ void build_tables(std::uint32_t * tables, lane_words<Words> & a, lane_words<Words> & h,
                                             int lane, bool in_halo)
{
    if constexpr (Level < Levels) {
        if constexpr (Level > 0)
            widen<Value, Level>(a, h, lane);
        std::uint32_t * const level = tables + Level * Layout::level_words;
        store_words(level + Layout::halo_words + lane * Words, a);
        store_shared_if(in_halo, level + (lane - 32 + Layout::halo_lanes) * Words, h);
        build_tables<Layout, Value, Level + 1, Levels>(tables, a, h, lane, in_halo);
    }
}

/// Of a word's two columns, those before its c-th.
__device__ __forceinline__ std::uint32_t columns_before(int c)
{
    return c <= 0 ? 0 : c == 1 ? 0xffffu : ~0u;
}

/// What rows with one letter read about a lane's columns: words in shared memory, for each lane and letter.
template <class Value, int Words, lookup Lookup>
struct letter_words
{
    static constexpr int columns = Words * word_of<Value>::columns;
    static constexpr int count = Lookup == lookup::direct ? (columns + 1) / 2 : in_registers(Lookup) ? Words : 1;
    std::uint32_t word[count];

    __device__ __forceinline__ void load(std::uint32_t const * from)
    {
        lane_words<count> const x = load_words<count>(from);
        memcpy(word, &x, sizeof word);
    }

    /// Those of a letter. `addresses` are the columns' addresses under lookup::direct, `nothing` that of the value that
    /// becomes 0.
    static __device__ __forceinline__ void store(std::uint32_t * to, std::uint8_t const * letters,
                                                 std::uint32_t const (&addresses)[columns], std::uint32_t nothing,
                                                 std::uint32_t letter)
    {
        std::uint32_t out[count] = {};
#pragma unroll
        for (int k = 0; k < columns; ++k) {
            bool const match = letters[k] == letter;
            if constexpr (Lookup == lookup::direct)
                out[k / 2] |= (match ? addresses[k] : nothing) << (16 * (k % 2));
            else if constexpr (!in_registers(Lookup))
                out[0] |= static_cast<std::uint32_t>(match) << k;
            else if (match)
                out[k / word_of<Value>::columns] |=
                    word_of<Value>::columns == 2 ? 0xffffu << (16 * (k % 2)) : 0xffffffffu;
        }
#pragma unroll
        for (int k = 0; k < count; ++k)
            to[k] = out[k];
    }
};

/// The larger of the two table entries of each of a lane's columns.
template <class Value, int Words, lookup Lookup>
__device__ __forceinline__ lane_words<Words>
looked_up(letter_words<Value, Words, Lookup> const & letter,
          std::uint32_t const (&addresses)[Words * word_of<Value>::columns], std::uint32_t nothing)
{
    static_assert(Lookup != lookup::direct && !in_registers(Lookup));
    constexpr int columns = Words * word_of<Value>::columns;
    std::uint32_t first[columns], second[columns];
#pragma unroll
    for (int k = 0; k < columns; ++k) {
        // columns that do not match, which most do not, all read one value: only matching ones cost banks
        bool const match = letter.word[0] & (1u << k);
        first[k] = load_entry<Value>(match ? addresses[k] & 0xffff : nothing);
        second[k] = load_entry<Value>(match ? addresses[k] >> 16 : nothing);
    }
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k) {
        if constexpr (sizeof(Value) == 2)
            out.word[k] = __vmaxu2(__byte_perm(first[2 * k], first[2 * k + 1], 0x5410),
                                   __byte_perm(second[2 * k], second[2 * k + 1], 0x5410));
        else
            out.word[k] = ::max(first[k], second[k]);
    }
    return out;
}

} // namespace vglcs::cuda
