// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/options.hpp>
#include <vglcs/result.hpp>
#include <vglcs/sequence.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace vglcs {

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
    std::uint64_t bound = 0;   ///< upper bound on the length of a pruned pair
    std::string limits_digest; ///< digest of both sides' limits, file orientation
    std::string query_sha256;  ///< SHA-256 of the record's letters as read, hex
    std::string target_sha256;

    [[nodiscard]] bool ok() const noexcept { return status == "ok"; }
};

/// SHA-256 of letters as read, hex.
[[nodiscard]] std::string letters_digest(std::string_view letters);
/// Digest of the limits of a pair, both in file orientation: "A-B" of digest(gap_limits).
[[nodiscard]] std::string limits_digest(gap_limits const & a, gap_limits const & b);

/// What holds for the whole run, for headers and json.
struct run_record
{
    vglcs::task task = vglcs::task::alignment;
    vglcs::alphabet alphabet = vglcs::alphabet::dna;
    std::string command_line;              ///< for @PG and json
    std::string gaps_a, gaps_b;            ///< SPECs as given
    std::string strand;                    ///< "+", "-" or "both"
    std::string version, build, device;    ///< "0.1.0", compiler and options, where it ran
    std::string read_group;                ///< sam: the @RG line, "@RG\tID:...", of all rows; empty: none
    bool md = false;                       ///< sam: rows have MD
    bool descriptions = false;             ///< tsv, json: rows have the descriptions of both records
    std::vector<sequence const *> targets; ///< for @SQ: every target, known before the first row; sam only
};

} // namespace vglcs
