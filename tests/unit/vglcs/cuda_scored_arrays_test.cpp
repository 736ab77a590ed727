// SPDX-License-Identifier: BSD-3-Clause
/// The list of a scored problem's arrays: every pointer of the kernels once, every array of the program once.
#include "cuda/scored/run/scored_arrays.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <vector>

namespace {

using namespace vglcs::cuda::scored;

TEST(scored_arrays, every_pointer_has_one_array)
{
    scored_program const program;
    scored_pointers pointers;
    std::set<void const *> seen, hosts;
    for_each_array(program, pointers, [&](auto const & host, auto & device) {
        seen.insert(&device);
        hosts.insert(&host);
        EXPECT_GE(reinterpret_cast<std::byte const *>(&device), reinterpret_cast<std::byte const *>(&pointers));
        EXPECT_LT(reinterpret_cast<std::byte const *>(&device), reinterpret_cast<std::byte const *>(&pointers + 1));
    });
    EXPECT_EQ(seen.size(), sizeof pointers / sizeof(void *));
    EXPECT_EQ(hosts.size(), seen.size());
}

TEST(scored_arrays, an_array_goes_to_the_pointer_of_its_name)
{
    scored_program program;
    program.row_letters = program.column_letters = program.column_lo = program.column_hi = {1};
    program.table_rows = program.column_positions = program.suffix_masks = {2};
    program.headers.resize(1);
    program.jump_windows.resize(1);
    scored_pointers p;
    for_each_array(program, p, []<class T>(std::vector<T> const & host, T const *& device) { device = host.data(); });
    EXPECT_EQ(p.row_letters, program.row_letters.data());
    EXPECT_EQ(p.headers, program.headers.data());
    EXPECT_EQ(p.table_rows, program.table_rows.data());
    EXPECT_EQ(p.column_letters, program.column_letters.data());
    EXPECT_EQ(p.column_lo, program.column_lo.data());
    EXPECT_EQ(p.column_hi, program.column_hi.data());
    EXPECT_EQ(p.column_positions, program.column_positions.data());
    EXPECT_EQ(p.jump_windows, program.jump_windows.data());
    EXPECT_EQ(p.suffix_masks, program.suffix_masks.data());
}

} // namespace
