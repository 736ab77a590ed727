// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace vglcs::cpu {

/// Largest value of some cells and where it stands first: smallest letter i of A, then smallest letter j of B.
struct best_cell
{
    std::uint64_t value = 0;
    std::size_t i = 0, j = 0;

    /// True where x comes before *this in the canonical order: larger, then smaller i, then smaller j.
    [[nodiscard]] bool loses_to(best_cell const & x) const noexcept
    {
        return x.value != value ? x.value > value : x.i != i ? x.i < i : x.j < j;
    }
};

} // namespace vglcs::cpu
