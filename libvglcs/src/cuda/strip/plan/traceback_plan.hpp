// SPDX-License-Identifier: BSD-3-Clause
/// What is stored for the traceback of a strip plan: the whole table, or checkpoints and tiles of it, side by side or
/// one by one.
#pragma once

#include "cuda/strip/plan/strip_plan.hpp"
#include "cuda/strip/plan/traceback_tiles.hpp"

#include <cstdint>

namespace vglcs::cuda {

/// What the choice depends on.
struct traceback_setting
{
    strip_shape shape;
    std::uint32_t rows = 0;      ///< padded to whole blocks
    std::uint32_t strips = 0;    ///< of the table
    std::uint64_t row_reach = 0; ///< most rows and columns before its own that a window spans
    std::uint64_t column_reach = 0;
    std::uint32_t chunk = rows_per_chunk; ///< checkpoints of rows are whole chunks
    double columns_a_row = 1;             ///< of the table
    double seconds = 0;                   ///< of the length
};

/// Chooses what is kept for a chain: the fastest of what fits, else the smallest. No device needed.
class traceback_planner
{
public:
    explicit traceback_planner(traceback_setting const & s);

    /// @param used   bytes that the problem takes beside what the chain keeps
    [[nodiscard]] traceback_plan choose(std::uint64_t used, std::uint64_t budget,
                                        strip_overrides const & overrides) const;
    /// What the chain keeps.
    [[nodiscard]] std::uint64_t bytes_of(traceback_plan const & c) const;
    /// Of the whole run.
    [[nodiscard]] double seconds_of_chain(traceback_plan const & c) const;

private:
    [[nodiscard]] traceback_plan sized(std::uint32_t panel, std::uint32_t interval, std::uint32_t tiles) const;
    /// What speculative tracebacks write, at most: they run where all tiles of a launch together have enough rows.
    [[nodiscard]] static std::uint64_t speculative_bytes(std::uint64_t rows, std::uint64_t tiles);
    /// Of the traceback itself.
    [[nodiscard]] double seconds_of_traceback(traceback_plan const & c) const;

    traceback_setting of_;
    std::uint64_t row_bytes_, halo_bytes_; // of a row of a strip, and of its halo
    std::uint64_t beside_, rows_per_checkpoint_;
    double steepness_; // columns a row that a chain is expected to take at most
};

} // namespace vglcs::cuda
