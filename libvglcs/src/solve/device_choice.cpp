// SPDX-License-Identifier: BSD-3-Clause
#include "solve/device_choice.hpp"

#include "cpu/engines.hpp"
#ifdef VGLCS_WITH_CUDA
#include "cuda/engines.hpp"
#endif
#include <rmq/cuda/check.hpp>
#include <rmq/cuda/detail/driver.hpp>
#include <rmq/cuda/device.hpp>
#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

namespace vglcs {

namespace detail {

namespace {

class devices_of_this_machine final : public device_backend
{
public:
    bool may_be_there() const noexcept override { return rmq::cuda::driver_is_there(); }
    bool is_there() const override { return !rmq::cuda::devices().devices.empty(); }
    std::string why_not() const override { return rmq::cuda::devices().reason; }
    void require(int device_number) const override
    {
        try {
            (void)rmq::cuda::device(device_number);
        } catch (rmq::cuda::unavailable const & e) {
            throw backend_unavailable{fmt::format("--device cuda: {}: use --device cpu", e.what())};
        }
    }
#ifdef VGLCS_WITH_CUDA
    bool is_built() const noexcept override
    {
        return true;
    }
    engine const & strips() const override
    {
        return cuda::strip_engine();
    }
    std::uint64_t memory_budget(options const & o) const override
    {
        return cuda::memory_budget(o);
    }
    std::vector<result> solve_together(std::span<problem const * const> problems, options const & o) const override
    {
        return cuda::solve_on_strips(problems, o);
    }
#else
    bool is_built() const noexcept override
    {
        return false;
    }
    engine const & strips() const override
    {
        return cpu::strip_engine();
    }
    std::uint64_t memory_budget(options const &) const override
    {
        return 0;
    }
    std::vector<result> solve_together(std::span<problem const * const>, options const &) const override
    {
        throw backend_unavailable{"--device cuda: this build has no CUDA: use --device cpu"};
    }
#endif
};

std::atomic<device_backend const *> in_place{nullptr};

/// So few columns that a strip's row is mostly its own cost: 5,000,015 x 8 letters, limit 0, one thread on a busy
/// machine, took `strip` 16.8 s and 455 MB, `peng` 5.5 s and 26 MB.
constexpr std::size_t few_columns = 16;

/// 64 cells in some 2.5 cycles: 30 times what strips reach on a core, whatever the size.
bool bits_are_faster(problem const & p)
{
    return p.is_unit() && p.is_plain_lcs();
}

bool lists_are_faster(problem const & p)
{
    return p.is_unit() && p.m() <= few_columns && p.n() > p.m() && cpu::peng_engine().supports(p, task::length);
}

} // namespace

device_backend const & devices() noexcept
{
    static devices_of_this_machine const here;
    device_backend const * const others = in_place.load(std::memory_order_acquire);
    if (others)
        return *others;
    return here;
}

devices_in_place::devices_in_place(device_backend const & others) noexcept
{
    in_place.store(&others, std::memory_order_release);
}

devices_in_place::~devices_in_place()
{
    in_place.store(nullptr, std::memory_order_release);
}

bool goes_to_device(problem const & p, options const & o)
{
    if (!may_share_device(o) || !devices().is_built())
        return false;
    if (o.device == device::cuda)
        return devices().strips().supports(p, o.task);
    if (o.engine == "auto" && (bits_are_faster(p) || lists_are_faster(p)))
        return false;
    std::uint64_t const cells = std::uint64_t{p.n()} * p.m();
    auto const [alone, together] = devices().threshold();
    if ((cells < alone && o.run_cells < together) || !devices().strips().supports(p, o.task))
        return false;
    if (devices().is_there())
        return true;
    if (o.note && cells >= alone)
        o.note(fmt::format("--device auto: no CUDA device ({}): this run takes the CPU", devices().why_not()));
    return false;
}

bool may_fall_back(options const & o) noexcept
{
    return o.fall_back && o.device == device::automatic && may_share_device(o);
}

} // namespace detail

using detail::devices;

namespace {

engine const & named_engine(options const & o)
{
    bool other_device = false;
    for (engine const * e : engines()) {
        if (e->name() != o.engine)
            continue;
        if (o.device == device::automatic || o.device == e->device())
            return *e;
        other_device = true;
    }
    if (other_device)
        throw usage_error{fmt::format("--engine {}: not an engine of that device: `vglcs info` lists them", o.engine)};
    std::string known = "auto";
    for (engine const * e : engines())
        known += fmt::format(", {}", e->name());
    throw usage_error{fmt::format("--engine {}: no such engine: choose one of {}", o.engine, known)};
}

} // namespace

cells_that_pay device_threshold() noexcept
{
    return devices().threshold();
}

bool may_share_device(options const & o) noexcept
{
    return o.device != device::cpu && (o.engine == "auto" || o.engine == "strip");
}

bool device_may_be_there() noexcept
{
    return devices().may_be_there();
}

bool device_is_there()
{
    return devices().is_built() && devices().is_there();
}

void require_engine(options const & o)
{
    if (o.device == device::cuda)
        devices().require(o.device_number);
    if (!may_share_device(o) && o.engine != "auto")
        (void)named_engine(o);
}

engine const & choose_engine(problem const & p, options const & o)
{
    require_engine(o);
    if (detail::goes_to_device(p, o))
        return devices().strips();
    if (o.engine != "auto") {
        engine const & e = named_engine(o);
        if (!e.supports(p, o.task))
            throw usage_error{
                fmt::format("--engine {}: cannot solve this problem ({}{}): use --engine auto", o.engine, e.summary(),
                            p.has_partner_limits() ? "; here the other sequence's letters give limits" : "")};
        return e;
    }
    if (o.device == device::cuda && p.has_partner_limits())
        throw usage_error{"--device cuda: no engine of this device can solve problems where the other sequence's "
                          "letters give limits (--gaps-b-by-a, --gaps-a-by-b): use --device cpu"};
    if (o.device == device::cuda)
        throw usage_error{
            "--device cuda: no engine of this device can solve this problem with costs (jumps on both sides, or "
            "limits of more than 31 letters): use --device cpu"};
    if (detail::bits_are_faster(p))
        return cpu::bitlcs_engine();
    if (detail::lists_are_faster(p))
        return cpu::peng_engine();
    for (engine const * e : {&cpu::strip_engine(), &cpu::bst2_engine()})
        if (e->supports(p, o.task))
            return *e;
    return cpu::reference_engine();
}

std::uint64_t gpu_memory_budget(options const & o)
{
    return device_is_there() ? devices().memory_budget(o) : 0;
}

} // namespace vglcs
