// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace rmq::cuda {

/// True where this build has CUDA and this machine a driver for it: there may be a device. Unlike devices() it does not
/// start the driver, which takes up to half a second. Thread safe.
[[nodiscard]] bool driver_is_there() noexcept;

} // namespace rmq::cuda
