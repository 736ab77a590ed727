// SPDX-License-Identifier: BSD-3-Clause
/// The readers of result files, one file each; result_reader chooses and adds file and line to what they throw.
#pragma once

#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"
#include "io/results/result_lines.hpp"

#include <vglcs/io/result_reader.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace vglcs::detail {

/// Reads the pairs of one format. Throws parse_fault about the line that it took last.
class format_reader
{
public:
    virtual ~format_reader() = default;
    /// `out` is fresh. False at the end of the file.
    [[nodiscard]] virtual bool next(stated_pair & out) = 0;
    /// Targets that the header names.
    [[nodiscard]] virtual std::vector<result_reader::header_target> const & header_targets() const noexcept
    {
        static std::vector<result_reader::header_target> const none;
        return none;
    }
};

// Each takes its header lines at once. `lines` must outlive the reader.
[[nodiscard]] std::unique_ptr<format_reader> make_paf_reader(result_lines & lines);
[[nodiscard]] std::unique_ptr<format_reader> make_sam_reader(result_lines & lines);
[[nodiscard]] std::unique_ptr<format_reader> make_tsv_reader(result_lines & lines);
[[nodiscard]] std::unique_ptr<format_reader> make_pairs_reader(result_lines & lines);
[[nodiscard]] std::unique_ptr<format_reader> make_json_reader(result_lines & lines);

/// The parts of a line between its tabs.
void split_fields(std::string_view line, std::vector<std::string_view> & out);
/// Throws parse_fault unless there are `count` fields, or more where `at_least`.
void check_field_count(std::span<std::string_view const> fields, std::size_t count, bool at_least);
/// Throws parse_fault where the name is empty.
[[nodiscard]] std::string parse_name(std::string_view text, std::string_view what);
[[nodiscard]] strand parse_strand(std::string_view text);

/// The TAG:TYPE:VALUE fields that vglcs writes; others are passed over.
struct tags
{
    std::optional<std::uint64_t> length, edits;             ///< vl:i, NM:i
    std::optional<std::uint64_t> score, jumps;              ///< AS:i, vj:i
    std::optional<std::string_view> limits_digest, records; ///< gd:Z, ri:Z
    std::optional<std::string_view> cigar, md;              ///< cg:Z, MD:Z
    std::optional<char> kind;                               ///< tp:A
    std::optional<char> transcript_on_read, transcript;     ///< ts:A, XS:A
};
/// Throws parse_fault: no TAG:TYPE:VALUE, another type than ours, twice the same.
[[nodiscard]] tags parse_tags(std::span<std::string_view const> fields);
/// Reads "k,l" of ri:Z into the record numbers.
void set_record_numbers(stated_pair & out, std::string_view text);

/// Notes what a row states against itself; the first note counts.
void note_contradiction(stated_pair & out, std::string what);
/// Takes what rows of spliced reads have beside those of pairs: that they are such, and the transcript's strand. Out's
/// own strand is set before. Notes strands that contradict each other, and in other rows a mapping quality that is not
/// 255, the one that stands for "not known".
/// @param quality   the mapping quality as it stands
void set_placement(stated_pair & out, tags const & stated, std::string_view quality);
/// Notes an NM that the cigar has not.
void check_edits(stated_pair & out, tags const & stated, cigar_counts const & counts);

/// What a cigar in another form than column_encoder's has against it.
inline constexpr std::string_view cigar_form =
    "the cigar does not have, between two matches, X for what both sides skip and then I or D for the rest";

/// Takes the tags of a row with costs, if it has them. The cigar of such a row is checked where limits and jumps are
/// known.
void set_score(stated_pair & out, tags const & stated);

/// Adds a pair to the chain, to its last run where it goes on with it.
void append_pair(stated_pair & out, std::uint64_t i, std::uint64_t j);

/// Sets the chain of a row with places on the original strands, as paf and tsv have: reads the cigar, and notes places
/// that lie outside of the sequences, cigars that do not reach from start to end, are not in the form that vglcs writes
/// or have another number of pairs than out.length. Strand, both lengths and `scored` of `out` are set before; where
/// it is scored, the form of the cigar is left to find_result_fault().
/// Returns the counts of the cigar.
cigar_counts set_chain(stated_pair & out, extent const & at, std::string_view cigar);

} // namespace vglcs::detail
