// SPDX-License-Identifier: BSD-3-Clause
/// What the last steps on the device take: the best cell of a problem, and the traceback along the canonical chain.
#pragma once

#include <rmq/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

namespace vglcs::cuda {

/// A cell: row and column of the strips' orientation, and its value.
struct table_cell
{
    std::uint32_t row, column, value;
};

/// A pair of the chain in the strips' orientation.
struct chain_cell
{
    std::uint32_t row, column;
};

/// Finds the canonical last cell of a problem: largest value, then smallest position on A, then smallest on B.
struct best_cell_task
{
    std::uint32_t const * values = nullptr; ///< strip_problem::best_values
    std::uint32_t const * rows = nullptr;   ///< strip_problem::best_rows
    std::uint32_t columns = 0;
    std::uint32_t columns_are_a = 0; ///< not 0 where A lies on the columns
    table_cell * best = nullptr;     ///< out
};

/// Limits of one sequence on the device: those of letter k are lo[k * lo_step] and hi[k * hi_step]; a step is 0 where
/// one limit holds for all letters, else 1.
struct device_limits
{
    std::uint32_t const * lo = nullptr;
    std::uint32_t const * hi = nullptr;
    std::uint32_t lo_step = 0, hi_step = 0;
};

/// Speculative tracebacks in each band of rows; a warp looks at all of a band's at once.
inline constexpr std::uint32_t speculative_per_band = 32;

/// Where the speculative tracebacks of a traceback start, and where they write their paths.
struct speculative_setting
{
    std::uint32_t * paths = nullptr; ///< [rows of the table][32] column + 1 within the problem, 0 where none; may
                                     ///< be null
    table_cell * ends = nullptr;     ///< [bands][32] first cell behind the band
    // from the ends of the band below, or of the task before in the same traceback, on: cleared before the launch
    std::uint32_t * links = nullptr;    ///< as paths
    table_cell * link_begins = nullptr; ///< [bands][32] the end that it starts from; value 0: there is none
    table_cell * link_ends = nullptr;   ///< [bands][32] where it has met a path, or left the band
    std::uint32_t bands = 0, band_rows = 1;
    std::uint32_t last_row = 0, last_column = 0; ///< within the table: where the chain is expected at its end
    float slope = 1, spacing = 1; ///< columns a row that the chain is expected to take; columns between two of a band
};

/// Traces back from a cell along the canonical chain, as far as the kept part of the table reaches.
struct traceback_task
{
    void const * table = nullptr; ///< Value [rows][row_values]; the part from first_row and first_column on
    std::size_t row_values = 0;
    std::uint32_t first_row = 0, first_column = 0;
    std::uint32_t row_count = 0, column_count = 0; ///< of the part; a traceback that starts elsewhere stays where it is
    std::uint32_t columns_are_a = 0;               ///< not 0: the larger column wins before the larger row
    device_limits rows, columns;
    table_cell * at = nullptr;    ///< in: where to start; out: the first cell whose window leaves the part, or value 1
    chain_cell * chain = nullptr; ///< out: chain[value - 1] of the cells passed
    speculative_setting speculative;
};

/// Enqueues both for `count` tasks in device memory.
/// @param in_turn   tasks that one traceback goes through, one after the other; divides `count`
void best_cells_async(best_cell_task const * d_tasks, std::uint32_t count, rmq::cuda::stream_handle stream);
void traceback_async(std::uint32_t value_bytes, traceback_task const * d_tasks, std::uint32_t count,
                     std::uint32_t in_turn, rmq::cuda::stream_handle stream);

/// Enqueues the speculative tracebacks of one traceback through `count` tasks, of at most `bands` bands each, and their
/// links.
void speculative_traceback_async(std::uint32_t value_bytes, traceback_task const * d_tasks, std::uint32_t count,
                                 std::uint32_t bands, rmq::cuda::stream_handle stream);

} // namespace vglcs::cuda
