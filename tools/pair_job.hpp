// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inputs.hpp"
#include "progress.hpp"

#include <vglcs/io/pair_record.hpp>

#include <exception>
#include <span>

namespace vglcs::tools {

/// One pair to answer, and its answer.
struct pair_job
{
    shared_record query, target;

    // the answer
    vglcs::strand strand = vglcs::strand::forward;
    vglcs::result result;
    std::exception_ptr failure; ///< set where the pair could not be answered

    [[nodiscard]] std::uint64_t cells() const noexcept;
    [[nodiscard]] gap_limits const & query_limits() const noexcept; ///< of the strand answered
    /// All that a writer needs; digests of the letters only where asked (they cost a pass).
    [[nodiscard]] pair_record record(bool with_sha256) const;
};

/// What holds for all pairs of a run.
struct pair_setting
{
    vglcs::alphabet alphabet;
    strand_choice strands;
    vglcs::options options;
};

/// Up to this many cells a pair is too small to be worth a team of threads (a few milliseconds): pairs go side by side.
inline constexpr std::uint64_t small_pair_cells = std::uint64_t{1} << 24;

/// The encoded problem of a pair on one strand.
[[nodiscard]] problem make_problem(pair_job const & job, vglcs::strand direction, vglcs::alphabet alphabet);

/// Answers every job: small pairs side by side, a thread each; large ones one after the other with all threads. A
/// failure stays with its job; `interrupted` is thrown.
void answer(std::span<pair_job> jobs, pair_setting const & setting, progress & shown);

/// Collects pairs and says when there are enough to answer them together.
class job_block
{
public:
    explicit job_block(int threads) : most_jobs_{most_jobs(threads)} {}

    [[nodiscard]] static constexpr std::size_t most_jobs(int threads) noexcept
    {
        return static_cast<std::size_t>(threads) * 512;
    }

    void add(shared_record query, shared_record target);
    [[nodiscard]] bool full() const noexcept;
    [[nodiscard]] std::span<pair_job> jobs() noexcept { return jobs_; }
    void clear();

private:
    std::vector<pair_job> jobs_;
    std::size_t most_jobs_;
    std::uint64_t cells_ = 0, letters_ = 0;
};

} // namespace vglcs::tools
