// SPDX-License-Identifier: BSD-3-Clause
#include "base/files.hpp"

#include "base/sizes.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace vglcs::tools {

bool reads_once(std::string const & path)
{
    std::error_code unknown; // what is not there is said where it is opened
    auto const kind = std::filesystem::status(path, unknown).type();
    return path == "-" || kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::character ||
           kind == std::filesystem::file_type::socket;
}

std::uint64_t reading_memory(std::string const & max_memory)
{
    return reading_memory(max_memory.empty() ? resolved({}).max_memory : parse_size("--max-memory", max_memory));
}

std::uint64_t reading_memory(std::uint64_t max_memory)
{
    constexpr std::uint64_t least = std::uint64_t{4} << 20;
    return std::max(least, max_memory / 2);
}

void refuse_overwriting(std::string const & output, std::vector<std::string> const & inputs)
{
    std::error_code ignored;
    if (output.empty() || !std::filesystem::is_regular_file(output, ignored))
        return;
    for (std::string const & path : inputs)
        if (std::filesystem::equivalent(output, path, ignored))
            throw usage_error{fmt::format("-o {}: is the input {}: choose another output file", output, path)};
}

} // namespace vglcs::tools
