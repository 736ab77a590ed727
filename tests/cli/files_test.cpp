// SPDX-License-Identifier: BSD-3-Clause
/// Files that cannot be read or written as one would wish: no permission, no space, another file all of a sudden.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

using namespace vglcs::test;
using namespace std::chrono_literals;

namespace {

struct files : cli_test
{
    files()
    {
        write("a.fa", ">a\nACGTACGTAC\n");
        write("b.fa", ">b\nACGACGAC\n");
    }
    /// Rows of more than a megabyte.
    void write_many() const
    {
        std::string many;
        for (std::uint32_t k = 0; k < 120; ++k)
            many += ">r" + std::to_string(k) + "\n" + made_letters(60, k) + "\n";
        write("many.fa", many);
    }
    /// A disk of so many bytes at this folder, of this process only, gone with it. False where that is not allowed.
    [[nodiscard]] bool mount_disk(std::string const & name, std::size_t bytes) const
    {
        bool const superuser = geteuid() == 0;
        std::string const self = std::to_string(geteuid()), group = std::to_string(getegid());
        if (unshare(superuser ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0)
            return false;
        if (!superuser) {
            std::ofstream{"/proc/self/setgroups"} << "deny";
            std::ofstream{"/proc/self/uid_map"} << self << ' ' << self << " 1";
            std::ofstream{"/proc/self/gid_map"} << group << ' ' << group << " 1";
        }
        std::filesystem::create_directory(path(name));
        std::string const size = "size=" + std::to_string(bytes);
        return mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
               mount("none", path(name).c_str(), "tmpfs", 0, size.c_str()) == 0;
    }
};

} // namespace

TEST_F(files, a_full_disk_keeps_the_old_file_and_leaves_nothing_behind)
{
    write_many();
    if (!mount_disk("disk", 256 * 1024))
        GTEST_SKIP() << "this process may not mount a file system";
    std::string const reason = "write failed: No space left on device: free some space, or name another file with -o\n";
    write("disk/old.tsv", "old\n");
    for (std::string const name : {"disk/new.tsv", "disk/old.tsv"}) {
        cli_run const r = vglcs({"batch", "many.fa", "many.fa", "--gaps", "9", "-o", name});
        EXPECT_EQ(r.code, 4);
        EXPECT_EQ(r.err, name + ": " + reason);
    }
    EXPECT_EQ(read("disk/old.tsv"), "old\n");
    auto const count = std::distance(std::filesystem::directory_iterator{path("disk")}, {});
    EXPECT_EQ(count, 1);
    // what fits is written
    EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "-o", "disk/small.paf"}).code, 0);
    EXPECT_EQ(read("disk/small.paf"), vglcs({"align", "a.fa", "b.fa"}).out);
    umount2(path("disk").c_str(), MNT_DETACH);
}

TEST_F(files, checkpoints_on_a_full_disk_end_the_run)
{
    write("long.fa", ">r\n" + made_letters(20'000, 1) + "\n");
    write("other.fa", ">s\n" + made_letters(20'000, 2) + "\n");
    if (!mount_disk("disk", 64 * 1024))
        GTEST_SKIP() << "this process may not mount a file system";
    cli_run const r = vglcs({"align", "long.fa", "other.fa", "--gaps", "30", "--engine", "strip", "--checkpoint",
                             "disk/parts", "-o", "out"});
    EXPECT_EQ(r.code, 4);
    EXPECT_NE(r.err.find("No space left on device"), std::string::npos) << r.err;
    EXPECT_FALSE(exists("out"));
    umount2(path("disk").c_str(), MNT_DETACH);
}

TEST_F(files, a_limit_on_file_sizes_is_a_full_disk)
{
    write_many();
    write("out", "old\n");
    texts const before = names();
    cli_run const r = vglcs_with({.file_size = 100'000}, {"batch", "many.fa", "many.fa", "--gaps", "9", "-o", "out"});
    EXPECT_EQ(r.code, 4) << "a signal ends the process where it is not ignored";
    EXPECT_EQ(r.err, "out: write failed: File too large: free some space, or name another file with -o\n");
    EXPECT_EQ(read("out"), "old\n");
    EXPECT_EQ(names(), before);
}

TEST_F(files, without_permission_nothing_is_read_or_written)
{
    std::filesystem::permissions(path(""), std::filesystem::perms{0755});
    write("secret.fa", read("a.fa"));
    write("secret.bed", "a\t0\t3\n");
    write("fixed", "old\n");
    for (std::string const name : {"secret.fa", "secret.bed"})
        ASSERT_EQ(chmod(path(name).c_str(), 0), 0);
    ASSERT_EQ(chmod(path("fixed").c_str(), 0444), 0);
    std::filesystem::create_directory(path("closed"));
    ASSERT_EQ(chmod(path("closed").c_str(), 0555), 0);
    auto const expect = [&](texts const & arguments, int code, std::string const & message) {
        cli_run const r = vglcs_with({.unprivileged = true}, arguments);
        EXPECT_EQ(r.code, code) << r.err;
        EXPECT_EQ(r.err, message);
        EXPECT_EQ(r.out, "");
    };
    std::string const unreadable = "cannot be opened (Permission denied): check the file and its permissions\n";
    expect({"align", "secret.fa", "b.fa"}, 3, "secret.fa: " + unreadable);
    expect({"align", "a.fa", "secret.fa"}, 3, "secret.fa: " + unreadable);
    expect({"align", "a.fa", "b.fa", "--gaps-a", "secret.bed:3"}, 3, "secret.bed: " + unreadable);
    expect({"verify", "secret.fa", "a.fa", "b.fa"}, 3, "secret.fa: " + unreadable);
    expect({"align", "a.fa", "b.fa", "-o", "fixed"}, 4,
           "fixed: cannot be written: Permission denied: make it writable, or name another file with -o\n");
    expect({"align", "a.fa", "b.fa", "-o", "closed/out"}, 4,
           "closed/out: cannot be written: Permission denied: name another file or folder with -o\n");
    ASSERT_EQ(chmod(path("secret.fa").c_str(), 0600), 0);
}

TEST_F(files, a_disk_that_cannot_be_read_is_said)
{
    // a file that opens and cannot be read, on every Linux
    cli_run const r = vglcs({"align", "/proc/self/mem", "b.fa"});
    EXPECT_EQ(r.code, 3);
    EXPECT_NE(r.err.find("/proc/self/mem: cannot be read after byte 0 (Input/output error)"), std::string::npos)
        << r.err;
}

TEST_F(files, a_limit_on_open_files_is_no_fault_of_the_input)
{
    if (sanitized)
        GTEST_SKIP() << "a sanitizer opens files of its own, and reports what is none where it cannot";
    cli_run const free = vglcs({"batch", "a.fa", "b.fa", "--gaps", "2"});
    ASSERT_EQ(free.code, 0) << free.err;
    bool refused = false;
    constexpr int not_loaded = 127; // the loader could not open the libraries, as the test itself has files open
    for (std::uint64_t most = 4; most <= 32; ++most) {
        cli_run const r = vglcs_with({.open_files = most}, {"batch", "a.fa", "b.fa", "--gaps", "2", "-o", "out"});
        if (r.code == not_loaded)
            continue;
        if (r.code == 0) {
            EXPECT_EQ(read("out"), free.out) << most;
            continue;
        }
        refused = true;
        EXPECT_EQ(r.code, 4) << most << ": " << r.err;
        EXPECT_NE(r.err.find("Too many open files"), std::string::npos) << most << ": " << r.err;
        EXPECT_FALSE(exists("out"));
    }
    EXPECT_TRUE(refused);
}

TEST_F(files, a_file_that_is_replaced_while_it_is_read_is_the_old_one)
{
    // the program reads B's first record, then waits for A; meanwhile another file takes B's name
    std::string many;
    for (std::uint32_t k = 0; k < 20'000; ++k)
        many += ">r" + std::to_string(k) + "\n" + made_letters(30, k) + "\n";
    write("b.fa", many);
    write("copy.fa", many);
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    pid_t const child = start({"align", "pipe", "b.fa", "--gaps", "2", "--format", "tsv"});
    {
        std::ofstream pipe{path("pipe")};
        pipe << many.substr(0, 70'000) << std::flush;
        std::this_thread::sleep_for(200ms);
        write("new.fa", ">other\nACGT\n");
        std::filesystem::rename(path("new.fa"), path("b.fa"));
        pipe << many.substr(70'000);
    }
    cli_run const r = wait(child);
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(r.out, vglcs({"align", "copy.fa", "copy.fa", "--gaps", "2", "--format", "tsv"}).out);
}

TEST_F(files, a_file_that_changes_while_it_is_read_is_refused)
{
    std::string many;
    for (std::uint32_t k = 0; k < 100'000; ++k)
        many += ">r" + std::to_string(k) + "\n" + made_letters(30, k) + "\n";
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    for (bool const cut : {true, false}) {
        write("b.fa", many);
        pid_t const child = start({"align", "pipe", "b.fa", "--gaps", "2", "--format", "tsv", "-o", "out"});
        {
            std::ofstream pipe{path("pipe")};
            pipe << many.substr(0, 70'000) << std::flush;
            std::this_thread::sleep_for(300ms);
            if (cut) { // at the end of a record, so that what is left is a good file
                std::filesystem::resize_file(path("b.fa"), many.find("\n>r90000\n") + 1);
            } else { // the same size, another letter near the end
                std::fstream file{path("b.fa"), std::ios::in | std::ios::out | std::ios::binary};
                file.seekp(static_cast<std::streamoff>(many.size() - 3));
                file.put('N');
            }
            pipe << (cut ? many.substr(70'000, many.find("\n>r90000\n") + 1 - 70'000) : many.substr(70'000));
        }
        cli_run const r = wait(child);
        EXPECT_EQ(r.code, 3) << cut;
        EXPECT_TRUE(r.err.starts_with("out.partial: ")) << r.err; // the rows before it
        EXPECT_NE(r.err.find("\nb.fa:"), std::string::npos) << r.err;
        EXPECT_NE(r.err.find("changed while it was read"), std::string::npos) << r.err;
        EXPECT_FALSE(exists("out"));
    }
}

TEST_F(files, standard_streams_that_are_closed_never_become_another_file)
{
    for (texts const & arguments : {texts{"align", "a.fa", "b.fa"}, {"gaps", "a.fa", "3"}, {"info"}}) {
        cli_run const r = vglcs_with({.closed = {STDOUT_FILENO}}, arguments);
        EXPECT_EQ(r.code, 4) << arguments[0];
        EXPECT_EQ(r.err.find("standard output: "), 0u) << r.err;
    }
    for (std::vector<int> const & closed : {std::vector<int>{0}, {0, 1}, {2}, {0, 1, 2}})
    { // notes and warnings must not end up in the result
        cli_run const r =
            vglcs_with({.closed = closed}, {"align", "a.fa", "b.fa", "--gaps", "--checkpoint", "parts", "-o", "out"});
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(read("out"), vglcs({"align", "a.fa", "b.fa", "--gaps", "10"}).out);
        EXPECT_EQ(read("a.fa"), ">a\nACGTACGTAC\n");
    }
    cli_run const input = vglcs_with({.closed = {STDIN_FILENO}}, {"align", "-", "b.fa"});
    EXPECT_EQ(input.code, 3) << input.err;
}

TEST_F(files, messages_that_cannot_be_written_change_nothing)
{
    for (std::vector<int> const & closed : {std::vector<int>{}, {STDERR_FILENO}}) {
        launch const how{.errors = closed.empty() ? "/dev/full" : "", .closed = closed};
        EXPECT_EQ(vglcs_with(how, {"align", "nosuch.fa", "b.fa"}).code, 3);
        EXPECT_EQ(vglcs_with(how, {"align", "a.fa", "b.fa", "--nosuch"}).code, 2);
        cli_run const noted = vglcs_with(how, {"align", "a.fa", "b.fa", "--gaps", "--format", "tsv"});
        EXPECT_EQ(noted.code, 0);
        EXPECT_EQ(noted.out, vglcs({"align", "a.fa", "b.fa", "--gaps=10", "--format", "tsv"}).out);
        write("result", noted.out);
        EXPECT_EQ(vglcs_with(how, {"verify", "result", "a.fa", "b.fa", "--gaps", "0"}).code, 6);
    }
}

TEST_F(files, help_and_version_on_a_full_disk)
{
    EXPECT_EQ(vglcs_with({.output = "/dev/full"}, {"--version"}).code, 4);
    EXPECT_EQ(vglcs_with({.output = "/dev/full"}, {"align", "--help"}).code, 4);
}
