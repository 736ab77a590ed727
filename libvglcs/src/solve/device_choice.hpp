// SPDX-License-Identifier: BSD-3-Clause
/// What the choice of a device looks at, and the engine that comes of it.
#pragma once

#include <vglcs/device_choice.hpp>
#include <vglcs/engine.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vglcs::detail {

/// The CUDA devices as the choice sees them. One instance stands for those of this build and machine; tests put
/// another in its place, so that every path of a device can be taken without one.
class device_backend
{
public:
    virtual ~device_backend() = default;
    [[nodiscard]] virtual cells_that_pay threshold() const noexcept { return {}; }
    /// False in a build without CUDA: then `strips`, `memory_budget` and `solve_together` are not called.
    [[nodiscard]] virtual bool is_built() const noexcept = 0;
    [[nodiscard]] virtual bool may_be_there() const noexcept = 0; ///< does not start the driver
    [[nodiscard]] virtual bool is_there() const = 0;              ///< starts the driver
    [[nodiscard]] virtual std::string why_not() const = 0;        ///< where there is none
    /// Throws backend_unavailable where there is no device of that number.
    virtual void require(int device_number) const = 0;
    /// The engine that many problems share launches of.
    [[nodiscard]] virtual engine const & strips() const = 0;
    /// Bytes of device memory that a run may take.
    [[nodiscard]] virtual std::uint64_t memory_budget(options const & o) const = 0;
    /// Answers of `strips` in the problems' order. Throws where one of them fails.
    [[nodiscard]] virtual std::vector<result> solve_together(std::span<problem const * const> problems,
                                                             options const & o) const = 0;
};

[[nodiscard]] device_backend const & devices() noexcept;

/// While it lives, `devices()` are others. For tests: no other thread may choose meanwhile.
class devices_in_place
{
public:
    explicit devices_in_place(device_backend const & others) noexcept;
    ~devices_in_place();
    devices_in_place(devices_in_place const &) = delete;
    devices_in_place & operator=(devices_in_place const &) = delete;
};

/// True where the problem goes to `devices().strips()`, whatever its memory: the rule of device_choice.hpp.
[[nodiscard]] bool goes_to_device(problem const & p, options const & o);

/// True where device memory may send the problem back to the CPU: the device was the library's choice.
[[nodiscard]] bool may_fall_back(options const & o) noexcept;

} // namespace vglcs::detail
