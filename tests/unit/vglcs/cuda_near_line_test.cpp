// SPDX-License-Identifier: BSD-3-Clause
/// Every window that near kernels look up, followed through the line that they keep of a halo: the two entries that its
/// addresses lead to must be made of the window's columns, all of them and no others.
#include "cuda/near_line.hpp"
#include "cuda/window_plan.hpp"

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

/// What lies in a strip's tables: level by level from T_2 on, and the line in the place of T_0's halo.
template <int Columns, int Levels>
class tables
{
    using line = near_line<Columns, Levels>;
    static constexpr int halo = static_cast<int>(halo_columns), value_bytes = 4 / Columns;

public:
    explicit tables(table_shape shape) : shape_{shape}
    {
        for (int level = 0; level < Levels; level += level ? 1 : 2) {
            int const begin = line::begin(level), end = begin + line::size(level);
            for (int word = begin - line::before(level); word < end; ++word) {
                for (int k = 0; k < Columns; ++k) {
                    int const column = (word - end) * Columns + k;
                    entry & e = line_[static_cast<std::size_t>(word * Columns + k)];
                    EXPECT_FALSE(e) << "level " << level << ": two entries in one place";
                    e = {column - (1 << level) + 1, column};
                }
            }
        }
    }

    /// Columns that an entry is the maximum of, by a column plan's address.
    [[nodiscard]] std::optional<columns_of> at(std::uint32_t planned) const
    {
        std::uint32_t const place = line::address(planned - table_shape::zero_bytes, shape_.level_bytes());
        if (place % value_bytes)
            return std::nullopt;
        std::uint32_t const level = place / shape_.level_bytes();
        int const at = static_cast<int>(place % shape_.level_bytes()) / value_bytes;
        if (level == 0)
            return at < halo ? line_[static_cast<std::size_t>(at)] : std::nullopt;
        if (level == 1 || at < halo || level >= Levels)
            return std::nullopt;
        return columns_of{at - halo - (1 << level) + 1, at - halo};
    }

private:
    using entry = std::optional<columns_of>;
    table_shape shape_;
    std::vector<entry> line_ = std::vector<entry>(halo_columns);
};

template <int Columns, int Levels>
void check(std::uint32_t words)
{
    table_shape const shape{32 * words * Columns, 4 / Columns};
    tables<Columns, Levels> const t{shape};
    auto const width = static_cast<std::size_t>(shape.columns);
    for (std::uint32_t length = 4; length <= (Levels == 3 ? most_small_columns : ring_reach); ++length) {
        std::vector<letter_code> const letters(2 * width, 0);
        problem const p{letters, {}, gap_limits{letters.size(), {.hi = length - 1}}, gap_limits{}};
        column_plan const plan = plan_columns(p.a(), p.limits_a(), shape);
        ASSERT_EQ(plan.level_masks[1] >> Levels, 0u);
        for (std::size_t k = 0; k < width; ++k) {
            std::uint32_t const addresses = plan.addresses[width + k];
            auto const one = t.at(addresses & 0xffff), other = t.at(addresses >> 16);
            ASSERT_TRUE(one && other) << "length " << length << ", column " << k << ": nothing known is there";
            auto const [right, left] = one->last >= other->last ? std::pair{*one, *other} : std::pair{*other, *one};
            EXPECT_GE(left.last + 1, right.first) << "length " << length << ", column " << k;
            EXPECT_EQ(std::min(left.first, right.first), static_cast<int>(k - length)) << "column " << k;
            EXPECT_EQ(right.last, static_cast<int>(k) - 1) << "length " << length;
        }
    }
}

TEST(cuda_near_line, windows_find_their_columns)
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
