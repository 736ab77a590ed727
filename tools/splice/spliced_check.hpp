// SPDX-License-Identifier: BSD-3-Clause
/// What verify has to know of a run of splice.
#pragma once

#include "base/options.hpp"

#include <vglcs/annotation.hpp>
#include <vglcs/io/result_reader.hpp>
#include <vglcs/splice.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace vglcs::tools {

/// Gives a job the limits and prices of a run of splice, in the words of a run with costs. Throws usage_error where the
/// command line has some of its own.
void take_splice_prices(job_options & job, splice_options const & how);

/// Introns by the annotation of a run of splice.
class spliced_check
{
public:
    spliced_check(splice_options how, gene_annotation genes) : how_{std::move(how)}, genes_{std::move(genes)} {}

    /// Jumps of a record of the genome; lasts as long as this.   O(letters) for the first call of each strand.
    [[nodiscard]] jumps const & jumps_of(sequence const & target, strand transcript);
    /// An intron of the row that is longer than its gene's limit and is not the annotation's, if it has one.
    [[nodiscard]] std::optional<std::string> limit_fault(stated_pair const & stated, sequence const & target) const;

private:
    splice_options how_;
    gene_annotation genes_;
    std::map<std::pair<std::uint64_t, strand>, jumps> jumps_; // by the record's number
};

} // namespace vglcs::tools
