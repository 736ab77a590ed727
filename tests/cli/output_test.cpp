// SPDX-License-Identifier: BSD-3-Clause
/// The file of -o: complete or as it was, never over an input.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <sys/stat.h>

using namespace vglcs::test;

namespace {

struct output : cli_test
{
    output()
    {
        write("a.fa", ">a\nACGTACGTAC\n");
        write("b.fa", ">b\nACGACGAC\n");
    }
    void expect_kept(std::string const & file, texts const & arguments) const
    {
        std::string const before = read(file);
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 2) << arguments[0];
        EXPECT_EQ(r.out, "");
        EXPECT_NE(r.err.find(": is the input " + file + ": choose another output file\n"), std::string::npos) << r.err;
        EXPECT_EQ(read(file), before) << arguments[0];
    }
};

} // namespace

TEST_F(output, has_the_bytes_of_standard_output)
{
    for (std::string const format : {"tsv", "paf", "pairs", "pretty"}) {
        cli_run const direct = vglcs({"align", "a.fa", "b.fa", "--format", format});
        cli_run const file = vglcs({"align", "a.fa", "b.fa", "--format", format, "-o", "out"});
        EXPECT_EQ(file.code, 0);
        EXPECT_EQ(file.out, "");
        EXPECT_EQ(read("out"), direct.out);
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--format", format, "-o", "-"}).out, direct.out);
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--format", format, "-o", "/dev/stdout"}).out, direct.out);
    }
    EXPECT_EQ(names(), (texts{"a.fa", "b.fa", "out"}));
}

TEST_F(output, never_overwrites_an_input)
{
    write("limits.gaps", ">a\n1x10\n>b\n1x8\n");
    write("result", vglcs({"align", "a.fa", "b.fa"}).out);
    std::filesystem::create_symlink(path("a.fa"), path("link"));
    for (std::string const command : {"align", "batch", "plan"}) {
        expect_kept("a.fa", {command, "a.fa", "b.fa", "-o", "a.fa"});
        expect_kept("b.fa", {command, "a.fa", "b.fa", "-o", "./b.fa"});
        expect_kept("a.fa", {command, "a.fa", "b.fa", "-o", "link"});
        expect_kept("limits.gaps", {command, "a.fa", "b.fa", "--gaps", "limits.gaps", "-o", "limits.gaps"});
        expect_kept("limits.gaps", {command, "a.fa", "b.fa", "--gaps-b", "limits.gaps", "-o", "limits.gaps"});
    }
    expect_kept("result", {"verify", "result", "a.fa", "b.fa", "-o", "result"});
    expect_kept("a.fa", {"verify", "result", "a.fa", "b.fa", "-o", "a.fa"});
    expect_kept("a.fa", {"gaps", "a.fa", "3", "-o", "a.fa"});
    write("a.bed", "a\t0\t3\tx\t5\n");
    expect_kept("a.bed", {"gaps", "a.fa", "a.bed:7", "-o", "a.bed"});
    write("a.fa.gaps", ">a\n1x10\n"); // a sidecar is an input too
    expect_kept("a.fa.gaps", {"align", "a.fa", "b.fa", "--gaps", "-o", "a.fa.gaps"});
}

TEST_F(output, is_refused_where_it_cannot_be_written_before_any_work)
{
    write("fixed", "old\n");
    ASSERT_EQ(chmod(path("fixed").c_str(), 0444), 0);
    cli_run const fixed = vglcs({"align", "a.fa", "b.fa", "-o", "fixed"});
    EXPECT_EQ(fixed.code, 4);
    EXPECT_EQ(fixed.err,
              "fixed: cannot be written: Permission denied: make it writable, or name another file with -o\n");
    EXPECT_EQ(read("fixed"), "old\n");
    cli_run const nowhere = vglcs({"align", "a.fa", "b.fa", "-o", "nosuch/out"});
    EXPECT_EQ(nowhere.code, 4);
    EXPECT_EQ(nowhere.err,
              "nosuch/out: cannot be written: No such file or directory: name another file or folder with -o\n");
    cli_run const folder = vglcs({"align", "a.fa", "b.fa", "-o", "."});
    EXPECT_EQ(folder.code, 4);
    EXPECT_EQ(folder.err, ".: cannot be written: Is a directory: name a file with -o\n");
    EXPECT_EQ(names(), (texts{"a.fa", "b.fa", "fixed"}));
}

TEST_F(output, is_as_it_was_after_an_error_in_the_middle)
{
    std::string many;
    for (std::uint32_t k = 0; k < 3000; ++k)
        many += ">r" + std::to_string(k) + "\n" + made_letters(50, k) + "\n";
    write("many.fa", many);
    write("broken.fa", many + ">last\nACGT!\n");
    write("out", "old\n");
    for (std::string const file : {"out", "new"}) {
        cli_run const r = vglcs({"align", "many.fa", "broken.fa", "--alphabet", "dna", "-o", file});
        EXPECT_EQ(r.code, 3);
        EXPECT_EQ(r.err,
                  "broken.fa:6002: record 3001 (last): position 5: letter '!' is not in alphabet dna: correct it, "
                  "or use --alphabet raw\n");
    }
    EXPECT_EQ(read("out"), "old\n");
    EXPECT_EQ(names(), (texts{"a.fa", "b.fa", "broken.fa", "many.fa", "out"}));
}

TEST_F(output, keeps_the_permissions_of_the_old_file_and_follows_links)
{
    write("old", "old\n");
    ASSERT_EQ(chmod(path("old").c_str(), 0640), 0);
    std::filesystem::create_symlink("old", path("link"));
    EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "-o", "link"}).code, 0);
    EXPECT_EQ(read("old"), vglcs({"align", "a.fa", "b.fa"}).out);
    EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
    struct stat status;
    ASSERT_EQ(stat(path("old").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0640u);
}
