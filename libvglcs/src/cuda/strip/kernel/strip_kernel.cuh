// SPDX-License-Identifier: BSD-3-Clause
/// The strips on CUDA where no window is far (others: multi_warp_kernel.cuh). One warp is one worker: it takes a strip
/// of columns, runs all rows of it, and takes the next. Strip s hands the row maxima of its last columns, or
/// what windows read of them (halo_line.hpp), to strip s+1 a few rows at a time, through one buffer that every strip of
/// a problem reads and then overwrites in place: a strip writes a row only after it has read it. Workers take strips in
/// order, so the strip on the left has always been started: nothing can wait for ever.
#pragma once

#include "cuda/strip/kernel/border.cuh"
#include "cuda/strip/kernel/checkpoint_rows.cuh"
#include "cuda/strip/kernel/columns.cuh"
#include "cuda/strip/kernel/layout.cuh"
#include "cuda/strip/kernel/near_tables.cuh"
#include "cuda/strip/kernel/register_windows.cuh"
#include "cuda/strip/kernel/row_headers.cuh"
#include "cuda/strip/kernel/rows.cuh"
#include "cuda/strip/kernel/tickets.cuh"
#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

namespace vglcs::cuda {

/// What a chunk's rows are copied from or to: rows that store nothing are free of stores, those that store of branches.
enum class chunk_copies : std::uint8_t {
    none,
    stored, ///< all go to the table or to checkpoints
    given,  ///< all come from checkpoints; they may be stored as well
};

/// In place of near_tables where there are none.
struct no_tables
{
    template <class... Arguments>
    __device__ __forceinline__ explicit no_tables(Arguments const &...)
    {
    }
};

/// Warps that a multiprocessor shall have room for: 15 leave each 128 registers, 12 leave 168, 8 leave 255.
[[nodiscard]] constexpr int workers_of(int words, lookup by, bool keeps) noexcept
{
    if (words == 4 && !in_registers(by))
        return 8;
    return keeps && words > 1 ? 12 : 15;
}

/// Runs strips of columns until none is left.
/// Levels: dyadic levels of rows and columns that the plans read (3, 4 or 5).
/// Lookup: how windows of columns are looked up.
/// Keeps: the table, halos or rows may be stored for a traceback, and rows may be given by a checkpoint.
template <class Value, int Words, int Levels, lookup Lookup, bool Keeps>
__global__ void __launch_bounds__(32, workers_of(Words, Lookup, Keeps)) strip_kernel(strip_launch const launch)
{
    using layout = near_layout<Value, Words, Levels, Lookup>;
    constexpr bool has_tables = Lookup == lookup::chosen || Lookup == lookup::direct;
    // Of the rows that a strip's border comes in, the one at which the next ones are asked for: late, since they need
    // the left neighbour to be further ahead the earlier they are asked for, but early enough for the answer.
    constexpr int ask_at = layout::group - 2;
    using words = lane_words<Words>;
    using letter_of = letter_words<Value, Words, Lookup>;
    constexpr int row_words = layout::row_words, per_lane = Words * word_of<Value>::columns, chunk = layout::chunk;
    constexpr std::size_t halo_row = layout::halo_words * 2; // with tags
    extern __shared__ __align__(16) std::uint32_t shared[];
    int const lane = static_cast<int>(threadIdx.x);
    bool const in_halo = lane >= 32 - layout::halo_lanes;
    int const halo_at = (lane - 32 + layout::halo_lanes) * Words;
    std::uint32_t * const ring = shared + lane * Words;
    std::uint32_t * const tables = shared + layout::tables;
    std::uint32_t * const letters_at = shared + launch.letters_at + lane * letter_of::count;
    std::uint32_t const zeros_address = shared_address(shared + layout::zeros),
                        nothing_address = zeros_address + table_shape::no_match_at;

    bool own = launch.started != nullptr; // the block's own strip comes first
    for (;;) {
        std::uint32_t ticket = 0;
        if (lane == 0)
            ticket = next_ticket(launch, own);
        ticket = uniform(ticket);
        own = false;
        if (ticket >= launch.strips)
            return;
        strip_task const task = launch.tasks[ticket];
        strip_problem const & p = launch.problems[task.problem];
        std::uint32_t const strip = uniform(task.strip), rows_to_run = uniform(p.rows_to_run);
        bool const first = strip == uniform(p.first_strip);
        strip_borders const borders = strip_borders::of<Keeps>(p, launch, ticket, strip, halo_row);
        std::uint32_t const row_begin = uniform(p.row_begin), tag = launch.first_tag + ticket;
        using tables_type = std::conditional_t<has_tables, near_tables<layout, Value, Words>, no_tables>;
        tagged_halo<layout, has_tables ? 2 : Words> tagged_out{borders.out, tag, lane};
        std::uint32_t copies_from = 0; // no chunk before this row has any

        for (int k = lane; k < layout::end; k += 32)
            shared[k] = k == layout::zeros + static_cast<int>(table_shape::no_match_at) / 4 ? ~0u : 0;
        std::uint32_t address[per_lane];
        std::uint8_t column_letters[per_lane];
        std::size_t const column = std::size_t{strip} * layout::columns + lane * per_lane;
#pragma unroll
        for (int k = 0; k < per_lane; ++k) {
            address[k] = p.addresses[column + k] + (in_registers(Lookup) ? 0 : zeros_address * 0x00010001u);
            column_letters[k] = p.letters[column + k];
        }
        tables_type near{tables, address, zeros_address, lane};
        for (std::uint32_t k = 0; k < launch.letters; ++k)
            letter_of::store(letters_at + (k + 1) * 32 * letter_of::count, column_letters, address, nothing_address, k);
        letter_of::store(letters_at, column_letters, address, nothing_address, 0x100); // none matches
        using windows_type =
            std::conditional_t<Lookup == lookup::small, small_windows<Value, Words>,
                               equal_windows<Value, Lookup == lookup::equal ? Words : 1, layout::levels - 1>>;
        windows_type const windows{uniform(p.equal_columns), address};
        __syncwarp();

        static_assert(layout::unrolled == 8);
        std::conditional_t<Lookup == lookup::equal, late_windows<Value, Words, layout::row_levels>,
                           early_windows<Value, Words, layout::row_levels>>
            row_windows;
        best_cells<Value, Words> best;
        int const halo_step = in_halo ? layout::halo_words : 0;
        bool stopped = false;
        row_headers<layout, letter_of::count> headers{p.headers, row_begin, shared, lane};
        __syncwarp();
        auto const letter_at = [&](decoded_header const & row) {
            letter_of out;
            out.load(reinterpret_cast<std::uint32_t const *>(reinterpret_cast<char const *>(letters_at) + row.letter));
            return out;
        };
        decoded_header row = headers.at(row_begin, 0),
                       next = headers.at(row_begin, 1); // the one under way, and the next
        letter_of letter = letter_at(row);
        if (strip - uniform(p.first_strip) >= strips_that_look) {
            std::uint32_t const volatile * const left = launch.flags + ticket - strips_that_look;
            while (uniform(lane == 0 ? *left : 0) == 0)
                __nanosleep(look_nanoseconds);
        }
        tagged_border<layout, Words> tagged_in{borders.in ? borders.in + row_begin * halo_row : nullptr,
                                               first ? 0 : tag - 1, launch.stop, shared, lane};
        for (std::uint32_t row0 = row_begin; row0 < rows_to_run && !stopped; row0 += chunk) {
            headers.begin_chunk(row0);
            std::uint32_t const stop = lane == 0 ? *static_cast<std::uint32_t const volatile *>(launch.stop) : 0;
            __syncwarp();
            row_copies copies{};
            if constexpr (Keeps) { // asked where there may be some: the problem's numbers lie far away
                if (row0 >= copies_from) {
                    copies = row_copies::of(p, strip, row0, row_words, lane * Words);
                    copies_from = copies.next;
                }
            }
            // lanes without halo words read zeros
            std::uint32_t const * const first_halo = shared + (in_halo ? layout::border + halo_at : layout::zeros);
            auto const run_rows = [&]<chunk_copies Copies>(std::integral_constant<chunk_copies, Copies>) {
#pragma unroll 1
                for (int base = 0; base < chunk; base += layout::unrolled) {
                    std::uint32_t const * halo_at_row = first_halo;
#pragma unroll
                    for (int u = 0; u < layout::unrolled; ++u) {
                        int const of_group = u % layout::group;
                        std::uint32_t const i = row0 + base + u;
                        if (of_group == 0) {
                            tagged_in.receive();
                            halo_at_row = first_halo;
                        }
                        decoded_header const after =
                            headers.at(row0 + base, u + 2); // two rows ahead, so that nothing waits
                        letter_of const next_letter = letter_at(next);
                        [[maybe_unused]] words h{};
                        if constexpr (!has_tables) {
                            h = load_words<Words>(halo_at_row);
                            halo_at_row += halo_step;
                        }
                        if (of_group == ask_at && tagged_in.there() && i + layout::group - ask_at < rows_to_run)
                            tagged_in.ask();

                        // stage 1: the window of rows, for every column
                        words const m = row_windows.take(row.level(), next.level(),
                                                         load_words<Words>(reinterpret_cast<std::uint32_t const *>(
                                                             reinterpret_cast<char const *>(ring) + next.older)),
                                                         u);
                        if constexpr (!has_tables)
                            tagged_out.store(m);

                        // stage 2: dyadic maxima of the row; each column that matches looks up what covers its
                        // window
                        words v;
                        if constexpr (in_registers(Lookup)) {
                            words const before = windows.best(m, h, lane);
#pragma unroll
                            for (int k = 0; k < Words; ++k)
                                v.word[k] = word_of<Value>::next(before.word[k]) & letter.word[k];
                        } else {
                            if constexpr (has_tables) {
                                near.make(m, shared + layout::border + of_group * layout::halo_words);
                            } else {
                                words a = m, halo = h;
                                build_tables<layout, Value, 0, layout::levels>(tables, a, halo, lane, in_halo);
                            }
                            __syncwarp();
                            words before;
                            [[maybe_unused]] lane_words<2> handed{};
                            if constexpr (has_tables) {
                                before = near.windows(letter, address, nothing_address);
                                handed = near.handed_over();
                            } else {
                                before = looked_up<Value, Words, Lookup>(letter, address, nothing_address);
                            }
#pragma unroll
                            for (int k = 0; k < Words; ++k)
                                v.word[k] = word_of<Value>::next(before.word[k]);
                            if constexpr (has_tables)
                                tagged_out.store(handed);
                        }
                        letter = next_letter;
                        if constexpr (Copies == chunk_copies::given) {
                            v = load_global<Words>(copies.from);
                            copies.from += copies.from_step;
                        }
                        __syncwarp();
                        if constexpr (Copies != chunk_copies::none) {
                            store_global_if(Copies == chunk_copies::stored || copies.stored, copies.to, v);
                            copies.to += copies.to_step;
                        }
                        best.take(v, i);
                        row_windows.advance(v, u, base + u, row.keep(), ring);
                        row = next;
                        next = after;
                    }
                }
            };
            bool plain = true;
            if constexpr (Keeps) {
                plain = uniform(copies.stored || copies.given) == 0;
                if (uniform(copies.given))
                    run_rows(std::integral_constant<chunk_copies, chunk_copies::given>{});
                else if (!plain)
                    run_rows(std::integral_constant<chunk_copies, chunk_copies::stored>{});
            }
            if (plain)
                run_rows(std::integral_constant<chunk_copies, chunk_copies::none>{});
            if (sizeof(Value) == 2 && (row0 + chunk) % 65536 == 0)
                best.store(p.best_values + column, p.best_rows + column, row0);
            stopped = uniform(stop) != 0;
            __syncwarp();
            if (lane == 0) // for those who watch, and the strip that many to the right
                *static_cast<std::uint32_t volatile *>(launch.flags + ticket) = row0 + chunk;
        }
        best.store(p.best_values + column, p.best_rows + column, rows_to_run - 1);
        __syncwarp();
    }
}

} // namespace vglcs::cuda
