// SPDX-License-Identifier: BSD-3-Clause
/// Launches of a build without CUDA: never called, since allocating device memory throws before.
#include "text/pattern_scan_launch.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>

namespace vglcs::cuda {

void scan_one_pattern(pattern_scan_task const &, scanned_pattern const &, std::uint32_t)
{
    throw rmq::cuda::unavailable{rmq::cuda::devices().reason};
}
void scan_pattern_table(pattern_scan_task const &, prefix_table const &)
{
    throw rmq::cuda::unavailable{rmq::cuda::devices().reason};
}
void verify_places(pattern_scan_task const &)
{
    throw rmq::cuda::unavailable{rmq::cuda::devices().reason};
}

} // namespace vglcs::cuda
