// SPDX-License-Identifier: BSD-3-Clause
/// The header of SAM, for results of every kind.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// A target as the header names it.
struct sam_target
{
    std::string_view name;
    std::uint64_t letters = 0;
    std::uint64_t number = 0; ///< of the record, from 1
    std::uint64_t line = 0;   ///< of the record's header, for messages; 0: not known
};

/// Throws input_error where SAM cannot hold the targets: names, a name twice, too many letters.
/// @param advice   what the message ends with: what to do beside renaming
void check_sam_targets(std::span<sam_target const> targets, std::string_view advice);

/// @HD, @SQ of all targets but those without letters, @RG where there is one, and @PG.
[[nodiscard]] std::string sam_header(std::span<sam_target const> targets, std::string_view read_group,
                                     std::string_view version, std::string_view command_line);

/// The ID in a @RG line; empty where there is none.
[[nodiscard]] std::string read_group_id(std::string_view line);

} // namespace vglcs::detail
