// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/detail/minimum_tree.hpp>

#include <rmq/detail/parallel.hpp>

namespace rmq {

template <std::unsigned_integral Value>
minimum_tree<Value>::minimum_tree(std::span<Value const> values, unsigned threads) : values_{values}
{
    constexpr std::size_t fan = minimum_layout::fan;
    constexpr Value none = std::numeric_limits<Value>::max();
    minimum_layout const layout{values.size()};
    tree_.resize(layout.length);
    std::fill_n(tree_.begin(), fan, none);
    if (values.empty())
        return;
    std::size_t const rest = (values.size() - 1) / fan * fan;
    std::copy(values.begin() + static_cast<std::ptrdiff_t>(rest), values.end(), tree_.begin());

    Value const * below = values.data();
    std::size_t count = values.size();
    for (unsigned k = 1; k <= layout.levels; ++k) {
        std::size_t const groups = (count + fan - 1) / fan;
        Value * const level = tree_.data() + layout.offset[k];
        detail::for_each_part(groups, 1 << 12, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t g = begin; g < end; ++g) {
                std::size_t const last = std::min(count, g * fan + fan);
                Value least = below[g * fan];
                for (std::size_t p = g * fan + 1; p < last; ++p)
                    least = std::min(least, below[p]);
                level[g] = least;
            }
        });
        for (std::size_t g = groups; g % fan != 0; ++g)
            level[g] = none;
        below = level;
        count = groups;
    }
    Value * row = tree_.data() + layout.offset[layout.levels + 1];
    for (std::size_t half = 1; 2 * half <= layout.top; half *= 2) {
        for (std::size_t p = 0; p + 2 * half <= layout.top; ++p)
            row[p] = std::min(below[p], below[p + half]);
        for (std::size_t p = layout.top + 1 - 2 * half; p < layout.top; ++p) // never asked; files hold no chance values
            row[p] = 0;
        below = row;
        row += layout.top;
    }
}

template class minimum_tree<std::uint32_t>;
template class minimum_tree<std::uint64_t>;

} // namespace rmq
