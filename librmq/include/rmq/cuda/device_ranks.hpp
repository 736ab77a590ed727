// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>

#include <rmq/cuda/device_communicator.hpp>

namespace rmq::cuda {

/// Runs `work` on one thread a device, each with its device current and its own communicator over NCCL, and returns
/// when all have ended. Items of a round go between the devices' memories, for rounds over host memory with a copy
/// at either end.
/// In the library vglcs::rmq_nccl, which a build with CUDA has where NCCL is found.
/// @param devices   numbers of different devices; rank k is devices[k]
/// Throws `unavailable` for a device that is not there, `error` where CUDA or NCCL fails, and the first exception of
/// `work`, after which the other ranks' next round throws too.
void run_device_ranks(std::span<int const> devices, std::function<void(device_communicator &)> const & work);

} // namespace rmq::cuda
