// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blocks/pair_job.hpp"
#include "pairs/pair_source.hpp"

#include <functional>
#include <optional>

namespace vglcs::tools {

/// Neighbouring pairs of a run. The blocks of a run, their numbers and their pairs depend on its inputs and options
/// alone, not on threads, devices or time: any process that reads the same inputs makes the same blocks, so a number is
/// all that has to be said about work that is done, or to be done elsewhere.
struct pair_block
{
    std::uint64_t number = 0; ///< from 0
    std::vector<pair_job> jobs;
    std::uint64_t cells = 0;
    std::uint64_t letters = 0; ///< of records that the block brought into memory
};

/// A block ends with the pair that reaches one of these. Towards the end of a run, where that is known, blocks become
/// smaller, so that ranks, devices and threads end together: a block has this part of the cells left, but not fewer
/// than `least_cells`.
struct block_limits
{
    std::size_t pairs = 512;
    std::uint64_t cells = std::uint64_t{1} << 30;
    std::uint64_t letters = std::uint64_t{1} << 24; ///< of records that the block brings into memory
    std::uint64_t part = 128;
    std::uint64_t least_cells = std::uint64_t{1} << 26;
};

/// Part `index` (from 1) of `count` of a run: neighbouring pairs, about as many cells as every other part has.
struct shard
{
    std::uint32_t index = 1, count = 1;
};

/// Cuts the pairs of a source into blocks. One thread at a time.
class block_source
{
public:
    /// @param whole_queries   no block (and no shard) ends between two pairs of a query
    block_source(pair_source & pairs, bool whole_queries, std::optional<shard> part, block_limits limits = {});

    /// Cells of all blocks, a little more than they are; empty where that is not known before the last one.
    [[nodiscard]] std::optional<std::uint64_t> known_cells() const noexcept;
    /// The next block; false after the last one.
    [[nodiscard]] bool next(pair_block & out);

private:
    struct pair
    {
        shared_record query, target;
    };
    [[nodiscard]] bool next_pair(pair & out);
    [[nodiscard]] std::uint64_t cells_of_next_block() const noexcept;

    pair_source & pairs_;
    bool whole_queries_, targets_held_;
    block_limits limits_;
    std::uint64_t first_weight_ = 0, group_weight_ = 0; ///< of the shard; of the query at hand
    std::uint64_t weight_ = 0;                          ///< of the pairs so far
    std::optional<std::uint64_t> end_weight_;           ///< of the shard, or of all pairs; empty: not known
    bool sharded_ = false;
    limited_record const * group_ = nullptr;
    std::optional<pair> ahead_;
    std::uint64_t number_ = 0;
};

} // namespace vglcs::tools
