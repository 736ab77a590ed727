// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/structured_pattern.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vglcs {

/// The structured patterns of a file, plain or gzip: FASTA-like records (a line's end is a blank) of which at least one
/// has a sign of the language, or lines of a name, a tab and a pattern (empty lines and lines with # in front are left
/// out, and a header `name<TAB>pattern`). Nothing where the file is neither, or cannot be read this far: then it holds
/// plain patterns, and their reader says what is wrong with it. A record without a name is called by its number.
/// @param shown       what messages call the file
/// @param max_bytes   a longer file holds plain patterns
/// Throws pattern_error, with line and column.
[[nodiscard]] std::optional<std::vector<structured_pattern>>
read_structured_patterns(std::string const & path, std::string const & shown,
                         std::uint64_t max_bytes = std::uint64_t{32} << 20);

} // namespace vglcs
