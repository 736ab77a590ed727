// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <rmq/range.hpp>

/// What the kernels of extremum_tree see: plain pointers, and the arithmetic of its levels.
/// Positions inside are shifted: the value v[i] has position i + phase, so that a leaf of `fan` values is a whole
/// number of cache lines of the array, however the array lies in memory.
namespace rmq::detail {

template <class Value>
struct tree_shape
{
    /// Values that fill a cache line.
    static constexpr std::size_t line = std::max<std::size_t>(1, 64 / sizeof(Value));
    /// Values of a leaf, and entries of level k that one entry of level k+1 stands for.
    static constexpr std::size_t fan = std::max<std::size_t>(16, line);
    static constexpr std::size_t fan2 = fan * fan;
    static constexpr std::size_t fan3 = fan * fan * fan;
    /// Places of level 1 are packed two to a byte where four bits hold them.
    static constexpr bool packed = fan == 16;
    /// Entries that a kernel looks through at once.
    static constexpr std::size_t span = 64;
    /// Values of a bundle of `fan` tops.
    static constexpr std::size_t bundle = fan3 * fan;
    /// Bundles may have records: not those of bytes, which are too large and have too few values to trend.
    static constexpr bool records = fan == 16;
};

/// Where the records of a bundle are: numbers among the blocks of records, or no_records.
struct tree_recorded
{
    std::uint32_t backward, forward;
};
inline constexpr std::uint32_t no_records = static_cast<std::uint32_t>(-1);

/// What the table over the bundles holds: a best value and where it is.
template <class Value, class Index>
struct tree_bundle
{
    Value best;
    Index place;
};

template <class Value, class Index>
struct tree_view
{
    using shape = tree_shape<Value>;

    Value const * values{};   ///< the array, v[0]
    std::size_t size{};       ///< values
    std::size_t phase{};      ///< position of v[0], < shape::line
    std::size_t last_leaf{};  ///< leaf of v[size - 1]
    Value * end_leaves{};     ///< [2 * fan] copies of the first and the last leaf, padded with the order's identity
    Value * best1{};          ///< best of each leaf, padded with the identity to whole tops
    Value * best2{};          ///< best of each fan leaves, padded
    Value * best3{};          ///< best of each top: fan^2 leaves
    std::uint8_t * place1{};  ///< where in its leaf the best of a leaf is
    std::uint16_t * place2{}; ///< where in its fan leaves
    Index * place3{};         ///< position of the best of a top
    std::size_t bundles{};    ///< of `fan` tops
    /// Sparse table over the bundles: level k at [k bundles, (k+1) bundles), the best of 2^k from here on. Small enough
    /// for the nearest caches, so that wide ranges, which hardly ever have their best at an end, cost next to nothing.
    tree_bundle<Value, Index> * windows{};
    /// [bundles], null where no bundle has records. Records are the values that win against all behind them (backward)
    /// or before them (forward) in their bundle, a bit each; only bundles that have many of them keep them.
    tree_recorded * recorded{};
    std::uint64_t * records{};                   ///< blocks of bundle / 64 words; a word before and behind is readable
    std::atomic<std::uint32_t> * next_records{}; ///< while building: blocks taken

    /// The `fan` values of a leaf; reads stay inside the array or its padded copies.
    [[nodiscard]] Value const * leaf(std::size_t b) const noexcept
    {
        if (b == 0)
            return end_leaves;
        if (b == last_leaf)
            return end_leaves + shape::fan;
        return values + (b * shape::fan - phase);
    }

    [[nodiscard]] std::size_t position1(std::size_t b) const noexcept
    {
        if constexpr (shape::packed)
            return b * shape::fan + (place1[b / 2] >> (b % 2 * 4) & 15);
        else
            return b * shape::fan + place1[b];
    }
    [[nodiscard]] std::size_t position2(std::size_t b) const noexcept { return b * shape::fan2 + place2[b]; }
    [[nodiscard]] std::size_t position3(std::size_t b) const noexcept { return place3[b]; }
};

/// The kernels of one instruction set.
template <class Value, class Index>
struct tree_kernels
{
    /// Fills levels 1 to 3 of tops [begin, end), which are whole bundles (but for the array's last) where there are
    /// records to be built.
    void (*build)(tree_view<Value, Index> const & tree, std::size_t begin, std::size_t end) noexcept;
    /// Position of the best of shifted positions [l, r].
    std::size_t (*query)(tree_view<Value, Index> const & tree, std::size_t l, std::size_t r) noexcept;
    /// Answers count queries, in positions of the array.
    void (*query_batch)(tree_view<Value, Index> const & tree, range<Index> const * queries, Index * out,
                        std::size_t count) noexcept;
};

} // namespace rmq::detail
