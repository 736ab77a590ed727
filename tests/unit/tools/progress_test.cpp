// SPDX-License-Identifier: BSD-3-Clause
#include "base/progress.hpp"

#include <gtest/gtest.h>

using vglcs::tools::progress_line;

TEST(progress_line, says_which_part_is_done_where_all_is_known)
{
    EXPECT_EQ(progress_line(10, 5'000'000'000, 20'000'000'000),
              "[######..................]  25%  5.0 Gcell  0.50 Gcell/s  0:30 left");
    EXPECT_EQ(progress_line(100, 1'000'000'000, 101'000'000'000),
              "[........................]   1%  1.0 Gcell  0.01 Gcell/s  2:46:40 left");
}

TEST(progress_line, speaks_of_no_part_while_more_is_read)
{
    EXPECT_EQ(progress_line(75, 5'000'000'000, std::nullopt), "5.0 Gcell  0.07 Gcell/s  1:15 so far");
}

TEST(progress_line, ends_full)
{
    EXPECT_EQ(progress_line(10, 21'000'000'000, 20'000'000'000), // an estimate that was a little low
              "[########################] 100%  21.0 Gcell  2.10 Gcell/s  - left");
    EXPECT_EQ(progress_line(1, 0, 0), "[........................]   0%  0.0 Gcell  0.00 Gcell/s  - left");
}
