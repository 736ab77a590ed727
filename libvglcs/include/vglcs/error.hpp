// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vglcs {

/// Exit codes of the program, and the class of each error.
enum class exit_code : int {
    ok = 0,
    internal = 1,
    usage = 2,
    input = 3,
    resources = 4,
    failed_pairs = 5,
    verification = 6,
    interrupted = 130,
    terminated = 143
};

/// Base of every error that the library throws on purpose. The message reads `file:line: what: how to fix`;
/// where there is no file, the part before `what` is the option or the engine concerned.
class error : public std::runtime_error
{
public:
    error(exit_code code, std::string const & message) : std::runtime_error{message}, code_{code} {}
    [[nodiscard]] exit_code code() const noexcept { return code_; }

private:
    exit_code code_;
};

/// The call or the command line is wrong.
struct usage_error : error
{
    explicit usage_error(std::string const & message) : error{exit_code::usage, message} {}
};

/// A file or a sequence is wrong.
struct input_error : error
{
    explicit input_error(std::string const & message) : error{exit_code::input, message} {}
    /// `file:line: what`; line 0 leaves the line out.
    input_error(std::string_view file, std::uint64_t line, std::string_view what);
};

/// Memory, disk or a device is missing or too small; the message names the need, the budget and the option to change.
struct resource_error : error
{
    explicit resource_error(std::string const & message) : error{exit_code::resources, message} {}
};

/// The engine or device asked for is not in this build or not on this machine.
struct backend_unavailable : resource_error
{
    using resource_error::resource_error;
};

/// A CUDA call failed.
struct cuda_error : resource_error
{
    using resource_error::resource_error;
};

/// A result does not agree with its inputs.
struct verification_error : error
{
    explicit verification_error(std::string const & message) : error{exit_code::verification, message} {}
};

/// The run was asked to stop (see run_control).
struct interrupted : error
{
    explicit interrupted(exit_code code = exit_code::interrupted) : error{code, "interrupted"} {}
};

/// Bytes for people: "41.0 GiB", "512 B".
[[nodiscard]] std::string format_bytes(std::uint64_t bytes);

} // namespace vglcs
