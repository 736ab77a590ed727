// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rmq::cuda {

/// What a CUDA device is, for plans and for people.
struct device_info
{
    int number = 0;                     ///< as CUDA counts, after CUDA_VISIBLE_DEVICES
    std::string name;                   ///< the vendor's name
    int major = 0, minor = 0;           ///< compute capability
    int multiprocessors = 0;            ///< streaming multiprocessors
    std::size_t memory_bytes = 0;       ///< device memory in all
    std::size_t l2_bytes = 0;           ///< second-level cache
    std::size_t shared_block_bytes = 0; ///< shared memory that one block may ask for
    std::size_t shared_bytes = 0;       ///< shared memory of one multiprocessor
};

/// The devices that this build can use, or why there is none.
struct device_list
{
    std::vector<device_info> devices; ///< usable devices, by number
    std::string reason;               ///< empty where there is a device, else why not, as half a sentence
};

/// Devices of this machine. Looks once, then answers from memory; does not throw where there is no device. Thread safe.
[[nodiscard]] device_list const & devices();

/// The device of that number; throws `unavailable` with the reason where there is none.
[[nodiscard]] device_info const & device(int number);

/// Makes the device current for the calling thread while in scope, and the one before it current again after.
class device_guard
{
public:
    explicit device_guard(int number);
    ~device_guard();
    device_guard(device_guard const &) = delete;
    device_guard & operator=(device_guard const &) = delete;

private:
    int before_ = 0;
};

/// Number of the calling thread's current device.
[[nodiscard]] int current_device();

/// Bytes of memory free on the current device now, with the unused part of the device's memory pool.
[[nodiscard]] std::size_t free_bytes();

} // namespace rmq::cuda
