// SPDX-License-Identifier: BSD-3-Clause
/// The system fails under the program: memory, threads, reads, writes. Whatever fails, the run ends with the complete
/// result or with exit code 4 (3 for what it reads) and a reason, and the file of -o is complete or as it was.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>

using namespace vglcs::test;

namespace {

struct fault_injection : cli_test
{
    void SetUp() override
    {
#ifdef VGLCS_SANITIZED
        GTEST_SKIP() << "a sanitizer has its own malloc";
#endif
        std::string a, b;
        for (std::uint32_t k = 0; k < 3; ++k) {
            a += ">a" + std::to_string(k) + "\n" + made_letters(30, k) + "\n";
            b += ">b" + std::to_string(k) + "\n" + without_every(5, made_letters(30, k)) + "\n";
        }
        write("a.fa", a);
        write("b.fa", b);
        write("a.fa.gz", gzip(a));
        write("b.gaps", ">b0\n3x24\n>b1\n0..4x24\n>b2\ninfx24\n");
    }

    [[nodiscard]] static launch under(std::string const & fault, std::vector<std::string> more = {})
    {
        more.push_back("LD_PRELOAD=" VGLCS_FAULT_LIBRARY);
        more.push_back("VGLCS_FAULT=" + fault);
        return {.environment = std::move(more)};
    }

    /// Runs with the K-th allocation (or thread) missing: for every K that the run has where VGLCS_SLOW_TESTS is set
    /// (two minutes), else for every 97th, a different set of them every day.
    void expect_survival(std::string const & what, texts const & arguments, std::string const & output)
    {
        auto const run = [&](long long k) {
            write(output, "old\n");
            return vglcs_with(under(what + "=" + std::to_string(k), {"VGLCS_FAULT_REPORT=" + path("count").string()}),
                              arguments);
        };
        cli_run const whole = run(0);
        ASSERT_EQ(whole.code, 0) << whole.err;
        std::string const expected = read(output);
        ASSERT_NE(expected, "old\n");
        std::istringstream counts{read("count")};
        long long allocations = 0, threads = 0;
        counts >> allocations >> threads;
        long long const count = what == "allocation" ? allocations : threads;
        ASSERT_GT(count, 0);
        texts const before = names();
        bool const each = count < 100 || std::getenv("VGLCS_SLOW_TESTS") != nullptr;
        long long const step = each ? 1 : 97, first = each ? 1 : 1 + std::time(nullptr) / 86'400 % step;
        long long refused = 0, by_openmp = 0, tried = 0;
        for (long long k = first; k <= count; k += step, ++tried) {
            cli_run const r = run(k);
            if (r.code == 0) {
                ASSERT_EQ(read(output), expected) << what << ' ' << k;
                continue;
            }
            ++refused;
            // libgomp ends the process itself when it gets no memory or thread
            bool const openmp = r.code == 1 && r.err.find("libgomp: ") != std::string::npos;
            by_openmp += openmp;
            ASSERT_TRUE(r.code == 4 || openmp) << what << ' ' << k << ": exit code " << r.code << ": " << r.err;
            ASSERT_NE(r.err, "") << what << ' ' << k;
            ASSERT_EQ(r.out, "") << what << ' ' << k;
            ASSERT_EQ(read(output), "old\n") << what << ' ' << k;
            texts left = names();
            if (openmp) // the process was ended: a temporary file stays
                std::erase_if(left, [](std::string const & name) { return name.ends_with(".part"); });
            if (std::erase(left, output + ".partial") != 0) { // rows that were finished
                ASSERT_TRUE(r.err.starts_with(output + ".partial: ")) << r.err;
                ASSERT_TRUE(expected.starts_with(read(output + ".partial"))) << what << ' ' << k;
                std::filesystem::remove(path(output + ".partial"));
            }
            ASSERT_EQ(left, before) << what << ' ' << k;
        }
        EXPECT_GT(refused, 0);
        RecordProperty(what + "s", static_cast<int>(count));
        std::printf("%s: %lld of %lld failed one by one: %lld runs refused (%lld by libgomp), the others complete\n",
                    what.c_str(), tried, count, refused, by_openmp);
    }
};

} // namespace

TEST_F(fault_injection, every_allocation_of_an_align)
{
    expect_survival("allocation",
                    {"align", "a.fa.gz", "b.fa", "--gaps-b", "b.gaps", "--format", "json", "--device", "cpu", "-t", "1",
                     "-o", "out"},
                    "out");
}

TEST_F(fault_injection, every_allocation_of_an_align_with_costs)
{
    for (std::string const format : {"json", "pairs"})
        expect_survival("allocation",
                        {"align", "a.fa", "b.fa", "--gaps", "2", "--skip", "1", "--jump", "1..20@1", "--format", format,
                         "--device", "cpu", "-t", "1", "-o", "out"},
                        "out");
}

TEST_F(fault_injection, every_thread_of_a_batch)
{
    std::string large;
    for (std::uint32_t k = 0; k < 40; ++k)
        large += ">r" + std::to_string(k) + "\n" + made_letters(3000, k) + "\n";
    write("large.fa", large);
    expect_survival("thread", {"batch", "large.fa", "b.fa", "--gaps", "3", "--device", "cpu", "-t", "2", "-o", "out"},
                    "out");
}

TEST_F(fault_injection, short_and_interrupted_reads_and_writes_change_nothing)
{
    for (texts const & arguments : {texts{"align", "a.fa.gz", "b.fa", "--gaps-b", "b.gaps", "--format", "json"},
                                    {"batch", "a.fa", "b.fa", "--gaps", "2", "--format", "sam"},
                                    {"batch", "a.fa", "b.fa", "--skip", "1", "--jump", "1..20@1", "--format", "pretty"},
                                    {"gaps", "b.fa", "b.gaps"}})
    {
        cli_run const whole = vglcs(arguments);
        ASSERT_EQ(whole.code, 0) << whole.err;
        cli_run const pieces = vglcs_with(under("short"), arguments);
        EXPECT_EQ(pieces.code, 0) << pieces.err;
        EXPECT_EQ(pieces.out, whole.out) << arguments[0];
    }
}

TEST_F(fault_injection, writes_that_fail_keep_the_old_file)
{
    texts const arguments{"batch", "a.fa", "b.fa", "--gaps", "2", "-o", "out"};
    write("out", "old\n");
    texts const before = names();
    auto const expect_refused = [&](std::string const & fault, std::string const & reason) {
        cli_run const r = vglcs_with(under(fault), arguments);
        EXPECT_EQ(r.code, 4) << fault;
        EXPECT_NE(r.err.find("out: "), std::string::npos) << r.err;
        EXPECT_NE(r.err.find(reason), std::string::npos) << r.err;
        EXPECT_EQ(read("out"), "old\n") << fault;
        EXPECT_EQ(names(), before) << fault;
    };
    for (int const bytes : {0, 1, 100, 300}) {
        expect_refused("write=" + std::to_string(bytes) + ":" + std::to_string(ENOSPC), "No space left on device");
        expect_refused("write=" + std::to_string(bytes) + ":" + std::to_string(EIO), "Input/output error");
        expect_refused("write=" + std::to_string(bytes) + ":" + std::to_string(EDQUOT), "Disk quota exceeded");
    }
    expect_refused("close=" + std::to_string(ENOSPC), "close failed: No space left on device");
    expect_refused("close=" + std::to_string(EIO), "close failed: Input/output error");
    expect_refused("rename=" + std::to_string(EACCES), "cannot be put in place: Permission denied");
}

TEST_F(fault_injection, reads_that_fail_name_the_file_and_the_byte)
{
    std::string const letters = made_letters(400'000, 3);
    write("plain.fa", ">r\n" + letters + "\n");
    write("packed.fa.gz", gzip(">r\n" + letters + "\n"));
    write("limits.gaps", ">r\n3x400000\n");
    write("result", vglcs({"align", "a.fa", "b.fa", "--format", "tsv"}).out);
    auto const expect_refused = [&](std::string const & file, int byte, texts const & arguments) {
        cli_run const r =
            vglcs_with(under("read=" + std::to_string(byte) + ":" + std::to_string(EIO), {"VGLCS_FAULT_FILE=/" + file}),
                       arguments);
        EXPECT_EQ(r.code, 3) << file << ' ' << byte;
        EXPECT_TRUE(r.err.starts_with(file + ":")) << r.err;
        EXPECT_NE(r.err.find("cannot be read after byte " + std::to_string(byte) + " (Input/output error)"),
                  std::string::npos)
            << r.err;
        EXPECT_FALSE(exists("out")) << file;
        EXPECT_EQ(r.out, "");
    };
    for (int const byte : {0, 1, 10, 1000, 70'000}) {
        expect_refused("plain.fa", byte, {"align", "plain.fa", "b.fa", "-o", "out"});
        expect_refused("packed.fa.gz", byte, {"align", "b.fa", "packed.fa.gz", "--format", "sam", "-o", "out"});
    }
    for (int const byte : {0, 5}) {
        expect_refused("limits.gaps", byte, {"gaps", "plain.fa", "limits.gaps", "-o", "out"});
        expect_refused("result", byte, {"verify", "result", "a.fa", "b.fa", "-o", "out"});
    }
}
