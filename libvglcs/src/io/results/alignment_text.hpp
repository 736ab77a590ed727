// SPDX-License-Identifier: BSD-3-Clause
/// What several formats say about a pair: places on the original strands, identity, names that a table can hold.
#pragma once

#include <vglcs/io/pair_record.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// Where the matched part lies, 0-based, half open, on the strands as they stand in the files.
struct extent
{
    std::uint64_t query_start = 0, query_end = 0, target_start = 0, target_end = 0;
    friend bool operator==(extent const &, extent const &) = default;
};

/// Extent of a chain from `first` to `last`, both in the aligned orientation; `query_length` matters on `-` only.
[[nodiscard]] extent extent_of(matched_pair first, matched_pair last, strand direction, std::uint64_t query_length);
/// Extent of an answered pair's chain; all 0 where it is empty.
[[nodiscard]] extent extent_of(pair_record const & pair);

/// The strand to state: that of the chain, + where the chain is empty.
[[nodiscard]] inline char strand_letter(pair_record const & pair)
{
    return pair.has_match() ? static_cast<char>(pair.strand) : '+';
}

/// Letter i of a query in the aligned orientation, case kept.
[[nodiscard]] inline char aligned_letter(sequence const & query, strand direction, std::size_t i) noexcept
{
    return direction == strand::forward ? query.letters[i] : complement(query.letters[query.size() - 1 - i]);
}

/// length / columns with 4 decimals and a dot in every locale; "NA" where columns is 0.
[[nodiscard]] std::string identity_text(std::uint64_t length, std::uint64_t columns);

/// "query record 3 (line 9)", for messages; line 0 is left out.
[[nodiscard]] std::string record_label(std::string_view side, std::uint64_t number, std::uint64_t line);
[[nodiscard]] std::string record_label(std::string_view side, sequence const & record);

/// Throws input_error where a name is empty or has a tab or a line end, which no table of lines can hold.
/// @param label   what the message begins with: see record_label
void check_table_name(std::string_view name, std::string_view label, std::string_view format, std::string_view advice);
/// The same for both names of a pair.
void check_table_names(pair_record const & pair, std::string_view format);

/// One line of printable text: control characters become blanks.
[[nodiscard]] std::string one_line(std::string_view text);

} // namespace vglcs::detail
