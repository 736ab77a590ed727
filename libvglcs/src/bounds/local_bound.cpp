// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/length_bound.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

namespace vglcs {

namespace {

using word = std::uint64_t;
constexpr std::size_t word_bits = 64;

/// Pairs of a run whose limits are looked at; each more costs a pass over the bits. Measured: more of them pay where a
/// row is a word or two (docs/benchmarks/batch.md).
template <std::size_t Words>
constexpr std::size_t run_pairs = Words <= 2 ? 6 : 4;
/// Limits beyond this are taken to be none.
constexpr std::uint32_t farthest = 63;
constexpr std::size_t reach_levels = std::bit_width(farthest) + 1;

/// One of the two sequences.
struct side
{
    std::span<letter_code const> letters;
    limits_view limits;
};

/// A bit for every letter of the shorter sequence.
template <std::size_t Words>
using row_bits = std::array<word, Words>;

template <std::size_t Words>
void operator|=(row_bits<Words> & x, row_bits<Words> const & y) noexcept
{
    for (std::size_t w = 0; w < Words; ++w)
        x[w] |= y[w];
}
template <std::size_t Words>
[[nodiscard]] row_bits<Words> operator|(row_bits<Words> x, row_bits<Words> const & y) noexcept
{
    x |= y;
    return x;
}
template <std::size_t Words>
[[nodiscard]] row_bits<Words> operator&(row_bits<Words> x, row_bits<Words> const & y) noexcept
{
    for (std::size_t w = 0; w < Words; ++w)
        x[w] &= y[w];
    return x;
}
/// Every bit moved to a later letter.   1 <= by < 64
template <std::size_t Words>
[[nodiscard]] row_bits<Words> moved(row_bits<Words> const & x, unsigned by) noexcept
{
    row_bits<Words> out;
    out[0] = x[0] << by;
    for (std::size_t w = 1; w < Words; ++w)
        out[w] = x[w] << by | x[w - 1] >> (word_bits - by);
    return out;
}

/// Rows, and what windows of them have together: dyadic windows in a ring.
template <std::size_t Words>
class row_windows
{
public:
    /// @param most   the largest limit that is asked for
    explicit row_windows(std::uint32_t most) : row_windows{std::min(most, farthest), most > farthest} {}
    row_windows(std::uint32_t reach, bool keeps_all)
        : keeps_all_{keeps_all}, levels_{static_cast<std::size_t>(std::bit_width(reach + 1u))}, mask_{std::bit_ceil(
                                                                                                          reach + 2u) -
                                                                                                      1u},
          rows_(levels_ * (mask_ + 1))
    {
    }

    /// Row j; rows come one after the other.
    void add(std::size_t j, row_bits<Words> const & bits) noexcept
    {
        at(0, j) = bits;
        for (std::size_t l = 1; l < levels_; ++l)
            at(l, j) = at(l - 1, j) | at(l - 1, j - (std::size_t{1} << (l - 1)));
        if (keeps_all_)
            all_ |= bits;
    }
    /// Rows [j-1-hi, j-1-lo] together, all rows where that is farther than what is kept; j-1 is the newest row.
    [[nodiscard]] row_bits<Words> together(std::size_t j, std::uint32_t lo, std::uint32_t hi) noexcept
    {
        if (hi > farthest)
            return all_;
        std::size_t const l = static_cast<std::size_t>(std::bit_width(hi - lo + 1u)) - 1;
        return at(l, j - 1 - lo) | at(l, j - 1 - hi + ((std::size_t{1} << l) - 1));
    }

private:
    /// In front of the first row lie rows that have not been added yet: zeros.
    row_bits<Words> & at(std::size_t level, std::size_t j) noexcept { return rows_[level * (mask_ + 1) + (j & mask_)]; }

    bool keeps_all_;
    std::size_t levels_, mask_;
    std::vector<row_bits<Words>> rows_;
    row_bits<Words> all_{};
};

/// `across` lies along the bits of a row, `down` gives the rows.
template <std::size_t Words>
class local_lengths
{
public:
    local_lengths(side const & across, side const & down)
        : down_{down}, places_(256), rows_(run_pairs<Words> - 1, row_windows<Words>{down.limits.max_hi()})
    {
        for (std::size_t i = 0; i < across.letters.size(); ++i) {
            if (across.letters[i] == no_match)
                continue;
            word const bit = word{1} << i % word_bits;
            places_[across.letters[i]][i / word_bits] |= bit;
            std::uint32_t const hi = across.limits.hi(i);
            has_unlimited_ = has_unlimited_ || hi > farthest;
            // windows of hi + 1 letters, rounded up to 2^level
            std::size_t const level = hi > farthest ? reach_levels : static_cast<std::size_t>(std::bit_width(hi));
            reach_[level][i / word_bits] |= bit;
            if (hi <= farthest)
                top_level_ = std::max(top_level_, level);
        }
    }

    [[nodiscard]] std::uint64_t run(run_control const * control)
    {
        constexpr std::size_t between_looks = 4096;
        row_bits<Words> row; // a 0 bit where the length of the row's prefix grows
        row.fill(~word{0});
        for (std::size_t j = 0; j < down_.letters.size(); ++j) {
            if (control && j % between_looks == 0)
                control->throw_if_stopped();
            lengthen(row, survivors(j));
        }
        std::uint64_t length = run_pairs<Words> - 1;
        for (word const w : row) // bits beyond the last letter never match, and stay set
            length += static_cast<std::uint64_t>(std::popcount(~w));
        return length;
    }

private:
    /// Letters with which row j's letter ends a run of run_pairs pairs, each within the limits of the next.
    [[nodiscard]] row_bits<Words> survivors(std::size_t j) noexcept
    {
        letter_code const letter = down_.letters[j];
        row_bits<Words> const here = letter == no_match ? row_bits<Words>{} : places_[letter];
        row_bits<Words> out = here;
        std::uint32_t const hi = down_.limits.hi(j), lo = std::min(down_.limits.lo(j), hi);
        for (row_windows<Words> & rows : rows_) {
            row_bits<Words> const before = rows.together(j, lo, hi);
            rows.add(j, out);
            out = here & reaching(before);
        }
        return out;
    }

    /// Letters whose windows have one of `bits`.
    [[nodiscard]] row_bits<Words> reaching(row_bits<Words> const & bits) const noexcept
    {
        row_bits<Words> spread = moved(bits, 1);
        row_bits<Words> out = spread & reach_[0];
        for (std::size_t level = 1; level <= top_level_; ++level) {
            spread |= moved(spread, 1u << (level - 1));
            out |= spread & reach_[level];
        }
        if (has_unlimited_) {
            word above = 0; // all letters behind the first
            for (std::size_t w = 0; w < Words; ++w) {
                out[w] |= (above | (spread[w] != 0 ? ~((spread[w] & -spread[w]) - 1) : 0)) & reach_[reach_levels][w];
                above |= spread[w] != 0 ? ~word{0} : 0;
            }
        }
        return out;
    }

    /// A row of the longest common subsequence of matches that survive.
    static void lengthen(row_bits<Words> & row, row_bits<Words> const & matches) noexcept
    {
        word carry = 0;
        for (std::size_t w = 0; w < Words; ++w) {
            word const hit = row[w] & matches[w];
            word const half = row[w] + hit;
            word const sum = half + carry;
            carry = static_cast<word>(half < hit) | static_cast<word>(sum < half);
            row[w] = sum | (row[w] ^ hit);
        }
    }

    side down_;
    std::vector<row_bits<Words>> places_;                   ///< of each letter
    std::array<row_bits<Words>, reach_levels + 1> reach_{}; ///< letters with windows of 2^level; the last: no limit
    bool has_unlimited_ = false;
    std::size_t top_level_ = 0;
    std::vector<row_windows<Words>> rows_; ///< of runs of 1, 2, ... pairs
};

/// A jump passes the limits that the bound samples.
bool has_jumps(problem const & p) noexcept
{
    return p.side_a().has_jumps || p.side_b().has_jumps;
}

} // namespace

std::uint64_t local_bound(problem const & p, run_control * control)
{
    side across{p.a(), p.limits_a()}, down{p.b(), p.limits_b()};
    if (across.letters.size() > down.letters.size())
        std::swap(across, down);
    std::size_t const shorter = across.letters.size();
    auto const with = [&]<std::size_t Words>(std::integral_constant<std::size_t, Words>) {
        return std::min<std::uint64_t>(shorter, local_lengths<Words>{across, down}.run(control));
    };
    if (shorter == 0 || shorter > longest_local_bound || has_jumps(p))
        return shorter;
    std::size_t const words = (shorter + word_bits - 1) / word_bits;
    std::uint64_t out = shorter;
    // the smallest number of words that is enough; beyond 8 every second one
    auto const fits = [&]<std::size_t Words>(std::integral_constant<std::size_t, Words> count) {
        return words <= Words && (out = with(count), true);
    };
    [&]<std::size_t... K>(std::index_sequence<K...>)
    {
        (void)((fits(std::integral_constant<std::size_t, K + 1>{}) || ...) ||
               (fits(std::integral_constant<std::size_t, 8 + 2 * K>{}) || ...));
    }
    (std::make_index_sequence<8>{});
    return out;
}

bool local_bound_pays(problem const & p) noexcept
{
    std::size_t const shorter = std::min(p.n(), p.m());
    if (shorter == 0 || shorter > longest_local_bound || p.is_plain_lcs() || has_jumps(p))
        return false;
    // pairs that are expected to be within the limits of a pair: where they are many, nearly every match ends a run;
    // where they are few, that must be worth more passes than a short sequence takes
    std::array<double, 256> in_a{}, in_b{};
    auto const count = [](std::span<letter_code const> letters, limits_view limits, std::array<double, 256> & places) {
        double window = 0;
        for (std::size_t k = 0; k < letters.size(); ++k) {
            places[letters[k]] += 1;
            if (letters[k] != no_match)
                window += std::min(limits.hi(k), farthest) - std::min({limits.lo(k), limits.hi(k), farthest}) + 1.0;
        }
        return window / static_cast<double>(letters.size());
    };
    double const windows = count(p.a(), p.limits_a(), in_a) * count(p.b(), p.limits_b(), in_b);
    double matches = 0;
    for (std::size_t c = 0; c < no_match; ++c)
        matches += in_a[c] * in_b[c];
    double const too_many = shorter <= 2 * word_bits ? 1.6 : 0.4;
    return windows * matches < too_many * static_cast<double>(p.n()) * static_cast<double>(p.m());
}

} // namespace vglcs
