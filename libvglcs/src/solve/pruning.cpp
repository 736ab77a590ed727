// SPDX-License-Identifier: BSD-3-Clause
#include "solve/pruning.hpp"

#include <algorithm>

namespace vglcs {

diagonal_band diagonal_band::of_bound(std::size_t n, std::size_t m, std::uint32_t match, std::uint64_t bound)
{
    // as many pairs as such a chain has at least
    auto const pairs = static_cast<std::int64_t>(std::min<std::uint64_t>((bound + match - 1) / match, std::min(n, m)));
    return {pairs - static_cast<std::int64_t>(n), static_cast<std::int64_t>(m) - pairs};
}

std::uint64_t diagonal_band::least_bound(std::size_t n, std::size_t m, std::uint32_t match) const noexcept
{
    std::int64_t const pairs =
        std::max({std::int64_t{0}, first + static_cast<std::int64_t>(n), static_cast<std::int64_t>(m) - last});
    // bounds of (pairs - 1) * match + 1 on ask for that many pairs
    return pairs == 0 ? 0 : (static_cast<std::uint64_t>(pairs) - 1) * match + 1;
}

look_back::look_back(step_side const & side) : size_{side.size}
{
    if (size_ == 0)
        return;
    if (side.limits.is_uniform() && !side.has_jumps) {
        reach_ = std::size_t{side.limits.hi(0)} + 1;
        return;
    }
    readers_.resize(size_);
    auto const note = [](std::uint32_t & reader, std::size_t q) {
        reader = std::max(reader, static_cast<std::uint32_t>(q));
    };
    auto const spread = [](std::vector<std::uint32_t> & readers) { // who looks beyond p looks over what is before it
        for (std::size_t p = 0; p < readers.size(); ++p) {
            std::uint32_t const before = p == 0 ? 0 : readers[p - 1];
            readers[p] = std::max({readers[p], before, static_cast<std::uint32_t>(p)});
        }
    };
    for (std::size_t q = 0; q < size_; ++q)
        if (window const w = side.small(q); w.first < static_cast<std::int64_t>(q))
            note(readers_[static_cast<std::size_t>(w.first)], q);
    if (side.has_jumps) {
        // a letter p is seen by q over a jump from b to e: p in before(b), b in takeoffs(e), e in landings(q)
        std::vector<std::uint32_t> landed(size_);
        for (std::size_t q = 0; q < size_; ++q)
            note(landed[static_cast<std::size_t>(side.landings(q).first)], q);
        spread(landed);
        for (std::size_t e = 0; e < size_; ++e)
            if (window const w = side.takeoffs(e); !w.empty()) {
                std::int64_t const p = w.first - 1 - static_cast<std::int64_t>(side.largest_hi);
                note(readers_[static_cast<std::size_t>(std::max<std::int64_t>(0, p))], landed[e]);
            }
    }
    spread(readers_);
}

strip_rows::strip_rows(std::size_t rows, std::size_t columns, std::size_t width)
    : rows_{rows}, columns_{columns}, width_{std::max<std::size_t>(width, 1)}
{
}

strip_rows strip_rows::around(diagonal_band const & band, look_back const & rows, look_back const & columns,
                              strip_rows const & all)
{
    strip_rows out{all.rows_, all.columns_, all.width_};
    std::size_t const strips = out.strips();
    if (out.rows_ == 0)
        return out;
    out.ranges_.resize(strips);
    auto const row = [&](std::int64_t i) {
        return static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, static_cast<std::int64_t>(out.rows_) - 1));
    };
    for (std::size_t s = 0; s < strips; ++s) {
        std::size_t const left = s * out.width_, right = left + out.columns_of(s) - 1;
        std::size_t const last = row(static_cast<std::int64_t>(right) - band.first);
        // a cell (i, j) that sees one (i', j') of the strip: i is in reach of i', and in the band of a j in reach of j'
        std::size_t const passing =
            std::min(rows.last_reader(last), row(static_cast<std::int64_t>(columns.last_reader(right)) - band.first));
        out.ranges_[s] = {row(static_cast<std::int64_t>(left) - band.last), std::max(last, passing) + 1};
    }
    if (out.cells() == std::uint64_t{out.rows_} * out.columns_)
        out.ranges_.clear();
    return out;
}

strip_rows strip_rows::along_corners(std::size_t height, strip_rows const & all)
{
    strip_rows out{all.rows_, all.columns_, all.width_};
    std::size_t const strips = out.strips(), n = out.rows_;
    if (n == 0)
        return out;
    out.ranges_.resize(strips);
    for (std::size_t s = 0; s < strips; ++s) {
        std::size_t const left = s * out.width_, right = left + out.columns_of(s);
        auto const row = [&](std::size_t column) { // rounded down
            return static_cast<std::size_t>(std::uint64_t{column} * n / out.columns_);
        };
        std::size_t const first = row(left), last = row(right);
        out.ranges_[s] = {first > height ? first - height : 0, std::min(n, last + height + 1)};
    }
    return out;
}

std::size_t strip_rows::columns_of(std::size_t strip) const noexcept
{
    return std::min(width_, columns_ - strip * width_);
}

bool strip_rows::contains(strip_rows const & x) const noexcept
{
    for (std::size_t s = 0; s < strips(); ++s)
        if (!(*this)[s].contains(x[s]))
            return false;
    return true;
}

std::uint64_t strip_rows::cells() const noexcept
{
    if (is_all())
        return std::uint64_t{rows_} * columns_;
    std::uint64_t sum = 0;
    for (std::size_t s = 0; s < ranges_.size(); ++s)
        sum += std::uint64_t{ranges_[s].size()} * columns_of(s);
    return sum;
}

std::uint64_t strip_rows::in_strips() const noexcept
{
    if (is_all())
        return std::uint64_t{rows_} * strips();
    std::uint64_t sum = 0;
    for (index_range const & r : ranges_)
        sum += r.size();
    return sum;
}

double strip_rows::share() const noexcept
{
    double const whole = static_cast<double>(rows_) * static_cast<double>(strips());
    return is_all() || whole == 0 ? 1 : static_cast<double>(in_strips()) / whole;
}

std::size_t strip_rows::most_rows() const noexcept
{
    std::size_t most = is_all() ? rows_ : 0;
    for (index_range const & r : ranges_)
        most = std::max(most, r.size());
    return most;
}

std::size_t strip_rows::most_strips() const noexcept
{
    if (is_all())
        return strips();
    std::size_t most = 0, first = 0;
    for (std::size_t s = 0; s < ranges_.size(); ++s) { // strips first..s have the first row of s
        while (ranges_[first].last <= ranges_[s].first)
            ++first;
        most = std::max(most, s - first + 1);
    }
    return most;
}

} // namespace vglcs
