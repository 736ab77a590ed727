// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "check/cheapest_step.hpp"

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

namespace vglcs::detail {

/// The index in a problem's table of the letter at a position of the file; nothing where that letter has left.
[[nodiscard]] inline std::optional<std::size_t> index_of(step_side const & side, std::size_t position)
{
    if (side.positions.empty())
        return position < side.size ? std::optional{position} : std::nullopt;
    auto const at = std::ranges::lower_bound(side.positions, position);
    if (at == side.positions.end() || *at != position)
        return std::nullopt;
    return static_cast<std::size_t>(at - side.positions.begin());
}

/// What is wrong with the step from p to q on one side of a link, if anything; else adds its cost. In the side's
/// indices, p and q valid.
/// @param rule  what the partner's letter allows
template <class Side>
std::optional<std::string> step_fault(char name, Side const & side, std::size_t p, std::size_t q, gap_limit rule,
                                      std::uint64_t & cost)
{
    if (p >= q)
        return fmt::format("positions of {} do not increase ({} then {})", name, side.position(p), side.position(q));
    if (auto const step = cheapest_step(side, p, q, rule)) {
        cost += step->cost;
        return std::nullopt;
    }
    std::string text =
        fmt::format("{} letters of {} are skipped before position {}, allowed are {}..{}", side.skipped(p, q), name,
                    side.position(q), side.skipped_at_least(q), side.skipped_at_most(q));
    if (rule.lo != 0 || rule.hi < side.skipped(p, q))
        text += fmt::format(", and by the letter of {} {}..{}", name == 'A' ? 'B' : 'A', rule.lo,
                            rule.hi == gap_limit::infinite ? "inf" : std::to_string(rule.hi));
    return text + (side.has_jumps ? ", and no jump leads there" : "");
}

/// Order, matches, limits and jumps of a chain of positions of the file. Nothing where the chain is valid; `score` is
/// then set.   O(length), plus O(s log s) where s skipped letters cost something.
/// @tparam View  has file_n(), file_m(), match(), matches(i, j) of positions, side_a(), side_b(), rule_for_b(i) and
///               rule_for_a(j) of positions, and index_a(i), index_b(j): the sides' indices of letters that match
template <class View>
std::optional<std::string> find_chain_fault(View const & view, std::span<matched_pair const> chain,
                                            std::int64_t * score = nullptr)
{
    std::uint64_t costs = 0;
    for (std::size_t k = 0; k < chain.size(); ++k) {
        auto const [i, j] = chain[k];
        if (i >= view.file_n() || j >= view.file_m())
            return fmt::format("pair {} is ({}, {}), outside of {} x {} letters", k + 1, i, j, view.file_n(),
                               view.file_m());
        if (!view.matches(i, j))
            return fmt::format("pair {} is ({}, {}), letters that do not match", k + 1, i, j);
        if (k == 0)
            continue;
        auto fault =
            step_fault('A', view.side_a(), view.index_a(chain[k - 1].i), view.index_a(i), view.rule_for_a(j), costs);
        if (!fault)
            fault = step_fault('B', view.side_b(), view.index_b(chain[k - 1].j), view.index_b(j), view.rule_for_b(i),
                               costs);
        if (fault)
            return fmt::format("pair {} at ({}, {}): {}", k + 1, i, j, *fault);
    }
    if (score)
        *score = static_cast<std::int64_t>(std::uint64_t{view.match()} * chain.size() - costs);
    return std::nullopt;
}

/// A problem as `find_chain_fault` asks for it.
class file_view
{
public:
    explicit file_view(problem const & p) : p_{p}, a_{p.side_a()}, b_{p.side_b()} {}

    [[nodiscard]] std::size_t file_n() const noexcept { return p_.file_n(); }
    [[nodiscard]] std::size_t file_m() const noexcept { return p_.file_m(); }
    [[nodiscard]] std::uint32_t match() const noexcept { return p_.scoring().match; }
    [[nodiscard]] bool matches(std::size_t i, std::size_t j) const
    {
        auto const x = index_of(a_, i), y = index_of(b_, j);
        return x && y && p_.matches(*x, *y);
    }
    [[nodiscard]] step_side const & side_a() const noexcept { return a_; }
    [[nodiscard]] step_side const & side_b() const noexcept { return b_; }
    [[nodiscard]] gap_limit rule_for_b(std::size_t i) const { return p_.rule_for_b(index_a(i)); }
    [[nodiscard]] gap_limit rule_for_a(std::size_t j) const { return p_.rule_for_a(index_b(j)); }
    [[nodiscard]] std::size_t index_a(std::size_t i) const { return index_of(a_, i).value(); }
    [[nodiscard]] std::size_t index_b(std::size_t j) const { return index_of(b_, j).value(); }

private:
    problem const & p_;
    step_side a_, b_;
};

} // namespace vglcs::detail
