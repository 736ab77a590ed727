// SPDX-License-Identifier: BSD-3-Clause
#include "explain/whole_problem.hpp"

#include "problem/staying_letters.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace vglcs::detail {

namespace {

/// Codes of the letters of the file.
/// @param stranger   code of those that match nothing
std::vector<letter_code> file_codes(std::span<letter_code const> codes, std::span<std::uint32_t const> positions,
                                    std::size_t size, letter_code stranger)
{
    std::vector<letter_code> out(size, stranger);
    for (std::size_t k = 0; k < codes.size(); ++k)
        if (codes[k] != no_match)
            out[positions.empty() ? k : positions[k]] = codes[k];
    return out;
}

/// Two codes that no letter of either sequence has.
std::array<letter_code, 2> unused_codes(problem const & p)
{
    std::array<bool, 256> used{};
    for (auto const codes : {p.a(), p.b()})
        for (letter_code const c : codes)
            used[c] = true;
    std::array<letter_code, 2> out{foreign_letter, foreign_letter};
    std::size_t found = 0;
    for (letter_code c = foreign_letter; found < 2 && c-- > 0;)
        if (!used[c])
            out[found++] = c;
    return out;
}

} // namespace

gap_limits spelled_out(gap_limits const & limits)
{
    if (limits.is_uniform()) {
        gap_limit every = limits.uniform();
        if (every.blocked)
            every = {.lo = 0, .hi = 0};
        return {limits.size(), every};
    }
    if (limits.blocked().empty())
        return limits;
    auto const cut = static_cast<std::uint32_t>(limits.size());
    std::vector<std::uint32_t> hi(limits.hi().begin(), limits.hi().end());
    for (std::uint32_t & x : hi)
        x = std::min(x, cut);
    borrow_limits(limits.blocked(), hi);
    gap_limits out = limits;
    for (std::size_t k = 0; k < limits.size(); ++k)
        if (limits.blocked()[k])
            out.set(k, gap_limit{.lo = 0, .hi = hi[k]});
    return out;
}

problem with_limits(explain_inputs const & in, gap_limits const & a, gap_limits const & b, bool keep_a, bool keep_b)
{
    problem const & p = in.problem;
    auto const [stranger_a, stranger_b] = unused_codes(p);
    return {file_codes(p.a(), p.positions_a(), p.file_n(), keep_a ? stranger_a : no_match),
            file_codes(p.b(), p.positions_b(), p.file_m(), keep_b ? stranger_b : no_match),
            a,
            b,
            p.scoring(),
            in.jumps_a ? *in.jumps_a : jumps{},
            in.jumps_b ? *in.jumps_b : jumps{}};
}

} // namespace vglcs::detail
