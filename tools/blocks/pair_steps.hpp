// SPDX-License-Identifier: BSD-3-Clause
/// The steps that a pair takes to its answer, and how they are taken: one on the CPU, or many together on a device.
#pragma once

#include "blocks/pair_filter.hpp"
#include "blocks/pair_job.hpp"

#include <cstdint>
#include <span>

namespace vglcs::tools {

/// What can be done for a pair. Steps of different pairs are independent of each other.
enum class pair_step : std::uint8_t {
    screen, ///< bounds and k-mers: some threads' microseconds, never on a device
    length, ///< the score alone, to see which pairs are worth a chain
    solve,  ///< what the run asks for
    finish, ///< `solve` of a pair whose reading `length` has settled
};

/// Strands that a run solves, in the order in which ties go.
[[nodiscard]] std::span<strand const> strands_of(strand_choice choice);

struct pair_task
{
    pair_job * job;
    pair_step step;
    std::uint64_t least = 0; ///< a smaller score is of no use
};

/// Takes one step on the calling thread(s); `o.task` is put right for the step. What it throws stays with the pair.
void take_step(pair_task const & task, pair_setting const & setting, pair_filter const & filter, options o) noexcept;

/// Takes steps together by solve_many: many pairs share a launch of the device that `o` names. Throws `interrupted`.
void take_steps_together(std::span<pair_task const> tasks, pair_setting const & setting, pair_filter const & filter,
                         options const & o);

} // namespace vglcs::tools
