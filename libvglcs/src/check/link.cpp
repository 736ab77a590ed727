// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/link.hpp>

#include "check/chain_check.hpp"
#include "check/cheapest_step.hpp"

namespace vglcs {

namespace {

std::optional<jumped> in_positions(step_side const & side, detail::step const & s)
{
    if (!s.jump)
        return std::nullopt;
    return jumped{side.position(s.jump->first), side.position(s.jump->end)};
}

} // namespace

std::optional<chain_link> link_of(problem const & p, matched_pair before, matched_pair at)
{
    step_side const a = p.side_a(), b = p.side_b();
    auto const i0 = detail::index_of(a, before.i), i1 = detail::index_of(a, at.i), j0 = detail::index_of(b, before.j),
               j1 = detail::index_of(b, at.j);
    if (!i0 || !i1 || !j0 || !j1 || *i0 >= *i1 || *j0 >= *j1)
        return std::nullopt;
    auto const x = detail::cheapest_step(a, *i0, *i1, p.rule_for_a(*j1));
    auto const y = x ? detail::cheapest_step(b, *j0, *j1, p.rule_for_b(*i1)) : std::nullopt;
    if (!y)
        return std::nullopt;
    return chain_link{x->cost + y->cost, in_positions(a, *x), in_positions(b, *y)};
}

std::optional<std::int64_t> score_of(problem const & p, std::span<matched_pair const> chain)
{
    std::int64_t score = 0;
    if (detail::find_chain_fault(detail::file_view{p}, chain, &score))
        return std::nullopt;
    return score;
}

} // namespace vglcs
