// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace vglcs::detail {

/// The SPEC `letter:A=3,C=1,*=2`: a limit for each letter of the alphabet.
class letter_limits
{
public:
    /// `items` is the text after `letter:`. Letters that it does not name get the limit of *, or `otherwise`. Letters
    /// compare as in the alphabet: case counts in raw only, U is T in dna and rna. Throws usage_error (input_error for
    /// LO above HI).
    letter_limits(std::string_view items, std::optional<alphabet> letters, gap_limit otherwise);

    /// Limits of the letters [0..n-1], in their order.
    [[nodiscard]] gap_limits limits_for(std::string_view letters) const;

private:
    std::array<gap_limit, 256> limits_;
};

} // namespace vglcs::detail
