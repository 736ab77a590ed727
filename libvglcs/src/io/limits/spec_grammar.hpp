// SPDX-License-Identifier: BSD-3-Clause
/// The grammar of a SPEC, whatever its values are. docs/guide/gap-limits.md is its reference.
#pragma once

#include "io/limits/spec_value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vglcs::detail {

/// One value for every letter.
struct constant_spec
{
    spec_value value;
};

/// `letter:...`, by what stands after the colon.
struct letter_spec
{
    std::string items;
};

/// `at:...`, `after:...`, `*=...`: see site_values.
struct site_spec
{
};

/// `qual`, of limits alone.
struct quality_spec
{
};

enum class track_format : std::uint8_t { bedgraph, bed, gff3, gtf, gaps };

/// Which letters of a feature a value is for.
enum class feature_part : std::uint8_t {
    all,        ///< TYPE=
    first_base, ///< TYPE^=: the one that is read first
    base_after  ///< TYPE$=: the one that is read next behind it
};

/// One TYPE=VALUE, TYPE^=VALUE or TYPE$=VALUE.
struct feature_value
{
    std::string type{};
    feature_part part = feature_part::all;
    spec_value value;
};

/// A file and what stands after it.
struct track_spec
{
    std::string path;
    track_format format;
    std::optional<spec_value> inside{}; ///< of FILE.bed:VALUE
    std::vector<feature_value> types{}; ///< of FILE.gff3:TYPE=VALUE,...
};

using parsed_spec = std::variant<constant_spec, letter_spec, site_spec, quality_spec, track_spec>;

/// Reads the text, but for the items of `letter:` and of sites. Looks which files exist, opens none. Throws usage_error
/// (of limits input_error for LO above HI).
[[nodiscard]] parsed_spec parse_spec(std::string_view text, value_kind kind);

/// Throws the usage_error "gap SPEC 'text': what".
[[noreturn]] void fail_spec(std::string_view text, value_kind kind, std::string_view what);

/// A value that stands in the SPEC `text`; throws as `parse_spec`.
[[nodiscard]] spec_value value_in_spec(std::string_view text, std::string_view value, value_kind kind);

} // namespace vglcs::detail
