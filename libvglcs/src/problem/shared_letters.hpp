// SPDX-License-Identifier: BSD-3-Clause
/// The letters that both sequences have, numbered: what engines of the CPU index their lists by.
#pragma once

#include <vglcs/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vglcs::detail {

/// Letters of A and B renumbered 0..size-1 over those that occur in both; all others match nothing.
struct shared_letters
{
    static constexpr std::uint8_t none = 255;
    std::vector<std::uint8_t> a, b; ///< renumbered letters or `none`
    std::size_t size = 0;
    std::vector<double> share; ///< [size] share of A's rows that have the letter

    explicit shared_letters(problem const & p);
};

} // namespace vglcs::detail
