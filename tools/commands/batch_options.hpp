// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/options.hpp"
#include "blocks/block_source.hpp"
#include "blocks/pair_filter.hpp"
#include "pairs/pair_list.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

class option_list;

/// What `batch` (and `plan batch`) has beside the options of all.
struct batch_options : job_options
{
    std::string all_vs_all, pairs, part, heuristic;
    std::int64_t top = 0, min_length = 0;
    double min_identity = 0;
    bool show_pruned = false, no_prefilter = false, resume = false;
    file_list files; ///< of --pairs without QUERIES and TARGETS; empty else

    /// Brings operands and options into line, once, before anything else is asked. Throws usage_error.
    void settle();

    [[nodiscard]] pair_filter chosen_filter(vglcs::alphabet letters) const;
    [[nodiscard]] std::optional<shard> chosen_shard() const;
    /// True where queries are read while pairs are answered; else both files are in memory before the first.
    [[nodiscard]] bool reads_queries_one_by_one() const { return all_vs_all.empty() && pairs.empty(); }
    [[nodiscard]] bool matrix() const noexcept { return format == "matrix"; }
    /// An operand, list or track that can be read only once, standard input or a pipe; empty where there is none.
    [[nodiscard]] std::string read_once() const;
};

/// Registers those that a batch has beside the options of all.
void add_batch_options(option_list & app, batch_options & job);

/// The pairs that the options ask for.
[[nodiscard]] std::unique_ptr<pair_source> open_pairs(batch_options const & job, inputs & in,
                                                      run_control const & control);

} // namespace vglcs::tools
