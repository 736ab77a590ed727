// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <cstdint>
#include <string>

namespace vglcs::tools {

/// What a result is about.
enum class shown_kind : std::uint8_t {
    pairs,   ///< rows of align, batch or explain
    blocks,  ///< anchors or blocks of chain
    spliced, ///< rows of splice: SAM, PAF or BED12
    curves   ///< values of sweep
};

/// The kind of a file by its first lines; what none of them tells is taken for pairs, whose reader says what is wrong.
/// Standard input can be read only once: it is taken for pairs.
[[nodiscard]] shown_kind find_shown_kind(std::string const & path, run_control const & control,
                                         std::uint64_t max_memory);

} // namespace vglcs::tools
