// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/letter_limits.hpp"
#include "io/limits/letter_values.hpp"

#include <vglcs/io/gap_spec.hpp>

namespace vglcs::detail {

letter_limits::letter_limits(std::string_view items, std::optional<alphabet> letters, gap_limit otherwise)
{
    letter_texts const texts = read_letter_values(items, letters, {"gap SPEC letter", "limit", "letter:A=3,C=1,*=2"},
                                                  [](std::string_view text) { (void)parse_gap_limit(text); });
    for (std::size_t byte = 0; byte < limits_.size(); ++byte)
        limits_[byte] = texts[byte] ? parse_gap_limit(*texts[byte]) : otherwise;
}

gap_limits letter_limits::limits_for(std::string_view letters) const
{
    auto const limit_of = [&](std::size_t k) { return limits_[static_cast<unsigned char>(letters[k])]; };
    gap_limits out{letters.size(), letters.empty() ? gap_limit{} : limit_of(0)};
    for (std::size_t first = 0, last = 0; first < letters.size(); first = last) {
        gap_limit const limit = limit_of(first);
        while (last < letters.size() && limit_of(last) == limit)
            ++last;
        out.set(first, last, limit);
    }
    return out;
}

} // namespace vglcs::detail
