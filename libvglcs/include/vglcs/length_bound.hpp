// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/run_control.hpp>

#include <cstdint>

namespace vglcs {

/// Upper bounds on the length of the longest chain that can only over-estimate: they drop limits, so that any chain is
/// a chain of the relaxed problem too. (Blocked letters match nothing already.) The first two drop all of them. Costs
/// only take away: no chain scores more than `match` times its length.

/// Letters that both sequences have, each as often as the one that has it less often: sum over the letters c of
/// min(count of c in A, count of c in B).   O(n + m).
[[nodiscard]] std::uint64_t composition_bound(problem const & p) noexcept;

/// Length of the longest common subsequence, by the bit-parallel engine; at most the bound by composition.
/// O(n m / 64) time on the calling thread, O(n + sigma m / 64) memory. Throws `interrupted`.
[[nodiscard]] std::uint64_t subsequence_bound(problem const & p, run_control * control = nullptr);

/// A bound by a sample of the limits: those within a run of k pairs. Every pair of a chain but its first k-1 ends k
/// pairs of the chain, each within the limits of the next. So a chain is at most k-1 pairs longer than the longest
/// common subsequence of those matches that end any such run of k matches. Limits within the run are relaxed too:
/// largest ones of the shorter sequence to the next 2^l - 1, its smallest ones to 0, and largest ones beyond 63 to
/// none. k is 6 where the shorter sequence has at most 128 letters, else 4. O(k n m / 64 log limit) time on the calling
/// thread; the shorter sequence's length, at once, where this is more than `longest_local_bound` or where there are
/// jumps, which pass limits. Throws `interrupted`.
[[nodiscard]] std::uint64_t local_bound(problem const & p, run_control * control = nullptr);
inline constexpr std::size_t longest_local_bound = 1408;

/// True where `local_bound` can be expected to save more than it costs beside `subsequence_bound`: few matches within
/// the limits of a match.   O(n + m).
[[nodiscard]] bool local_bound_pays(problem const & p) noexcept;

} // namespace vglcs
