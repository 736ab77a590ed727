// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vglcs {

/// Both ends of an intron, read on the transcript's strand. An intron with the first end of one pair and the last end
/// of another is `other`.
enum class site_kind : std::uint8_t { gt_ag, gc_ag, at_ac, other };

/// An intron of one alignment.
struct junction
{
    std::uint64_t begin = 0, end = 0; ///< 0-based, half open, on the target's + strand
    site_kind sites = site_kind::other;
    bool annotated = false;        ///< an intron of the annotation, both ends exact
    std::uint32_t shift_left = 0;  ///< letters that it can slide to smaller places at the same score and within
    std::uint32_t shift_right = 0; ///< the limits; the same to larger ones
    std::uint32_t overhang = 0;    ///< matched letters of the exon beside it that has fewer
    friend bool operator==(junction const &, junction const &) = default;
};

/// A part of the target between two introns, or between one and an end of the alignment. Places of the read are those
/// of the aligned orientation: of its reverse complement where `spliced_alignment::read_reverse`.
struct spliced_exon
{
    std::uint64_t target_begin = 0, target_end = 0; ///< 0-based, half open, from an intron's end (or the first matched
                                                    ///< letter) to the next one's begin (or behind the last)
    std::uint32_t read_begin = 0, read_end = 0;     ///< from its first matched letter to the one after its last
    std::uint32_t matches = 0;                      ///< matched pairs
    friend bool operator==(spliced_exon const &, spliced_exon const &) = default;
};

/// Where a read lies on a target: a scored chain whose jumps are introns. Plain data.
struct spliced_alignment
{
    std::uint64_t target = 0;     ///< place of the record in the target file, from 0
    bool read_reverse = false;    ///< the read's reverse complement is what lies on the target's + strand
    char transcript_strand = '.'; ///< '+' or '-' of the target; '.' where no junction tells it
    std::int64_t score = 0;       ///< of the chain
    std::uint32_t length = 0;     ///< matched pairs
    std::uint32_t edits = 0;      ///< NM by SAM's rule: columns with different letters (what is none of A C G T U
                                  ///< always is) and letters that one side skips alone; introns count nothing
    std::uint8_t mapq = 0;        ///< 0..254, 255: not known
    bool secondary = false;       ///< another place of the same letters of the read
    bool supplementary = false;   ///< a place of other letters of the read
    std::vector<std::pair<std::uint64_t, std::uint64_t>> chain; ///< matched letters (place in the read, place in the
                                                                ///< target), both increasing; aligned orientation
    std::vector<spliced_exon> exons;
    std::vector<junction> junctions; ///< between the exons: exons.size() == junctions.size() + 1
    friend bool operator==(spliced_alignment const &, spliced_alignment const &) = default;
};

/// All that was found for a read.
struct spliced_read
{
    std::string name;
    std::uint64_t letters = 0;                 ///< length of the read
    std::vector<spliced_alignment> alignments; ///< the primary one first
    std::string reason;                        ///< why there is none: "no seeds", "below --min-score", ...
};

} // namespace vglcs
