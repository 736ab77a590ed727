// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/io/result_reader.hpp>
#include <vglcs/scoring.hpp>
#include <vglcs/sequence.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace vglcs {

/// What a stated pair is checked against. Borrowed for the call.
struct pair_inputs
{
    sequence const & query;          ///< file orientation
    sequence const & target;         ///< file orientation
    gap_limits const & query_limits; ///< aligned orientation, of the stated strand
    gap_limits const & target_limits;
    vglcs::alphabet alphabet = vglcs::alphabet::dna;
    std::string_view limits_digest = {}; ///< digest of both sides' limits, file orientation; empty = not compared
    bool descriptions = false;   ///< the records have their descriptions, to be compared where the pair states them
    vglcs::scoring scoring = {}; ///< what pairs earn and skipped letters cost
    jumps const * query_jumps = nullptr; ///< aligned orientation, as the limits; null: none
    jumps const * target_jumps = nullptr;
    bool scored = false;                          ///< the run has costs: its rows have scores
    gap_limits const * target_by_query = nullptr; ///< for the target, by letters of the query, aligned; null: none
    gap_limits const * query_by_target = nullptr; ///< for the query, by letters of the target; null: none
};

/// Checks everything that a stated pair carries against its inputs: names, record numbers, lengths, digests, letters,
/// the row's own counts, its score, and every match, limit and jump of the chain, the jumps' ends and what links cost
/// among them. Nothing where all hold (the chain need not be the best), else what is wrong, naming the values. A failed
/// or pruned pair states no chain and has no fault of it. O(length) time, plus the letters where SHA-256 or SEQ is
/// stated.
[[nodiscard]] std::optional<std::string> find_result_fault(stated_pair const & stated, pair_inputs const & inputs);

} // namespace vglcs
