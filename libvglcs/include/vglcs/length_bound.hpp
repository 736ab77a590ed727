// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/run_control.hpp>

#include <cstdint>

namespace vglcs {

/// Upper bounds on the length of the longest chain that can only over-estimate: they drop every limit, so that any
/// chain is a chain of the relaxed problem too. (Blocked letters match nothing already.)

/// Letters that both sequences have, each as often as the one that has it less often: sum over the letters c of
/// min(count of c in A, count of c in B).   O(n + m).
[[nodiscard]] std::uint64_t composition_bound(problem const & p) noexcept;

/// Length of the longest common subsequence, by the bit-parallel engine; at most the bound by composition.
/// O(n m / 64) time on the calling thread, O(n + sigma m / 64) memory. Throws `interrupted`.
[[nodiscard]] std::uint64_t subsequence_bound(problem const & p, run_control * control = nullptr);

} // namespace vglcs
