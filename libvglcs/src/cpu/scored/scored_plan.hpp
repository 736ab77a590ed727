// SPDX-License-Identifier: BSD-3-Clause
/// Strips of problems with costs: what is compiled before a run, and the run itself.
#pragma once

#include "cpu/machine_speed.hpp"
#include "cpu/scored/kernels.hpp"
#include "cpu/scored/lane_plan.hpp"
#include "cpu/scored/stream_plan.hpp"
#include "cpu/strip/grid.hpp"
#include "cpu/strip/job.hpp"
#include "problem/shared_letters.hpp"
#include "solve/pruning.hpp"

#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/pruning_certificate.hpp>
#include <vglcs/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace vglcs::cpu {

template <class Value>
class scored_memory;
template <class Plan, class Value>
class strip_tiles;

/// Sizes of a scored run. All are free choices, so tests shrink them until small inputs reach every edge.
struct scored_sizes
{
    std::size_t width = 0;   ///< columns of a strip, a multiple of 64, at most 2,048; 0: what suits the caches
    std::size_t chunk = 128; ///< rows between two signals to the strip on the right
    /// Cells for which another thread pays: it costs 30 us to start, and far more on a busy machine.
    std::size_t thread_cells = 4 << 20;
    std::optional<bool> rows_are_a; ///< which sequence goes down the rows; empty: what is faster
    bool special = true;            ///< false: the forms that can do everything, for tests
};

/// Everything about a problem with costs that does not depend on values, made before the run. Rows go along one of the
/// sequences, strips of columns lie across the other: the one whose windows are far goes down the rows, since there
/// they cost a slot a row and no table.
struct scored_plan
{
    scored_plan(problem const & p, scored_sizes const & sizes, std::size_t value_bytes);
    /// Of the same problem with strips of another width: what is down the rows need not be compiled again.
    scored_plan(scored_plan && other, scored_sizes const & sizes);

    problem const & p;
    scored_sizes sizes;
    std::size_t value_bytes; ///< 2 or 4
    detail::shared_letters letters;
    bool rows_are_a;
    stream_plan rows;
    lane_plan lanes;
    strip_rows kept; ///< what is computed: all rows of every strip, until a bound is known
    std::optional<pruning_certificate> certificate; ///< why the others need not be

    /// Bytes of the plan and of a run for the score with that many threads, the problem itself not included.
    [[nodiscard]] std::uint64_t bytes(int threads) const noexcept;
    /// Seconds of a run for the score on one thread of such a machine, an estimate; with the plan's own making.
    [[nodiscard]] double seconds(machine_speed const & speed = {}) const noexcept;
    [[nodiscard]] std::uint64_t state_bytes() const noexcept; ///< of the slots of one strip
    [[nodiscard]] std::uint64_t flow_bytes() const noexcept;  ///< of one row that cross the left edge of a strip

    /// Sizes for strips of that width in a narrow part of the table; 0: for all of it.
    [[nodiscard]] static scored_sizes sizes_for(std::size_t width)
    {
        scored_sizes sizes;
        sizes.width = width;
        if (width != 0)
            sizes.chunk = narrow_chunk;
        return sizes;
    }

    // what a pipeline and a run of strips ask of a plan
    [[nodiscard]] std::uint64_t match() const noexcept
    {
        return p.scoring().match;
    } ///< what a pair earns in its values
    [[nodiscard]] std::size_t row_count() const noexcept { return rows.along.size; }
    [[nodiscard]] step_side const & down() const noexcept { return rows.along; }       ///< what goes down the rows
    [[nodiscard]] step_side const & across() const noexcept { return lanes.across(); } ///< what lies across them
    [[nodiscard]] std::size_t strip_count() const noexcept { return lanes.strips().size(); }
    [[nodiscard]] std::size_t width() const noexcept { return lanes.width(); }
    [[nodiscard]] std::size_t halo() const noexcept { return lanes.halo(); }
    [[nodiscard]] std::size_t left_slots() const noexcept { return 0; }
    [[nodiscard]] std::size_t slot_elements() const noexcept { return rows.slots * scored_stride(width()); }
    [[nodiscard]] bool asks_for_maxima() const noexcept { return false; }
    [[nodiscard]] grid_shape shape() const noexcept;
    operator grid_shape() const noexcept { return shape(); }
    template <class Value>
    using memory = scored_memory<Value>;
    [[nodiscard]] static result answer(std::uint64_t value) { return {.score = value}; }
    template <class Value>
    void trace(result & r, strip_tiles<scored_plan, Value> & tiles, run_control * control) const;

    [[nodiscard]] std::span<std::uint8_t const> row_letters() const noexcept
    {
        return rows_are_a ? letters.a : letters.b;
    }
};

/// Score and canonical last pair, with the canonical chain where the task asks for it. The same result for every number
/// of threads and sizes. Throws `interrupted`; usage_error where the folder holds another problem, resource_error where
/// it cannot be written.
[[nodiscard]] result run_strips(scored_plan const & plan, strip_job const & job, int threads, run_control * control);

/// A bound of what a small problem takes, without compiling anything.
[[nodiscard]] cost quick_scored_plan(problem const & p, options const & o);

} // namespace vglcs::cpu
