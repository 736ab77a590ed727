// SPDX-License-Identifier: BSD-3-Clause
/// What a launch of the strips takes: plain structs of device pointers, shared by host code and kernel.
#pragma once

#include "cuda/strip/plan/column_program.hpp"
#include "cuda/strip/plan/row_program.hpp"
#include "cuda/strip/plan/strip_shape.hpp"

#include <rmq/cuda/stream.hpp>

#include <cstdint>

namespace vglcs::cuda {

/// Where the arrays of a problem's programs lie on the device: pointers and nothing else. strip_arrays.hpp says which
/// is which.
struct program_pointers
{
    std::uint32_t const * headers = nullptr; ///< row_program arrays; all but this one null where no row is far
    slot_list const * reads = nullptr;
    slot_list const * late_reads = nullptr; ///< null, as late_begin, where no row has any
    std::uint32_t const * late_begin = nullptr;
    std::uint32_t const * writes = nullptr;
    slot_operation const * operations_of_rows = nullptr;
    std::uint32_t const * writes_begin = nullptr;
    std::uint32_t const * operations_begin_of_rows = nullptr;

    std::uint32_t const * addresses = nullptr; ///< column_program arrays; lookup::small: columns of each window
    std::uint8_t const * letters = nullptr;
    std::uint32_t const * level_masks = nullptr;
    few_far_column const * few_far = nullptr; ///< under reach::few_far
    std::uint32_t const * few_far_begin = nullptr;
    far_group const * far = nullptr;
    std::uint8_t const * far_columns = nullptr;
    column_slot_write const * column_writes = nullptr;
    slot_operation const * operations = nullptr;
    std::uint32_t const * far_begin = nullptr; ///< null where no column is far
    std::uint32_t const * column_writes_begin = nullptr;
    std::uint32_t const * operations_begin = nullptr;
};

/// One problem on the device. Value is the launch's 16- or 32-bit type.
struct strip_problem : program_pointers
{
    std::uint32_t rows = 0;        ///< padded to whole blocks; stride of all that has a value a row
    std::uint32_t rows_to_run = 0; ///< whole blocks, at most `rows`
    void * column_slots = nullptr; ///< Value [slots][rows]

    std::uint32_t first_strip = 0; ///< leftmost strip of this launch
    // a row of a halo is strip_shape::halo_row_words() long; with tags it must be cleared before the first launch
    std::uint32_t const * halo_in =
        nullptr;                    ///< words [rows][halo] from row_begin on: left of the first strip; null: zeros
    std::uint32_t * halo = nullptr; ///< words [rows][halo] from row_begin on, read and overwritten by strip after strip
    std::uint32_t * panel_halos = nullptr; ///< words [panels][rows][halo]: the halos at panels' ends; may be null
    std::uint32_t panel_strips = 1;        ///< strips of a panel
    std::uint32_t equal_columns = 0;       ///< lookup::equal: columns of every window

    std::uint32_t * best_values = nullptr; ///< [strips * columns] each column's largest value
    std::uint32_t * best_rows = nullptr;   ///< and the first row that has it
    std::uint32_t * table = nullptr;       ///< V itself, words [rows][table_row_words]; may be null
    std::size_t table_row_words = 0;
    std::uint32_t table_first_strip = 0, table_first_row = 0;

    // checkpoints of rows: the `rows_per_checkpoint` rows of V before each multiple of `checkpoint_interval`, all
    // columns; where there is no table, those of checkpoints multiples are written
    std::uint32_t * checkpoint_rows =
        nullptr; ///< words [checkpoints][rows_per_checkpoint][checkpoint_row_words]; may be null
    std::uint32_t checkpoint_interval = 1, rows_per_checkpoint = 0, checkpoints = 0;
    std::size_t checkpoint_row_words = 0;
    std::uint32_t row_begin = 0;                ///< the first row to run, in whole blocks
    std::uint32_t const * given_rows = nullptr; ///< V of the first rows_per_checkpoint rows from there on; may be null
};

/// A strip to run: its problem and its number in it.
struct strip_task
{
    std::uint32_t problem, strip;
};

/// One launch: any number of problems of one value type and strip width.
struct strip_launch
{
    strip_problem const * problems = nullptr;
    strip_task const * tasks = nullptr; ///< [strips] problem by problem, strips from left to right
    std::uint32_t strips = 0;
    // signals, 0 before the launch
    std::uint32_t * ticket = nullptr;     ///< strips taken by the counter
    std::uint32_t * started = nullptr;    ///< blocks that have come; null: strips are given out by the counter alone
    std::uint32_t * flags = nullptr;      ///< [strips] rows done
    std::uint32_t first_tag = 1;          ///< of the first strip's halo; tags of a problem's launches must differ
    std::uint32_t const * stop = nullptr; ///< not 0: end soon, results are void
    std::uint32_t * row_slots = nullptr;  ///< words [workers][slots][strip words]; each worker's row slots
    std::size_t row_slot_words = 0;       ///< words of one worker
    std::uint32_t letters = 0;            ///< codes are below this
    std::uint32_t letters_at = 0;         ///< where in shared memory the letters' words lie; set by run_strips_async
};

/// Workers (warps) that can be resident on the current device at a time.
[[nodiscard]] std::uint32_t resident_workers(strip_shape shape);

/// Enqueues a launch of `workers` warps. The arrays must stay alive until it has run.
void run_strips_async(strip_shape shape, strip_launch launch, std::uint32_t workers, rmq::cuda::stream_handle stream);

} // namespace vglcs::cuda
