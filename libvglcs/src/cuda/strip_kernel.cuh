// SPDX-License-Identifier: BSD-3-Clause
/// The strips on CUDA. One warp is one worker: it takes a strip of columns, runs all rows of it, and takes the next.
/// Strip s hands the row maxima of its last columns to strip s+1 in chunks of rows, through one buffer that every strip
/// of a problem reads and then overwrites in place: strip s+1 never writes a chunk that strip s+2 has yet to read.
/// Workers take strips in order, so the strip on the left has always been started: nothing can wait for ever.
#pragma once

#include "cuda/strip_launch.hpp"

#include <cuda_runtime.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace vglcs::cuda {

inline constexpr unsigned all_lanes = 0xffffffff;

/// One lane's words of a row: a word is two columns of 16-bit values or one of 32 bits.
template <int Words>
struct lane_words
{
    std::uint32_t word[Words];
};

template <int Words>
__device__ __forceinline__ lane_words<Words> load_words(std::uint32_t const * from)
{
    using vector = std::conditional_t<Words == 4, uint4, std::conditional_t<Words == 2, uint2, std::uint32_t>>;
    vector const v = *reinterpret_cast<vector const *>(from);
    lane_words<Words> out;
    memcpy(&out, &v, sizeof out);
    return out;
}

template <int Words>
__device__ __forceinline__ void store_words(std::uint32_t * to, lane_words<Words> const & from)
{
    using vector = std::conditional_t<Words == 4, uint4, std::conditional_t<Words == 2, uint2, std::uint32_t>>;
    vector v;
    memcpy(&v, &from, sizeof v);
    *reinterpret_cast<vector *>(to) = v;
}

/// Columns per word, and maxima of words.
template <class Value>
struct word_of
{
    static constexpr int columns = 4 / sizeof(Value);
    static __device__ __forceinline__ std::uint32_t max(std::uint32_t a, std::uint32_t b)
    {
        if constexpr (columns == 2)
            return __vmaxu2(a, b);
        else
            return ::max(a, b);
    }
};

template <class Value, int Words>
__device__ __forceinline__ lane_words<Words> maximum(lane_words<Words> const & a, lane_words<Words> const & b)
{
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k)
        out.word[k] = word_of<Value>::max(a.word[k], b.word[k]);
    return out;
}

__device__ __forceinline__ std::uint32_t load_acquire(std::uint32_t const * from)
{
    std::uint32_t out;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(out) : "l"(from) : "memory");
    return out;
}

__device__ __forceinline__ void store_release(std::uint32_t * to, std::uint32_t value)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}

/// Sizes of a strip, in words of shared memory. All regions keep 16-byte alignment.
template <class Value, int Words>
struct strip_layout
{
    static constexpr int columns = 32 * Words * word_of<Value>::columns;
    static constexpr int row_words = 32 * Words;
    static constexpr int halo_words = static_cast<int>(halo_columns) / word_of<Value>::columns;
    static constexpr int halo_lanes = halo_words / Words; ///< the last lanes carry the halo's words
    static constexpr int level_words = halo_words + row_words;
    static constexpr int zero_words = table_shape::zero_bytes / 4;
    static constexpr int ring_words = static_cast<int>(ring_reach) * row_words;
    static constexpr int far_row_words = row_words + 4; ///< padded: the columns' writes spread over the banks
    static constexpr int far_levels = std::bit_width(static_cast<unsigned>(columns));
    static_assert(halo_words % Words == 0 && halo_lanes <= 32);

    static constexpr int levels(bool far) { return far ? far_levels : static_cast<int>(ring_levels); }
    static constexpr int border_words = static_cast<int>(rows_per_block) * halo_words;
    static constexpr int words(bool far, bool far_columns)
    {
        return ring_words + zero_words + levels(far) * level_words + border_words +
               (far_columns ? static_cast<int>(rows_per_block) * far_row_words : 0);
    }
};

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

/// Builds the tables of levels Level.. that the mask asks for.
template <class Value, int Level, int Levels, int Words>
__device__ __forceinline__ void build_tables(std::uint32_t * tables, lane_words<Words> a, lane_words<Words> h, int lane,
                                             bool in_halo, std::uint32_t mask)
{
    using layout = strip_layout<Value, Words>;
    if constexpr (Level < Levels) {
        if (mask >> Level == 0)
            return;
        if constexpr (Level > 0)
            widen<Value, Level>(a, h, lane);
        if (mask >> Level & 1) {
            std::uint32_t * const level = tables + Level * layout::level_words;
            store_words(level + layout::halo_words + lane * Words, a);
            if (in_halo)
                store_words(level + (lane - 32 + layout::halo_lanes) * Words, h);
        }
        build_tables<Value, Level + 1, Levels>(tables, a, h, lane, in_halo, mask);
    }
}

/// Runs strips of columns until none is left.
/// Far: the plans may hold far windows; without it rows and columns reach no further than ring, tables and halo.
template <class Value, int Words, bool Far>
__global__ void __launch_bounds__(32, 16) strip_kernel(strip_launch const launch)
{
    using layout = strip_layout<Value, Words>;
    constexpr int row_words = layout::row_words, per_word = word_of<Value>::columns, per_lane = Words * per_word;
    constexpr int levels = layout::levels(Far), chunk = static_cast<int>(rows_per_block);
    using words = lane_words<Words>;
    extern __shared__ __align__(16) std::uint32_t shared[];
    std::uint32_t * const ring = shared;
    std::uint32_t * const zeros = ring + layout::ring_words;
    std::uint32_t * const tables = zeros + layout::zero_words;
    std::uint32_t * const border = tables + levels * layout::level_words;
    std::uint32_t * const far_rows = border + layout::border_words;
    auto const * const table_bytes = reinterpret_cast<unsigned char const *>(zeros);
    int const lane = static_cast<int>(threadIdx.x);
    bool const in_halo = lane >= 32 - layout::halo_lanes;
    int const halo_at = (lane - 32 + layout::halo_lanes) * Words;

    for (;;) {
        std::uint32_t ticket = 0;
        if (lane == 0)
            ticket = atomicAdd(launch.ticket, 1u);
        ticket = __shfl_sync(all_lanes, ticket, 0);
        if (ticket >= launch.strips)
            return;
        strip_task const task = launch.tasks[ticket];
        strip_problem const p = launch.problems[task.problem];
        std::uint32_t const strip = task.strip;
        bool const first = strip == p.first_strip;
        std::uint32_t const * const in_flag = launch.flags + ticket - 1;
        std::uint32_t * const out_flag = launch.flags + ticket;
        std::uint32_t * const halo = p.halo;
        std::uint32_t const * const halo_in = first ? p.halo_in : halo;
        std::uint32_t * const saved =
            p.saved_halo && (strip + 1) % p.panel_strips == 0
                ? p.saved_halo + std::size_t{strip / p.panel_strips} * p.rows * layout::halo_words
                : nullptr;
        std::uint32_t * const kept =
            Far ? launch.row_slots + std::size_t{blockIdx.x} * launch.row_slot_words + lane * Words : nullptr;

        int const zeroed = layout::words(Far, Far && p.far_begin);
        for (int k = lane; k < zeroed; k += 32)
            ring[k] = 0;
        std::uint32_t address[per_lane], letters[(per_lane + 3) / 4] = {};
        std::size_t const column = std::size_t{strip} * layout::columns + lane * per_lane;
#pragma unroll
        for (int k = 0; k < per_lane; ++k) {
            address[k] = p.addresses[column + k];
            letters[k / 4] |= static_cast<std::uint32_t>(p.letters[column + k]) << (8 * (k % 4));
        }
        std::uint32_t const column_mask = p.level_masks[strip], row_mask = p.row_mask;
        std::uint32_t far_from = 0, far_to = 0, exports_from = 0, exports_to = 0, operations_from = 0,
                      operations_to = 0;
        if constexpr (Far) {
            if (p.far_begin) {
                far_from = p.far_begin[strip], far_to = p.far_begin[strip + 1];
                exports_from = p.exports_begin[strip], exports_to = p.exports_begin[strip + 1];
                operations_from = p.operations_begin[strip], operations_to = p.operations_begin[strip + 1];
            }
        }

        // T_l of the newest row, and the values that T_1..T_4 need of 2, 4 and 8 rows before
        words const zero{};
        words t0 = zero, t1 = zero, t2 = zero, t3 = zero, t4 = zero, t5 = zero;
        words past1[2] = {}, past2[4] = {}, past3[8] = {};
        // best cells: 16-bit values carry the row as a tag, so that one maximum keeps the first row of the largest
        // value
        std::uint32_t best[per_lane] = {}, best_row[sizeof(Value) == 4 ? per_lane : 1] = {};
        bool best_stored = false;
        auto const store_best = [&](std::uint32_t epoch) {
#pragma unroll
            for (int k = 0; k < per_lane; ++k) {
                std::uint32_t value, row;
                if constexpr (sizeof(Value) == 2) {
                    value = best[k] >> 16;
                    row = epoch + (~best[k] & 0xffff);
                } else {
                    value = best[k];
                    row = best_row[k];
                }
                if (!best_stored || value > p.best_values[column + k]) {
                    p.best_values[column + k] = value;
                    p.best_rows[column + k] = row;
                }
                if constexpr (sizeof(Value) == 2)
                    best[k] = 0;
            }
            best_stored = true;
        };
        __syncwarp();

        words older = zero; // ring part of the coming row's window; row 0 has none
        bool stopped = false;
        for (std::uint32_t row0 = 0; row0 < p.rows_to_run && !stopped; row0 += chunk) {
            // the left neighbour's row maxima of this chunk
            if (!first) {
                if (lane == 0)
                    while (load_acquire(in_flag) < row0 + chunk)
                        ;
                __syncwarp();
            }
            if (halo_in) {
                auto const * const from =
                    reinterpret_cast<uint4 const *>(halo_in + std::size_t{row0} * layout::halo_words);
                auto * const to = reinterpret_cast<uint4 *>(border);
#pragma unroll
                for (int k = 0; k < layout::border_words / 128; ++k)
                    to[k * 32 + lane] = __ldcg(from + k * 32 + lane);
            }
            std::uint32_t const headers = p.headers[row0 + lane];
            std::uint32_t const header_behind = p.headers[row0 + chunk];
            std::uint32_t const stop = lane == 0 ? *static_cast<std::uint32_t const volatile *>(launch.stop) : 0;
            std::uint32_t const * stream = nullptr;
            if constexpr (Far) {
                if (p.block_streams)
                    stream = p.stream + p.block_streams[row0 / chunk];
                // far windows of columns: a lane is a row
                for (std::uint32_t f = far_from; f < far_to; ++f) {
                    far_column const & c = p.far[f];
                    std::uint32_t value = 0;
#pragma unroll
                    for (int k = 0; k < 4; ++k) {
                        if (c.slots[k] == far_column::none)
                            break;
                        auto const * const slot =
                            static_cast<Value const *>(p.column_slots) + std::size_t{c.slots[k]} * p.rows;
                        value = ::max(value, static_cast<std::uint32_t>(__ldcg(slot + row0 + lane)));
                    }
                    reinterpret_cast<Value *>(far_rows + lane * layout::far_row_words)[c.column] =
                        static_cast<Value>(value);
                }
            }
            __syncwarp();
#pragma unroll 1
            for (int base = 0; base < chunk; base += 8) {
#pragma unroll
                for (int u = 0; u < 8; ++u) {
                    int const r = base + u;
                    std::uint32_t const i = row0 + r;
                    std::uint32_t const header = __shfl_sync(all_lanes, headers, r);
                    std::uint32_t next = __shfl_sync(all_lanes, headers, (r + 1) & 31);
                    if (r + 1 == chunk)
                        next = header_behind;
                    std::uint32_t const level = header >> 8 & 7, letter = header & 0xff;
                    words h = zero;
                    if (in_halo)
                        h = load_words<Words>(border + r * layout::halo_words + halo_at);

                    // stage 1: the window of rows, for every column
                    words m = older;
#pragma unroll
                    for (int k = 0; k < Words; ++k) {
                        std::uint32_t x = level == 0   ? t0.word[k]
                                          : level == 1 ? t1.word[k]
                                          : level == 2 ? t2.word[k]
                                          : level == 3 ? t3.word[k]
                                          : level == 4 ? t4.word[k]
                                                       : 0;
                        if constexpr (Far)
                            x = level == 5 ? t5.word[k] : x;
                        m.word[k] = word_of<Value>::max(m.word[k], x);
                    }
                    older = load_words<Words>(ring + (next >> 11 & 31) * row_words + lane * Words);
                    if constexpr (Far) {
                        for (std::uint32_t k = header >> 16 & 7; k > 0; --k)
                            m = maximum<Value>(m, load_words<Words>(kept + std::size_t{*stream++} * row_words));
                    }
                    if (in_halo) {
                        store_words(halo + std::size_t{i} * layout::halo_words + halo_at, m);
                        if (saved)
                            store_words(saved + std::size_t{i} * layout::halo_words + halo_at, m);
                    }

                    // stage 2: dyadic maxima of the row; each column looks up the two that cover its window
                    build_tables<Value, 0, levels>(tables, m, h, lane, in_halo, column_mask);
                    __syncwarp();
                    words v;
                    words far_part = zero;
                    if constexpr (Far) {
                        if (far_from != far_to)
                            far_part = load_words<Words>(far_rows + r * layout::far_row_words + lane * Words);
                    }
                    if constexpr (sizeof(Value) == 2) {
#pragma unroll
                        for (int k = 0; k < Words; ++k) {
                            auto const entry = [&](std::uint32_t at) -> std::uint32_t {
                                return *reinterpret_cast<std::uint16_t const *>(table_bytes + at);
                            };
                            std::uint32_t const x0 = entry(address[2 * k] & 0xffff), y0 = entry(address[2 * k] >> 16);
                            std::uint32_t const x1 = entry(address[2 * k + 1] & 0xffff),
                                                y1 = entry(address[2 * k + 1] >> 16);
                            std::uint32_t best_before = __vmaxu2(x0 | x1 << 16, y0 | y1 << 16);
                            if constexpr (Far)
                                best_before = __vmaxu2(best_before, far_part.word[k]);
                            std::uint32_t const equal = __vcmpeq4(letters[k / 2], letter * 0x01010101u);
                            v.word[k] = (best_before + 0x00010001u) & __byte_perm(equal, 0, k & 1 ? 0x3322 : 0x1100);
                        }
                    } else {
#pragma unroll
                        for (int k = 0; k < Words; ++k) {
                            auto const entry = [&](std::uint32_t at) {
                                return *reinterpret_cast<std::uint32_t const *>(table_bytes + at);
                            };
                            std::uint32_t best_before = ::max(entry(address[k] & 0xffff), entry(address[k] >> 16));
                            if constexpr (Far)
                                best_before = ::max(best_before, far_part.word[k]);
                            v.word[k] = (letters[k / 4] >> (8 * (k % 4)) & 0xff) == letter ? best_before + 1 : 0;
                        }
                    }
                    if constexpr (Far) {
                        for (std::uint32_t e = exports_from + lane; e < exports_to; e += 32) {
                            column_export const x = p.exports[e];
                            auto const entry = [&](std::uint32_t at) {
                                return *reinterpret_cast<Value const *>(table_bytes + at);
                            };
                            static_cast<Value *>(p.column_slots)[std::size_t{x.slot} * p.rows + i] =
                                ::max(entry(x.addresses & 0xffff), entry(x.addresses >> 16));
                        }
                    }
                    __syncwarp();
                    if constexpr (sizeof(Value) == 2) {
                        std::uint32_t const tag = ~i;
#pragma unroll
                        for (int k = 0; k < Words; ++k) {
                            best[2 * k] = ::max(best[2 * k], __byte_perm(tag, v.word[k], 0x5410));
                            best[2 * k + 1] = ::max(best[2 * k + 1], __byte_perm(tag, v.word[k], 0x7610));
                        }
                    } else {
#pragma unroll
                        for (int k = 0; k < Words; ++k) {
                            if (v.word[k] > best[k]) {
                                best[k] = v.word[k];
                                best_row[k] = i;
                            }
                        }
                    }
                    if (p.table)
                        store_words(p.table + std::size_t{i} * p.table_row_words +
                                        std::size_t{strip - p.table_first_strip} * row_words + lane * Words,
                                    v);

                    // the ring: T_1..T_4 of this row, as far as some row asks for them
                    std::uint32_t * const at = ring + lane * Words;
                    if (Far || row_mask > 1) {
                        words const n1 = maximum<Value>(v, t0), n2 = maximum<Value>(n1, past1[u & 1]);
                        past1[u & 1] = n1;
                        t1 = n1;
                        t2 = n2;
                        store_words(at + (u & 1) * row_words, n1);
                        store_words(at + (2 + (u & 3)) * row_words, n2);
                        if (Far || row_mask > 7) {
                            words const n3 = maximum<Value>(n2, past2[u & 3]), n4 = maximum<Value>(n3, past3[u & 7]);
                            past2[u & 3] = n2;
                            past3[u & 7] = n3;
                            if constexpr (Far)
                                t5 = maximum<Value>(n4, load_words<Words>(at + (14 + (i & 15)) * row_words));
                            t3 = n3;
                            t4 = n4;
                            store_words(at + (6 + (u & 7)) * row_words, n3);
                            store_words(at + (14 + (i & 15)) * row_words, n4);
                        }
                    }
                    t0 = v;
                    if constexpr (Far) {
                        for (std::uint32_t k = header >> 19 & 7; k > 0; --k) {
                            std::uint32_t const write = *stream++;
                            std::uint32_t * const to = kept + std::size_t{write & 0xfffffff} * row_words;
                            switch (write >> 28) {
                            case 0:
                                store_words(to, t0);
                                break;
                            case 1:
                                store_words(to, t1);
                                break;
                            case 2:
                                store_words(to, t2);
                                break;
                            case 3:
                                store_words(to, t3);
                                break;
                            case 4:
                                store_words(to, t4);
                                break;
                            default:
                                store_words(to, t5);
                            }
                        }
                    }
                }
            }
            if constexpr (Far) {
                if (stream) {
                    for (std::uint32_t k = *stream++; k > 0; --k, stream += 3)
                        store_words(kept + std::size_t{stream[0]} * row_words,
                                    maximum<Value>(load_words<Words>(kept + std::size_t{stream[1]} * row_words),
                                                   load_words<Words>(kept + std::size_t{stream[2]} * row_words)));
                }
                __syncwarp();
                for (std::uint32_t k = operations_from; k < operations_to; ++k) {
                    slot_operation const o = p.operations[k];
                    auto * const slots = static_cast<Value *>(p.column_slots) + row0 + lane;
                    Value const left = __ldcg(slots + std::size_t{o.left} * p.rows);
                    Value const right = __ldcg(slots + std::size_t{o.right} * p.rows);
                    __stcg(slots + std::size_t{o.target} * p.rows, left > right ? left : right);
                }
            }
            if constexpr (sizeof(Value) == 2) {
                if ((row0 + chunk) % 65536 == 0)
                    store_best(row0 & ~0xffffu);
            }
            __syncwarp();
            __threadfence();
            stopped = __shfl_sync(all_lanes, stop, 0) != 0;
            if (lane == 0)
                store_release(out_flag, stopped ? p.rows : row0 + chunk);
        }
        store_best((p.rows_to_run - 1) & ~0xffffu);
        __syncwarp();
    }
}

} // namespace vglcs::cuda
