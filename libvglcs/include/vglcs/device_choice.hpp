// SPDX-License-Identifier: BSD-3-Clause
/// Where device::automatic sends problems. The rule is one for `solve`, `solve_many`, `planned_run` and programs that
/// read problems as they go and schedule them on their own:
///  - a device is taken where a problem alone, or the problems of a run together (`options.run_cells`), pay for its
///    start, and only by engines that a device has the fastest form of (`auto` and `strip`);
///  - the CPU keeps what it solves faster (no binding limits, very few columns);
///  - a problem that the device's memory does not allow goes to the CPU, unless `options.fall_back` is off.
/// device::cuda takes the device for every problem, or throws.
#pragma once

#include <vglcs/options.hpp>

#include <cstdint>

namespace vglcs {

/// Table cells from which on a CUDA device pays for its start (about 0.3 s).
struct cells_that_pay
{
    std::uint64_t alone = 1'000'000'000;    ///< of one problem, which all threads of the CPU would share
    std::uint64_t together = 2'000'000'000; ///< of all problems of a run, a thread each
};

/// Those of this build and machine.
[[nodiscard]] cells_that_pay device_threshold() noexcept;

/// True where a run with these options goes to a device, or may do so as its size has it: device and engine are not
/// such that the CPU, or each problem alone, is settled.
[[nodiscard]] bool may_share_device(options const & o) noexcept;

/// True where there may be a device: this build has CUDA and this machine a driver. Does not start the driver.
[[nodiscard]] bool device_may_be_there() noexcept;

/// True where there is a device. Starts the driver, which takes up to half a second. Thread safe.
[[nodiscard]] bool device_is_there();

/// Throws usage_error where no engine has the name that the options ask for, or none on that device, and
/// backend_unavailable where there is no such device: what no problem of a run could change.
void require_engine(options const & o);

} // namespace vglcs
