// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/gap_spec.hpp>

#include "temporary_folder.hpp"

#include <gtest/gtest.h>

using namespace vglcs;

TEST(gap_sidecar, order_of_names)
{
    vglcs::test::temporary_folder folder;
    std::string const sequences = folder.path("a.fa.gz");
    EXPECT_EQ(find_sidecar(sequences), "");
    // from the last choice to the first: each new file wins over those before
    for (char const * const name :
         {"a.bedgraph.gz", "a.fa.bedgraph.gz", "a.fa.gz.bedgraph.gz", "a.gaps.gz", "a.fa.gaps.gz", "a.fa.gz.gaps.gz",
          "a.bedgraph", "a.fa.bedgraph", "a.fa.gz.bedgraph", "a.gaps", "a.fa.gaps", "a.fa.gz.gaps"})
    {
        std::string const path = folder.write(name, "");
        EXPECT_EQ(find_sidecar(sequences), path);
    }
    EXPECT_EQ(find_sidecar(folder.path("a.fa")), folder.path("a.fa.gaps"));
    EXPECT_EQ(find_sidecar(folder.path("a.fq")), folder.path("a.gaps"));
    EXPECT_EQ(find_sidecar(folder.path("b.fa")), "");
}

TEST(gap_sidecar, plain_sequence_file_takes_no_second_ending_off)
{
    vglcs::test::temporary_folder folder;
    folder.write("genome.gaps", "");
    EXPECT_EQ(find_sidecar(folder.path("genome.v2.fa")), "");
    EXPECT_EQ(find_sidecar(folder.path("genome.v2.gz")), folder.path("genome.gaps"));
}

TEST(gap_sidecar, only_files_count_and_dots_in_folders_do_not)
{
    vglcs::test::temporary_folder folder;
    folder.make_folder("a.fa.gaps");
    folder.make_folder("run.1");
    EXPECT_EQ(find_sidecar(folder.path("a.fa")), "");
    folder.write("run.gaps", "");
    EXPECT_EQ(find_sidecar(folder.path("run.1/reads")), "");
    EXPECT_EQ(find_sidecar("-"), "");
}
