// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/track_sections.hpp"

#include <algorithm>
#include <array>

namespace vglcs::detail {

std::string section_line(value_kind kind)
{
    switch (kind) {
    case value_kind::limit:
        return "#vglcs limits";
    case value_kind::landing:
        return "#vglcs jumps";
    case value_kind::leaving:
        break;
    }
    return "#vglcs leaving";
}

void track_sections::take(std::string_view comment)
{
    comment = comment.substr(0, comment.find_last_not_of(" \t\r") + 1);
    if (comment == wanted_)
        other_ = false;
    else if (std::ranges::any_of(std::array{value_kind::limit, value_kind::landing, value_kind::leaving},
                                 [&](value_kind kind) { return comment == section_line(kind); }))
        other_ = true;
}

} // namespace vglcs::detail
