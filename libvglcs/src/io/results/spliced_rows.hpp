// SPDX-License-Identifier: BSD-3-Clause
/// The formats of spliced alignments, one file each; spliced_rows chooses.
#pragma once

#include "io/results/placed_links.hpp"

#include <vglcs/io/append_fields.hpp>
#include <vglcs/io/spliced_writer.hpp>
#include <vglcs/result.hpp>

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs {

/// One format's rows.
class spliced_rows::format_rows
{
public:
    virtual ~format_rows() = default;
    [[nodiscard]] virtual std::string header() const { return {}; }
    /// The read's name was checked.
    virtual void append(std::string & rows, spliced_read const & found, sequence const & read) const = 0;
};

namespace detail {

using format_rows_pointer = std::unique_ptr<spliced_rows::format_rows const>;
[[nodiscard]] format_rows_pointer make_spliced_sam(spliced_run run);
[[nodiscard]] format_rows_pointer make_spliced_paf(spliced_run run);
[[nodiscard]] format_rows_pointer make_spliced_bed(spliced_run run);
[[nodiscard]] format_rows_pointer make_spliced_gff3(spliced_run run);
[[nodiscard]] format_rows_pointer make_spliced_exons(spliced_run run);

/// An alignment as a chain whose links jump over introns, for what all results share.
struct intron_chain
{
    explicit intron_chain(spliced_alignment const & a);

    std::vector<matched_pair> chain;
    std::vector<placed_link> links;
};

/// A mark, and a number behind it.
inline void append_number(std::string & rows, std::string_view mark, std::integral auto number)
{
    rows += mark;
    append_field(rows, number);
}

/// Strand of the read that lies on the target's + strand.
[[nodiscard]] inline strand direction_of(spliced_alignment const & a) noexcept
{
    return a.read_reverse ? strand::reverse : strand::forward;
}
/// Strand of the transcript relative to the read as the file has it, '.' where it is not known.
[[nodiscard]] inline char strand_on_read(spliced_alignment const & a) noexcept
{
    return a.transcript_strand == '.' ? '.' : (a.transcript_strand == '-') == a.read_reverse ? '+' : '-';
}

} // namespace detail

} // namespace vglcs
