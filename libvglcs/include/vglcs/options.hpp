// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace vglcs {

/// What to compute: the canonical chain, or its length and last pair only.
enum class task : std::uint8_t { alignment, length };

/// Where to compute: `automatic` takes CUDA where it is there and pays.
enum class device : std::uint8_t { automatic, cpu, cuda };

/// How to run `solve`. All have defaults; fill by name.
struct options
{
    vglcs::task task = vglcs::task::alignment;
    std::string engine = "auto";                     ///< a name of `engines()`, or "auto"
    vglcs::device device = vglcs::device::automatic; ///< a named engine that is not on that device is a usage error
    int device_number = 0;                           ///< which CUDA device
    std::uint64_t run_cells = 0; ///< cells of all problems of the run that a call is a part of, where the caller knows
    bool fall_back = true;       ///< device::automatic: what device memory does not allow goes to the CPU, else fails
    int threads = 0;             ///< 0 = all that the machine offers
    bool full_table = false;     ///< computes every cell, those too that are proven to lie on no best chain
    /// An answer of a smaller score (length, where nothing has a price) is of no use to the caller. Where the best
    /// chain has less, the result may be anything of a smaller score, the empty one too; engines save what they can by
    /// it.
    std::uint64_t least_score = 0;
    std::uint64_t max_memory = 0;     ///< bytes of host memory; 0 = 80% of what machine or cgroup allow
    std::uint64_t max_gpu_memory = 0; ///< bytes of device memory; 0 = 90% of what is free
    std::string checkpoint;           ///< folder for resumable checkpoints; empty = none
    run_control * control = nullptr;  ///< stop and progress; may be null
    /// Told what a user may not expect: that a run which CUDA would have suited takes the CPU, that one is too short
    /// for checkpoints. The text starts with the option that it is about; called from any thread; may be empty.
    std::function<void(std::string const &)> note;
};

} // namespace vglcs
