// SPDX-License-Identifier: BSD-3-Clause
/// Which cells of the table can lie on a best chain, once a chain of some score is known, and which rows of each strip
/// of columns a run needs for them. Every engine that prunes asks here.
#pragma once

#include <vglcs/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vglcs {

/// Diagonals j - i in [first, last], closed, of a table of n rows and m columns.
struct diagonal_band
{
    std::int64_t first = 0, last = 0;

    /// The cells that a chain of score `bound` may go through. Through (i, j) go at most
    ///     min(i, j) + 1 + min(n-1-i, m-1-j) = min(n, m, n + (j-i), m - (j-i))
    /// pairs, each earns `match` and nothing earns more. A cell outside may be taken as 0, or as any value that is not
    /// above its own: cells inside that lie on a best chain keep their values, since such a chain never leaves the
    /// band; all others can only fall, so that the last pair and every pair that a traceback chooses stay what they
    /// are. The diagonals 0 and m - n always lie inside.
    /// @param bound  of a chain that there is: at most match * min(n, m)
    [[nodiscard]] static diagonal_band of_bound(std::size_t n, std::size_t m, std::uint32_t match, std::uint64_t bound);

    /// The least score whose band lies within this one.
    [[nodiscard]] std::uint64_t least_bound(std::size_t n, std::size_t m, std::uint32_t match) const noexcept;
    /// The same band where rows and columns change places.
    [[nodiscard]] diagonal_band transposed() const noexcept { return {-last, -first}; }
    friend bool operator==(diagonal_band const &, diagonal_band const &) = default;
};

/// Positions [first, last), half open.
struct index_range
{
    std::size_t first = 0, last = 0;
    [[nodiscard]] std::size_t size() const noexcept { return last - first; }
    [[nodiscard]] bool empty() const noexcept { return first >= last; }
    [[nodiscard]] bool contains(std::size_t x) const noexcept { return first <= x && x < last; }
    [[nodiscard]] bool contains(index_range const & x) const noexcept { return first <= x.first && x.last <= last; }
    friend bool operator==(index_range const &, index_range const &) = default;
};
/// What both have; empty where they do not meet, and begins in neither's middle then.
[[nodiscard]] constexpr index_range common(index_range const & x, index_range const & y) noexcept
{
    std::size_t const first = x.first > y.first ? x.first : y.first, last = x.last < y.last ? x.last : y.last;
    return {first, last < first ? first : last};
}

/// How far letters of one side look back.
class look_back
{
public:
    explicit look_back(step_side const & side);
    /// The last letter with a step that begins at `p` or before it, or stands on its way there; at least p.   O(1)
    [[nodiscard]] std::size_t last_reader(std::size_t p) const noexcept
    {
        std::size_t const last = size_ - 1;
        return readers_.empty() ? (reach_ < last - p ? p + reach_ : last) : readers_[p];
    }

private:
    std::size_t size_, reach_ = 0;       ///< where one limit holds for all letters
    std::vector<std::uint32_t> readers_; ///< empty there
};

/// The rows that each strip of columns takes part with; the others are taken as 0. Both ends rise from strip to strip,
/// so that the strips of a row are neighbours and its first one has nothing on its left.
class strip_rows
{
public:
    strip_rows() = default; ///< all rows of every strip
    /// @param width  columns of a strip
    strip_rows(std::size_t rows, std::size_t columns, std::size_t width);

    /// Every cell of the band, and for each strip the rows below it in whose windows it still lies: there a maximum
    /// passes through the strip on to cells further right.
    [[nodiscard]] static strip_rows around(diagonal_band const & band, look_back const & rows,
                                           look_back const & columns, strip_rows const & all);
    /// Cells within `height` rows of the line from corner to corner: for a first bound, of which nothing is known.
    [[nodiscard]] static strip_rows along_corners(std::size_t height, strip_rows const & all);

    [[nodiscard]] index_range operator[](std::size_t strip) const noexcept
    {
        return ranges_.empty() ? index_range{0, rows_} : ranges_[strip];
    }
    [[nodiscard]] bool is_all() const noexcept { return ranges_.empty(); }
    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
    [[nodiscard]] std::size_t width() const noexcept { return width_; }
    [[nodiscard]] std::size_t strips() const noexcept { return (columns_ + width_ - 1) / width_; }
    /// Columns of a strip, fewer in the last one.
    [[nodiscard]] std::size_t columns_of(std::size_t strip) const noexcept;

    [[nodiscard]] bool contains(strip_rows const & x) const noexcept;
    [[nodiscard]] std::uint64_t cells() const noexcept;     ///< of the table
    [[nodiscard]] std::uint64_t in_strips() const noexcept; ///< rows, over all strips
    /// Part of the table that is computed.
    [[nodiscard]] double share() const noexcept;
    [[nodiscard]] std::size_t most_rows() const noexcept;   ///< of a strip
    [[nodiscard]] std::size_t most_strips() const noexcept; ///< of a row

private:
    std::size_t rows_ = 0, columns_ = 0, width_ = 1;
    std::vector<index_range> ranges_; ///< [strips]; empty: all rows of every strip
};

} // namespace vglcs
