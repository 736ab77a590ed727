// SPDX-License-Identifier: BSD-3-Clause
/// Why a chain is the best one: what its limits leave over, how far its gaps slide, which limits stand in its way, and
/// how many chains are as good.
#pragma once

#include <vglcs/engine.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>
#include <vglcs/scoring.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vglcs {

/// A problem with the limits and jumps that it was made of, which it keeps in the form of its table alone. Borrowed.
struct explain_inputs
{
    vglcs::problem const & problem;
    gap_limits const &limits_a, &limits_b;              ///< of the letters of the file
    jumps const *jumps_a = nullptr, *jumps_b = nullptr; ///< null or of size 0: none
};

/// How far the letters skipped by one link can slide along the sequences. Moved by t places to the right (up to
/// `right`) or to the left (up to `left`), the same numbers of letters are skipped and jumped over, t pairs of the
/// chain change sides, every letter still matches, and limits and score hold, at every place on the way.
struct link_shift
{
    std::size_t pair = 0; ///< the link leads to this pair of the chain, from 1
    std::uint64_t left = 0, right = 0;
    friend bool operator==(link_shift const &, link_shift const &) = default;
};

/// A letter whose limit stands in the way of a better chain. With that limit `raise` higher (and no less) the best
/// score is `gain` higher; a still higher limit, the infinite one too, gains no more.
struct blocking_limit
{
    char side = 'a';         ///< 'a' or 'b'
    std::size_t letter = 0;  ///< position in the file, aligned orientation
    std::uint64_t raise = 0; ///< by so many letters
    std::uint64_t gain = 0;
    bool confirmed = false; ///< the problem with the raised limit was solved, and has that score
    friend bool operator==(blocking_limit const &, blocking_limit const &) = default;
};

/// What can be said of a best chain. Positions are those of the file in the aligned orientation.
struct explanation
{
    /// Of each link, from pair k to pair k + 1: letters that may still be skipped before the limit binds (0: it binds),
    /// nothing where there is no limit. For a side with a jump the least of what its window leaves, the limit of the
    /// first letter jumped over, and that of the letter matched behind it.
    std::vector<std::optional<std::uint64_t>> slack_a, slack_b;
    /// Of each link that skips letters, in the order of the chain.
    std::vector<link_shift> shifts;
    /// All of them: by falling gain, then rising raise, then A before B, then by position.
    std::vector<blocking_limit> blockers;
    /// Chains of the best score, counted as sets of pairs: modulo 2^64, and the logarithm to base 2 of their number.
    std::uint64_t best_chains_mod64 = 1;
    double best_chains_log2 = 0;
    /// Pairs that every best chain has: as indices into the chain, ascending.
    std::vector<std::size_t> shared;

    /// The least slack of any link and side; nothing where no link has a limit.
    [[nodiscard]] std::optional<std::uint64_t> least_slack() const noexcept;
    /// Links and sides of slack 0: both sides of one link count 2.
    [[nodiscard]] std::uint64_t binding_sides() const noexcept;
};

/// Explains the best chain of a problem. The chain need not be the canonical one, but must be of the best score: throws
/// verification_error where it is not valid, or not the best; usage_error where letters of one sequence give limits for
/// the other.
/// Two passes over the cells that a chain of that score can go through, one from each end of the sequences; where the
/// values of one do not fit into max_memory, it is made again by blocks of rows. Throws resource_error where even that
/// does not fit, or where there are too many cells on best chains to be counted in it; `interrupted`.
/// The answer depends on the problem and the chain alone.
/// @param confirm   so many blockers, from the first on, are solved again with the raised limit
/// One thread.   O(n m log w) for windows of w letters; counting O(c log^2 c) for c cells on best chains, O(c^2) with
/// jumps.
[[nodiscard]] explanation explain(explain_inputs const & in, std::span<matched_pair const> chain,
                                  options const & o = {}, std::size_t confirm = 0);

/// Cost of explain(), without what counts cells on best chains, of which nothing is known beforehand.
/// @param score   of the best chain, where it is known: bounds the cells; 0: all
[[nodiscard]] cost plan_explain(explain_inputs const & in, options const & o = {}, std::uint64_t score = 0);

} // namespace vglcs
