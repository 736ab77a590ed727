// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

struct CUstream_st;
struct CUevent_st;

namespace rmq::cuda {

/// A stream as the CUDA runtime names it (cudaStream_t), declared here so that no CUDA header is needed.
using stream_handle = CUstream_st *;

/// Owns a stream of the current device; work on one stream runs in order. Move only.
class stream
{
public:
    /// Creates a stream that does not wait for the legacy default stream. Throws `unavailable` or `error`.
    stream();
    ~stream();
    stream(stream && other) noexcept : handle_{std::exchange(other.handle_, nullptr)} {}
    stream & operator=(stream && other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }

    [[nodiscard]] stream_handle get() const noexcept { return handle_; }
    operator stream_handle() const noexcept { return handle_; }
    /// Waits until all work enqueued so far has finished; throws what that work ran into.
    void synchronize() const;
    /// True where all work enqueued so far has finished.
    [[nodiscard]] bool idle() const;

private:
    stream_handle handle_ = nullptr;
};

/// A point in a stream's work. Move only.
class event
{
public:
    event();
    ~event();
    event(event && other) noexcept : handle_{std::exchange(other.handle_, nullptr)} {}
    event & operator=(event && other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }

    /// Marks the point behind all work enqueued on the stream so far.
    void record(stream_handle on);
    /// True where the work has come to the point that was marked last, or none was.
    [[nodiscard]] bool passed() const;
    /// Milliseconds on the device from `start` to `stop`; waits for `stop`.
    [[nodiscard]] static float milliseconds(event const & start, event const & stop);

private:
    CUevent_st * handle_ = nullptr;
};

} // namespace rmq::cuda
