// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/similar_name.hpp"

#include <gtest/gtest.h>

#include <vector>

using namespace vglcs::detail;

TEST(similar_name, percent_signs_stand_for_bytes_where_two_digits_follow)
{
    EXPECT_EQ(percent_decoded("a%3Bb%2c"), "a;b,");
    EXPECT_EQ(percent_decoded("100%"), "100%");
    EXPECT_EQ(percent_decoded("%4"), "%4");
    EXPECT_EQ(percent_decoded("%zz%2g%-1"), "%zz%2g%-1");
    EXPECT_EQ(percent_decoded("%2525"), "%25");
    EXPECT_EQ(percent_decoded(""), "");
}

TEST(similar_name, is_the_one_record_that_may_be_meant)
{
    std::vector<std::string> const records{"chr1", "chr2.1", "chrM", "sp|P04637|P53_HUMAN", "Contig7"};
    EXPECT_EQ(similar_name("1", records), "chr1");
    EXPECT_EQ(similar_name("CHR1", records), "chr1");
    EXPECT_EQ(similar_name("2", records), "chr2.1");
    EXPECT_EQ(similar_name("chr2.7", records), "chr2.1");
    EXPECT_EQ(similar_name("MT", records), "chrM");
    EXPECT_EQ(similar_name("P04637", records), "sp|P04637|P53_HUMAN");
    EXPECT_EQ(similar_name("contig7", records), "Contig7");
    EXPECT_EQ(similar_name("chr3", records), "");
    EXPECT_EQ(similar_name("x", std::vector<std::string>{"y"}), "y");
    EXPECT_EQ(similar_name("x", {}), "");
    EXPECT_EQ(similar_name("chr1", std::vector<std::string>{"1", "Chr1"}), ""); // either
}
