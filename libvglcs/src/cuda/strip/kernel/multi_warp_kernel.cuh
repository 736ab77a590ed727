// SPDX-License-Identifier: BSD-3-Clause
/// The strips with far windows: the same strips in the same order as in strip_kernel.cuh, two or three warps each.
#pragma once

#include "cuda/strip/kernel/border.cuh"
#include "cuda/strip/kernel/checkpoint_rows.cuh"
#include "cuda/strip/kernel/columns.cuh"
#include "cuda/strip/kernel/far_rows.cuh"
#include "cuda/strip/kernel/far_rows_helpers.cuh"
#include "cuda/strip/kernel/few_far_rows.cuh"
#include "cuda/strip/kernel/few_far_rows_helper.cuh"
#include "cuda/strip/kernel/multi_warp.cuh"
#include "cuda/strip/kernel/multi_warp_layout.cuh"
#include "cuda/strip/kernel/register_windows.cuh"
#include "cuda/strip/kernel/rows.cuh"
#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

namespace vglcs::cuda {

/// Runs strips of columns until none is left.
/// Reach: few_far, with lookup::small and one helper, or far, with lookup::chosen and two.
/// Keeps: the table, halos or rows may be stored for a traceback, and rows may be given by a checkpoint.
template <class Value, int Words, reach Reach, bool Keeps>
__global__ void __launch_bounds__(Reach == reach::few_far ? 64 : 96, Reach == reach::few_far ? 8 : 4)
    multi_warp_kernel(strip_launch const launch)
{
    constexpr bool Far = Reach == reach::far, FewFar = Reach == reach::few_far;
    static_assert(Far || FewFar);
    constexpr lookup Lookup = FewFar ? lookup::small : lookup::chosen;
    using layout = multi_warp_layout<Value, Words, Reach>;
    using words = lane_words<Words>;
    using letter_of = letter_words<Value, Words, Lookup>;
    constexpr int row_words = layout::row_words, per_lane = Words * word_of<Value>::columns, chunk = layout::chunk;
    extern __shared__ __align__(16) std::uint32_t shared[];
    int const lane = static_cast<int>(threadIdx.x % 32);
    // known to be the same in all lanes: else the compiler adds code for diverged lanes behind every branch by it
    int const warp = static_cast<int>(uniform(threadIdx.x / 32));
    std::uint32_t * const common = shared + layout::signals; // ticket, and which warp runs the rows
    warp_signals const signals{shared + layout::signals + 4};
    if (threadIdx.x == 0) {
        signals.create(layout::threads / 32);
        // warps take a multiprocessor's schedulers in turn: so every scheduler gets as many of each kind
        common[1] = FewFar ? warp_position() >> 2 & 1 : 0;
    }
    std::uint32_t turn = 0;

    for (std::uint32_t strips_done = 0;; ++strips_done) {
        __syncthreads();
        if (threadIdx.x == 0)
            common[0] = atomicAdd(launch.ticket, 1u);
        for (int k = static_cast<int>(threadIdx.x); k < layout::cleared; k += layout::threads)
            shared[k] = k == layout::zeros + static_cast<int>(table_shape::no_match_at) / 4 ? ~0u : 0;
        __syncthreads();
        std::uint32_t const ticket = uniform(common[0]);
        if (ticket >= launch.strips)
            return;
        strip_task const task = launch.tasks[ticket];
        strip_problem const & p = launch.problems[task.problem];
        std::uint32_t const strip = uniform(task.strip), rows_to_run = uniform(p.rows_to_run);
        std::uint32_t const row_begin = uniform(p.row_begin), chunks = (rows_to_run - row_begin) / chunk;
        strip_borders const borders = strip_borders::of<Keeps>(p, launch, ticket, strip, layout::halo_words);
        if (static_cast<std::uint32_t>(warp) != uniform(common[1])) {
            if constexpr (FewFar) {
                few_far_rows_helper<layout, Value, Words> helper{p, launch, ticket, borders, strip, shared, lane};
                signals.meet(strips_done);
                turn += helper.run(signals, turn, chunks);
            } else {
                if (warp == 1) {
                    far_columns_helper<layout, Value, Words> helper{p, launch, borders, strip, shared, lane};
                    signals.meet(strips_done);
                    helper.run(signals, turn, chunks);
                } else {
                    far_rows_helper<layout, Value, Words> helper{p, launch, ticket, strip, shared, lane};
                    signals.meet(strips_done);
                    helper.run(signals, turn, chunks);
                }
                turn += chunks;
            }
            continue;
        }

        bool const in_halo = lane >= 32 - layout::halo_lanes;
        int const halo_at = (lane - 32 + layout::halo_lanes) * Words;
        std::uint32_t * const ring = shared + lane * Words;
        std::uint32_t * const letters_at = shared + launch.letters_at + lane * letter_of::count;
        std::uint32_t * const tables = shared + layout::tables;
        std::uint32_t const zeros_address = shared_address(shared + layout::zeros),
                            nothing_address = zeros_address + table_shape::no_match_at;
        std::uint32_t address[per_lane]; // few_far: lengths of windows
        std::uint8_t column_letters[per_lane];
        std::size_t const column = std::size_t{strip} * layout::columns + lane * per_lane;
#pragma unroll
        for (int k = 0; k < per_lane; ++k) {
            address[k] = p.addresses[column + k] + (FewFar ? 0 : zeros_address * 0x00010001u);
            column_letters[k] = p.letters[column + k];
        }
        for (std::uint32_t k = 0; k < launch.letters; ++k)
            letter_of::store(letters_at + (k + 1) * 32 * letter_of::count, column_letters, address, nothing_address, k);
        letter_of::store(letters_at, column_letters, address, nothing_address, 0x100); // none matches
        using windows_type =
            std::conditional_t<FewFar, small_windows<std::uint16_t, FewFar ? Words : 1>, equal_windows<Value, 1, 0>>;
        windows_type const windows{1, address};
        bool const far_levels = Far && uniform(p.level_masks[strip] >> ring_levels) != 0;
        row_maxima<Value, Words, layout::row_levels, Far, layout::unrolled> maxima;
        best_cells<Value, Words> best;
        words older{}; // ring part of the coming row's window; row 0 has none
        std::uint32_t * halo_out = borders.out + halo_at;
        int const halo_step = in_halo ? layout::halo_words : 0;
        std::uint32_t const * const all_headers = p.headers + lane;
        std::uint32_t coming_headers = all_headers[row_begin];
        std::uint32_t header = uniform(lane == 0 ? coming_headers : 0), next = uniform(lane == 1 ? coming_headers : 0);
        letter_of letter;
        letter.load(letters_at + (header & 0xff) * 32 * letter_of::count);
        std::uint32_t copies_from = 0; // no chunk before this row has any
        signals.meet(strips_done);
        std::conditional_t<FewFar, few_far_windows<layout, Value, Words>, far_windows<layout, Value, Words>> far{
            p, launch, shared, lane};
        std::uint32_t few_far_columns = 0; // that match the coming row
        if constexpr (FewFar)
            few_far_columns = far.matching(header);
        bool stopped = false;
        for (std::uint32_t row0 = row_begin; row0 < rows_to_run && !stopped; row0 += chunk, ++turn) {
            std::uint32_t const headers = coming_headers;
            coming_headers = all_headers[row0 + chunk]; // there are that many behind the last row
            row_copies copies{};
            if constexpr (Keeps) { // asked where there may be some: the problem's numbers lie far away
                if (row0 >= copies_from) {
                    copies = row_copies::of(p, strip, row0, row_words, lane * Words);
                    copies_from = copies.next;
                }
            }
            signals.wait_for_rows(turn);
            int const buffer = static_cast<int>(turn & 1);
            bool const stops = uniform(shared[layout::stops + static_cast<int>(turn & 3)]) != 0;
            if constexpr (Far) { // its helpers go through all turns
                if (stops) {
                    signals.rows_end(turn);
                    continue;
                }
            }
            stopped = stops;
            // lanes without halo words read zeros
            std::uint32_t const * halo_at_row =
                in_halo ? shared + layout::border + buffer * layout::border_words + halo_at : shared + layout::zeros;
            auto const run_rows = [&]<bool Keeping>(std::bool_constant<Keeping>) {
#pragma unroll 1
                for (int base = 0; base < chunk; base += layout::unrolled) {
#pragma unroll
                    for (int u = 0; u < layout::unrolled; ++u) {
                        int const r = base + u;
                        std::uint32_t const i = row0 + r;
                        // headers are made known to all lanes two rows ahead, so that nothing waits for it
                        bool const ends = u + 2 >= layout::unrolled && r + 2 >= chunk;
                        std::uint32_t const after =
                            uniform(lane == (r + 2) % chunk ? (ends ? coming_headers : headers) : 0);
                        letter_of next_letter;
                        next_letter.load(letters_at + (next & 0xff) * 32 * letter_of::count);
                        words const h = load_words<Words>(halo_at_row);
                        halo_at_row += halo_step;

                        // stage 1: the window of rows, for every column
                        words m = maximum<Value>(older, maxima.newest(header >> 8));
                        older = load_words<Words>(ring + (next >> 11 & layout::ring_row_mask) * row_words);
                        if constexpr (Far) {
                            m = far.row_part(header, buffer, r, m);
                        } else {
                            if (header & row_header::is_far)
                                m = far.row_part(header, i, buffer, m);
                        }
                        store_global_if(in_halo, halo_out, m);
                        halo_out += layout::halo_words;
                        store_words(shared + layout::maxima + (buffer * chunk + r) * layout::maxima_row_words +
                                        lane * Words,
                                    m);

                        // stage 2: the window of columns of each column that matches
                        words v;
                        if constexpr (FewFar) {
                            words before = windows.best(m, h, lane);
                            if (few_far_columns)
                                before = far.column_part(few_far_columns, buffer, r, m, h, before);
                            few_far_columns = far.matching(next);
#pragma unroll
                            for (int k = 0; k < Words; ++k)
                                v.word[k] = word_of<Value>::next(before.word[k]) & letter.word[k];
                        } else {
                            words a = m, halo = h;
                            constexpr int near_levels = static_cast<int>(ring_levels);
                            build_tables<layout, Value, 0, near_levels>(tables, a, halo, lane, in_halo);
                            if (far_levels)
                                build_tables<layout, Value, near_levels, layout::levels>(tables, a, halo, lane,
                                                                                         in_halo);
                            __syncwarp();
                            words const before = far.column_part(
                                buffer, r, looked_up<Value, Words, Lookup>(letter, address, nothing_address));
#pragma unroll
                            for (int k = 0; k < Words; ++k)
                                v.word[k] = word_of<Value>::next(before.word[k]);
                        }
                        letter = next_letter;
                        if constexpr (Keeping) {
                            if (copies.given) {
                                v = load_global<Words>(copies.from);
                                copies.from += copies.from_step;
                            }
                            if (copies.stored) {
                                store_global_if(true, copies.to, v);
                                copies.to += copies.to_step;
                            }
                        }
                        __syncwarp(); // the tables have been read
                        best.take(v, i);
                        maxima.advance(v, u, i, header >> 16, ring);
                        if constexpr (FewFar) {
                            far.keep_row(i, maxima.t[2]);
                            if (header & row_header::is_far)
                                far.write_row(header, i, maxima);
                        } else {
                            far.write_row(header, i, maxima);
                        }
                        header = next;
                        next = after;
                    }
                }
            };
            // few chunks store anything: the others' rows are free of the branches
            bool keeping = false;
            if constexpr (Keeps) {
                keeping = uniform(copies.stored || copies.given) != 0;
                if (keeping)
                    run_rows(std::true_type{});
            }
            if (!keeping)
                run_rows(std::false_type{});
            signals.rows_end(turn);
            if ((row0 + chunk) % rows_per_block == 0) {
                if constexpr (FewFar)
                    far.end_block(row0 + chunk - 1);
                else
                    far.end_block(maxima.t[5]);
            }
            if (sizeof(Value) == 2 && (row0 + chunk) % 65536 == 0)
                best.store(p.best_values + column, p.best_rows + column, row0);
        }
        best.store(p.best_values + column, p.best_rows + column, rows_to_run - 1);
    }
}

} // namespace vglcs::cuda
