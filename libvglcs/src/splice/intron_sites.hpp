// SPDX-License-Identifier: BSD-3-Clause
/// What introns cost by where they begin and end, and how long they may be.
#pragma once

#include "splice/locus.hpp"

#include <vglcs/annotation.hpp>

#include <limits>

namespace vglcs::detail {

/// The introns of a stretch of the genome for transcripts of one strand. Places count from its first letter; an intron
/// passes the letters begin..end-1.
class intron_sites
{
public:
    /// @param letters   codes of the stretch; have to outlive it
    /// @param start     place of the stretch in its record
    intron_sites(std::span<letter_code const> letters, std::size_t target, std::uint64_t start, bool minus,
                 gene_annotation const * genes, splice_options const & how);

    /// What an intron pays that passes letter b first; what it pays besides that lands on letter e.
    [[nodiscard]] std::uint32_t begin_cost(std::size_t b) const noexcept;
    [[nodiscard]] std::uint32_t end_cost(std::size_t e) const noexcept;
    /// How many letters an intron that lands on e may have.
    [[nodiscard]] intron_limit limit(std::size_t e) const noexcept;
    /// True where the intron is allowed: within the limit of its end, longer than that of its gene only where the
    /// annotation has it.
    [[nodiscard]] bool allowed(std::size_t b, std::size_t e) const noexcept;
    /// From now on, no intron that lands on e is longer than the limit of its gene.
    void forbid_long(std::size_t e) { without_long_.push_back(e); }

    /// Sets what letters begin..end-1 cost and allow as ends of introns.
    void lay(jumps & introns, std::size_t begin, std::size_t end) const;

    [[nodiscard]] site_kind kind(std::size_t b, std::size_t e) const noexcept;
    [[nodiscard]] bool annotated(std::size_t b, std::size_t e) const noexcept;

private:
    struct known_end
    {
        std::size_t place;
        std::uint64_t longest; ///< of its introns
    };
    struct stretch
    {
        std::size_t begin, end;
    };
    struct own_limit
    {
        std::size_t begin, end;
        intron_limit limit;
    };

    /// The two letters at p and p + 1 as 4 * first + second; 255 where one is none, or outside.
    [[nodiscard]] std::uint8_t pair_at(std::size_t p) const noexcept
    {
        if (p + 1 >= letters_.size() || letters_[p] > 3 || letters_[p + 1] > 3)
            return 255;
        return static_cast<std::uint8_t>(4 * letters_[p] + letters_[p + 1]);
    }
    /// What an end costs more that the annotation of the gene there has not.
    [[nodiscard]] std::uint32_t novel_cost(std::size_t p) const noexcept;
    [[nodiscard]] known_end const * known_end_at(std::size_t e) const noexcept;
    [[nodiscard]] intron_limit limit_of_gene(std::size_t e) const noexcept;

    std::span<letter_code const> letters_;
    std::size_t target_;
    std::uint64_t start_;
    bool minus_;
    gene_annotation const * genes_;
    splice_options const & how_;
    std::vector<std::size_t> known_begins_; ///< sorted
    std::vector<known_end> known_ends_;     ///< sorted
    std::vector<own_limit> own_;
    std::vector<stretch> in_genes_;
    std::vector<std::size_t> without_long_;
};

} // namespace vglcs::detail
