// SPDX-License-Identifier: BSD-3-Clause
#include "problem/staying_letters.hpp"

#include <algorithm>
#include <limits>

namespace vglcs::detail {

void borrow_limits(std::span<std::uint8_t const> blocked, std::span<std::uint32_t> hi)
{
    constexpr std::uint32_t nobody = gap_limit::infinite;
    std::size_t const n = blocked.size();
    std::uint32_t left = nobody;
    for (std::size_t first = 0, last = 0; first < n; first = last) {
        last = first + 1;
        if (!blocked[first]) {
            left = hi[first];
            continue;
        }
        while (last < n && blocked[last])
            ++last;
        std::uint32_t const right = last < n ? hi[last] : nobody;
        std::fill(hi.begin() + static_cast<std::ptrdiff_t>(first), hi.begin() + static_cast<std::ptrdiff_t>(last),
                  left == nobody && right == nobody ? 0 : std::min(left, right));
    }
}

staying_letters::staying_letters(std::span<letter_code const> codes, limits_view limits,
                                 std::optional<jumps_view> jumps)
    : codes_{codes}, limits_{limits}, roles_(codes.size(), none), rank_(codes.size() + 1)
{
    for (std::size_t k = 0; k < codes.size(); ++k)
        roles_[k] = codes[k] != no_match ? matching : none;
    if (jumps)
        find_ends(*jumps);
    fill_windows();
    for (std::size_t k = 0; k < codes.size(); ++k) {
        rank_[k] = static_cast<std::uint32_t>(positions_.size());
        if (roles_[k] != none)
            positions_.push_back(static_cast<std::uint32_t>(k));
    }
    rank_[codes.size()] = static_cast<std::uint32_t>(positions_.size());
}

void staying_letters::find_ends(jumps_view jumps)
{
    auto const n = static_cast<std::int64_t>(codes_.size());
    auto const at = [](std::int64_t k) { return static_cast<std::size_t>(k); };
    // from the end: how far back the letters behind may be landed in front of
    std::int64_t farthest = n, last_matching = -1;
    for (std::int64_t e = n - 1; e >= 0; --e) {
        if ((roles_[at(e)] & matching) != 0) {
            farthest = std::min(farthest, e - static_cast<std::int64_t>(limits_.hi(at(e))));
            last_matching = std::max(last_matching, e);
        } else if (jumps.hi(at(e)) != 0 && farthest <= e) {
            roles_[at(e)] |= landed_on;
        }
    }
    std::int64_t newest = -1;
    for (std::int64_t b = 0; b < last_matching; ++b) {
        if ((roles_[at(b)] & matching) != 0)
            newest = b;
        else if (newest >= 0 && jumps.leaving(at(b)) != jumps_view::never &&
                 newest >= b - 1 - static_cast<std::int64_t>(limits_.hi(at(b))))
            roles_[at(b)] |= passed_first;
    }
}

std::int64_t staying_letters::lo_of(std::size_t k) const noexcept
{
    return (roles_[k] & matching) != 0 ? static_cast<std::int64_t>(limits_.lo(k)) : 0;
}

void staying_letters::fill_windows()
{
    // letters that stay up to each position, while more of them are found; a window's newest letter is the one to stay
    std::int64_t newest = -1; // the newest letter that stays so far, up to the end of the window looked at
    auto const n = static_cast<std::int64_t>(codes_.size());
    if (!limits_.is_elastic()) {
        for (std::int64_t q = 0; q < n; ++q) {
            auto const k = static_cast<std::size_t>(q);
            if ((roles_[k] & matching) != 0 && q > 0 &&
                newest < std::max<std::int64_t>(0, q - 1 - static_cast<std::int64_t>(limits_.hi(k))))
            {
                roles_[k - 1] |= fills_a_window;
                newest = q - 1;
            }
            if (roles_[k] != none)
                newest = q;
        }
        return;
    }
    // windows end anywhere: the letters that stay by now are counted first; one that is added only makes windows fuller
    for (std::int64_t q = 0; q < n; ++q)
        rank_[static_cast<std::size_t>(q) + 1] =
            rank_[static_cast<std::size_t>(q)] + (roles_[static_cast<std::size_t>(q)] != none);
    for (std::int64_t q = 0; q < n; ++q) {
        auto const k = static_cast<std::size_t>(q);
        std::int64_t const last = q - 1 - lo_of(k),
                           first = std::max<std::int64_t>(0, q - 1 - static_cast<std::int64_t>(limits_.hi(k)));
        if ((roles_[k] & matching) != 0 && first <= last && before(last + 1) == before(first))
            roles_[static_cast<std::size_t>(last)] |= fills_a_window;
    }
}

void staying_letters::rewrite(std::vector<std::uint32_t> & lo, std::vector<std::uint32_t> & hi) const
{
    std::size_t const left = positions_.size();
    auto const cut = static_cast<std::uint32_t>(left);
    hi.assign(left, 0);
    lo.clear();
    if (limits_.is_elastic())
        lo.assign(left, 0);
    for (std::uint32_t k = 0; k < cut; ++k) {
        std::size_t const at = positions_[k];
        if ((roles_[at] & (matching | passed_first)) == 0)
            continue; // asked for nothing
        auto const q = static_cast<std::int64_t>(at);
        std::uint32_t const first = before(q - 1 - static_cast<std::int64_t>(limits_.hi(at)));
        hi[k] = limits_.hi(at) >= codes_.size() ? cut : k == 0 ? 0 : k - 1 - std::min(first, k - 1);
        if (limits_.is_elastic()) {
            lo[k] = k - before(q - lo_of(at));
            hi[k] = std::max(hi[k], lo[k]);
        }
    }
    if (std::ranges::all_of(lo, [](std::uint32_t x) { return x == 0; }))
        lo.clear();
}

staying_letters::jump_arrays staying_letters::rewrite_jumps(jumps_view jumps) const
{
    std::size_t const left = positions_.size();
    jump_arrays out{std::vector<std::uint32_t>(left), std::vector<std::uint32_t>(left),
                    std::vector<std::uint32_t>(left), std::vector<std::uint32_t>(left, jumps_view::never)};
    for (std::uint32_t k = 0; k < left; ++k) {
        std::size_t const at = positions_[k];
        auto const e = static_cast<std::int64_t>(at);
        if ((roles_[at] & (matching | passed_first)) != 0)
            out.leaving[k] = jumps.leaving(at);
        if ((roles_[at] & (matching | landed_on)) == 0 || jumps.hi(at) == 0)
            continue;
        std::uint32_t const first = before(e - static_cast<std::int64_t>(jumps.hi(at))),
                            end = before(e - static_cast<std::int64_t>(jumps.lo(at)) + 1);
        if (first >= end)
            continue;
        out.lo[k] = k - (end - 1);
        out.hi[k] = k - first;
        out.cost[k] = jumps.cost(at);
    }
    return out;
}

std::vector<std::uint32_t> staying_letters::landing_hi() const
{
    std::vector<std::uint32_t> out(positions_.size());
    for (std::uint32_t k = 0; k < out.size(); ++k) {
        std::size_t const at = positions_[k];
        out[k] = k - before(static_cast<std::int64_t>(at) - static_cast<std::int64_t>(limits_.hi(at)));
    }
    return out;
}

} // namespace vglcs::detail
