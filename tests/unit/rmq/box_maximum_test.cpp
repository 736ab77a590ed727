// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/box_maximum.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace {

using index = rmq::box_maximum::index;

std::vector<index> permutation(std::size_t size, std::mt19937 & random)
{
    std::vector<index> out(size);
    std::iota(out.begin(), out.end(), index{0});
    std::ranges::shuffle(out, random);
    return out;
}

/// Values set in random order, raised, lowered and taken out, with boxes asked for in between.
void compare(std::size_t size, unsigned block_bits, int rounds, unsigned seed)
{
    std::mt19937 random{seed};
    auto const below = [&](std::size_t bound) { return random() % std::max<std::size_t>(bound, 1); };
    std::vector<index> const ranks = permutation(size, random), labels = permutation(size, random);
    rmq::box_points points{ranks, block_bits};
    points.need(0, size);
    for (std::size_t k = 0; k < size; ++k) // every level
        points.need(below(size), size);
    points.build();
    rmq::box_maximum values{points, labels};
    std::vector<std::int64_t> plain(size, rmq::box_maximum::absent);
    for (int k = 0; k < rounds; ++k) {
        if (size > 0) {
            std::size_t const p = below(size);
            plain[p] = below(8) == 0 ? rmq::box_maximum::absent : static_cast<std::int64_t>(below(12)) - 6;
            values.set(p, plain[p]);
        }
        // any box whose levels were asked for: all of them were
        std::size_t first = below(size + 1), last = below(size + 1), low = below(size + 1), high = below(size + 1);
        if (first > last)
            std::swap(first, last);
        if (low > high)
            std::swap(low, high);
        rmq::box_maximum::best const start{.value = below(2) == 0 ? rmq::box_maximum::absent
                                                                  : static_cast<std::int64_t>(below(12)) - 6,
                                           .position = rmq::box_maximum::none};
        rmq::box_maximum::best want = start, got = start;
        for (std::size_t p = first; p < last; ++p)
            if (ranks[p] >= low && ranks[p] < high && plain[p] != rmq::box_maximum::absent &&
                (plain[p] > want.value || (want.position != rmq::box_maximum::none && plain[p] == want.value &&
                                           labels[p] > labels[want.position])))
                want = {.value = plain[p], .position = static_cast<index>(p)};
        values.query(first, last, static_cast<index>(low), static_cast<index>(high), got);
        ASSERT_EQ(got.value, want.value) << "size " << size << " round " << k;
        ASSERT_EQ(got.position, want.position) << "size " << size << " round " << k;

        std::vector<std::size_t> seen, inside;
        for (std::size_t p = last; p-- > first;)
            if (ranks[p] >= low && ranks[p] < high && plain[p] != rmq::box_maximum::absent && plain[p] >= 0)
                inside.push_back(p);
        values.visit(
            first, last, static_cast<index>(low), static_cast<index>(high), [] { return 0; },
            [&](std::size_t p) {
                if (plain[p] >= 0)
                    seen.push_back(p);
            });
        ASSERT_EQ(seen, inside) << "size " << size << " round " << k;
    }
}

TEST(box_maximum, against_a_list)
{
    unsigned seed = 1;
    for (std::size_t const size :
         {0, 1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1023, 1024, 1025, 3000})
        for (unsigned const block_bits : {6u, 7u, 10u})
            compare(size, block_bits, 1500, seed++);
}

TEST(box_maximum, one_point_a_tree)
{
    compare(20'000, 6, 3000, 99);
}

TEST(box_maximum, levels_that_no_box_needs_take_no_memory)
{
    std::mt19937 random{5};
    std::vector<index> const ranks = permutation(100'000, random);
    rmq::box_points narrow{ranks}, wide{ranks};
    narrow.need(500, 1700);
    narrow.build();
    wide.need(0, 90'000);
    wide.build();
    EXPECT_LT(narrow.bytes(), 500'000u);
    EXPECT_GT(wide.bytes(), 1'000'000u);
}

} // namespace
