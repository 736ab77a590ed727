// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/memory_budget.hpp"
#include <vglcs/error.hpp>

#include <fmt/format.h>

namespace vglcs::detail {

void memory_budget::refuse(std::string_view file, std::uint64_t line, std::string_view what) const
{
    throw resource_error{fmt::format("{}{}: {} takes more memory than is left for reading ({}): raise --max-memory",
                                     file, line ? fmt::format(":{}", line) : "", what, format_bytes(bytes_))};
}

} // namespace vglcs::detail
