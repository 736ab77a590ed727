// SPDX-License-Identifier: BSD-3-Clause
/// Words of a command line: the nearest known one, and how a shell would have to be given them.
#include "base/nearest_word.hpp"
#include "base/shell_words.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace vglcs::tools;

TEST(nearest_word, is_the_one_with_the_fewest_changes)
{
    std::vector<std::string> const known{"align", "batch", "plan", "search", "gaps", "info"};
    EXPECT_EQ(nearest_word("algin", known), "align"); // neighbours swapped
    EXPECT_EQ(nearest_word("alin", known), "align");
    EXPECT_EQ(nearest_word("serch", known), "search");
    EXPECT_EQ(nearest_word("batchs", known), "batch");
    EXPECT_EQ(nearest_word("se", known), "search"); // the only one that begins so
    std::vector<std::string> const options{"--genes", "--gaps-x", "--gaps-y"};
    EXPECT_EQ(nearest_word("--gap", options), "--gaps-x"); // the first that begins so
    EXPECT_EQ(nearest_word("verify", known), "");
    EXPECT_EQ(nearest_word("ifno", known), "info");
    EXPECT_EQ(nearest_word("xy", known), ""); // of so few letters anything would be near
    EXPECT_EQ(nearest_word("", known), "");
    EXPECT_EQ(nearest_word("align", {}), "");
}

TEST(shell_words, quotes_what_a_shell_would_take_apart)
{
    auto const words = [](std::vector<char const *> const & all) { return shell_words(all); };
    EXPECT_EQ(words({"align", "a.fa", "--gaps=3..5", "-o", "x+y_%@:,/-"}), "align a.fa --gaps=3..5 -o x+y_%@:,/-");
    EXPECT_EQ(words({"my file.fa", "", "$x"}), "'my file.fa' '' '$x'");
    EXPECT_EQ(words({"it's"}), "'it'\\''s'");
    EXPECT_EQ(words({"a\tb'\\"}), "$'a\\011b\\'\\\\'");
    EXPECT_EQ(words({"letter:A=3,*=2"}), "'letter:A=3,*=2'");
    EXPECT_EQ(words({}), "");
}
