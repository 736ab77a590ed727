// SPDX-License-Identifier: BSD-3-Clause
/// Which steps of a block's pairs can be taken, and when its rows can be made.
#pragma once

#include "blocks/block_source.hpp"
#include "blocks/pair_filter.hpp"
#include "blocks/pair_steps.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace vglcs::tools {

/// A block on its way to rows: says which steps can be taken now; when these are done, which ones then. What is left
/// unsolved depends on the block and the filter alone.
class block_work
{
public:
    block_work(pair_block block, pair_setting const & setting, pair_filter const & filter);

    /// Steps to take before the next call; empty: every pair's fate is settled.
    [[nodiscard]] std::vector<pair_task> next();

    [[nodiscard]] std::uint64_t number() const noexcept { return block_.number; }
    [[nodiscard]] std::uint64_t cells() const noexcept { return block_.cells; }
    [[nodiscard]] std::uint64_t letters() const noexcept { return block_.letters; }
    [[nodiscard]] std::vector<pair_job> const & jobs() const noexcept { return block_.jobs; }

private:
    /// Pairs of one query, and the scores found so far.
    struct query_race
    {
        std::vector<pair_job *> candidates; ///< by falling bound; those before `at` have been taken up
        std::size_t at = 0, round = 0;
        std::vector<std::uint64_t> best; ///< scores of the best so far that pass the filters, at most `top`
    };

    [[nodiscard]] std::vector<pair_task> first_steps();
    [[nodiscard]] std::vector<pair_task> after_screen();
    [[nodiscard]] std::vector<pair_task> race();
    void settle(pair_job & job) const;

    pair_block block_;
    pair_setting const & setting_;
    pair_filter const & filter_;
    enum class stage : std::uint8_t { start, screened, racing, solved, done } stage_ = stage::start;
    std::vector<query_race> races_;
    std::vector<std::pair<query_race *, std::size_t>> running_; ///< a race's round and where its pairs begin
};

} // namespace vglcs::tools
