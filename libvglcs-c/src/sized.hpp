// SPDX-License-Identifier: BSD-3-Clause
/// Structs that begin with their size: the caller's may be shorter (an older header) or longer (a newer one).
#pragma once

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace vglcs::c_api {

/// The caller's struct over defaults. Throws usage_error where it is none, or where a field that this library does not
/// know is set.
template <class Struct>
[[nodiscard]] Struct read_sized(Struct const * given, Struct defaults, char const * name)
{
    if (!given)
        throw usage_error{fmt::format("{} is NULL: give it", name)};
    std::size_t const size = given->size;
    if (size < 2 * sizeof(std::size_t) || size > 4096)
        throw usage_error{fmt::format("{}.size is {}: set it to the size of the struct", name, size)};
    auto const * const bytes = reinterpret_cast<unsigned char const *>(given);
    if (size > sizeof(Struct) && std::any_of(bytes + sizeof(Struct), bytes + size, [](auto b) { return b != 0; }))
        throw usage_error{fmt::format("{} has fields that this library does not know: use a newer library", name)};
    std::memcpy(&defaults, given, std::min(size, sizeof(Struct)));
    defaults.size = sizeof(Struct);
    return defaults;
}

/// Writes a struct into the caller's, as far as that goes.
template <class Struct>
void write_sized(Struct value, Struct * out, std::size_t size) noexcept
{
    if (!out || size < sizeof(std::size_t))
        return;
    value.size = size;
    std::memcpy(static_cast<void *>(out), &value, std::min(size, sizeof(Struct)));
    if (size > sizeof(Struct))
        std::memset(reinterpret_cast<unsigned char *>(out) + sizeof(Struct), 0, size - sizeof(Struct));
}

/// The size that the caller gave to a struct that is to be written. Throws as read_sized.
template <class Struct>
[[nodiscard]] std::size_t size_of_output(Struct const * out, char const * name)
{
    if (!out)
        throw usage_error{fmt::format("{} is NULL: give it", name)};
    if (out->size < 2 * sizeof(std::size_t) || out->size > 4096)
        throw usage_error{fmt::format("{}.size is {}: set it to the size of the struct", name, out->size)};
    return out->size;
}

} // namespace vglcs::c_api
