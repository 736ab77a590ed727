// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace rmq::cuda {

/// A call of the CUDA runtime failed. The message names file, line, call and the runtime's own words.
class error : public std::runtime_error
{
public:
    error(int code, std::string const & message) : std::runtime_error{message}, code_{code} {}
    /// The runtime's error number (cudaError_t).
    [[nodiscard]] int code() const noexcept { return code_; }

private:
    int code_;
};

/// This build has no CUDA, or this machine has no usable device; the message says which.
class unavailable : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// A device allocation did not fit.
class out_of_memory : public error
{
public:
    using error::error;
};

namespace detail {

/// Throws `error` (or `out_of_memory`) where `code` is not cudaSuccess, and clears the runtime's last error.
void check(int code, char const * call, char const * file, int line);

} // namespace detail

} // namespace rmq::cuda

/// Throws rmq::cuda::error where a CUDA runtime call fails: file, line, call.
#define RMQ_CUDA_CHECK(call) ::rmq::cuda::detail::check(static_cast<int>(call), #call, __FILE__, __LINE__)
