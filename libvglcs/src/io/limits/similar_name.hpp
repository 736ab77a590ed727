// SPDX-License-Identifier: BSD-3-Clause
/// Names of one sequence in two files.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// The text with %HH turned into the byte that it stands for, as in column 1 of GFF3. Other uses of % stay.
[[nodiscard]] std::string percent_decoded(std::string_view text);

/// The record's name for a name in a track: what `rename` (FROM -> TO) makes of it as it stands or as it reads, else
/// itself as it reads.
/// @param coded   bytes may stand as %HH
/// @param from    set to the FROM that was used, if one was
[[nodiscard]] std::string record_name(std::string_view name, bool coded,
                                      std::map<std::string, std::string> const & rename, std::string * from = nullptr);

/// The record that a track most likely means by a name that no record has: the one that is the same but for upper and
/// lower case, a `chr` in front, a version behind (.1), or other parts between | signs; else the only one there is.
/// Empty where none or several are as likely: better no advice than a wrong one.
[[nodiscard]] std::string similar_name(std::string_view name, std::span<std::string const> records);

} // namespace vglcs::detail
