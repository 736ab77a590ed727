// SPDX-License-Identifier: BSD-3-Clause
/// align with --device cuda: the bytes of --device cpu within its memory, or a reason and exit code 4; with auto: the
/// device's driver is started only where it may pay.
#include "cli.hpp"

#include "made_letters.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

using namespace vglcs::test;
using namespace testing;

namespace {

struct device_memory : cli_test
{
    device_memory()
    {
        write("a.fa", ">a\n" + made_letters(3000, 1) + "\n");
        write("b.fa", ">b\n" + made_letters(3100, 2) + "\n");
    }
    [[nodiscard]] cli_run align(std::string const & device, std::string const & budget) const
    {
        return vglcs({"align", "a.fa", "b.fa", "--gaps", "9", "--device", device, "--max-gpu-memory", budget});
    }
};

} // namespace

TEST_F(device_memory, a_budget_is_kept_however_small)
{
    cli_run const enough = align("cuda", "1G"), cpu = align("cpu", "1");
    EXPECT_EQ(cpu.code, 0) << cpu.err;
    if (enough.code == 0)
        EXPECT_EQ(enough.out, cpu.out);
    else
        EXPECT_EQ(std::getenv("VGLCS_REQUIRE_GPU"), nullptr) << enough.err;
    for (std::string const budget : {"1", "2", "3", "1K"}) {
        cli_run const r = align("cuda", budget);
        EXPECT_EQ(r.code, 4) << budget;
        EXPECT_EQ(r.out, "") << budget;
        EXPECT_THAT(r.err, HasSubstr(enough.code == 0 ? "--max-gpu-memory" : "--device cuda: ")) << budget;
    }
}

#ifdef VGLCS_DRIVER_STUB
struct driver : cli_test
{
    /// Whether the run starts the driver, which takes up to half a second.
    [[nodiscard]] bool is_started_by(std::vector<std::string> const & arguments) const
    {
        char const * const libraries = std::getenv("LD_LIBRARY_PATH");
        std::filesystem::remove(path("started"));
        cli_run const r = vglcs_with({.environment = {std::string{"LD_LIBRARY_PATH="} + VGLCS_DRIVER_STUB +
                                                          (libraries ? std::string{":"} + libraries : ""),
                                                      "VGLCS_DRIVER_STARTED=started"}},
                                     arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        return exists("started");
    }
};

TEST_F(driver, is_started_by_work_that_may_pay_only)
{
    write("few.fa", ">a\nACGTACGT\n>b\nACGGGT\n");
    EXPECT_TRUE(is_started_by({"info"}));
    EXPECT_FALSE(is_started_by({"align", "few.fa", "few.fa", "--gaps", "1"}));
    EXPECT_FALSE(is_started_by({"batch", "few.fa", "few.fa", "--gaps", "1"}));
    EXPECT_FALSE(is_started_by({"batch", "--all-vs-all", "few.fa", "--gaps", "1", "--top", "1"}));
    write("long.fa", ">a\n" + made_letters(50'000, 1) + "\n");
    EXPECT_TRUE(is_started_by({"align", "long.fa", "long.fa", "--gaps", "0", "--task", "length", "--format", "tsv"}));
}
#endif
