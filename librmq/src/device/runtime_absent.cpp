// SPDX-License-Identifier: BSD-3-Clause
/// The CUDA layer of a build without CUDA: the same names; whatever would need a device throws `unavailable`.
#include <rmq/cuda/check.hpp>
#include <rmq/cuda/detail/driver.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/stream.hpp>

namespace rmq::cuda {

namespace {

[[noreturn]] void refuse()
{
    throw unavailable{devices().reason};
}

} // namespace

namespace detail {

void check(int code, char const * call, char const * file, int line)
{
    if (code != 0)
        throw error{code,
                    std::string{file} + ":" + std::to_string(line) + ": " + call + ": error " + std::to_string(code)};
}

void * allocate(std::size_t, stream_handle)
{
    refuse();
}
void deallocate(void *, stream_handle) noexcept
{
}
void copy_to_device(void *, void const *, std::size_t, stream_handle)
{
    refuse();
}
void copy_to_host(void *, void const *, std::size_t, stream_handle)
{
    refuse();
}
void copy_on_device(void *, void const *, std::size_t, stream_handle)
{
    refuse();
}
void fill_bytes(void *, int, std::size_t, stream_handle)
{
    refuse();
}

} // namespace detail

bool driver_is_there() noexcept
{
    return false;
}

device_list const & devices()
{
    static device_list const list{{}, "this build has no CUDA (configure with -DVGLCS_WITH_CUDA=ON)"};
    return list;
}

device_info const & device(int number)
{
    throw unavailable{(number == 0 ? "" : "device " + std::to_string(number) + ": ") + devices().reason};
}

device_guard::device_guard(int number)
{
    (void)device(number);
}
device_guard::~device_guard()
{
    (void)before_; // of use to a build with CUDA alone
}

int current_device()
{
    refuse();
}

std::size_t free_bytes()
{
    refuse();
}

stream::stream()
{
    refuse();
}
stream::~stream() = default;
void stream::synchronize() const
{
}
bool stream::idle() const
{
    return true;
}

event::event()
{
    refuse();
}
event::~event() = default;
void event::record(stream_handle)
{
}
bool event::passed() const
{
    return true;
}
float event::milliseconds(event const &, event const &)
{
    refuse();
}

} // namespace rmq::cuda
