// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/packed_text.hpp>

#include "text/hit_budget.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::detail {

/// Many exact nucleotide patterns at once: the text is passed over once, whatever their number. The 22 bits of the
/// first 11 letters are looked up in a bit set at every position; where the bit is there, a table names the patterns
/// that begin so, and they are compared by words. The two stages are those of Ashkiani 2017, section 2.5; 11 letters
/// are their own fingerprint here.
class pattern_table
{
public:
    static constexpr std::size_t prefix = 11; ///< letters; patterns have at least so many, and no barriers

    /// @param patterns   of 2 bits; they have to outlive the table
    explicit pattern_table(std::vector<rmq::packed_view> patterns);

    /// For every pattern the positions where it begins, in order.
    [[nodiscard]] std::vector<std::vector<std::uint64_t>> find(rmq::packed_view const & text, unsigned threads,
                                                               hit_budget & budget) const;

private:
    static constexpr std::uint64_t codes = std::uint64_t{1} << 2 * prefix;

    [[nodiscard]] static std::uint64_t code(rmq::packed_view const & text, std::size_t at) noexcept
    {
        return text.window(at) & (codes - 1);
    }

    std::vector<rmq::packed_view> patterns_;
    std::vector<std::uint64_t> there_;                             ///< a bit for each code
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_code_; ///< code and pattern, sorted
};

} // namespace vglcs::detail
