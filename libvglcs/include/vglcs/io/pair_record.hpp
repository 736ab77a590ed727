// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/options.hpp>
#include <vglcs/result.hpp>
#include <vglcs/scoring.hpp>
#include <vglcs/sequence.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vglcs {

struct explanation;

/// One answered (or failed) pair, all that a writer needs. Sequences and limits are borrowed for the call.
struct pair_record
{
    sequence const * query = nullptr;           ///< file orientation
    sequence const * target = nullptr;          ///< file orientation
    gap_limits const * query_limits = nullptr;  ///< aligned orientation
    gap_limits const * target_limits = nullptr; ///< aligned orientation
    vglcs::strand strand = vglcs::strand::forward;
    vglcs::result result;      ///< aligned orientation; empty where the pair failed or was pruned
    std::string status = "ok"; ///< "ok", "pruned", "skipped:..." (by a heuristic), "error:..."
    std::uint64_t bound = 0;   ///< upper bound on the score of a pruned pair, its length where nothing costs anything
    std::string limits_digest; ///< digest of both sides' limits, file orientation
    std::string query_sha256;  ///< SHA-256 of the record's letters as read, hex
    std::string target_sha256;
    vglcs::scoring scoring = {};         ///< what pairs earn and skipped letters cost
    jumps const * query_jumps = nullptr; ///< aligned orientation, as the limits; null: none
    jumps const * target_jumps = nullptr;
    gap_limits const * target_by_query = nullptr; ///< for the target, by letters of the query, aligned; null: none
    gap_limits const * query_by_target = nullptr; ///< for the query, by letters of the target; null: none
    explanation const * reasons = nullptr; ///< of the chain, where the run explains; null: none

    [[nodiscard]] bool ok() const noexcept { return status == "ok"; }
    /// True where the pair has an answer with at least one matched pair.
    [[nodiscard]] bool has_match() const noexcept { return result.length != 0 || result.score != 0; }
};

/// Columns of an answered pair's alignment, `=`, `X`, `I` and `D`: what identity is a part of. Letters that are jumped
/// over are in none.
[[nodiscard]] std::uint64_t alignment_columns(pair_record const & pair);

/// SHA-256 of letters as read, hex.
[[nodiscard]] std::string letters_digest(std::string_view letters);
/// Digest of the limits of a pair, both in file orientation: "A-B" of digest(gap_limits).
[[nodiscard]] std::string limits_digest(gap_limits const & a, gap_limits const & b);

/// What chains of a run earn and pay, with the SPECs as given, in their order.
struct run_costs
{
    vglcs::scoring scoring = {};
    std::vector<std::string> jump_a, jump_b, leave_a, leave_b;
    std::string transcript = "+"; ///< "+", "-" or "both"
};

/// What holds for the whole run, for headers and json.
struct run_record
{
    vglcs::task task = vglcs::task::alignment;
    vglcs::alphabet alphabet = vglcs::alphabet::dna;
    std::string command_line;                 ///< for @PG and json
    std::string gaps_a, gaps_b;               ///< SPECs as given
    std::string gaps_b_by_a{}, gaps_a_by_b{}; ///< the same for a partner's letters; empty: none
    std::string strand;                       ///< "+", "-" or "both"
    std::optional<run_costs> costs = {};   ///< rows have scores and jumps; nothing where a chain's score is its length
    std::string version, build, device;    ///< "0.1.0", compiler and options, where it ran
    std::string read_group;                ///< sam: the @RG line, "@RG\tID:...", of all rows; empty: none
    bool md = false;                       ///< sam: rows have MD
    bool descriptions = false;             ///< tsv, json: rows have the descriptions of both records
    bool certificates = false;             ///< json: rows say why cells were left out
    bool explanations = false;             ///< tsv, paf, json, pretty: rows explain their chain
    std::vector<sequence const *> targets; ///< for @SQ: every target, known before the first row; sam only
};

} // namespace vglcs
