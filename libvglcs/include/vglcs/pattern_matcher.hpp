// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>
#include <vglcs/sequence.hpp>
#include <vglcs/structured_pattern.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace vglcs {

/// Where a part of a pattern lies, in the record, from 0, on the forward strand.
struct part_place
{
    std::uint64_t start = 0, end = 0;
    std::uint32_t errors = 0, indels = 0;
    std::uint32_t choice = none; ///< element: the alternative, from 0; list: the nearest word
    std::uint32_t runner_up =
        none; ///< list: the errors of the nearest other word at this place, none within the bounds

    static constexpr std::uint32_t none = ~std::uint32_t{0};
    [[nodiscard]] friend bool operator==(part_place const &, part_place const &) = default;
};

/// One place where a structured pattern matches.
struct pattern_hit
{
    std::size_t record = 0, pattern = 0;
    std::uint64_t start = 0, end = 0; ///< in the record, from 0, on the forward strand
    vglcs::strand strand = vglcs::strand::forward;
    std::uint32_t errors = 0, indels = 0;
    std::size_t first_place = 0; ///< in pattern_hits::places: one place a part, in the order of the pattern

    [[nodiscard]] friend bool operator==(pattern_hit const &, pattern_hit const &) = default;
};

struct pattern_hits
{
    std::vector<pattern_hit> hits; ///< by record, pattern, start, end, + before -
    std::vector<part_place> places;
};

/// Which hits are given.
enum class hit_choice : std::uint8_t {
    all,
    distinct, ///< of hits of one pattern, record and strand that overlap, the best: from the best hit on, each that
              ///< overlaps no better one that is given
    best,     ///< one a record and pattern
};

struct matcher_options
{
    bool forward = true; ///< the patterns as they are
    bool reverse = true; ///< the reverse complement of the records
    hit_choice hits = hit_choice::all;
    unsigned threads = 0;         ///< 0 = all
    std::uint64_t max_memory = 0; ///< bytes that the hits of one call may take, 0: no limit
    run_control const * control = nullptr;
    /// Letters of one tile: what a thread works on at once. Tests make it small to reach its edges.
    std::size_t tile = std::size_t{1} << 15;
};

/// Finds structured patterns in nucleotide records: all places, those that do not overlap, or the best of each record.
///
/// An element matches a word with at most its mismatches, insertions and deletions, each counted for itself. Every
/// (start, end, strand) is one hit: with the least sum of errors, of several ways the one whose parts end earliest in
/// the direction of the pattern, the first part first, then the one with the fewest insertions and deletions, then the
/// first alternative or word. N in the text is matched by N and spacers alone. The best hit of a record has the fewest
/// errors, then the fewest insertions and deletions, then the smallest start and end, + before -.
///
/// Elements run as automata on 64 positions a word, one bit vector for each number of mismatches, insertions and
/// deletions; spacers join them by maxima (here: disjunctions) of windows along the text, by doubling, from the last
/// part to the first. Places whose bit stays set are where a match begins; only there its ends are listed.
/// O(letters / 64 * (sum over elements of letters * (m+1)(i+1)(d+1) + log of spacers)) steps and the work of the hits;
/// a list of words costs a look-up at every place that the parts behind it allow.
/// `find` may be called from one thread at a time.
class pattern_matcher
{
public:
    /// @param patterns   with their lists read
    pattern_matcher(std::vector<structured_pattern> patterns, matcher_options const & how);
    ~pattern_matcher();
    pattern_matcher(pattern_matcher &&) noexcept;

    [[nodiscard]] std::vector<structured_pattern> const & patterns() const noexcept;
    /// All hits in the records, letters as they were read. Throws too_many_occurrences beyond max_memory, interrupted.
    [[nodiscard]] pattern_hits find(std::span<std::string_view const> records) const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vglcs
