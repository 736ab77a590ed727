// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "options.hpp"
#include "pair_block.hpp"
#include "pair_filter.hpp"
#include "pair_list.hpp"

#include <memory>
#include <optional>
#include <string>

namespace vglcs::tools {

/// What `batch` (and `plan batch`) has beside the options of all.
struct batch_options : job_options
{
    std::string all_vs_all, pairs, part, heuristic;
    std::int64_t top = 0, min_length = 0;
    double min_identity = 0;
    bool show_pruned = false, no_prefilter = false, resume = false;
    file_list files; ///< of --pairs without QUERIES and TARGETS; empty else

    void add_batch_to(CLI::App & app);
    /// Brings operands and options into line, once, before anything else is asked. Throws usage_error.
    void settle();

    [[nodiscard]] pair_filter chosen_filter(vglcs::alphabet letters) const;
    [[nodiscard]] std::optional<shard> chosen_shard() const;
    [[nodiscard]] bool matrix() const noexcept { return format == "matrix"; }
};

/// Throws usage_error where the second run of --resume could not read the file, nor see that it is another one.
void refuse_to_resume(std::string const & path);

/// The pairs that the options ask for.
[[nodiscard]] std::unique_ptr<pair_source> open_pairs(batch_options const & job, inputs & in,
                                                      run_control const & control);

} // namespace vglcs::tools
