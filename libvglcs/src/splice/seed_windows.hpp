// SPDX-License-Identifier: BSD-3-Clause
/// Which letters of the genome the table of a chain of seeds has.
#pragma once

#include "splice/genome_seeds.hpp"
#include "splice/locus.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::detail {

/// The windows of a locus, and what they were made of.
class seed_windows
{
public:
    /// @param letters   codes of the read in the aligned orientation
    /// @param record    letters of the genome's record
    /// @param reach     most letters of an intron there
    /// @param shortest  letters of the shortest seeds
    /// @param cheapest  what the cheapest intron costs
    seed_windows(rmq::packed_view const & text, std::span<letter_code const> letters, text_range record,
                 std::uint64_t reach, std::uint32_t shortest, std::uint32_t cheapest, splice_options const & how)
        : text_{text}, letters_{letters}, record_{record}, reach_{reach}, shortest_{shortest}, cheapest_{cheapest},
          how_{how}
    {
    }

    /// @param chain   seeds by ascending place, at least one
    /// @param others  all seeds of this record and orientation, those of the chain too, in any order
    [[nodiscard]] locus around(std::span<read_seed const> chain, std::span<read_seed const> others);

private:
    struct read_range
    {
        std::size_t begin, end;
        [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
    };

    struct cluster;
    [[nodiscard]] std::vector<cluster> clusters_of(std::span<read_seed const> chain) const;

    /// Windows of seeds of the chain that are in none of the trusted clusters.
    void add_small_clusters(std::span<read_seed const> chain, std::span<cluster const> trusted);

    void add(std::uint64_t begin, std::uint64_t end) { found_.push_back({begin, end}); }
    void between(read_seed const & left, read_seed const & right);
    void before(read_seed const & first);
    void behind(read_seed const & last);
    /// Where words of a piece of the read occur in a stretch of the genome.
    /// @param from_left, from_right   an exon lies there: shorter words will do near it
    /// @param close                   letters that are near
    void add_words(read_range piece, text_range where, bool from_left, bool from_right, std::uint64_t close);
    /// Where an exon between two sites of one strand is equal to a piece that begins and ends near the given one.
    void add_small_exons(read_range piece, text_range where);
    void count_sites(read_seed const & left, read_seed const & right);
    [[nodiscard]] std::span<letter_code const> codes(text_range where);

    rmq::packed_view const & text_;
    std::span<letter_code const> letters_;
    text_range record_;
    std::uint64_t reach_;
    std::uint32_t shortest_, cheapest_;
    splice_options const & how_;
    std::vector<text_range> found_;
    std::vector<letter_code> codes_;
    int plus_ = 0, minus_ = 0; ///< introns whose sites are those of either strand
};

} // namespace vglcs::detail
