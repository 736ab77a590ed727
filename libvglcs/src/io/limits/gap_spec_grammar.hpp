// SPDX-License-Identifier: BSD-3-Clause
/// The grammar of a gap SPEC. docs/guide/gap-limits.md is its reference.
#pragma once

#include "io/limits/track_formats.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vglcs::detail {

/// `N`, `LO..HI`, `inf`, `x`.
struct constant_spec
{
    gap_limit limit;
};

/// `letter:...`, by what stands after the colon.
struct letter_spec
{
    std::string items;
};

/// `qual`.
struct quality_spec
{
};

enum class track_format : std::uint8_t { bedgraph, bed, gff3, gtf, gaps };

/// A file and what stands after it.
struct track_spec
{
    std::string path;
    track_format format;
    std::optional<gap_limit> inside;  ///< of FILE.bed:LIMIT
    std::vector<feature_limit> types; ///< of FILE.gff3:TYPE=LIMIT,...
};

using parsed_spec = std::variant<constant_spec, letter_spec, quality_spec, track_spec>;

/// Reads the text. Looks which files exist, opens none. Throws usage_error (input_error for LO above HI).
[[nodiscard]] parsed_spec parse_gap_spec(std::string_view text);

} // namespace vglcs::detail
