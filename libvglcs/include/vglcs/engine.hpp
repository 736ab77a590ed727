// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace vglcs {

/// What a run will cost, known before it starts; made by the same code that sizes the run.
struct cost
{
    std::uint64_t cells = 0;      ///< table cells to compute, recomputed ones included
    std::uint64_t host_bytes = 0; ///< peak of host memory of the engine, the problem itself included
    std::uint64_t gpu_bytes = 0;  ///< peak of device memory
    double seconds = 0;           ///< estimate for this machine
};

/// A run whose plan is made: what planning worked out (bounds, compiled windows) serves the run too. Valid while the
/// problem and the options that it was made of are.
class prepared_run
{
public:
    explicit prepared_run(vglcs::cost const & c) : cost_{c} {}
    virtual ~prepared_run() = default;
    [[nodiscard]] vglcs::cost const & cost() const noexcept { return cost_; }
    /// Solves it, in the table's indices (see `in_file`); `score` may be left to `in_file` where the problem is_unit().
    /// Who calls has compared cost() with the memory that there is; throws `interrupted`, `resource_error`,
    /// `cuda_error`.
    [[nodiscard]] virtual result solve() const = 0;

private:
    vglcs::cost cost_;
};

/// One way to solve the problem. Instances are immutable singletons in the table of `engines()`.
class engine
{
public:
    virtual ~engine() = default;
    [[nodiscard]] virtual std::string_view name() const noexcept = 0;
    [[nodiscard]] virtual std::string_view summary() const noexcept = 0; ///< one line for `vglcs info`
    [[nodiscard]] virtual vglcs::device device() const noexcept = 0;     ///< cpu or cuda
    /// True where the engine can solve this problem for this task at all (bitlcs: no binding limits).
    [[nodiscard]] virtual bool supports(problem const &, task) const noexcept { return true; }
    /// Plans a run: its bytes, cells and seconds are known, and all that solving needs. `options.threads` and
    /// `max_memory` are resolved (not 0).
    [[nodiscard]] virtual std::unique_ptr<prepared_run> prepare(problem const &, options const &) const = 0;
    [[nodiscard]] cost plan(problem const & p, options const & o) const { return prepare(p, o)->cost(); }
    /// In the table's indices, as prepared_run::solve.
    [[nodiscard]] result solve(problem const & p, options const & o) const { return prepare(p, o)->solve(); }
};

/// Every engine of this build, CPU first; a CUDA engine is listed only where the build has CUDA.
[[nodiscard]] std::span<engine const * const> engines();

/// The engine that `solve` takes, unless device memory turns out too small for it (see `planned_run`): options.engine
/// by name, or the fastest that supports the problem; the device by the rule of device_choice.hpp. Throws usage_error
/// (unknown name, unsupported problem) and backend_unavailable (no such device).
[[nodiscard]] engine const & choose_engine(problem const &, options const &);

/// Fills the zeros of `threads` and `max_memory` with what the machine offers.
[[nodiscard]] options resolved(options);

/// Bytes of device memory that a run may take: `max_gpu_memory`, or a share of what is free on the device; 0 where
/// there is none.
[[nodiscard]] std::uint64_t gpu_memory_budget(options const &);

/// An engine's answer in the positions of the file, with its score.
[[nodiscard]] result in_file(problem const &, result);

/// A problem with the engine that solves it and the plan that is made for it: what `plan` says is what `solve` does.
/// The problem must outlive it.
class planned_run
{
public:
    /// Chooses and plans. Throws as choose_engine does; zeros of the options are filled with what the machine offers.
    planned_run(problem const & p, options const & o);
    planned_run(problem &&, options const &) = delete;
    planned_run(planned_run const &) = delete;
    planned_run & operator=(planned_run const &) = delete;

    [[nodiscard]] vglcs::engine const & engine() const noexcept { return *engine_; }
    [[nodiscard]] vglcs::cost const & cost() const noexcept { return run_->cost(); }
    /// True where `solve` starts: the plan is within max_memory and, on a device, within its memory.
    [[nodiscard]] bool fits() const noexcept;
    /// As vglcs::solve. Throws resource_error before it starts where the plan does not fit.
    [[nodiscard]] result solve() const;

private:
    problem const & problem_;
    options options_; ///< resolved
    vglcs::engine const * engine_;
    std::unique_ptr<prepared_run> run_;
};

/// Cost of `solve` with the same arguments.
[[nodiscard]] cost plan(problem const &, options const &);

/// The canonical best chain. Throws resource_error before it starts where the plan does not fit the budget.
[[nodiscard]] result solve(problem const &, options const & = {});

} // namespace vglcs
