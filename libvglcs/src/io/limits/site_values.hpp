// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/limits/spec_value.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace vglcs::detail {

/// Letters as sets of nucleotides, for motifs: a letter that is none of A C G T U is the set of all.
[[nodiscard]] std::vector<std::uint8_t> nucleotides_of(std::string_view letters);

/// The SPEC `at:IUPAC=VALUE,after:IUPAC=VALUE,*=VALUE`: letters that begin with a motif, letters directly after it, and
/// all others.
class site_values
{
public:
    /// True where the text is such a SPEC.
    [[nodiscard]] static bool begins(std::string_view text) noexcept;
    /// Throws usage_error, and for limits what parse_gap_limit does.
    site_values(std::string_view text, value_kind kind);

    /// Number of the first site that letter k is; one more than the last where it is none.   O(letters of the motifs).
    [[nodiscard]] std::size_t find(std::span<std::uint8_t const> nucleotides, std::size_t k) const;
    /// The value of a site by its number; of none that of all others, if any.
    [[nodiscard]] std::optional<spec_value> value(std::size_t number) const;
    [[nodiscard]] bool has_others() const noexcept { return others_.has_value(); }

    template <class Visit>
    void for_each_value(Visit const & visit) const
    {
        for (site const & s : sites_)
            visit(s.value);
        if (others_)
            visit(*others_);
    }

private:
    struct site
    {
        std::vector<std::uint8_t> motif; ///< sets of nucleotides
        bool after = false;              ///< the letter behind the motif, else its first
        spec_value value;

        [[nodiscard]] bool matches(std::span<std::uint8_t const> nucleotides, std::size_t k) const;
    };

    std::vector<site> sites_;
    std::optional<spec_value> others_;
};

} // namespace vglcs::detail
