// SPDX-License-Identifier: BSD-3-Clause
#include "rows/run_key.hpp"

#include "base/build_info.hpp"

#include <vglcs/io/pair_record.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace vglcs::tools {

run_key::run_key() : text_{version()}
{
}

void run_key::add(std::string_view part)
{
    text_ += fmt::format("\n{}:{}", part.size(), part);
}

void run_key::add_file(std::string const & path)
{
    std::error_code none;
    auto const size = std::filesystem::file_size(path, none);
    if (none)
        return;
    auto const time = std::filesystem::last_write_time(path, none).time_since_epoch().count();
    add(path);
    add(fmt::format("{} {}", size, time));
}

std::string run_key::digest() const
{
    return letters_digest(text_);
}

} // namespace vglcs::tools
