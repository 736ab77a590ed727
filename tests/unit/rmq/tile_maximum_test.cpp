// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/tile_maximum.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace {

using index = rmq::tile_maximum::index;
constexpr std::int64_t absent = rmq::tile_maximum::absent;
constexpr index none = rmq::tile_maximum::none;

std::vector<index> permutation(std::size_t size, std::mt19937 & random)
{
    std::vector<index> out(size);
    std::iota(out.begin(), out.end(), index{0});
    std::ranges::shuffle(out, random);
    return out;
}

/// Values set in random order, raised, lowered and taken out, with boxes asked for in between.
void compare(std::vector<index> const & ranks, int rounds, unsigned seed)
{
    std::size_t const size = ranks.size();
    std::mt19937 random{seed};
    auto const below = [&](std::size_t bound) { return random() % std::max<std::size_t>(bound, 1); };
    std::vector<index> const labels = permutation(size, random);
    rmq::tile_points const points{ranks};
    rmq::tile_maximum values{points, labels};
    std::vector<std::int64_t> plain(size, absent);
    for (int k = 0; k < rounds; ++k) {
        for (std::size_t more = size > 0 ? 1 + below(4) : 0; more > 0; --more) {
            std::size_t const p = below(size);
            plain[p] = below(8) == 0 ? absent : static_cast<std::int64_t>(below(12)) - 6;
            values.set(p, plain[p]);
            ASSERT_EQ(values.value(p), plain[p]);
        }
        std::size_t first = below(size + 1), last = below(size + 1), low = below(size + 1), high = below(size + 1);
        if (first > last)
            std::swap(first, last);
        if (low > high)
            std::swap(low, high);
        auto const inside = [&](std::size_t p) {
            return p >= first && p < last && ranks[p] >= low && ranks[p] < high && plain[p] != absent;
        };
        rmq::tile_maximum::best start{.value = below(2) == 0 ? absent : static_cast<std::int64_t>(below(12)) - 6,
                                      .position = none};
        if (size > 0 && below(3) == 0) { // what is known is a point, of this box or not
            start.position = static_cast<index>(below(size));
            start.value = plain[start.position];
        }
        rmq::tile_maximum::best want = start, got = start;
        for (std::size_t p = 0; p < size; ++p)
            if (inside(p) && (plain[p] > want.value ||
                              (want.position != none && plain[p] == want.value && labels[p] > labels[want.position])))
                want = {.value = plain[p], .position = static_cast<index>(p)};
        values.query(first, last, static_cast<index>(low), static_cast<index>(high), got);
        ASSERT_EQ(got.value, want.value) << "size " << size << " round " << k;
        ASSERT_EQ(got.position, want.position) << "size " << size << " round " << k;

        std::vector<std::size_t> seen, wanted;
        for (std::size_t p = 0; p < size; ++p)
            if (inside(p) && plain[p] >= 0)
                wanted.push_back(p);
        values.visit(
            first, last, static_cast<index>(low), static_cast<index>(high), [] { return 0; },
            [&](std::size_t p, std::int64_t value) {
                EXPECT_EQ(value, plain[p]);
                seen.push_back(p);
            });
        std::ranges::sort(seen);
        ASSERT_EQ(seen, wanted) << "size " << size << " round " << k;
    }
}

TEST(tile_maximum, against_a_list)
{
    unsigned seed = 1;
    std::mt19937 random{77};
    for (std::size_t const size :
         {0, 1, 2, 31, 32, 33, 127, 128, 129, 511, 512, 513, 2047, 2048, 2049, 8191, 8192, 8193})
        compare(permutation(size, random), 600, seed++);
}

TEST(tile_maximum, points_on_a_line)
{
    std::vector<index> ranks(5000);
    std::iota(ranks.begin(), ranks.end(), index{0});
    compare(ranks, 1500, 31);
    std::ranges::reverse(ranks);
    compare(ranks, 1500, 32);
}

TEST(tile_maximum, what_least_has_risen_above_is_left_out)
{
    std::vector<index> ranks(4096), labels(4096);
    std::iota(ranks.begin(), ranks.end(), index{0});
    labels = ranks;
    rmq::tile_points const points{ranks};
    rmq::tile_maximum values{points, labels};
    for (std::size_t p = 0; p < ranks.size(); ++p)
        values.set(p, static_cast<std::int64_t>(p));
    std::int64_t least = 0;
    std::size_t looks = 0;
    values.visit(
        0, 4096, 0, 4096, [&] { return least; },
        [&](std::size_t, std::int64_t value) {
            ++looks;
            least = std::max(least, value);
        });
    EXPECT_EQ(least, 4095);
    EXPECT_LE(looks, 32u); // the best tile comes first
    EXPECT_LT(points.bytes() + values.bytes(), 4096u * 24);
}

} // namespace
