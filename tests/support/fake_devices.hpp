// SPDX-License-Identifier: BSD-3-Clause
/// Devices that are none: the choice of a device, and all that follows from it, without a card.
#pragma once

#include "solve/device_choice.hpp"
#include "solve/prepared.hpp"

#include <vglcs/error.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vglcs::test {

/// The CPU's strips in the place of the device's: the same answers, other name, bytes of a memory that is made up.
class fake_devices final : public detail::device_backend
{
public:
    static constexpr std::string_view engine_name = "device-strip";

    bool there = true;
    std::uint64_t memory = std::uint64_t{1} << 40;
    cells_that_pay pay{.alone = 10'000, .together = 40'000};
    mutable std::atomic<int> looked{0}; ///< how often somebody asked for the driver

    /// Bytes of device memory that a problem takes.
    [[nodiscard]] static std::uint64_t bytes(problem const & p) { return p.n() && p.m() ? 1000 + p.n() + p.m() : 0; }

    /// Sizes, rows and columns, of the problems that were solved here.
    [[nodiscard]] std::set<std::pair<std::size_t, std::size_t>> solved() const
    {
        std::lock_guard const lock{guard_};
        return solved_;
    }
    void forget()
    {
        std::lock_guard const lock{guard_};
        solved_.clear();
    }

    [[nodiscard]] cells_that_pay threshold() const noexcept override { return pay; }
    [[nodiscard]] bool is_built() const noexcept override { return true; }
    [[nodiscard]] bool may_be_there() const noexcept override { return there; }
    [[nodiscard]] bool is_there() const override
    {
        ++looked;
        return there;
    }
    [[nodiscard]] std::string why_not() const override { return "none is plugged in"; }
    void require(int number) const override
    {
        if (!is_there() || number != 0)
            throw backend_unavailable{"--device cuda: none is plugged in: use --device cpu"};
    }
    [[nodiscard]] engine const & strips() const override { return strips_; }
    [[nodiscard]] std::uint64_t memory_budget(options const & o) const override
    {
        return o.max_gpu_memory ? o.max_gpu_memory : memory;
    }
    [[nodiscard]] std::vector<result> solve_together(std::span<problem const * const> problems,
                                                     options const & o) const override
    {
        options within = resolved(o);
        within.max_gpu_memory = memory_budget(o);
        for (problem const * p : problems)
            detail::require_fit(strips_, strips_.plan(*p, within), within);
        std::vector<result> out;
        for (problem const * p : problems)
            out.push_back(solve(*p, o));
        return out;
    }

private:
    [[nodiscard]] static engine const & cpu_strips()
    {
        return **std::ranges::find_if(engines(), [](engine const * e) { return e->name() == "strip"; });
    }
    [[nodiscard]] result solve(problem const & p, options const & o) const
    {
        result r = cpu_strips().solve(p, o);
        r.engine = engine_name;
        std::lock_guard const lock{guard_};
        solved_.insert({p.n(), p.m()});
        return r;
    }

    class strips_engine final : public engine
    {
    public:
        explicit strips_engine(fake_devices const & of) : of_{of} {}
        [[nodiscard]] std::string_view name() const noexcept override { return engine_name; }
        [[nodiscard]] std::string_view summary() const noexcept override { return "strips that pretend"; }
        [[nodiscard]] vglcs::device device() const noexcept override { return vglcs::device::cuda; }
        [[nodiscard]] std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
        {
            return detail::prepared(
                {.cells = std::uint64_t{p.n()} * p.m(), .host_bytes = p.bytes(), .gpu_bytes = bytes(p)},
                [&p, &o, this] { return of_.solve(p, o); });
        }

    private:
        fake_devices const & of_;
    };

    strips_engine strips_{*this};
    mutable std::mutex guard_;
    mutable std::set<std::pair<std::size_t, std::size_t>> solved_;
};

} // namespace vglcs::test
