// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string_view>

namespace vglcs::detail {

/// True where a file's name ends so, in any case of letters, and has something in front of it.
[[nodiscard]] inline bool has_ending(std::string_view path, std::string_view end)
{
    return path.size() > end.size() && std::ranges::equal(path.substr(path.size() - end.size()), end, {}, [](char c) {
               return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
           });
}

/// The name without the ending of a packed file.
[[nodiscard]] inline std::string_view without_gz(std::string_view path)
{
    constexpr std::string_view packed = ".gz";
    if (has_ending(path, packed))
        path.remove_suffix(packed.size());
    return path;
}

} // namespace vglcs::detail
