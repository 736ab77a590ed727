// SPDX-License-Identifier: BSD-3-Clause
#include "solve/prepared.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

namespace vglcs::detail {

void require_fit(engine const & e, cost const & c, options const & o)
{
    if (fits(c, o))
        return;
    if (c.host_bytes > o.max_memory)
        throw resource_error{fmt::format("engine {}: {} needed ({} bytes), budget is {} ({} bytes): use --task length, "
                                         "another --engine, or a larger --max-memory",
                                         e.name(), format_bytes(c.host_bytes), c.host_bytes, format_bytes(o.max_memory),
                                         o.max_memory)};
    bool const strips = e.name() == "strip"; // the others keep whole tables
    throw resource_error{
        fmt::format("engine {} (cuda): {} of device memory needed ({} bytes), budget is {} ({} bytes): use {}, or a "
                    "larger --max-gpu-memory",
                    e.name(), format_bytes(c.gpu_bytes), c.gpu_bytes, format_bytes(o.max_gpu_memory), o.max_gpu_memory,
                    strips ? "--task length, smaller limits, --device cpu" : "--engine strip")};
}

} // namespace vglcs::detail
