// SPDX-License-Identifier: BSD-3-Clause
/// What a launch of the scored strips takes: plain structs of device pointers, shared by host code and kernels.
#pragma once

#include "cuda/strip/run/launch.hpp"
#include "cuda/trace/traceback_launch.hpp"

#include <rmq/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

namespace vglcs::cuda::scored {

/// Rows of a group: strips hand them over together.
inline constexpr std::uint32_t group_rows = 8;
/// Rows of a block: what jumps over rows keep suffix maxima of. Rows are padded to whole blocks.
inline constexpr std::uint32_t block_rows = 32;
/// Rows before a landing row at which its window's parts are asked for at the earliest: with two words a lane they come
/// to registers, those of two rows at a time, with four to shared memory.
[[nodiscard]] constexpr std::uint32_t rows_asked_ahead(std::uint32_t words) noexcept
{
    return words == 4 ? 4 : 3;
}
/// Rows after which what a lane does about them begins anew.
[[nodiscard]] constexpr std::uint32_t rows_of_a_turn(std::uint32_t words) noexcept
{
    return words == 4 ? 4 : 2;
}
/// Letters before its own that a small window may span.
inline constexpr std::uint32_t most_near = 32;
/// Longest window of the kernels where one limit holds for all letters.
inline constexpr std::uint32_t most_equal = 8, most_equal_with_jumps = 5;
/// Windows of such a kernel up to which a strip hands over four columns, else eight.
inline constexpr std::uint32_t short_equal = 4;

/// What a row is told. Distances count rows of the table, positions letters of the sequence.
struct row_header
{
    /// Of a row where jumps are: it may be left before, others want its prefix or its value.
    /// A group's first row says whether any of it does, or is landed on, or rows
    /// behind it are: the group is busy.
    enum flag : std::uint32_t {
        leaves = 1,
        stores_prefix = 2,
        stores_value = 4,
        is_late = 8, ///< its parts are read when it comes, single values among them
        lands = 16,
        new_range = 32, ///< its range of blocks is another than that of the row before
        group_is_busy = 64,
        group_has_late = 128
    };

    std::uint8_t letter = 0;
    std::uint8_t lo = 1, hi = 0; ///< of the small window: rows i-1-hi..i-1-lo; none
    std::uint8_t c_hi = 0;       ///< of the rows before a jump that begins here, i-1-c_hi..i-1
    std::uint32_t z_hi = 0;      ///< of the rows on which a jump may have landed before, i-z_hi..i
    std::uint32_t flags = 0;
    std::uint32_t leave = 0;     ///< what is added for leaving: minus the cost, in every column of a word
    std::uint32_t parts[4] = {}; ///< of a landing row's window: bytes into the worker's memory; 0: the row of nothing
    std::uint32_t land = 0;      ///< as `leave`
    std::uint32_t value_first = 0, value_count = 0; ///< of a window within one block: single rows
    std::uint32_t position = 0;
};
static_assert(sizeof(row_header) == 48);

/// Rows of a worker's memory: one of nothing, suffixes, prefixes, single values, and the levels of a sparse table over
/// blocks. All but the number of levels are powers of two.
struct jump_slots
{
    std::uint32_t suffixes = 1, prefixes = 1, values = 1, blocks = 1, levels = 0;

    [[nodiscard]] constexpr std::uint32_t first_prefix() const noexcept { return 1 + suffixes; }
    [[nodiscard]] constexpr std::uint32_t first_value() const noexcept { return first_prefix() + prefixes; }
    [[nodiscard]] constexpr std::uint32_t first_block() const noexcept { return first_value() + values; }
    [[nodiscard]] constexpr std::uint64_t rows() const noexcept
    {
        return first_block() + std::uint64_t{blocks} * levels;
    }
};

/// Rows that a jump which lands on a row may pass first; empty where first > last.
struct jump_window
{
    std::uint32_t first = 1, last = 0;
};

/// What a problem's rows and columns are told; see scored_arrays.hpp. Null where a plan has none.
struct scored_pointers
{
    std::uint8_t const * row_letters = nullptr;    ///< [rows + 2 blocks] of kernels without headers
    row_header const * headers = nullptr;          ///< [rows + 2 blocks] of the others, and of chains
    std::uint32_t const * table_rows = nullptr;    ///< [rows + 2 blocks] table_row, of kernels with tables
    std::uint8_t const * column_letters = nullptr; ///< [strips * columns]
    std::uint8_t const * column_lo = nullptr;      ///< [strips * columns] window of column j: j-1-hi..j-1-lo
    std::uint8_t const * column_hi = nullptr;
    std::uint32_t const * column_positions = nullptr; ///< [strips * columns]; null: the column itself
    jump_window const * jump_windows = nullptr;       ///< [rows] of chains with jumps
    std::uint32_t const * suffix_masks = nullptr;     ///< [blocks] which rows' suffixes are kept
};

/// One problem on the device. Values are signed; `floor` stands for 0.
struct scored_problem : scored_pointers
{
    std::uint32_t rows = 0;        ///< padded to whole blocks
    std::uint32_t rows_to_run = 0; ///< whole blocks
    std::uint32_t row_begin = 0;   ///< the first row to run, in whole blocks
    std::int32_t floor = 0;
    std::int32_t match = 1;
    std::uint32_t row_skip = 0, column_skip = 0;
    std::uint32_t column_reach = 0; ///< most columns before its own that a window spans
    jump_slots slots;

    std::uint32_t first_strip = 0;
    std::uint32_t const * halo_in = nullptr; ///< left of the first strip, from row_begin on; null: nothing is there
    std::uint32_t * halo = nullptr;          ///< from row_begin on
    std::uint32_t * saved_halo = nullptr;    ///< [panels][rows]: where panels end; null: not kept
    std::uint32_t panel_strips = 1;

    std::uint32_t * best_values = nullptr; ///< [strips * columns]
    std::uint32_t * best_rows = nullptr;
    std::uint32_t * table = nullptr; ///< V, words [rows][table_row_words]; null: not kept
    std::size_t table_row_words = 0;
    std::uint32_t table_first_strip = 0, table_first_row = 0;
    std::uint32_t * row_checkpoints = nullptr; ///< [saves][rows_per_checkpoint][checkpoint_row_words]
    std::uint32_t checkpoint_interval = 0, rows_per_checkpoint = 0, checkpoint_count = 0;
    std::size_t checkpoint_row_words = 0;
    std::uint32_t const * given_rows = nullptr; ///< V of the rows_per_checkpoint rows before row_begin, which the
                                                ///< table takes too; null: there are none
};

/// One launch: any number of problems of one shape.
struct scored_launch
{
    scored_problem const * problems = nullptr;
    strip_task const * tasks = nullptr;
    std::uint32_t strips = 0;
    std::uint32_t * ticket = nullptr;
    std::uint32_t * started = nullptr;
    std::uint32_t * flags = nullptr;
    std::uint32_t first_tag = 1;
    std::uint32_t const * stop = nullptr;
    std::uint32_t * row_memory = nullptr; ///< words [workers][row_memory_words]: what jumps over rows keep
    std::size_t row_memory_words = 0;
    std::uint32_t letters = 0;
};

/// Which kernel a launch takes.
struct scored_shape
{
    std::uint32_t value_bytes = 2;
    std::uint32_t words = 2; ///< words of a lane: 2; 4 where windows are equal and nothing jumps
    std::uint32_t equal = 0; ///< letters of every window on both sides; 0: each has its own
    bool tables = false;     ///< such own windows, none elastic, are read from tables
    bool jumps = false;      ///< over rows
    bool keeps = false;      ///< rows or halos are kept or given
    std::uint32_t letters = 0;
    [[nodiscard]] constexpr std::uint32_t columns() const noexcept { return 32 * words * (4 / value_bytes); }
    [[nodiscard]] constexpr std::uint32_t halo_columns() const noexcept
    {
        return equal == 0 ? most_near : equal <= short_equal ? 4 : 8;
    }
    /// Words of memory that a row of a halo takes, tags included.
    [[nodiscard]] constexpr std::uint32_t halo_row_words() const noexcept
    {
        return 2 * halo_columns() / (4 / value_bytes);
    }
};

/// Workers (warps) of a shape that can be resident on the current device at a time.
[[nodiscard]] std::uint32_t resident_workers(scored_shape shape);

/// Enqueues a launch of `workers` warps. The arrays must stay alive until it has run.
void run_scored_async(scored_shape shape, scored_launch launch, std::uint32_t workers, rmq::cuda::stream_handle stream);

/// Walks from a cell back along the canonical chain, as far as the kept part of the table reaches.
struct traceback_task
{
    std::uint32_t const * table = nullptr; ///< V of the strips' lanes, from first_row and first_column on
    std::size_t row_words = 0;
    std::uint32_t first_row = 0, first_column = 0, end_row = 0, end_column = 0; ///< elsewhere it stays where it is
    std::uint32_t columns_are_a = 0; ///< not 0: the larger column wins before the larger row
    std::int32_t floor = 0, match = 1;
    std::uint32_t value_bytes = 2;
    std::uint32_t words = 2; ///< of a lane
    std::uint32_t equal = 0; ///< letters of every window; 0: headers and column_lo, column_hi say
    std::uint32_t jumps = 0; ///< not 0: over rows
    std::uint32_t row_skip = 0, column_skip = 0;
    row_header const * headers = nullptr;
    jump_window const * jump_windows = nullptr;
    std::uint8_t const * column_lo = nullptr;
    std::uint8_t const * column_hi = nullptr;
    std::uint32_t const * column_positions = nullptr;
    table_cell * at = nullptr;    ///< in: where to start; out: the first cell whose window leaves the part, value 0 at
                                  ///< the chain's first cell
    chain_cell * chain = nullptr; ///< out: the cells passed, the last one first, behind `count`
    std::uint32_t * count = nullptr; ///< cells in `chain`
};

/// Enqueues tracebacks through `count` tasks in device memory.
/// @param in_turn   tasks that one traceback goes through, one after the other; divides `count`
void traceback_scored_async(std::uint32_t value_bytes, traceback_task const * d_tasks, std::uint32_t count,
                            std::uint32_t in_turn, rmq::cuda::stream_handle stream);

} // namespace vglcs::cuda::scored
