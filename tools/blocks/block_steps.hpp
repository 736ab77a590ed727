// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blocks/block_source.hpp"
#include "blocks/pair_filter.hpp"

#include <vglcs/solve_many.hpp>

#include <span>

namespace vglcs::tools {

/// What can be done for a pair. Steps of different pairs are independent of each other.
enum class pair_step : std::uint8_t {
    screen, ///< bounds and k-mers: some threads' microseconds, never on a device
    length, ///< the length alone, to see which pairs are worth a chain
    solve,  ///< what the run asks for
    finish, ///< `solve` of a pair whose strand `length` has settled
};

/// Strands that a run solves, in the order in which ties go.
[[nodiscard]] std::span<strand const> strands_of(strand_choice choice);

struct pair_task
{
    pair_job * job;
    pair_step step;
};

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
    /// Pairs of one query, and the lengths found so far.
    struct query_race
    {
        std::vector<pair_job *> candidates; ///< by falling bound; those before `at` have been taken up
        std::size_t at = 0, round = 0;
        std::vector<std::uint64_t> best; ///< lengths of the longest so far that pass the filters, at most `top`
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

/// Takes one step on the calling thread(s); `o.task` is put right for the step. What it throws stays with the pair.
void take_step(pair_task const & task, pair_setting const & setting, pair_filter const & filter, options o) noexcept;

/// Takes steps together by solve_many: many pairs share a launch of the device that `o` names. Throws `interrupted`.
void take_steps_together(std::span<pair_task const> tasks, pair_setting const & setting, pair_filter const & filter,
                         options const & o);

} // namespace vglcs::tools
