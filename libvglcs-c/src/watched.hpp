// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs.h>
#include <vglcs/run_control.hpp>

#include <cstdint>
#include <functional>

namespace vglcs::c_api {

/// Runs work that looks at `control`, on a thread of its own, and tells `progress` of it from the calling thread; its
/// exceptions are thrown here. Without a callback, or where the work is short, it runs on the calling thread.
/// @param total   units of the whole work, 0: not known
void run_watched(run_control & control, std::uint64_t total, bool is_short, vglcs_progress progress, void * user,
                 std::function<void()> const & work);

} // namespace vglcs::c_api
