// SPDX-License-Identifier: BSD-3-Clause
/// Every window that near kernels answer, followed through the line that they keep of a halo: its newer part, which a
/// lane has in registers, and the entry that the address of its older part leads to must be made of the window's
/// columns, all of them and no others.
#include "cuda/strip/plan/halo_line.hpp"

#include "cuda/strip/plan/column_program.hpp"

#include <vglcs/problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::cuda;

/// Columns of a strip, those of the halo below 0.
struct columns_of
{
    int first, last;
};

/// What lies in a strip's tables: level by level from T_2 on, and the line in the place of T_0's halo. Entry j of T_l
/// is the maximum of the 2^l columns before j.
template <int Columns, int Levels>
class tables
{
    using line = halo_line<Columns, Levels>;
    static constexpr int halo = static_cast<int>(halo_columns), value_bytes = 4 / Columns;

public:
    explicit tables(table_shape shape) : shape_{shape}
    {
        for (int level = 0; level < Levels; level += level ? 1 : 2) {
            int const begin = line::begin(level), end = begin + line::size(level);
            for (int word = begin; word < end; ++word) {
                for (int k = 0; k < Columns; ++k) {
                    int const column = (word - end) * Columns + k;
                    std::optional<columns_of> & e = line_[static_cast<std::size_t>(word * Columns + k)];
                    EXPECT_FALSE(e) << "level " << level << ": two entries in one place";
                    if (level)
                        e = {column - (1 << level), column - 1};
                    else
                        e = {column, column};
                }
            }
        }
    }

    /// Columns of a window of the strip's column `at`, by a column plan's addresses: newer part, and older one if any.
    [[nodiscard]] std::pair<columns_of, std::optional<columns_of>> window(int at, std::uint32_t addresses) const
    {
        std::uint32_t const newer = (addresses & 0xffff) - table_shape::zero_bytes,
                            older = (addresses >> 16) - table_shape::zero_bytes, level_bytes = shape_.level_bytes();
        int const part = line::newer_part(newer, older, level_bytes), columns = part < 3 ? part + 1 : 1 << (part - 1);
        columns_of const first{at - columns, at - 1};
        if (!line::has_older(newer, older, level_bytes))
            return {first, std::nullopt};
        std::optional<columns_of> const second = entry(line::older_entry(older, level_bytes));
        EXPECT_TRUE(second) << "column " << at << ": nothing known is there";
        return {first, second};
    }

private:
    /// Columns that an entry is the maximum of, by its place in bytes.
    [[nodiscard]] std::optional<columns_of> entry(std::uint32_t place) const
    {
        if (place % value_bytes)
            return std::nullopt;
        std::uint32_t const level = place / shape_.level_bytes();
        int const at = static_cast<int>(place % shape_.level_bytes()) / value_bytes;
        if (level == 0)
            return at < halo ? line_[static_cast<std::size_t>(at)] : std::nullopt;
        if (level == 1 || at < halo || level >= Levels)
            return std::nullopt;
        return columns_of{at - halo - (1 << level), at - halo - 1};
    }

    table_shape shape_;
    std::vector<std::optional<columns_of>> line_ = std::vector<std::optional<columns_of>>(halo_columns);
};

template <int Columns, int Levels>
void check(std::uint32_t words)
{
    table_shape const shape{32 * words * Columns, 4 / Columns};
    tables<Columns, Levels> const t{shape};
    auto const width = static_cast<std::size_t>(shape.columns);
    for (std::uint32_t length = 1; length <= (Levels == 3 ? most_small_columns : ring_reach); ++length) {
        std::vector<letter_code> const letters(2 * width, 0);
        problem const p{letters, {}, gap_limits{letters.size(), {.hi = length - 1}}, gap_limits{}};
        column_program const plan = make_column_program(p.a(), p.limits_a(), shape);
        ASSERT_EQ(plan.level_masks[1] >> Levels, 0u);
        for (std::size_t k = 0; k < width; ++k) {
            int const at = static_cast<int>(k), begin = at - static_cast<int>(length);
            auto const [newer, older] = t.window(at, plan.addresses[width + k]);
            EXPECT_EQ(newer.last, at - 1) << "length " << length;
            EXPECT_EQ(older ? older->first : newer.first, begin) << "length " << length << ", column " << k;
            EXPECT_GE(newer.first, begin) << "length " << length << ", column " << k;
            EXPECT_TRUE(!older || older->last + 1 >= newer.first) << "length " << length << ", column " << k;
            EXPECT_TRUE(!older || older->last < at) << "length " << length << ", column " << k;
        }
    }
}

TEST(cuda_halo_line, windows_find_their_columns)
{
    for (std::uint32_t const words : {1u, 2u, 4u}) {
        SCOPED_TRACE(words);
        check<2, 3>(words);
        check<2, 5>(words);
    }
    check<1, 3>(2);
    check<1, 5>(2);
}

} // namespace
