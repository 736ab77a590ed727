// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <rmq/detail/huge_pages.hpp>
#include <rmq/extremum_tree.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

/// The bit code of a Cartesian tree and the directory that answers range queries on it; knows no values.
namespace rmq::detail {

/// What the kernels see. The code has a one for every element and before it a zero for every element that it pops off
/// the stack of the right path. The excess (ones minus zeros) after the one of i is the depth of i on the stack, so the
/// best of [l..r] is the last element of the lowest depth: that after the last bit of lowest excess between their ones,
/// or l where nothing goes below l's own depth.
struct code_view
{
    static constexpr unsigned line_bits = 512; ///< a cache line
    static constexpr unsigned hint_step = 256; ///< elements
    static constexpr unsigned super_shift = 22;

    std::uint64_t const * words{};
    std::size_t lines{};
    std::uint32_t const * ranks{};       ///< [lines + 1] ones before the line, from the start of its 2^22 lines on
    std::uint64_t const * super_ranks{}; ///< ones before each 2^22 lines
    std::uint32_t const * hints{};       ///< [n / hint_step + 2] line of every 256th one; the last line at the end
    std::int32_t const * lows{};         ///< [lines] lowest excess in the line, absolute ...
    std::int64_t const * wide_lows{};    ///< ... or here, where 32 bits do not hold them
    extremum_tree<std::int32_t, std::uint32_t, min_rightmost> const * low_tree{};
    extremum_tree<std::int64_t, std::uint32_t, min_rightmost> const * wide_low_tree{};

    [[nodiscard]] std::uint64_t const * line(std::size_t i) const noexcept { return words + i * (line_bits / 64); }
    [[nodiscard]] std::size_t rank(std::size_t i) const noexcept { return super_ranks[i >> super_shift] + ranks[i]; }
    [[nodiscard]] std::int64_t excess_before(std::size_t i) const noexcept
    {
        return static_cast<std::int64_t>(2 * rank(i)) - static_cast<std::int64_t>(i * line_bits);
    }
    [[nodiscard]] std::int64_t low(std::size_t i) const noexcept { return lows != nullptr ? lows[i] : wide_lows[i]; }
    /// The last line of lowest excess in [a..b].
    [[nodiscard]] std::size_t lowest_line(std::size_t a, std::size_t b) const noexcept
    {
        return low_tree != nullptr ? low_tree->query(a, b) : wide_low_tree->query(a, b);
    }
};

struct code_kernels
{
    std::size_t (*query)(code_view const & code, std::size_t l, std::size_t r) noexcept;
    void (*query_batch32)(code_view const & code, range<std::uint32_t> const * queries, std::uint32_t * out,
                          std::size_t count) noexcept;
    void (*query_batch64)(code_view const & code, range<std::uint64_t> const * queries, std::uint64_t * out,
                          std::size_t count) noexcept;
    void (*lows)(std::uint64_t const * words, std::int16_t * out, std::size_t begin, std::size_t end) noexcept;
};

/// Owns the code and its directory: 2 bits an element, and 0.4 for ranks, hints, lows and the tree over the lows.
class bit_code
{
public:
    bit_code() = default;
    /// @param words   the code of n elements, padded with ones to whole lines
    /// Throws std::bad_alloc.
    bit_code(huge_vector<std::uint64_t> words, std::size_t n, unsigned threads);
    bit_code(bit_code &&) noexcept = default;
    bit_code & operator=(bit_code &&) noexcept = default;

    [[nodiscard]] std::size_t query(std::size_t l, std::size_t r) const noexcept
    {
        return kernels_->query(view(), l, r);
    }
    void query(std::span<range<std::uint32_t> const> queries, std::span<std::uint32_t> out, unsigned threads) const;
    void query(std::span<range<std::uint64_t> const> queries, std::span<std::uint64_t> out, unsigned threads) const;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    [[nodiscard]] code_view view() const noexcept;

    std::size_t size_{};
    huge_vector<std::uint64_t> words_;
    huge_vector<std::uint32_t> ranks_;
    huge_vector<std::uint64_t> super_ranks_;
    huge_vector<std::uint32_t> hints_;
    huge_vector<std::int32_t> lows_;
    huge_vector<std::int64_t> wide_lows_;
    std::optional<extremum_tree<std::int32_t, std::uint32_t, min_rightmost>> low_tree_;
    std::optional<extremum_tree<std::int64_t, std::uint32_t, min_rightmost>> wide_low_tree_;
    code_kernels const * kernels_{};
};

} // namespace rmq::detail
