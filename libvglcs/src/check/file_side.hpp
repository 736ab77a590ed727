// SPDX-License-Identifier: BSD-3-Clause
/// One side of a pair with its limits and jumps as they were read, asked letter by letter.
#pragma once

#include <vglcs/gap_limits.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/scoring.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace vglcs::detail {

/// Answers what `cheapest_step` and `find_chain_fault` ask of a side, in positions of the file. Nothing is copied, so
/// that looking at a short chain in a long sequence stays short. Not for several threads at once: it remembers the
/// blocked letters that it met last.
class file_side
{
public:
    /// A view of the jumps as `cheapest_step` asks for it.
    struct jump_costs
    {
        vglcs::jumps const * given;
        [[nodiscard]] std::uint32_t leaving(std::size_t b) const { return given->leaving(b).value_or(jumps::never); }
        [[nodiscard]] std::uint32_t cost(std::size_t e) const { return given->landing(e)->cost; }
    };

    /// @param limits, given   aligned orientation; borrowed. `given` null: no jumps
    /// @param by_partner      what the partner's letters allow here, borrowed; null or of no letters: everything
    file_side(gap_limits const & limits, vglcs::jumps const * given, std::uint32_t skip_cost,
              gap_limits const * by_partner = nullptr)
        : skip{skip_cost}, has_jumps{given != nullptr && !given->empty()}, jumps{given}, limits_{limits},
          by_partner_{by_partner != nullptr && by_partner->size() != 0 ? by_partner : nullptr}
    {
    }

    std::uint32_t skip;
    bool has_jumps;
    jump_costs jumps;

    /// What the partner's letter at that position allows.
    [[nodiscard]] gap_limit rule(std::size_t partner) const
    {
        return by_partner_ ? (*by_partner_)[partner] : gap_limit{};
    }
    [[nodiscard]] std::uint64_t position(std::size_t k) const { return k; }
    [[nodiscard]] std::uint64_t skipped(std::size_t p, std::size_t q) const { return q - p - 1; }
    [[nodiscard]] window small(std::size_t q, gap_limit rule = {}) const
    {
        return within(back(q, std::uint64_t{limits_[q].lo} + 1, hi(q) + 1), q, rule);
    }
    [[nodiscard]] window before(std::size_t b) const { return back(b, 1, hi(b) + 1); }
    [[nodiscard]] window takeoffs(std::size_t e) const
    {
        auto const at = jumps.given->landing(e);
        return at ? back(e, std::max<std::uint64_t>(1, at->lo), at->hi) : window{0, -1};
    }
    [[nodiscard]] window landings(std::size_t q, gap_limit rule = {}) const
    {
        return back(q, 0, std::min<std::uint64_t>(hi(q), rule.hi));
    }
    [[nodiscard]] std::uint64_t skipped_at_least(std::size_t q) const { return limits_[q].lo; }
    [[nodiscard]] std::uint64_t skipped_at_most(std::size_t q) const { return hi(q); }

private:
    /// The letters from `most` to `fewest` in front of a letter.
    [[nodiscard]] static window back(std::size_t from, std::uint64_t fewest, std::uint64_t most)
    {
        auto const at = static_cast<std::int64_t>(from);
        return {std::max<std::int64_t>(0, at - static_cast<std::int64_t>(most)),
                at - static_cast<std::int64_t>(fewest)};
    }
    /// Never more than there are letters, for messages that can be read. Of a blocked letter, which may be an end of a
    /// jump: the smaller one of the nearest unblocked letters.
    [[nodiscard]] std::uint64_t hi(std::size_t at) const
    {
        if (limits_.blocked().empty() || !limits_[at].blocked)
            return one(at);
        if (at < blocked_.first || at >= blocked_.end)
            find_blocked(at);
        return blocked_.hi;
    }
    [[nodiscard]] std::uint64_t one(std::size_t at) const
    {
        return std::min<std::uint64_t>(limits_[at].hi, limits_.size());
    }
    void find_blocked(std::size_t at) const
    {
        std::size_t const size = limits_.size();
        std::size_t first = at, end = at + 1;
        while (first != 0 && limits_[first - 1].blocked)
            --first;
        while (end != size && limits_[end].blocked)
            ++end;
        std::uint64_t const left = first == 0 ? size : one(first - 1), right = end == size ? size : one(end);
        blocked_ = {first, end, first == 0 && end == size ? 0 : std::min(left, right)};
    }

    gap_limits const & limits_;
    gap_limits const * by_partner_;
    /// The blocked letters [first, end) met last, and their limit.
    struct blocked_run
    {
        std::size_t first = 0, end = 0;
        std::uint64_t hi = 0;
    };
    mutable blocked_run blocked_;
};

} // namespace vglcs::detail
