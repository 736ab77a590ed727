// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/pattern_matcher.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::tools {

/// Rows of one format for the hits of structured patterns.
class hit_rows
{
public:
    virtual ~hit_rows() = default;
    [[nodiscard]] virtual std::string head() const { return {}; }
    /// Appends what one hit gives.
    virtual void add(std::string & rows, sequence const & record, pattern_hit const & hit,
                     std::span<part_place const> places) = 0;
};

/// @param format   bed, tsv, gff3 or captures
[[nodiscard]] std::unique_ptr<hit_rows> rows_of(std::string_view format,
                                                std::vector<structured_pattern> const & patterns);

/// Reads with tags, cut; `cut`: whole, before, after or match.
[[nodiscard]] std::unique_ptr<hit_rows> reads_of(bool fastq, std::string_view cut,
                                                 std::vector<structured_pattern> const & patterns);

/// Letters [start, end) of a record in the direction of the strand.
[[nodiscard]] std::string letters_of(sequence const & record, std::uint64_t start, std::uint64_t end, strand s);

/// What a capture holds in a hit.
struct captured
{
    std::string read;                           ///< letters of the record, in the direction of the pattern
    std::string word;                           ///< the same with the nearest word in the place of each list
    std::uint32_t errors = 0;                   ///< of all its parts
    std::uint32_t runner_up = part_place::none; ///< the smallest of its lists
};
[[nodiscard]] captured capture_of(sequence const & record, strand s, structured_pattern const & pattern,
                                  pattern_capture const & capture, std::span<part_place const> places);

} // namespace vglcs::tools
