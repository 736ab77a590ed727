// SPDX-License-Identifier: BSD-3-Clause
/// What the command line of `vglcs splice` says.
#pragma once

#include <vglcs/io/spliced_writer.hpp>
#include <vglcs/splice.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

/// Plain values and what they mean; each `chosen_` throws usage_error naming option and value.
struct splice_job
{
    std::string reads, genome;
    std::string genes, gene_limits;
    std::vector<std::string> rename;
    std::string preset = "plant", intron; ///< intron: the preset's, where not given
    std::string regions;
    std::uint64_t flank = 1000; ///< letters beside the regions of a file
    bool whole = false, keep_tails = false;
    std::uint32_t seed = 0; ///< letters; 0: by the genome
    std::uint32_t loci = 5;
    double secondary = 0.8;
    std::int64_t min_score = 60;
    std::string format, output, junctions, read_group;
    bool resume = false, quiet = false;
    int threads = 0;
    std::string max_memory;

    [[nodiscard]] spliced_format chosen_format() const;
    [[nodiscard]] splice_options chosen_options() const;
    [[nodiscard]] std::map<std::string, std::string> renames() const;
    [[nodiscard]] std::string chosen_read_group() const;
    /// Options that do not go together; opens nothing.
    void check() const;
    /// Files that are read.
    [[nodiscard]] std::vector<std::string> inputs() const;
};

} // namespace vglcs::tools
