// SPDX-License-Identifier: BSD-3-Clause
/// Exceptions end here: what a call throws becomes its status and the error of its thread.
#pragma once

#include <vglcs.h>

#include <cstdint>
#include <exception>
#include <string>

struct vglcs_error
{
    vglcs_status status = VGLCS_OK;
    std::string message, file, what, fix;
    std::uint64_t line = 0;
};

namespace vglcs::c_api {

/// The parts of a message of the library, `file:line: what: how to fix`. A file without a line is only seen in errors
/// of inputs.
[[nodiscard]] vglcs_error split_message(vglcs_status status, std::string message);

/// What an exception is to a caller in C.
[[nodiscard]] vglcs_error error_of(std::exception_ptr failure);

/// Makes an error that of this thread; its status.
vglcs_status remember(vglcs_error error) noexcept;

/// Runs `work` (of no result, or of a status) for a function of the interface.
template <class Work>
vglcs_status guarded(Work const & work) noexcept
{
    try {
        if constexpr (requires { vglcs_status{work()}; })
            return work();
        else
            work();
        return VGLCS_OK;
    } catch (...) {
        try {
            return remember(error_of(std::current_exception()));
        } catch (...) { // no memory for the message
            return VGLCS_RESOURCES;
        }
    }
}

/// Throws usage_error where a pointer that has to be there is null.
void require(void const * pointer, char const * what);

} // namespace vglcs::c_api
