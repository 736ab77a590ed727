// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/gap_limits.hpp>

#include <algorithm>

namespace vglcs {

gap_limit gap_limits::operator[](std::size_t position) const noexcept
{
    if (is_uniform())
        return every_;
    return {lo_[position], hi_[position], !blocked_.empty() && blocked_[position] != 0};
}

void gap_limits::spread()
{
    lo_.assign(size_, every_.lo);
    hi_.assign(size_, every_.hi);
    if (every_.blocked)
        blocked_.assign(size_, 1);
}

void gap_limits::set(std::size_t first, std::size_t last, gap_limit limit)
{
    if (last == first + 1 && !is_uniform() && blocked_.empty() && !limit.blocked) { // as readers set them
        lo_[first] = limit.lo;
        hi_[first] = limit.hi;
        return;
    }
    // apart, so that a call for one letter saves no registers
    auto const set_any = [&]() __attribute__((noinline))
    {
        if (first >= last || (is_uniform() && limit == every_))
            return;
        if (is_uniform()) {
            if (first == 0 && last == size_) {
                every_ = limit;
                return;
            }
            spread();
        }
        if (limit.blocked && blocked_.empty())
            blocked_.assign(size_, 0);
        auto const fill = [&](auto & array, auto value) {
            std::fill(array.begin() + static_cast<std::ptrdiff_t>(first),
                      array.begin() + static_cast<std::ptrdiff_t>(last), value);
        };
        fill(lo_, limit.lo);
        fill(hi_, limit.hi);
        if (!blocked_.empty())
            fill(blocked_, static_cast<std::uint8_t>(limit.blocked));
    };
    set_any();
}

gap_limits gap_limits::reversed() const
{
    gap_limits out = *this;
    std::ranges::reverse(out.lo_);
    std::ranges::reverse(out.hi_);
    std::ranges::reverse(out.blocked_);
    return out;
}

bool operator==(gap_limits const & x, gap_limits const & y) noexcept
{
    if (x.size() != y.size())
        return false;
    for (std::size_t k = 0; k < x.size(); ++k)
        if (x[k] != y[k])
            return false;
    return true;
}

} // namespace vglcs
