// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/io/output_file.hpp>

#include "temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace vglcs;
using namespace testing;

namespace {

mode_t mode_of(std::string const & path)
{
    struct stat found;
    EXPECT_EQ(stat(path.c_str(), &found), 0) << path;
    return found.st_mode & 07777;
}

/// Message of the resource_error that `run` throws.
template <class Run>
std::string resource_message(Run run)
{
    try {
        run();
    } catch (resource_error const & e) {
        return e.what();
    }
    ADD_FAILURE() << "no resource_error";
    return {};
}

} // namespace

TEST(output_file, appears_at_commit_only_and_leaves_nothing_beside_it)
{
    test::temporary_folder const folder;
    output_file out{folder.path("x.tsv")};
    out.write("one\n");
    out.flush();
    EXPECT_FALSE(std::filesystem::exists(folder.path("x.tsv")));
    out.write("two\n");
    out.commit();
    EXPECT_EQ(folder.read("x.tsv"), "one\ntwo\n");
    EXPECT_THAT(folder.names(), ElementsAre("x.tsv"));
}

TEST(output_file, without_commit_an_old_file_stays_and_the_temporary_goes)
{
    test::temporary_folder const folder;
    folder.write("keep.tsv", "old");
    {
        output_file out{folder.path("keep.tsv")};
        out.write(std::string(200'000, 'x'));
        EXPECT_EQ(folder.names().size(), 2u);
    }
    EXPECT_EQ(folder.read("keep.tsv"), "old");
    EXPECT_THAT(folder.names(), ElementsAre("keep.tsv"));
}

TEST(output_file, temporary_names_differ_and_do_not_show_the_target)
{
    test::temporary_folder const folder;
    output_file const a{folder.path("x")}, b{folder.path("x")};
    auto const names = folder.names();
    ASSERT_EQ(names.size(), 2u);
    EXPECT_NE(names[0], names[1]);
    EXPECT_THAT(names, Each(StartsWith(".vglcs-")));
}

TEST(output_file, long_names_and_large_writes)
{
    test::temporary_folder const folder;
    std::string const path = folder.path(std::string(255, 'n'));
    std::string text;
    {
        output_file out{path};
        for (std::size_t const size : {1u, 65'535u, 65'536u, 65'537u, 300'000u, 7u}) {
            std::string const part(size, static_cast<char>('a' + size % 26));
            out.write(part);
            text += part;
        }
        out.commit();
    }
    EXPECT_TRUE(folder.read(std::string(255, 'n')) == text);
}

TEST(output_file, permissions_of_an_old_file_are_kept_and_new_ones_follow_the_umask)
{
    test::temporary_folder const folder;
    folder.write("old", "old");
    chmod(folder.path("old").c_str(), 0640);
    mode_t const before = umask(027);
    for (char const * const name : {"old", "new"}) {
        output_file out{folder.path(name)};
        out.write("new");
        out.commit();
    }
    umask(before);
    EXPECT_EQ(mode_of(folder.path("old")), 0640u);
    EXPECT_EQ(mode_of(folder.path("new")), 0640u);
    chmod(folder.path("old").c_str(), 0604);
    {
        output_file out{folder.path("old")};
        out.commit();
    }
    EXPECT_EQ(mode_of(folder.path("old")), 0604u);
    EXPECT_EQ(folder.read("old"), "");
}

TEST(output_file, a_symbolic_link_is_followed_also_to_a_file_that_is_not_there)
{
    test::temporary_folder const folder;
    folder.make_folder("deep");
    std::filesystem::create_symlink("deep/target", folder.path("link"));
    for (char const * const text : {"first", "second"}) {
        output_file out{folder.path("link")};
        out.write(text);
        out.commit();
        EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
        EXPECT_EQ(folder.read("deep/target"), text);
    }
    std::filesystem::create_symlink("round", folder.path("round"));
    EXPECT_THAT(resource_message([&] { output_file{folder.path("round")}; }), HasSubstr("symbolic links"));
}

TEST(output_file, a_full_device_is_seen_at_the_last_byte)
{
    output_file small{"/dev/full"};
    small.write("a few bytes");
    EXPECT_THAT(resource_message([&] { small.commit(); }),
                AllOf(StartsWith("/dev/full: "), HasSubstr("No space left on device")));

    output_file large{"/dev/full"};
    EXPECT_THAT(resource_message([&] {
                    for (int k = 0; k < 1000; ++k)
                        large.write(std::string(1000, 'x'));
                    ADD_FAILURE() << "a full device was not seen in time";
                }),
                HasSubstr("No space left on device"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(output_file, a_pipe_is_written_directly)
{
    test::temporary_folder const folder;
    ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
    int const reader = open(folder.path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    output_file out{folder.path("pipe")};
    out.write("through");
    out.commit();
    char text[16] = {};
    EXPECT_EQ(read(reader, text, sizeof text), 7);
    EXPECT_STREQ(text, "through");
    close(reader);
    EXPECT_THAT(folder.names(), ElementsAre("pipe"));
}

TEST(output_file, a_reader_that_has_gone_is_a_closed_pipe)
{
    std::signal(SIGPIPE, SIG_IGN);
    test::temporary_folder const folder;
    ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
    int const reader = open(folder.path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    output_file out{folder.path("pipe")};
    close(reader);
    out.write("nobody reads this");
    EXPECT_THROW(out.flush(), closed_pipe);
}

TEST(output_file, a_named_descriptor_goes_on_where_it_stands)
{
    test::temporary_folder const folder;
    int const fd = open(folder.path("log").c_str(), O_WRONLY | O_CREAT, 0600);
    ASSERT_EQ(write(fd, "before ", 7), 7);
    {
        output_file out{"/dev/fd/" + std::to_string(fd)};
        out.write("after");
        out.commit();
    }
    EXPECT_EQ(write(fd, "!", 1), 1);
    close(fd);
    EXPECT_EQ(folder.read("log"), "before after!");
}

TEST(output_file, rows_written_before_an_error_elsewhere_reach_a_descriptor_unless_the_run_is_stopped)
{
    test::temporary_folder const folder;
    int const fd = open(folder.path("log").c_str(), O_WRONLY | O_CREAT, 0600);
    std::string const path = "/dev/fd/" + std::to_string(fd);
    {
        output_file out{path};
        out.write("row\n");
    }
    EXPECT_EQ(folder.read("log"), "row\n");
    run_control control;
    {
        output_file out{path, &control};
        out.write("another\n");
        control.stop();
    }
    EXPECT_EQ(folder.read("log"), "row\n");
    close(fd);
}

TEST(output_file, a_full_pipe_nobody_reads_ends_with_the_run)
{
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    // full and non-blocking: the write waits in poll, and must look at the control there
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    run_control control;
    output_file out{"/dev/fd/" + std::to_string(ends[1]), &control};
    control.stop(exit_code::terminated);
    EXPECT_THROW(out.write(std::string(1 << 20, 'x')), interrupted);
    close(ends[0]);
    close(ends[1]);
}

TEST(output_file, what_cannot_be_written_is_a_resource_error_that_names_it)
{
    test::temporary_folder const folder;
    EXPECT_THAT(resource_message([&] { output_file{folder.path("")}; }),
                AllOf(HasSubstr(folder.path("")), HasSubstr("Is a directory")));
    EXPECT_THAT(resource_message([&] { output_file{folder.path("none/x")}; }), HasSubstr("No such file or directory"));
    folder.write("file", "");
    EXPECT_THAT(resource_message([&] { output_file{folder.path("file/x")}; }), HasSubstr("Not a directory"));
    folder.write("fixed", "fixed");
    chmod(folder.path("fixed").c_str(), 0444);
    EXPECT_THAT(resource_message([&] { output_file{folder.path("fixed")}; }), HasSubstr("Permission denied"));
    EXPECT_EQ(folder.read("fixed"), "fixed");
    folder.make_folder("closed");
    chmod(folder.path("closed").c_str(), 0555);
    if (geteuid() != 0) { // the superuser may write there
        EXPECT_THAT(resource_message([&] { output_file{folder.path("closed/x")}; }), HasSubstr("Permission denied"));
    }
    chmod(folder.path("closed").c_str(), 0755);
}
