// SPDX-License-Identifier: BSD-3-Clause
/// align with --device cuda: the bytes of --device cpu within its memory, or a reason and exit code 4.
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
