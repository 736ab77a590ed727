// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace vglcs::tools {

/// Calls `read`; what it finds wrong becomes a usage_error with the option's name and value in front, in place of what
/// the library calls a SPEC.
template <class Read>
void name_option(std::string_view option, std::string_view text, Read const & read)
{
    try {
        read();
    } catch (error const & e) {
        std::string_view what = e.what();
        for (std::string_view const kind : {"gap", "jump", "leave"})
            for (std::string const & prefix :
                 {fmt::format("{} SPEC '{}': ", kind, text), fmt::format("{} SPEC: ", kind)})
                if (what.starts_with(prefix))
                    what.remove_prefix(prefix.size());
        throw usage_error{fmt::format("{} {}: {}", option, text.empty() ? "''" : text, what)};
    }
}

} // namespace vglcs::tools
