// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>

namespace rmq {

/// Where the parts of a minimum_tree lie in its one array, a function of the number of values alone: the last 16 values
/// (padded), the minima of 16 values each, of 16 of those, ..., each level padded to whole groups of 16; then a sparse
/// table over the topmost level.
struct minimum_layout
{
    static constexpr std::size_t fan = 16;
    static constexpr std::size_t largest_top = 4096;

    unsigned levels{};                    ///< of minima; 0 where the values themselves are few
    std::array<std::size_t, 14> offset{}; ///< of level k >= 1; [levels + 1]: of the sparse table's level 1
    std::size_t top{};                    ///< entries of the topmost level
    std::size_t length{};                 ///< elements of the array

    explicit constexpr minimum_layout(std::size_t size) noexcept
    {
        std::size_t at = fan, count = size;
        while (count > largest_top) {
            count = (count + fan - 1) / fan;
            offset[++levels] = at;
            at += (count + fan - 1) / fan * fan;
        }
        top = count;
        offset[levels + 1] = at;
        length = at + (top == 0 ? 0 : (static_cast<std::size_t>(std::bit_width(top)) - 1) * top);
    }
};

namespace detail {

/// Least of group[a..b] (closed), 0 <= a <= b < 16. Branch-free, so that the including code's vectors do it.
template <class Value>
[[gnu::always_inline]] inline Value least_of_group(Value const * group, std::size_t a, std::size_t b) noexcept
{
    Value least = std::numeric_limits<Value>::max();
    Value const first = static_cast<Value>(a), last = static_cast<Value>(b);
    for (Value k = 0; k < minimum_layout::fan; ++k) {
        Value const value = k >= first && k <= last ? group[k] : std::numeric_limits<Value>::max();
        least = std::min(least, value);
    }
    return least;
}

} // namespace detail

/// A minimum_tree as plain pointers: what queries on the host, kernels on a device and mapped files share. No content
/// of the arrays makes a query leave them.
template <std::unsigned_integral Value>
struct minimum_view
{
    Value const * values{}; ///< [size]
    Value const * tree{};   ///< [layout.length]
    std::size_t size{};
    minimum_layout layout{0};

    minimum_view() = default;
    minimum_view(Value const * values_, Value const * tree_, std::size_t size_) noexcept
        : values{values_}, tree{tree_}, size{size_}, layout{size_}
    {
    }

    /// Group g of level k; level 0 is the values.
    [[nodiscard, gnu::always_inline]] Value const * group(unsigned k, std::size_t g) const noexcept
    {
        if (k == 0)
            return g == (size - 1) / minimum_layout::fan ? tree : values + g * minimum_layout::fan;
        return tree + layout.offset[k] + g * minimum_layout::fan;
    }

    /// Least of values[l..r] (closed), l <= r < size.   O(1) but for the levels, at most 8.
    [[nodiscard, gnu::always_inline]] Value least(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size);
        constexpr std::size_t fan = minimum_layout::fan;
        std::array<std::size_t, 14> ls, rs; // the range on each level below the one that answers
        unsigned k = 0;
        Value best;
        for (;; ++k) {
            if (k == layout.levels) {
                best = least_of_top(l, r);
                break;
            }
            std::size_t const first = l / fan, last = r / fan;
            if (first == last) {
                best = detail::least_of_group(group(k, first), l % fan, r % fan);
                break;
            }
            if (last - first == 1) {
                best = std::min(detail::least_of_group(group(k, first), l % fan, fan - 1),
                                detail::least_of_group(group(k, last), 0, r % fan));
                break;
            }
            ls[k] = l;
            rs[k] = r;
            l = first + 1;
            r = last - 1;
        }
        // the groups at both ends matter only where their minimum, parts outside the range included, is less
        while (k-- > 0) {
            std::size_t const first = ls[k] / fan, last = rs[k] / fan;
            Value const * const above = tree + layout.offset[k + 1];
            if (above[first] < best)
                best = std::min(best, detail::least_of_group(group(k, first), ls[k] % fan, fan - 1));
            if (above[last] < best)
                best = std::min(best, detail::least_of_group(group(k, last), 0, rs[k] % fan));
        }
        return best;
    }

private:
    [[nodiscard, gnu::always_inline]] Value least_of_top(std::size_t l, std::size_t r) const noexcept
    {
        Value const * const top = layout.levels == 0 ? values : tree + layout.offset[layout.levels];
        unsigned const k = static_cast<unsigned>(std::bit_width(r - l + 1)) - 1;
        Value const * const row = k == 0 ? top : tree + layout.offset[layout.levels + 1] + (k - 1) * layout.top;
        return std::min(row[l], row[r + 1 - (std::size_t{1} << k)]);
    }
};

/// The least value of a range, without its position: 16-fold minima over the array, a sparse table on the top. Where
/// only the value is asked it spares the last, and dearest, read of the structures that answer with a position: a wide
/// range is mostly answered by the minima alone.
/// Source: the hierarchy of Soman, Kothapalli, Narayanan 2012, section 2. Build O(n); n / 15 values and at most 48 K.
/// Query O(1). Keeps a view of the array, which has to outlive it. Queries are const and may run concurrently.
template <std::unsigned_integral Value = std::uint32_t>
class minimum_tree
{
public:
    using value_type = Value;

    minimum_tree() = default;
    /// @param values    [n]
    /// @param threads   OpenMP threads for the build, 0 = all
    /// Throws std::bad_alloc.
    explicit minimum_tree(std::span<Value const> values, unsigned threads = 0);

    /// Least of values[l..r] (closed), l <= r < size().   O(1).
    [[nodiscard]] Value least(std::size_t l, std::size_t r) const noexcept { return view().least(l, r); }

    [[nodiscard]] minimum_view<Value> view() const noexcept { return {values_.data(), tree_.data(), values_.size()}; }
    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    /// Memory beside the array, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept { return tree_.size() * sizeof(Value); }
    /// The array of minimum_layout.
    [[nodiscard]] std::span<Value const> tree() const noexcept { return tree_; }

private:
    std::span<Value const> values_;
    huge_vector<Value> tree_;
};

extern template class minimum_tree<std::uint32_t>;
extern template class minimum_tree<std::uint64_t>;

} // namespace rmq
