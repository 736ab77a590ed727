// SPDX-License-Identifier: BSD-3-Clause
/// The strip engine: what is compiled before a run, how its checkpoints are laid out, and the run itself.
#pragma once

#include "cpu/machine_speed.hpp"
#include "cpu/strip/column_program.hpp"
#include "cpu/strip/grid.hpp"
#include "cpu/strip/job.hpp"
#include "cpu/strip/kernels.hpp"
#include "cpu/strip/row_program.hpp"
#include "solve/pruning.hpp"

#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/pruning_certificate.hpp>
#include <vglcs/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::cpu {

template <class Value>
class strip_memory;
template <class Plan, class Value>
class strip_tiles;

/// Everything about a problem that does not depend on values, made before the run.
struct strip_plan
{
    strip_plan(problem const & p, strip_sizes const & sizes, std::size_t value_bytes);
    /// Of the same problem with strips of another width: what is down the rows need not be compiled again.
    strip_plan(strip_plan && other, strip_sizes const & sizes);

    problem const & p;
    strip_sizes sizes;
    std::size_t value_bytes; ///< 2 or 4
    shared_letters letters;
    row_program rows;
    column_program columns;
    strip_rows kept; ///< what is computed: all rows of every strip, until a bound is known
    std::optional<pruning_certificate> certificate; ///< why the others need not be

    /// Bytes of the plan and of a run for the length with that many threads, the problem itself not included.
    [[nodiscard]] std::uint64_t bytes(int threads) const noexcept;
    /// Seconds of a run for the length on one thread of such a machine, an estimate; with the plan's own making.
    [[nodiscard]] double seconds(machine_speed const & speed = {}) const noexcept;
    /// Those of the rows alone.
    [[nodiscard]] double row_seconds(machine_speed const & speed) const noexcept;
    /// Bytes of the slots of one strip.
    [[nodiscard]] std::uint64_t state_bytes() const noexcept;
    /// Bytes of one row that cross the left edge of a strip.
    [[nodiscard]] std::uint64_t flow_bytes() const noexcept;

    /// Sizes for strips of that width in a narrow part of the table; 0: for all of it.
    [[nodiscard]] static strip_sizes sizes_for(std::size_t width)
    {
        strip_sizes sizes;
        sizes.width = width;
        if (width != 0)
            sizes.chunk = narrow_chunk;
        return sizes;
    }

    // what a pipeline and a run of strips ask of a plan
    [[nodiscard]] std::size_t row_count() const noexcept { return p.n(); }
    [[nodiscard]] step_side down() const noexcept { return p.side_a(); }   ///< what goes down the rows
    [[nodiscard]] step_side across() const noexcept { return p.side_b(); } ///< what lies across them
    static constexpr bool rows_are_a = true;
    [[nodiscard]] static constexpr std::uint64_t match() noexcept { return 1; } ///< what a pair earns in its values
    [[nodiscard]] std::size_t strip_count() const noexcept { return columns.strips().size(); }
    [[nodiscard]] std::size_t width() const noexcept { return columns.width(); }
    [[nodiscard]] std::size_t halo() const noexcept { return columns.halo(); }
    [[nodiscard]] std::size_t left_slots() const noexcept { return columns.left_slots(); }
    [[nodiscard]] std::size_t slot_elements() const noexcept { return rows.slots() * slot_stride(columns.width()); }
    [[nodiscard]] bool asks_for_maxima() const noexcept { return columns.has_middles(); }
    [[nodiscard]] grid_shape shape() const noexcept;
    operator grid_shape() const noexcept { return shape(); }
    template <class Value>
    using memory = strip_memory<Value>;
    [[nodiscard]] static result answer(std::uint64_t value) { return {.length = value}; }
    template <class Value>
    void trace(result & r, strip_tiles<strip_plan, Value> & tiles, run_control *) const;
};

/// 2 where every value fits 16 bits, else 4. No chain has more pairs than the shorter sequence has letters, nor than
/// their LCS without limits: for up to 131,070 letters that is asked of `bitlcs`, a hundredth of the work to come.
[[nodiscard]] std::size_t value_bytes(problem const & p, int threads = 1);

/// Length and canonical last pair. The same result for every number of threads and sizes. Throws `interrupted`.
[[nodiscard]] result run_strips(strip_plan const & plan, int threads, run_control * control);

/// The same with the canonical chain where the task asks for it. Throws usage_error where the folder holds another
/// problem, resource_error where it cannot be written.
[[nodiscard]] result run_strips(strip_plan const & plan, strip_job const & job, int threads, run_control * control);

} // namespace vglcs::cpu
