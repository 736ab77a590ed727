// SPDX-License-Identifier: BSD-3-Clause
/// A look through inputs beside the first pairs: it stops the run and says why, or leaves it alone.
#include "pairs/look_through.hpp"

#include "temporary_folder.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <string>
#include <thread>

using namespace vglcs;
using namespace vglcs::tools;
using namespace vglcs::test;
using namespace testing;

namespace {

struct look_through_beside : Test
{
    temporary_folder const folder;
    run_control control;
    job_options job;

    look_through_beside()
    {
        job.a = folder.write("a.fa", records(2000));
        job.b = job.a;
        job.quiet = true;
    }
    static std::string records(int count)
    {
        std::string out;
        for (int k = 0; k < count; ++k)
            out += ">r" + std::to_string(k) + "\nACGTACGT\n";
        return out;
    }
    /// Looks beside a run that waits for it; the fault that stopped the run, if one did.
    std::string fault(look_through::files which = look_through::files::both_in_step)
    {
        inputs const in = open_inputs(job, control, notes{true});
        look_through look{in, which, format::tsv, control, 0, -1};
        look.start(1);
        for (int k = 0; k < 100 && !control.stopped(); ++k) // two seconds are more than the reading takes
            std::this_thread::sleep_for(std::chrono::milliseconds{control.stopped() ? 0 : 20});
        try {
            look.explain();
        } catch (error const & e) {
            EXPECT_TRUE(control.stopped());
            return e.what();
        }
        EXPECT_FALSE(control.stopped());
        return {};
    }
};

} // namespace

TEST_F(look_through_beside, stops_the_run_and_says_why)
{
    job.b = folder.write("letter.fa", records(1999) + ">last\nAC!T\n");
    EXPECT_THAT(fault(), HasSubstr("letter '!' is not in alphabet dna"));
}

TEST_F(look_through_beside, compares_the_numbers_of_records)
{
    job.b = folder.write("more.fa", records(2001));
    EXPECT_THAT(fault(), HasSubstr("ended after 2000 records while"));
}

TEST_F(look_through_beside, looks_at_queries_alone_where_targets_are_in_memory)
{
    job.b = folder.write("more.fa", records(3) + ">x\nAC!T\n");
    EXPECT_EQ(fault(look_through::files::queries), "");
}

TEST_F(look_through_beside, leaves_a_run_alone_whose_inputs_are_good)
{
    EXPECT_EQ(fault(), "");
}

TEST_F(look_through_beside, ends_with_the_run)
{
    inputs const in = open_inputs(job, control, notes{true});
    job.b = folder.write("letter.fa", records(1999) + ">last\nAC!T\n");
    for (int k = 0; k < 20; ++k) {
        look_through look{in, look_through::files::both_in_step, format::tsv, control, 0, -1};
        look.start(1); // its destructor does not wait for the reading
    }
    EXPECT_FALSE(control.stopped());
}
