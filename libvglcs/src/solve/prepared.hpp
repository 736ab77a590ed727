// SPDX-License-Identifier: BSD-3-Clause
/// What engines make prepared runs from, and the one check of memory between plan and run.
#pragma once

#include <vglcs/engine.hpp>

#include <memory>
#include <utility>

namespace vglcs::detail {

/// A run of this cost, solved by `solve()`.
template <class Solve>
[[nodiscard]] std::unique_ptr<prepared_run> prepared(cost const & c, Solve solve)
{
    class run final : public prepared_run
    {
    public:
        run(vglcs::cost const & of, Solve && by) : prepared_run{of}, solve_{std::move(by)} {}
        [[nodiscard]] result solve() const override { return solve_(); }

    private:
        Solve solve_;
    };
    return std::make_unique<run>(c, std::move(solve));
}

/// True where a run of this cost is within the memory that the options allow, of the host and of the device.
/// @param o   resolved: max_memory, and on a device max_gpu_memory, are not 0
[[nodiscard]] constexpr bool fits(cost const & c, options const & o) noexcept
{
    return c.host_bytes <= o.max_memory && c.gpu_bytes <= (c.gpu_bytes ? o.max_gpu_memory : 0);
}

/// Throws resource_error, with what would help, where it is not.
void require_fit(engine const & e, cost const & c, options const & o);

} // namespace vglcs::detail
