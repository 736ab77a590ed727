// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/length_bound.hpp>

#include "cpu/bitlcs/bitlcs.hpp"

#include <algorithm>
#include <array>

namespace vglcs {

std::uint64_t composition_bound(problem const & p) noexcept
{
    std::array<std::uint64_t, 256> in_a{}, in_b{};
    for (letter_code const c : p.a())
        ++in_a[c];
    for (letter_code const c : p.b())
        ++in_b[c];
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < in_a.size(); ++c)
        sum += c == no_match ? 0 : std::min(in_a[c], in_b[c]);
    return sum;
}

std::uint64_t subsequence_bound(problem const & p, run_control * control)
{
    // the engine counts its cells; a bound computes none of the pair's
    run_control own;
    std::uint64_t const length = cpu::bit_lcs(p, {}, false, 1, control ? &own : nullptr).length;
    if (control)
        control->throw_if_stopped();
    return length;
}

} // namespace vglcs
