// SPDX-License-Identifier: BSD-3-Clause
/// The scored strips. One warp is one worker: it takes a strip of columns, runs all rows of it, and takes the next. A
/// strip hands the row maxima of its last columns to its right neighbour, a group of rows at a time, with tags, as the
/// strips for unit problems do.
///
/// The columns of a lane lie in its words by halves: word k holds columns k and Words + k of the lane (16-bit values),
/// so that the words k, k-1, ... are what lies 0, 1, ... columns to the left, and only the lane's first words need a
/// neighbour's.
#pragma once

#include "cuda/scored/kernel/best_cells.cuh"
#include "cuda/scored/kernel/border.cuh"
#include "cuda/scored/kernel/equal_windows.cuh"
#include "cuda/scored/kernel/jump_rows.cuh"
#include "cuda/scored/kernel/layout.cuh"
#include "cuda/scored/kernel/own_windows.cuh"
#include "cuda/scored/kernel/table_windows.cuh"
#include "cuda/scored/kernel/words.cuh"
#include "cuda/scored/launch.hpp"
#include "cuda/strip/kernel/tickets.cuh"
#include "cuda/warp.cuh"

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

namespace vglcs::cuda::scored {

/// Groups of rows after which a strip looks whether the run was stopped: it waits for the answer.
inline constexpr std::uint32_t groups_between_looks = 16;

/// In place of what a kernel has not.
struct nothing_of
{
    template <class... Arguments>
    __device__ __forceinline__ explicit nothing_of(Arguments const &...)
    {
    }
};

template <class>
struct told_ahead_of
{
    using type = nothing_of;
};
template <class Value, int Words>
struct told_ahead_of<jump_rows<Value, Words>>
{
    using type = typename jump_rows<Value, Words>::told;
};

/// Warps that a multiprocessor shall have room for: 16 leave each 128 registers, 12 leave 168.
[[nodiscard]] constexpr int workers_of(int equal, bool jumps) noexcept
{
    return equal > 0 && !jumps ? 16 : 12;
}

/// Runs strips of columns until none is left.
/// Equal: letters of every window on both sides; 0: each has its own; by_tables: the same from tables.
template <class Value, int Words, int Equal, bool Jumps, bool Keeps>
__global__ void __launch_bounds__(32, workers_of(Equal, Jumps)) scored_kernel(scored_launch const launch)
{
    static_assert(Words == 2 || Words == 4);
    using layout = scored_layout<Value, Words, Equal, Jumps>;
    using word = scored_word<Value>;
    using words = lane_words<Words>;
    constexpr int per_lane = layout::per_lane, per_word = layout::per_word, row_words = layout::row_words,
                  group = layout::group;
    constexpr bool has_tables = Equal == by_tables;
    // Of a group's rows, the one at which the border of the next is asked for. With tables in the last one, behind its
    // look-ups: loads asked for before would be waited for with theirs, for want of scoreboards. With jumps beside
    // parts of their windows, which the row after the next waits for.
    constexpr int ask_at = has_tables ? group - 1 : Jumps ? group - 4 : group - 2;
    constexpr int turns = static_cast<int>(rows_of_a_turn(Words));
    static_assert(!has_tables || !Jumps);
    constexpr std::size_t halo_row = layout::units * 4;
    extern __shared__ __align__(16) std::uint32_t shared[];
    int const lane = static_cast<int>(threadIdx.x);
    std::uint32_t * const masks = shared + layout::masks + lane * Words;
    bool own = launch.started != nullptr;
    for (;;) {
        std::uint32_t ticket = 0;
        if (lane == 0)
            ticket = next_ticket(launch, own);
        ticket = uniform(ticket);
        own = false;
        if (ticket >= launch.strips)
            return;
        strip_task const task = launch.tasks[ticket];
        scored_problem const & p = launch.problems[task.problem];
        std::uint32_t const strip = uniform(task.strip), rows_to_run = uniform(p.rows_to_run),
                            row_begin = uniform(p.row_begin);
        bool const first = strip == uniform(p.first_strip);
        auto const floor = static_cast<std::int32_t>(uniform(static_cast<std::uint32_t>(p.floor)));
        auto const match = static_cast<std::int32_t>(uniform(static_cast<std::uint32_t>(p.match)));
        std::uint32_t const lowest = word::every(floor), earned = word::every(match),
                            nothing = word::every(floor + match); // what stands before a pair that is the first
        std::uint32_t row_cost[5] = {}, column_cost[5] = {};
        if constexpr (Equal > 0) {
#pragma unroll
            for (int k = 1; k < 5; ++k) {
                row_cost[k] = word::minus(word::cost_of(uniform(p.row_skip), static_cast<unsigned>(k)));
                column_cost[k] = word::minus(word::cost_of(uniform(p.column_skip), static_cast<unsigned>(k)));
            }
        }
        std::uint32_t const * in = first ? p.halo_in : p.halo;
        std::uint32_t * out = p.halo;
        if constexpr (Keeps) {
            if (uniform(p.saved_halo && !p.table)) { // panels' last strips write their halo where it stays
                std::size_t const size = std::size_t{uniform(p.rows)} * halo_row;
                std::uint32_t const of_panel = uniform(p.panel_strips), panel = strip / of_panel;
                if ((strip + 1) % of_panel == 0)
                    out = p.saved_halo + panel * size;
                if (strip % of_panel == 0 && !first)
                    in = p.saved_halo + (panel - 1) * size;
            }
        }
        std::uint32_t const tag = launch.first_tag + ticket;
        std::size_t const first_column = std::size_t{strip} * layout::columns, column = first_column + lane * per_lane;

        __syncwarp();
        for (int k = lane; k < layout::masks; k += 32)
            shared[k] = nothing;
        for (std::uint32_t letter = 0; letter <= launch.letters; ++letter) { // letter 0 matches nothing
            words m;
#pragma unroll
            for (int k = 0; k < Words; ++k) {
                bool const low = letter != 0 && p.column_letters[column + k] == letter;
                m.word[k] = low ? (per_word == 2 ? 0xffffu : ~0u) : 0;
                if constexpr (per_word == 2)
                    m.word[k] |= letter != 0 && p.column_letters[column + Words + k] == letter ? 0xffff0000u : 0;
            }
            store_words(masks + letter * row_words, m);
        }
        __syncwarp();
        using rows_type = std::conditional_t<(Equal > 0), equal_rows<Value, Words, Equal == 0 ? 1 : Equal>, nothing_of>;
        using own_rows_type = std::conditional_t<Equal == 0, own_rows<Value, Words>, nothing_of>;
        using own_columns_type = std::conditional_t<Equal == 0, own_columns<Value, Words>, nothing_of>;
        using jumps_type = std::conditional_t<Jumps, jump_rows<Value, Words>, nothing_of>;
        rows_type history{nothing};
        std::conditional_t<Jumps, rows_type, nothing_of> landed_history{nothing};
        own_rows_type own_history{shared + layout::ring, shared + layout::landed, shared + layout::positions,
                                  uniform(p.row_skip), lane};
        own_columns_type own_windows{p, first_column, shared + layout::costs, shared + layout::row, lane};
        using told_type = std::conditional_t<has_tables, told_rows<Value, Words>, nothing_of>;
        using table_rows_type = std::conditional_t<has_tables, table_rows<Value, Words>, nothing_of>;
        using table_columns_type = std::conditional_t<has_tables, table_columns<Value, Words>, nothing_of>;
        told_type told{p.table_rows, row_begin, uniform(p.row_skip), shared + layout::told, lane};
        table_rows_type table_history{shared + layout::ring, uniform(p.row_skip), nothing, lane};
        table_columns_type table_windows{p, first_column, shared + layout::tables,
                                         shared + layout::ring + table_row::no_row * row_words, lane};
        jumps_type jumps{p,
                         launch.row_memory + blockIdx.x * launch.row_memory_words,
                         shared + layout::block,
                         shared + layout::asked,
                         nothing,
                         lane};
        best_cells<Value, Words> best{floor};
        __syncwarp();

        if constexpr (Keeps) {
            if (uniform(p.given_rows != nullptr)) { // the rows before the first one fill the windows
                std::uint32_t const count = uniform(p.rows_per_checkpoint);
                std::uint32_t const * const from = p.given_rows + std::size_t{strip} * row_words + lane * Words;
                auto const given = [&](std::uint32_t k) {
                    words const v = load_global<Words>(from + k * p.checkpoint_row_words);
                    std::uint32_t * const to = p.table +
                                               (row_begin - count + k - p.table_first_row) * p.table_row_words +
                                               std::size_t{strip - p.table_first_strip} * row_words + lane * Words;
                    store_global_if(true, to, v);
                    return add_max<Value>(v, earned, every_word<Value, Words>(nothing));
                };
                if constexpr (Equal > 0) { // whose checkpoints hold one group
#pragma unroll
                    for (int u = 0; u < group; ++u)
                        history.advance(row_cost, given(static_cast<unsigned>(u)), u);
                } else if constexpr (has_tables) {
                    for (std::uint32_t k = 0; k < count; k += group)
#pragma unroll
                        for (int u = 0; u < group; ++u) {
                            std::uint32_t const at = k + static_cast<unsigned>(u), i = row_begin - count + at;
                            auto const row = [&](std::uint32_t of) {
                                return told_row::of<Value>(p.table_rows[of], p.row_skip, 4 * row_words);
                            };
                            (void)table_history.take(row(i + 1), u);
                            table_history.advance(given(at), u, i, row(i).flags);
                        }
                } else {
                    for (std::uint32_t k = 0; k < count; ++k)
                        own_history.advance(row_begin - count + k, p.headers[row_begin - count + k].position, given(k));
                }
            }
        }
        // where rows have headers: those of this group and the next, in shared memory
        std::uint32_t * const headers = shared + layout::headers;
        constexpr int header_words_of_lane = group * layout::header_words / 32;
        std::uint32_t coming[header_words_of_lane];
        std::uint32_t const * headers_from = nullptr;
        std::uint32_t letters_of_lane = 0, coming_letters = 0;
        if constexpr (layout::has_headers) {
            static_assert(group * layout::header_words % 32 == 0);
            headers_from = reinterpret_cast<std::uint32_t const *>(p.headers + row_begin) + lane;
#pragma unroll
            for (int k = 0; k < header_words_of_lane; ++k) {
                headers[row_begin / group % 2 * (group * layout::header_words) + lane + 32 * k] = headers_from[32 * k];
                coming[k] = headers_from[group * layout::header_words + 32 * k];
            }
            headers_from += 2 * group * layout::header_words;
        }
        if constexpr (Equal > 0)
            coming_letters = p.row_letters[row_begin + static_cast<unsigned>(lane)];
        if constexpr (Jumps) {
            __syncwarp();
            jumps.begin(*reinterpret_cast<row_header const *>(headers +
                                                              row_begin / group % 2 * (group * layout::header_words)));
        }
        if (strip - uniform(p.first_strip) >= strips_that_look) {
            std::uint32_t const volatile * const left = launch.flags + ticket - strips_that_look;
            while (uniform(lane == 0 ? *left : 0) == 0)
                __nanosleep(look_nanoseconds);
        }
        received_border<layout> border{in, first ? 0 : tag - 1, launch.stop, shared, lane};
        // what goes to the right neighbour, and the table
        bool const hands_over = lane >= 32 - layout::halo_lanes;
        std::uint32_t * handed =
            out + (hands_over ? lane - 32 + layout::halo_lanes : 0) * (layout::half_lane ? 4 : 2 * Words);
        std::uint32_t const * const halo_words =
            shared + layout::border +
            (hands_over ? lane - 32 + layout::halo_lanes : 0) * (layout::half_lane ? 0 : Words);
        [[maybe_unused]] told_row row{}, next_row{}; // the one under way, and the next
        if constexpr (has_tables) {
            row = told.at(row_begin, 0);
            next_row = told.at(row_begin, 1);
        }
        std::uint32_t * kept = nullptr; // where the coming row's values stay, if they do
        std::size_t kept_step = 0;
        std::uint32_t kept_changes = row_begin;
        bool stopped = false;
        for (std::uint32_t row0 = row_begin; row0 < rows_to_run && !stopped; row0 += group) {
            if constexpr (layout::has_headers) {
                __syncwarp();
#pragma unroll
                for (int k = 0; k < header_words_of_lane; ++k) {
                    headers[(row0 / group + 1) % 2 * (group * layout::header_words) + lane + 32 * k] = coming[k];
                    coming[k] = headers_from[32 * k]; // there are some behind the last row
                }
                headers_from += group * layout::header_words;
                __syncwarp();
            }
            std::uint32_t const * const these_headers = headers + row0 / group % 2 * (group * layout::header_words);
            std::uint32_t const * const next_headers =
                headers + (row0 / group + 1) % 2 * (group * layout::header_words);
            if (Equal > 0 && row0 % 32 == 0) {
                letters_of_lane = coming_letters * (4 * row_words);
                coming_letters = p.row_letters[row0 + 32 + static_cast<unsigned>(lane)];
            }
            if constexpr (has_tables) {
                if (row0 % block_rows == 0) {
                    __syncwarp();
                    told.begin_block(row0);
                    __syncwarp();
                }
            }
            if constexpr (Keeps) {
                if (row0 >= kept_changes) { // asked where it changes: the problem's numbers lie far away
                    kept = nullptr;
                    kept_step = 0;
                    kept_changes = ~0u;
                    if (uniform(p.table != nullptr)) {
                        kept_step = p.table_row_words;
                        kept = p.table + std::size_t{row0 - p.table_first_row} * kept_step +
                               std::size_t{strip - p.table_first_strip} * row_words + lane * Words;
                    } else if (uniform(p.row_checkpoints != nullptr)) {
                        std::uint32_t const of_one = uniform(p.rows_per_checkpoint),
                                            interval = uniform(p.checkpoint_interval),
                                            count = uniform(p.checkpoint_count), k = (row0 + of_one) / interval,
                                            at = row0 + of_one - k * interval;
                        if (k >= 1 && k <= count && at < of_one) {
                            kept_step = p.checkpoint_row_words;
                            kept = p.row_checkpoints + (std::size_t{k - 1} * of_one + at) * kept_step +
                                   std::size_t{strip} * row_words + lane * Words;
                            kept_changes = k * interval;
                        } else if (k < count) {
                            kept_changes = (k + 1) * interval - of_one;
                        }
                    }
                }
            }
            border.receive();
            [[maybe_unused]] auto const header = [&](int u) -> row_header const & {
                return *reinterpret_cast<row_header const *>((u < group ? these_headers : next_headers) +
                                                             u % group * layout::header_words);
            };
            // Busy: something lands, or something is kept for others
            auto const run_row = [&]<bool Busy>(int u, [[maybe_unused]] int turn, std::bool_constant<Busy>) {
                std::uint32_t const i = row0 + static_cast<unsigned>(u);
                std::uint32_t letter_at;
                [[maybe_unused]] told_row after{};
                if constexpr (has_tables) {
                    after = told.at(row0, u + 2); // so early that nothing waits
                    letter_at = row.letter;
                } else if constexpr (Equal == 0)
                    letter_at = std::uint32_t{header(u).letter} * (4 * row_words);
                else
                    letter_at = __shfl_sync(all_lanes, letters_of_lane, static_cast<int>(row0 % 32) + u);
                words const mask = load_words<Words>(
                    reinterpret_cast<std::uint32_t const *>(reinterpret_cast<char const *>(masks) + letter_at));
                [[maybe_unused]] std::uint32_t const * const halo = halo_words + u * layout::halo_words;
                words const none = every_word<Value, Words>(nothing);
                [[maybe_unused]] typename told_ahead_of<jumps_type>::type told_ahead{};
                if constexpr (Jumps)
                    told_ahead = jumps_type::template read<Busy>(
                        turn, [&](int rows) -> row_header const & { return header(u + rows); });
                // what the left neighbour has handed over, where it is single columns
                [[maybe_unused]] words left{};
                [[maybe_unused]] auto const read_left = [&] {
                    if constexpr (layout::half_lane) {
                        lane_words<2> const two = load_words<2>(halo);
                        left.word[0] = two.word[0] << 16;
                        left.word[1] = two.word[0];
                        left.word[Words - 2] = two.word[1] << 16;
                        left.word[Words - 1] = two.word[1];
                    } else {
                        left = load_words<Words>(halo);
                    }
                };
                if constexpr (Equal > 0 && layout::rows_wait)
                    read_left();
                // stage 1: windows of rows
                words m;
                if constexpr (Equal > 0) {
                    m = history.take(row_cost, u);
                    if constexpr (Jumps) {
                        words in_front = history.newest(u);
                        if constexpr (Busy) {
                            in_front = maximum_of<Value>(in_front, jumps.landed(turn, header(u), told_ahead));
                            jumps.expect(told_ahead);
                        }
                        jumps.template take<Busy>(m, u, turn, told_ahead);
                        landed_history.advance(row_cost, in_front, u);
                        m = landed_history.take(row_cost, u + 1);
                    }
                } else if constexpr (has_tables) {
                    m = table_history.take(next_row, u);
                } else {
                    row_header const & h = header(u);
                    own_history.begin(i, h);
                    m = own_history.window(i, h.lo, h.hi, none);
                    if constexpr (Jumps) {
                        own_history.land(i, jumps.landed(turn, h, told_ahead));
                        jumps.expect(told_ahead);
                        jumps.template take<true>(own_history.window(i, 0, h.c_hi, none), u, turn, told_ahead);
                        m = own_history.window_landed(i, h.z_hi, m);
                    }
                }
                auto const ask_for_border = [&] {
                    if (u == ask_at && border.there() && i + group - ask_at < rows_to_run)
                        border.ask();
                };
                if constexpr (!has_tables)
                    ask_for_border();
                // what the right neighbour gets
                if constexpr (layout::half_lane) {
                    store_tagged_if(hands_over, handed, __byte_perm(m.word[0], m.word[1], 0x7632),
                                    __byte_perm(m.word[Words - 2], m.word[Words - 1], 0x7632), tag);
                } else if constexpr (!has_tables) {
#pragma unroll
                    for (int k = 0; k < Words; k += 2)
                        store_tagged_if(hands_over, handed + 2 * k, m.word[k], m.word[k + 1], tag);
                }
                // stage 2: windows of columns
                words before;
                if constexpr (Equal > 0) {
                    if constexpr (!layout::rows_wait)
                        read_left();
                    before = equal_columns<Value, Words, Equal>(m, left, column_cost, lane);
                } else if constexpr (has_tables) {
                    table_windows.make(m, shared + layout::border + u * layout::halo_words);
                    __syncwarp();
                    before = table_windows.windows();
                    ask_for_border();
                    lane_words<2> const line = table_windows.handed_over();
                    store_tagged_if(hands_over, handed, line.word[0], line.word[1], tag);
                    __syncwarp();
                } else {
                    before = own_windows.best(m, shared + layout::border + u * layout::halo_words, none);
                }
                handed += halo_row;
                words v;
#pragma unroll
                for (int k = 0; k < Words; ++k)
                    v.word[k] = (before.word[k] & mask.word[k]) | (lowest & ~mask.word[k]);
                if constexpr (Keeps) {
                    store_global_if(kept != nullptr, kept, v);
                    kept += kept_step;
                }
                best.take(v, i);
                words const next = add_max<Value>(v, earned, none);
                if constexpr (Equal > 0) {
                    history.advance(row_cost, next, u);
                } else if constexpr (has_tables) {
                    table_history.advance(next, u, i, row.flags);
                    row = next_row;
                    next_row = after;
                } else
                    own_history.advance(i, header(u).position, next);
            };
            auto const run_rows = [&](auto busy) {
                if constexpr (Equal != 0) {
#pragma unroll
                    for (int u = 0; u < group; ++u)
                        run_row(u, u % turns, busy);
                } else {
#pragma unroll 1
                    for (int first = 0; first < group; first += turns)
#pragma unroll
                        for (int u = 0; u < turns; ++u)
                            run_row(first + u, u, busy);
                }
            };
            if constexpr (Jumps) {
                jumps.begin_group(row0, header(0));
                if (Equal == 0 || uniform(header(0).flags & row_header::group_is_busy))
                    run_rows(std::true_type{});
                else if constexpr (Equal > 0)
                    run_rows(std::false_type{});
            } else {
                run_rows(std::false_type{});
            }
            if constexpr (Jumps)
                if ((row0 + group) % block_rows == 0)
                    jumps.end_block(row0 / block_rows);
            if (sizeof(Value) == 2 && (row0 + group) % 65536 == 0)
                best.store(p.best_values + column, p.best_rows + column, row0, floor);
            if ((row0 / group) % groups_between_looks == groups_between_looks - 1) {
                std::uint32_t const stop = lane == 0 ? *static_cast<std::uint32_t const volatile *>(launch.stop) : 0;
                stopped = uniform(stop) != 0;
            }
            if ((row0 / group) % 2 == 1 && lane == 0)
                *static_cast<std::uint32_t volatile *>(launch.flags + ticket) = row0 + group;
        }
        if constexpr (Jumps)
            jumps.end();
        best.store(p.best_values + column, p.best_rows + column, rows_to_run - 1, floor);
        __syncwarp();
    }
}

} // namespace vglcs::cuda::scored
