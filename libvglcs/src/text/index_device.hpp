// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/error.hpp>
#include <vglcs/options.hpp>

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace vglcs::detail {

/// Which device was asked for.
struct device_choice
{
    vglcs::device device = vglcs::device::automatic;
    int number = 0; ///< of the CUDA device
};

/// The one place where index, lce and search settle their device: true for the CUDA device.
/// @param obstacle   why this job cannot run there, empty where it can
/// @param pays       whether it is worth a device's start, where the choice is ours
/// Throws usage_error, backend_unavailable where CUDA is asked for and cannot be had.
[[nodiscard]] inline bool takes_cuda(device_choice const & wanted, std::string_view job, std::string_view obstacle,
                                     bool pays)
{
    if (wanted.device == device::cpu)
        return false;
    if (wanted.device == device::automatic)
        return pays && obstacle.empty() && !rmq::cuda::devices().devices.empty();
    try {
        (void)rmq::cuda::device(wanted.number);
    } catch (rmq::cuda::unavailable const & e) {
        throw backend_unavailable{fmt::format("--device cuda: {}: use --device cpu", e.what())};
    }
    if (!obstacle.empty())
        throw usage_error{fmt::format("--device cuda: {}: {}: use --device auto or cpu", job, obstacle)};
    return true;
}

/// Calls f with that device current, if `bytes` of its memory are free; errors of the CUDA layer become the library's.
/// Throws backend_unavailable, resource_error, cuda_error.
template <class Function>
auto on_cuda(device_choice const & wanted, std::string_view job, std::uint64_t bytes, Function const & f)
{
    try {
        rmq::cuda::device_guard const current{wanted.number};
        if (std::uint64_t const free = rmq::cuda::free_bytes(); bytes > free / 10 * 9)
            throw resource_error{fmt::format("--device cuda: {} needs {} of device memory, {} are free: use --device "
                                             "cpu",
                                             job, format_bytes(bytes), format_bytes(free))};
        return f();
    } catch (rmq::cuda::unavailable const & e) {
        throw backend_unavailable{fmt::format("--device cuda: {}: use --device cpu", e.what())};
    } catch (rmq::cuda::out_of_memory const & e) {
        throw resource_error{
            fmt::format("--device cuda: {}: not enough device memory ({}): use --device cpu", job, e.what())};
    } catch (rmq::cuda::error const & e) {
        throw cuda_error{fmt::format("--device cuda: {}: {}: use --device cpu", job, e.what())};
    }
}

/// The same for work that the CPU can do as well: false, where the choice was ours and the device did not do it.
template <class Function>
[[nodiscard]] bool done_by_cuda(device_choice const & wanted, std::string_view job, std::uint64_t bytes,
                                Function const & f)
{
    try {
        on_cuda(wanted, job, bytes, f);
        return true;
    } catch (resource_error const &) {
        if (wanted.device == device::cuda)
            throw;
        return false;
    }
}

} // namespace vglcs::detail
