// SPDX-License-Identifier: BSD-3-Clause
/// The grammar `A=VALUE,C=VALUE,*=VALUE` behind `letter:`, whatever the values are.
#pragma once

#include <vglcs/alphabet.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// Words of the messages.
struct letter_words
{
    std::string_view spec;    ///< in front of each: "gap SPEC letter"
    std::string_view value;   ///< "limit"
    std::string_view example; ///< "letter:A=3,C=1,*=2"
};

/// The text of the value for each byte; nothing where neither the letter nor * is named.
using letter_texts = std::array<std::optional<std::string_view>, 256>;

/// Parts `items`, the text after `letter:`. Letters compare as in the alphabet: case counts in raw only, U is T in dna
/// and rna. `check` is called for every value in order and throws where it is bad. Throws usage_error.
[[nodiscard]] letter_texts read_letter_values(std::string_view items, std::optional<alphabet> letters,
                                              letter_words const & words,
                                              std::function<void(std::string_view)> const & check);

} // namespace vglcs::detail
