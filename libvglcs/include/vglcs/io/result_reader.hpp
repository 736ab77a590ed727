// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/writer.hpp>
#include <vglcs/link.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vglcs {

/// The pairs (i, j), (i+1, j+1), ..., (i+count-1, j+count-1).
struct matched_run
{
    std::size_t i = 0, j = 0, count = 0;
    friend bool operator==(matched_run const &, matched_run const &) = default;
};

/// The jumps of one link as a result file states them.
struct stated_jumps
{
    std::optional<jumped> a, b;
    friend bool operator==(stated_jumps const &, stated_jumps const &) = default;
};

/// A pair as a result file states it; what the format does not carry is absent. The chain is kept as runs, so that a
/// short line cannot ask for much memory.
struct stated_pair
{
    std::uint64_t line = 0; ///< where it starts in the file, from 1
    std::string query, target;
    std::uint64_t query_number = 0, target_number = 0; ///< record numbers from 1; 0 = not known
    bool numbered = false;                             ///< the row carries record numbers
    vglcs::strand strand = vglcs::strand::forward;
    std::uint64_t length = 0; ///< pairs: the number of pairs; 0 for failed and pruned pairs, and where not known
    std::optional<std::uint64_t> query_length, target_length;
    bool scored = false;                     ///< the row is of a run with costs; what follows is there in no other
    std::optional<std::uint64_t> score;      ///< all but pairs
    std::optional<std::uint64_t> jump_count; ///< paf, sam, tsv: both sides of one link count 2
    std::optional<std::vector<stated_jumps>> jumps;                 ///< json: of every link that has one
    std::vector<std::pair<std::size_t, stated_jumps>> placed_jumps; ///< pairs: and the pair that it leads to, from 0
    bool has_placed_jumps = false;                                  ///< pairs
    std::optional<std::vector<std::uint64_t>> costs;                ///< json: of every link
    std::optional<vglcs::scoring> scoring;                          ///< json: of the run
    std::optional<std::string> cigar; ///< paf, sam (without clips), tsv: as it stands, where there is one
    std::optional<std::uint64_t> columns, other_columns; ///< paf: column 11, and NM, which is without the matches
    std::optional<std::string> identity;                 ///< tsv
    bool has_chain = false;                              ///< false for failed and pruned pairs and under task::length
    std::vector<matched_run> runs;      ///< the chain, aligned orientation; in the order of the file, not merged
    std::optional<matched_pair> last;   ///< where the chain ends, where only that is known (task::length, strand +)
    std::optional<std::size_t> last_j;  ///< its place in the target, where only that is known (tsv, strand -)
    std::optional<std::uint64_t> bound; ///< of a pruned pair, in units of the score
    std::optional<std::string> limits_digest, query_sha256, target_sha256;
    std::optional<std::string> alphabet, strands; ///< json: --alphabet as settled, and --strand, of the run
    std::optional<std::string> status;            ///< tsv, json: not "ok" for failed and pruned pairs
    std::optional<std::string> letters;           ///< pairs: the letter of each pair
    std::optional<std::string> sequence, quality; ///< sam: SEQ and QUAL, aligned orientation, "*" as it stands
    std::optional<std::string> query_description, target_description; ///< tsv (control characters as blanks), json
    std::optional<std::uint64_t> edits;                               ///< sam: NM
    bool spliced = false; ///< sam, paf: the row is one of a spliced read (tp:A), with a mapping quality
    std::optional<vglcs::strand>
        transcript;                ///< of spliced reads: the target's strand that has the transcript (ts:A, XS:A)
    std::optional<std::string> md; ///< sam: MD
    /// What the row states against itself (a length that is not the number of pairs, a cigar that does not reach the
    /// stated end, ...); empty where it adds up. find_result_fault() reports it.
    std::string contradiction;

    [[nodiscard]] bool ok() const noexcept { return !status || *status == "ok"; }
    /// True for an answer without any matched pair.
    [[nodiscard]] bool empty() const noexcept { return length == 0 && score.value_or(0) == 0; }
    /// The chain, one pair a letter. Ask after find_result_fault() found nothing: only then its size is bounded.
    [[nodiscard]] std::vector<matched_pair> chain() const;
};

/// Reads paf, sam, tsv, pairs and json results back, one pair at a time, trusting nothing: throws input_error with
/// file and line on anything that does not parse. Plain or gzip, found from the first bytes. Memory is that of the
/// longest line, for pairs that of one pair's runs.
class result_reader
{
public:
    /// The format is found from the first bytes unless given; "-" is standard input. Throws input_error where the file
    /// is missing, unreadable or in no format that can be read back (pretty is for people), usage_error for `pretty`.
    /// `control`, where given, must outlive the reader; a stop it asks for ends a wait for a slow pipe (interrupted).
    /// @param max_memory   bytes that a pair may take while it is read, 0: any; a larger one is a resource_error
    explicit result_reader(std::string path, std::optional<format> f = std::nullopt,
                           run_control const * control = nullptr, std::uint64_t max_memory = 0);
    ~result_reader();
    result_reader(result_reader &&) noexcept;
    result_reader & operator=(result_reader &&) noexcept;

    [[nodiscard]] format kind() const noexcept;
    /// A target that the header names (sam: @SQ), and its letters.
    struct header_target
    {
        std::string name;
        std::uint64_t length;
    };
    /// Those of the header, in its order; empty in other formats.
    [[nodiscard]] std::vector<header_target> const & header_targets() const noexcept;
    /// After the end, a warning for people where the file is bgzip data without its end-of-file block, which may have
    /// been cut between two blocks; else empty.
    [[nodiscard]] std::string end_warning() const;
    /// Reads the next pair into `out`. False at the end of the file.
    [[nodiscard]] bool next(stated_pair & out);

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vglcs
