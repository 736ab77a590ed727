// SPDX-License-Identifier: BSD-3-Clause
/// The device's static structures and windows in a build without CUDA: every call throws.
#include <rmq/cuda/check.hpp>
#include <rmq/cuda/detail/static_structure.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/window_maximum.hpp>

namespace rmq::cuda::detail {

namespace {

[[noreturn]] void refuse()
{
    throw unavailable{devices().reason};
}

} // namespace

std::size_t static_bytes(static_method, static_task const &)
{
    refuse();
}

std::size_t static_scratch_bytes(static_method, static_task const &)
{
    refuse();
}

void build_static(static_method, static_task const &)
{
    refuse();
}

void query_static(static_method, static_task const &, void const *, void *, std::size_t)
{
    refuse();
}

std::size_t window_scratch_bytes(scalar_kind, std::size_t, bool)
{
    refuse();
}

void window_async(window_task const &)
{
    refuse();
}

} // namespace rmq::cuda::detail
