// SPDX-License-Identifier: BSD-3-Clause
/// Windows that the scored kernels read from tables: of rows, every one run through the ring as a kernel does; of
/// columns, every one followed to the entry of its older part, in the strip's tables or in the line that its left
/// neighbour hands over.
#include "cuda/scored/plan/table_windows.hpp"

#include <vglcs/problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::cuda::scored;

constexpr std::int64_t nothing = 0, skip = 1;

/// The largest of the values that end with number `last`, `count` of them, each lowered by its distance to it.
std::int64_t lowered(std::vector<std::int64_t> const & x, std::int64_t last, std::int64_t count)
{
    std::int64_t best = nothing;
    for (std::int64_t d = 0; d < count && d <= last; ++d)
        best = std::max(best, x[static_cast<std::size_t>(last - d)] - skip * d);
    return best;
}

TEST(cuda_scored_tables, two_parts_are_the_window)
{
    for (std::uint32_t length = 1; length <= most_table_window; ++length) {
        std::uint32_t const part = 1u << table_level(length), distance = table_distance(length);
        EXPECT_LT(table_level(length), table_levels);
        EXPECT_EQ(distance + part, length);
        EXPECT_LE(distance, part) << "there is a hole in a window of " << length;
    }
}

TEST(cuda_scored_tables, rows_by_their_ring)
{
    std::mt19937_64 random{1};
    for (std::size_t const n : {1, 2, 31, 32, 33, 64, 200, 1000})
        for (std::uint32_t const most : {0u, 1u, 4u, 8u, 15u, 16u, 30u, 31u, gap_limit::infinite}) {
            if (most == gap_limit::infinite && n > most_table_window)
                continue;
            std::vector<std::uint8_t> letters(n);
            std::vector<std::uint32_t> hi(n, most);
            std::vector<std::int64_t> x(n);
            for (std::size_t i = 0; i < n; ++i) {
                letters[i] = static_cast<std::uint8_t>(random() % 5);
                x[i] = random() % 12 ? 0 : static_cast<std::int64_t>(random() % 1000); // one that stands out a window
                if (most != gap_limit::infinite && random() % 4)
                    hi[i] = static_cast<std::uint32_t>(random() % (most + 1));
            }
            std::vector<std::uint32_t> rows(n + 64, table_row{}.packed());
            plan_table_rows(letters, limits_view{{}, hi, 0, 0}, rows);
            std::vector<std::int64_t> ring(table_row::ring_rows, nothing);
            std::int64_t older = nothing; // of the row to come
            for (std::size_t i = 0; i < n; ++i) {
                table_row const row = table_row::unpacked(rows[i]), next = table_row::unpacked(rows[i + 1]);
                auto const at = static_cast<std::int64_t>(i);
                EXPECT_EQ(row.letter, letters[i]);
                std::int64_t const window = std::max(lowered(x, at - 1, 1 << row.level),
                                                     older - skip * static_cast<std::int64_t>(row.distance));
                EXPECT_EQ(window, lowered(x, at - 1, std::min<std::int64_t>(hi[i], 31) + 1))
                    << "row " << i << " of " << n << ", limit " << hi[i];
                older = ring[next.ring_row]; // before this row's are there
                for (std::uint32_t level = 1; level < table_levels; ++level)
                    if (row.keep >> (level - 1) & 1)
                        ring[table_row::ring_row_of(level, static_cast<std::uint32_t>(i))] = lowered(x, at, 1 << level);
            }
            EXPECT_EQ(ring[table_row::no_row], nothing);
        }
}

/// What an entry of the tables is: a level, and the column that it stands under.
using entry = std::pair<int, int>;

template <int PerWord, int LaneWords>
void expect_columns_by_their_tables()
{
    using places = table_places<PerWord, LaneWords>;
    constexpr int columns = 32 * places::per_lane, halves = PerWord;
    entry const unset{-1, 0};
    // the strip's own tables, stored as its lanes do
    std::vector<entry> own(places::end * halves, unset);
    for (int lane = 0; lane < 32; ++lane)
        for (int k = 0; k < places::per_lane; ++k) {
            int const word = lane * LaneWords + k % LaneWords, half = k / LaneWords,
                      column = lane * places::per_lane + k;
            for (int level = places::first_level; level <= places::last_level; ++level)
                own[static_cast<std::size_t>((places::level_begin(level) + word) * halves + half)] = {level, column};
            if (int const single = word - (32 * LaneWords - places::singles); single >= 0)
                own[static_cast<std::size_t>((places::level_begin(0) + single) * halves + half)] = {0, column};
        }
    // the line, handed over by a strip like this one
    std::vector<entry> tables = own;
    for (int word = 0; word < places::line_words; ++word)
        for (int half = 0; half < halves; ++half) {
            auto const [level, column] =
                own[static_cast<std::size_t>((places::handed_over(word / 2 * 2) + word % 2) * halves + half)];
            tables[static_cast<std::size_t>(word * halves + half)] = {level, column - columns};
        }
    for (std::uint32_t length = 1; length <= most_table_window; ++length) {
        auto const level = static_cast<int>(table_level(length)), distance = static_cast<int>(table_distance(length));
        if (level < places::first_level)
            continue;
        for (int column = 0; column < columns; ++column) {
            auto const at = places::entry(level, column - distance);
            EXPECT_EQ(tables[static_cast<std::size_t>(at.word * halves + at.half)], entry(level, column - distance))
                << "the window of " << length << " columns before column " << column;
        }
    }
    // single columns, from which the rest is made
    for (int k = 0; k < 4; ++k) {
        int const at = (places::line_begin(0) + k / places::per_lane * LaneWords + k % LaneWords) * halves +
                       k % places::per_lane / LaneWords;
        EXPECT_EQ(tables[static_cast<std::size_t>(at)], entry(0, k - 4));
    }
}

TEST(cuda_scored_tables, columns_by_tables_and_line)
{
    expect_columns_by_their_tables<2, 2>();
    expect_columns_by_their_tables<1, 2>();
}

} // namespace
