// SPDX-License-Identifier: BSD-3-Clause
/// The strips on CUDA. One warp is one worker: it takes a strip of columns, runs all rows of it, and takes the next.
/// Strip s hands the row maxima of its last columns to strip s+1 in chunks of rows, through one buffer that every strip
/// of a problem reads and then overwrites in place: strip s+1 never writes a chunk that strip s+2 has yet to read.
/// Workers take strips in order, so the strip on the left has always been started: nothing can wait for ever.
#pragma once

#include "cuda/strip_launch.hpp"

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace vglcs::cuda {

inline constexpr unsigned all_lanes = 0xffffffff;

/// The same value in every lane, and known to be so: what depends on it needs no care for lanes that part.
__device__ __forceinline__ std::uint32_t uniform(std::uint32_t x)
{
    return __reduce_max_sync(all_lanes, x);
}

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

/// Stores of single lanes, as predicated instructions: branches around them would cost more than they save.
template <int Words>
__device__ __forceinline__ void store_shared_if(std::uint32_t condition, std::uint32_t * to,
                                                lane_words<Words> const & from)
{
    auto const at = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
    if constexpr (Words == 2)
        asm volatile(
            "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.shared.v2.u32 [%1], {%2, %3};\n\t}" ::"r"(condition),
            "r"(at), "r"(from.word[0]), "r"(from.word[1])
            : "memory");
    else
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.shared.u32 [%1], %2;\n\t}" ::"r"(condition),
                     "r"(at), "r"(from.word[0])
                     : "memory");
}

template <int Words>
__device__ __forceinline__ void store_global_if(bool condition, std::uint32_t * to, lane_words<Words> const & from)
{
    if constexpr (Words == 2)
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.global.v2.u32 [%1], {%2, %3};\n\t}" ::"r"(
                         static_cast<std::uint32_t>(condition)),
                     "l"(to), "r"(from.word[0]), "r"(from.word[1])
                     : "memory");
    else
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.global.u32 [%1], %2;\n\t}" ::"r"(
                         static_cast<std::uint32_t>(condition)),
                     "l"(to), "r"(from.word[0])
                     : "memory");
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
template <class Value, int Words, int Levels, bool Far>
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
    static_assert(halo_words % Words == 0 && halo_lanes <= 32);

    /// Rows that strips exchange at a time. Short: a strip starts that many rows behind its left neighbour.
    static constexpr int chunk = Far ? static_cast<int>(rows_per_block) : 16;
    static constexpr int unrolled = Far ? 1 : 8;
    static constexpr int row_levels = Far ? static_cast<int>(ring_levels) : Levels;
    static constexpr int levels = Far ? std::bit_width(static_cast<unsigned>(columns)) : Levels;

    static constexpr int zeros = ring_words, tables = zeros + zero_words, border = tables + levels * level_words,
                         border_words = chunk * halo_words, reads = border + 2 * border_words,
                         writes = reads + (Far ? 4 * static_cast<int>(rows_per_block) : 0),
                         far_rows = writes + (Far ? static_cast<int>(row_plan::most_writes) : 0);
    /// Where the exports of a chunk are gathered: [exports][rows + 1], padded against bank conflicts.
    static constexpr int export_rows = static_cast<int>(rows_per_block) + 1;
    static constexpr int exports(bool far_columns)
    {
        return far_rows + (far_columns ? static_cast<int>(rows_per_block) * far_row_words : 0);
    }
    static constexpr int words(bool far_columns, std::uint32_t most_exports)
    {
        std::uint32_t const bytes = most_exports * export_rows * static_cast<std::uint32_t>(sizeof(Value));
        return exports(far_columns) + static_cast<int>((bytes + 15) / 16 * 4);
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

/// Which of a lane's columns (at most four) match a letter: bit k, and the sign of byte k, belong to column k.
struct matches
{
    std::uint32_t bits;

    static __device__ __forceinline__ std::uint32_t of(std::uint32_t column_letters, int columns, std::uint32_t letter)
    {
        std::uint32_t out = 0;
        for (int k = 0; k < columns; ++k)
            if ((column_letters >> (8 * k) & 0xff) == letter)
                out |= 0x80u << (8 * k) | 1u << k;
        return out;
    }
    /// All bits of the word's columns that match: of the two columns 2 Word and 2 Word + 1, or of the column Word.
    template <int Columns, int Word>
    [[nodiscard]] __device__ __forceinline__ std::uint32_t mask() const
    {
        constexpr std::uint32_t selector = Columns == 2 ? (Word ? 0xbbaa : 0x9988) : (Word ? 0x9999 : 0x8888);
        std::uint32_t out;
        asm("prmt.b32 %0, %1, 0, %2;" : "=r"(out) : "r"(bits), "n"(selector));
        return out;
    }
};

/// A table entry by its address in shared memory.
template <class Value>
__device__ __forceinline__ std::uint32_t load_entry(std::uint32_t address)
{
    std::uint32_t out;
    if constexpr (sizeof(Value) == 2)
        asm volatile("ld.shared.u16 %0, [%1];" : "=r"(out) : "r"(address) : "memory");
    else
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(out) : "r"(address) : "memory");
    return out;
}

/// The two table entries of each of a lane's columns. Columns that do not match, which most do not, all read one zero:
/// only matching ones cost banks.
template <class Value, int Words>
struct looked_up
{
    static constexpr int columns = Words * word_of<Value>::columns;
    std::uint32_t first[columns], second[columns];

    __device__ __forceinline__ looked_up(matches m, std::uint32_t const (&addresses)[columns], std::uint32_t zero)
    {
#pragma unroll
        for (int k = 0; k < columns; ++k) {
            bool const match = m.bits & (1u << k);
            first[k] = load_entry<Value>(match ? addresses[k] & 0xffff : zero);
            second[k] = load_entry<Value>(match ? addresses[k] >> 16 : zero);
        }
    }
    /// The larger of both entries, for the columns of a word.
    template <int Word>
    [[nodiscard]] __device__ __forceinline__ std::uint32_t best() const
    {
        if constexpr (sizeof(Value) == 2)
            return __vmaxu2(__byte_perm(first[2 * Word], first[2 * Word + 1], 0x5410),
                            __byte_perm(second[2 * Word], second[2 * Word + 1], 0x5410));
        else
            return ::max(first[Word], second[Word]);
    }
};

/// A row's values: one more than the best cell of each matching column's window, 0 elsewhere.
template <class Value, int Word = 0, int Words>
__device__ __forceinline__ void extend(lane_words<Words> & v, looked_up<Value, Words> const & entries,
                                       lane_words<Words> const & far_part, matches m)
{
    if constexpr (Word < Words) {
        constexpr std::uint32_t one = word_of<Value>::columns == 2 ? 0x00010001 : 1;
        std::uint32_t const before = word_of<Value>::max(entries.template best<Word>(), far_part.word[Word]);
        v.word[Word] = (before + one) & m.mask<word_of<Value>::columns, Word>();
        extend<Value, Word + 1>(v, entries, far_part, m);
    }
}

/// T_0..T_5 of the newest row in registers, and what the next rows need of the rows before: in registers too, which
/// needs rows unrolled by 8, or for far windows, whose code is long, in the ring, which then keeps every row.
template <class Value, int Words, int RowLevels, bool Far>
struct row_maxima
{
    using words = lane_words<Words>;
    words t[6] = {};
    words past1[Far ? 1 : 2] = {}, past2[!Far && RowLevels > 3 ? 4 : 1] = {}, past3[!Far && RowLevels > 3 ? 8 : 1] = {};

    /// T_level of the newest row; in plans without far windows a row without window may get anything.
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

    /// Takes row i's values (u = i modulo 8, a constant after unrolling) and keeps in the ring what later rows ask for.
    __device__ __forceinline__ void advance(words const & v, int u, std::uint32_t i, std::uint32_t keep,
                                            std::uint32_t * ring)
    {
        constexpr int row_words = 32 * Words;
        if constexpr (Far) {
            words t_new[6] = {v, maximum<Value>(v, t[0])};
#pragma unroll
            for (int level = 1; level < 5; ++level) {
                std::uint32_t * const row = ring + ((1 << level) - 2 + (i & ((1u << level) - 1))) * row_words;
                t_new[level + 1] = maximum<Value>(t_new[level], load_words<Words>(row));
                store_words(row, t_new[level]);
            }
#pragma unroll
            for (int level = 0; level < 6; ++level)
                t[level] = t_new[level];
            return;
        }
        words const n1 = maximum<Value>(v, t[0]), n2 = maximum<Value>(n1, past1[u & 1]);
        past1[u & 1] = n1;
        t[0] = v;
        t[1] = n1;
        t[2] = n2;
        store_shared_if(keep & 1, ring + (u & 1) * row_words, n1);
        store_shared_if(keep & 2, ring + (2 + (u & 3)) * row_words, n2);
        if constexpr (RowLevels > 3) {
            words const n3 = maximum<Value>(n2, past2[u & 3]), n4 = maximum<Value>(n3, past3[u & 7]);
            past2[u & 3] = n2;
            past3[u & 7] = n3;
            t[3] = n3;
            t[4] = n4;
            store_shared_if(keep & 4, ring + (6 + (u & 7)) * row_words, n3);
            store_shared_if(keep & 8, ring + (14 + (i & 15)) * row_words, n4);
        }
    }
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
                value[2 * k] = ::max(value[2 * k], __byte_perm(~i, v.word[k], 0x5410));
                value[2 * k + 1] = ::max(value[2 * k + 1], __byte_perm(~i, v.word[k], 0x7610));
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

/// Runs strips of columns until none is left.
/// Levels: dyadic levels of rows and columns that the plans read (3, 4 or 5), where nothing is far.
/// Keeps: the table or halos may be kept for a chain.
/// Far: the plans may hold far windows; without it rows and columns reach no further than ring, tables and halo.
template <class Value, int Words, int Levels, bool Far, bool Keeps>
__global__ void __launch_bounds__(32, Far ? 8 : 15) strip_kernel(strip_launch const launch)
{
    using layout = strip_layout<Value, Words, Levels, Far>;
    using words = lane_words<Words>;
    constexpr int row_words = layout::row_words, per_lane = Words * word_of<Value>::columns, chunk = layout::chunk;
    extern __shared__ __align__(16) std::uint32_t shared[];
    int const lane = static_cast<int>(threadIdx.x);
    bool const in_halo = lane >= 32 - layout::halo_lanes;
    int const halo_at = (lane - 32 + layout::halo_lanes) * Words;
    std::uint32_t * const ring = shared + lane * Words;
    std::uint32_t * const tables = shared + layout::tables;
    std::uint32_t * const letter_matches = shared + launch.match_words_at + lane;
    auto const zeros_address = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared + layout::zeros));
    auto const * const zeros_bytes = reinterpret_cast<unsigned char const *>(shared + layout::zeros);

    for (;;) {
        std::uint32_t ticket = 0;
        if (lane == 0)
            ticket = atomicAdd(launch.ticket, 1u);
        ticket = uniform(ticket);
        if (ticket >= launch.strips)
            return;
        strip_task const task = launch.tasks[ticket];
        strip_problem const & p = launch.problems[task.problem];
        std::uint32_t const strip = uniform(task.strip), rows = uniform(p.rows), rows_to_run = uniform(p.rows_to_run);
        bool const first = strip == uniform(p.first_strip);
        std::uint32_t const * const in_flag = first ? nullptr : launch.flags + ticket - 1;
        std::uint32_t const * halo_in = first ? p.halo_in : p.halo;
        std::uint32_t * halo_out = p.halo + halo_at;
        std::uint32_t * saved = nullptr;
        bool const saves = Keeps && uniform(p.saved_halo && (strip + 1) % p.panel_strips == 0);
        if (saves)
            saved = p.saved_halo + std::size_t{strip / p.panel_strips} * rows * layout::halo_words + halo_at;
        std::uint32_t * table = p.table;
        bool const keeps_table = Keeps && uniform(table != nullptr);
        std::size_t const table_row_words = p.table_row_words;
        if (keeps_table)
            table += std::size_t{strip - p.table_first_strip} * row_words + lane * Words;
        std::uint32_t const * const all_headers = p.headers + lane;
        bool const far_levels = Far && uniform(p.level_masks[strip] >> ring_levels) != 0;

        bool const far_columns = Far && uniform(p.far_begin != nullptr), far_rows = Far && uniform(p.reads != nullptr);
        int const zeroed = layout::exports(far_columns);
        for (int k = lane; k < zeroed; k += 32)
            shared[k] = 0;
        std::uint32_t address[per_lane], letters = 0;
        std::size_t const column = std::size_t{strip} * layout::columns + lane * per_lane;
#pragma unroll
        for (int k = 0; k < per_lane; ++k) {
            address[k] = p.addresses[column + k] + zeros_address * 0x00010001u;
            letters |= static_cast<std::uint32_t>(p.letters[column + k]) << (8 * k);
        }
        for (std::uint32_t k = 0; k < launch.letters; ++k)
            letter_matches[(k + 1) * 32] = matches::of(letters, per_lane, k);
        letter_matches[0] = 0;
        std::uint32_t far_from = 0, far_to = 0, exports_from = 0, exports_to = 0;
        if (far_columns) {
            far_from = uniform(p.far_begin[strip]), far_to = uniform(p.far_begin[strip + 1]);
            exports_from = uniform(p.exports_begin[strip]), exports_to = uniform(p.exports_begin[strip + 1]);
        }
        constexpr int export_registers = Far ? 4 : 1;
        std::uint32_t export_pairs[export_registers] = {};
        if constexpr (Far) {
#pragma unroll
            for (int k = 0; k < export_registers; ++k)
                if (exports_from + lane + 32 * k < exports_to)
                    export_pairs[k] = p.exports[exports_from + lane + 32 * k].addresses;
        }
        Value * const gathered = reinterpret_cast<Value *>(shared + layout::exports(far_columns));
        std::uint32_t * const kept =
            far_rows ? launch.row_slots + std::size_t{blockIdx.x} * launch.row_slot_words + lane * Words : nullptr;
        auto const kept_row = [&](std::uint32_t slot) { return kept + std::size_t{slot} * row_words; };
        __syncwarp();

        row_maxima<Value, Words, layout::row_levels, Far> maxima;
        best_cells<Value, Words> best;
        words older{}; // ring part of the coming row's window; row 0 has none
        int const halo_step = in_halo ? layout::halo_words : 0;
        bool stopped = false, border_ready = false;
        int border_buffer = 0;
        bool const has_border = uniform(halo_in != nullptr);
        std::uint32_t header = uniform(lane == 0 ? all_headers[0] : 0);
        matches match{letter_matches[(header & 0xff) * 32]};
        for (std::uint32_t row0 = 0; row0 < rows_to_run && !stopped; row0 += chunk) {
            std::uint32_t * border = shared + layout::border + border_buffer * layout::border_words;
            auto const fetch_border = [&](std::uint32_t * to, std::uint32_t row) {
                std::uint32_t const * const from = halo_in + std::size_t{row} * layout::halo_words;
#pragma unroll
                for (int k = lane * 4; k < layout::border_words; k += 128)
                    __pipeline_memcpy_async(to + k, from + k, 16);
                __pipeline_commit();
            };
            // the left neighbour's row maxima of this chunk, unless they were fetched already
            if (has_border && !border_ready) {
                if (in_flag && lane == 0)
                    while (load_acquire(in_flag) < row0 + chunk)
                        ;
                __syncwarp();
                fetch_border(border, row0);
            }
            std::uint32_t const headers = all_headers[row0];
            std::uint32_t const header_behind = chunk == 32 ? uniform(all_headers[row0 + chunk - lane]) : 0;
            std::uint32_t const stop = lane == 0 ? *static_cast<std::uint32_t const volatile *>(launch.stop) : 0;
            std::uint32_t writes_at = 0;
            words fetched[Far ? 4 : 1] = {};
            auto const fetch_row = [&](uint4 list) {
                std::uint32_t const slots[4] = {list.x, list.y, list.z, list.w};
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    fetched[k] = slots[k] != slot_list::none ? load_words<Words>(kept_row(slots[k])) : words{};
            };
            if constexpr (Far) {
                if (far_rows) {
                    reinterpret_cast<uint4 *>(shared + layout::reads)[lane] =
                        reinterpret_cast<uint4 const *>(p.reads)[row0 + lane];
                    std::uint32_t const from = p.writes_begin[row0 / chunk], to = p.writes_begin[row0 / chunk + 1];
                    for (std::uint32_t k = lane; k < to - from; k += 32)
                        shared[layout::writes + k] = p.writes[from + k];
                }
                // far windows of columns: a lane is a row; several groups' loads are under way at a time
                auto const * const slots = static_cast<Value const *>(p.column_slots) + row0 + lane;
                constexpr int batch = 4;
                for (std::uint32_t f = far_from; f < far_to; f += batch) {
                    std::uint32_t value[batch] = {};
#pragma unroll
                    for (int k = 0; k < batch; ++k) {
                        slot_list const list = f + k < far_to ? p.far[f + k].list : slot_list{};
#pragma unroll
                        for (int x = 0; x < 4; ++x)
                            if (list.slots[x] != slot_list::none)
                                value[k] = ::max(value[k], static_cast<std::uint32_t>(
                                                               __ldcg(slots + std::size_t{list.slots[x]} * rows)));
                    }
#pragma unroll
                    for (int k = 0; k < batch; ++k) {
                        if (f + k >= far_to)
                            break;
                        auto * const row =
                            reinterpret_cast<Value *>(shared + layout::far_rows + lane * layout::far_row_words);
                        for (std::uint32_t c = p.far[f + k].columns_begin; c < p.far[f + k].columns_end; c += 16) {
                            uint4 const ids = *reinterpret_cast<uint4 const *>(p.far_columns + c);
                            std::uint32_t const four[4] = {ids.x, ids.y, ids.z, ids.w};
#pragma unroll
                            for (int x = 0; x < 16; ++x)
                                row[four[x / 4] >> (8 * (x % 4)) & 0xff] = static_cast<Value>(value[k]);
                        }
                    }
                }
            }
            __pipeline_wait_prior(0);
            __syncwarp();
            if constexpr (Far) {
                if (far_rows)
                    fetch_row(reinterpret_cast<uint4 const *>(shared + layout::reads)[0]);
            }
            border_ready = false;
            // lanes without halo words read zeros
            std::uint32_t const * halo_row = in_halo ? border + halo_at : shared + layout::zeros;
#pragma unroll 1
            for (int base = 0; base < chunk; base += layout::unrolled) {
                // near the chunk's end: fetch the next border if it is there already
                if (base == chunk - 8 && has_border && row0 + chunk < rows_to_run) {
                    std::uint32_t done = ~0u;
                    if (in_flag && lane == 0)
                        done = load_acquire(in_flag);
                    border_ready = __reduce_min_sync(all_lanes, done) >= row0 + 2 * chunk;
                    __syncwarp();
                    if (border_ready)
                        fetch_border(shared + layout::border + (border_buffer ^ 1) * layout::border_words,
                                     row0 + chunk);
                }
#pragma unroll
                for (int u = 0; u < layout::unrolled; ++u) {
                    int const r = base + u;
                    std::uint32_t const i = row0 + r;
                    std::uint32_t next = uniform(lane == ((r + 1) & 31) ? headers : 0);
                    if (chunk == 32 && r + 1 == chunk)
                        next = header_behind;
                    matches const next_match{letter_matches[(next & 0xff) * 32]};
                    words const h = load_words<Words>(halo_row);
                    halo_row += halo_step;

                    // stage 1: the window of rows, for every column
                    words m = maximum<Value>(older, maxima.newest(header >> 8));
                    older = load_words<Words>(ring + (next >> 11 & 31) * row_words);
                    if constexpr (Far) {
                        if (header >> 23 & 1) {
#pragma unroll
                            for (int k = 0; k < 4; ++k)
                                m = maximum<Value>(m, fetched[k]);
                        }
                        if (r + 1 < chunk && (next >> 23 & 1))
                            fetch_row(reinterpret_cast<uint4 const *>(shared + layout::reads)[r + 1]);
                    }
                    store_global_if(in_halo, halo_out, m);
                    if (saves)
                        store_global_if(in_halo, saved + std::size_t{i} * layout::halo_words, m);
                    halo_out += layout::halo_words;

                    // stage 2: dyadic maxima of the row; each column that matches looks up the two that cover its
                    // window
                    words a = m, halo = h;
                    constexpr int near_levels = Far ? static_cast<int>(ring_levels) : layout::levels;
                    build_tables<layout, Value, 0, near_levels>(tables, a, halo, lane, in_halo);
                    if constexpr (Far) {
                        if (far_levels)
                            build_tables<layout, Value, near_levels, layout::levels>(tables, a, halo, lane, in_halo);
                    }
                    __syncwarp();
                    words v, far_part{};
                    if constexpr (Far) {
                        if (far_from != far_to)
                            far_part =
                                load_words<Words>(shared + layout::far_rows + r * layout::far_row_words + lane * Words);
                    }
                    looked_up<Value, Words> const entries{match, address, zeros_address};
                    extend<Value>(v, entries, far_part, match);
                    match = next_match;
                    if constexpr (Far) {
                        auto const gather = [&](std::uint32_t e, std::uint32_t pair) {
                            gathered[e * layout::export_rows + r] =
                                ::max(*reinterpret_cast<Value const *>(zeros_bytes + (pair & 0xffff)),
                                      *reinterpret_cast<Value const *>(zeros_bytes + (pair >> 16)));
                        };
#pragma unroll
                        for (int k = 0; k < export_registers; ++k)
                            if (exports_to - exports_from > 32 * k && lane + 32 * k < exports_to - exports_from)
                                gather(lane + 32 * k, export_pairs[k]);
                        for (std::uint32_t e = exports_from + 32 * export_registers + lane; e < exports_to; e += 32)
                            gather(e - exports_from, p.exports[e].addresses);
                    }
                    __syncwarp();
                    if (keeps_table) {
                        store_global_if(true, table, v);
                        table += table_row_words;
                    }
                    best.take(v, i);
                    maxima.advance(v, u, i, header >> 16, ring);
                    if constexpr (Far) {
                        for (std::uint32_t k = header >> 20 & 7; k > 0; --k) {
                            std::uint32_t const write = shared[layout::writes + writes_at++];
                            std::uint32_t * const to = kept_row(write & 0xfffffff);
                            switch (write >> 28) {
                            case 0:
                                store_words(to, maxima.t[0]);
                                break;
                            case 1:
                                store_words(to, maxima.t[1]);
                                break;
                            case 2:
                                store_words(to, maxima.t[2]);
                                break;
                            case 3:
                                store_words(to, maxima.t[3]);
                                break;
                            case 4:
                                store_words(to, maxima.t[4]);
                                break;
                            default:
                                store_words(to, maxima.t[5]);
                            }
                        }
                    }
                    header = next;
                }
            }
            if constexpr (Far) {
                constexpr int batch = 4;
                if (far_rows) {
                    std::uint32_t const end = uniform(p.operations_begin_of_rows[row0 / chunk + 1]);
                    std::uint32_t last_target = slot_list::none;
                    words last{};
                    for (std::uint32_t k = uniform(p.operations_begin_of_rows[row0 / chunk]); k < end; k += batch) {
                        // a left operand is of an older block, a right one often the target before
                        words left[batch];
                        slot_operation o[batch];
#pragma unroll
                        for (int x = 0; x < batch; ++x)
                            if (k + x < end) {
                                o[x] = p.operations_of_rows[k + x];
                                left[x] = load_words<Words>(kept_row(o[x].left));
                            }
#pragma unroll
                        for (int x = 0; x < batch; ++x)
                            if (k + x < end) {
                                words const right =
                                    o[x].right == last_target ? last : load_words<Words>(kept_row(o[x].right));
                                last = maximum<Value>(left[x], right);
                                last_target = o[x].target;
                                store_words(kept_row(last_target), last);
                            }
                    }
                }
                if (far_columns) {
                    Value * const slots = static_cast<Value *>(p.column_slots) + row0 + lane;
#pragma unroll 4
                    for (std::uint32_t e = exports_from; e < exports_to; ++e)
                        __stcg(slots + std::size_t{p.exports[e].slot} * rows,
                               gathered[(e - exports_from) * layout::export_rows + lane]);
                    std::uint32_t const end = uniform(p.operations_begin[strip + 1]);
                    std::uint32_t last_target = slot_list::none;
                    Value last = 0;
                    for (std::uint32_t k = uniform(p.operations_begin[strip]); k < end; k += batch) {
                        Value left[batch];
                        slot_operation o[batch];
#pragma unroll
                        for (int x = 0; x < batch; ++x)
                            if (k + x < end) {
                                o[x] = p.operations[k + x];
                                left[x] = __ldcg(slots + std::size_t{o[x].left} * rows);
                            }
#pragma unroll
                        for (int x = 0; x < batch; ++x)
                            if (k + x < end) {
                                Value const right =
                                    o[x].right == last_target ? last : __ldcg(slots + std::size_t{o[x].right} * rows);
                                last = left[x] > right ? left[x] : right;
                                last_target = o[x].target;
                                __stcg(slots + std::size_t{last_target} * rows, last);
                            }
                    }
                }
            }
            if (sizeof(Value) == 2 && (row0 + chunk) % 65536 == 0)
                best.store(p.best_values + column, p.best_rows + column, row0);
            border_buffer ^= 1;
            stopped = uniform(stop) != 0;
            __syncwarp();
            // releases what every lane wrote: the barrier orders their writes before this store
            if (lane == 0)
                store_release(launch.flags + ticket, stopped ? rows : row0 + chunk);
        }
        __pipeline_wait_prior(0);
        best.store(p.best_values + column, p.best_rows + column, rows_to_run - 1);
        __syncwarp();
    }
}

} // namespace vglcs::cuda
