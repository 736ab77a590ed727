// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/annotation.hpp>

#include <cstdint>
#include <vector>

namespace vglcs {

/// Genes in the order in which gene_annotation shows them, and what its answers look up.
struct gene_annotation::state
{
    /// What lies on one record.
    struct record
    {
        std::vector<annotated_intron> introns; ///< different ones, by place
        std::vector<annotated_end> starts, ends;
        std::uint64_t longest_intron = 0, longest_gene = 0;
        std::size_t first_gene = 0, last_gene = 0; ///< its part of `genes`
    };

    std::vector<annotated_gene> genes;
    std::vector<annotated_transcript> transcripts;
    std::vector<record> records;

    /// Fills `records` from genes, which are sorted, and transcripts.
    void make_records(std::size_t count);
};

namespace detail {

/// Reads genes and transcripts of a file; `records` are left to `make_records`.
void read_annotation(std::string const & path, std::span<genome_record const> genome,
                     annotation_options const & options, std::vector<annotated_gene> & genes,
                     std::vector<annotated_transcript> & transcripts);

} // namespace detail

} // namespace vglcs
