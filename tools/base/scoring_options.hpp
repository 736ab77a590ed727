// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/scoring.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::tools {

/// One direction or another, or both of them.
enum class strand_choice : std::uint8_t { forward, reverse, both };

/// The SPEC of jumps and leaving costs that stands for the sequence file's sidecar.
inline constexpr std::string_view sidecar_word = "sidecar";

/// What the command line says about scores: --match, --skip, --jump, --leave (of B, and with -a of A), --transcript.
struct scoring_options
{
    std::string match = "1", skip = "0";
    std::optional<std::string> skip_a, skip_b;
    std::vector<std::string> jump_a, jump_b, leave_a, leave_b; ///< SPECs in their order, the later over the earlier
    std::string transcript = "+";

    /// Throws usage_error naming option and value where one of them cannot be read, or leaving has no jump; opens
    /// nothing.
    /// @param letters   the alphabet, where it is known
    void check(std::optional<alphabet> letters = {}) const;
    [[nodiscard]] scoring chosen_scoring() const;
    [[nodiscard]] strand_choice chosen_transcript() const;
    /// True where a run has costs, jumps, or a match that earns more than 1: then results carry scores.
    [[nodiscard]] bool is_scored() const;
};

} // namespace vglcs::tools
