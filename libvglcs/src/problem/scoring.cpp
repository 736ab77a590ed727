// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/scoring.hpp>

#include <algorithm>

namespace vglcs {

namespace {

void fill(std::vector<std::uint32_t> & array, std::size_t first, std::size_t last, std::uint32_t value)
{
    std::fill(array.begin() + static_cast<std::ptrdiff_t>(first), array.begin() + static_cast<std::ptrdiff_t>(last),
              value);
}

/// Letter k goes to n - k, letter 0 stays.
void reverse_junctions(std::vector<std::uint32_t> & array)
{
    if (!array.empty())
        std::reverse(array.begin() + 1, array.end());
}

} // namespace

bool jumps::empty() const noexcept
{
    return hi_.empty() ? size_ == 0 || every_.hi == 0 : std::ranges::all_of(hi_, [](auto hi) { return hi == 0; });
}

std::optional<jump> jumps::landing(std::size_t e) const noexcept
{
    jump const at = hi_.empty() ? every_ : jump{lo_[e], hi_[e], cost_[e]};
    return at.hi == 0 ? std::nullopt : std::optional{at};
}

std::optional<std::uint32_t> jumps::leaving(std::size_t b) const noexcept
{
    std::uint32_t const at = leaving_.empty() ? leaving_every_ : leaving_[b];
    return at == never ? std::nullopt : std::optional{at};
}

void jumps::set_landing(std::size_t first, std::size_t last, std::optional<jump> value)
{
    jump const to = value && value->hi != 0 ? *value : jump{};
    if (first >= last || (hi_.empty() && to == every_))
        return;
    if (hi_.empty()) {
        if (first == 0 && last == size_) {
            every_ = to;
            return;
        }
        lo_.assign(size_, every_.lo);
        hi_.assign(size_, every_.hi);
        cost_.assign(size_, every_.cost);
    }
    fill(lo_, first, last, to.lo);
    fill(hi_, first, last, to.hi);
    fill(cost_, first, last, to.cost);
}

void jumps::set_leaving(std::size_t first, std::size_t last, std::optional<std::uint32_t> value)
{
    std::uint32_t const to = value.value_or(never);
    if (first >= last || (leaving_.empty() && to == leaving_every_))
        return;
    if (leaving_.empty()) {
        if (first == 0 && last == size_) {
            leaving_every_ = to;
            return;
        }
        leaving_.assign(size_, leaving_every_);
    }
    fill(leaving_, first, last, to);
}

jumps jumps::reversed() const
{
    jumps out = *this;
    reverse_junctions(out.lo_);
    reverse_junctions(out.hi_);
    reverse_junctions(out.cost_);
    reverse_junctions(out.leaving_);
    return out;
}

bool operator==(jumps const & x, jumps const & y) noexcept
{
    if (x.size() != y.size())
        return false;
    for (std::size_t k = 0; k < x.size(); ++k)
        if (x.landing(k) != y.landing(k) || x.leaving(k) != y.leaving(k))
            return false;
    return true;
}

} // namespace vglcs
