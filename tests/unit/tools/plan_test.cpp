// SPDX-License-Identifier: BSD-3-Clause
/// `vglcs plan` says what `align` and `batch` do: which pairs a device answers, which the CPU, and how the run ends.
/// The devices are made up, so that every path is taken without a card.
#include "base/commands.hpp"
#include "base/options.hpp"
#include "commands/command_line.hpp"
#include "fake_devices.hpp"
#include "made_letters.hpp"
#include "temporary_folder.hpp"

#include <vglcs/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::tools;
using words = std::vector<std::string>;
using sizes = std::set<std::pair<std::size_t, std::size_t>>;

/// Exit code of the program with these arguments; as main answers for exceptions.
int run(words const & arguments)
{
    command const chosen = parse_command_line(arguments).run;
    context here;
    try {
        return chosen(here);
    } catch (error const & e) {
        return static_cast<int>(e.code());
    }
}

struct plan_test : testing::Test
{
    test::temporary_folder folder;
    test::fake_devices devices;
    detail::devices_in_place in_place{devices};
    std::map<std::string, std::size_t> letters; ///< of a record; no two have the same number

    std::string fasta(std::string const & file, std::string const & prefix, std::vector<std::size_t> const & counts)
    {
        std::string text;
        for (std::size_t k = 0; k < counts.size(); ++k) {
            std::string const name = prefix + std::to_string(k);
            text += ">" + name + "\n" + test::made_letters(counts[k], static_cast<std::uint32_t>(k)) + "\n";
            letters[name] = counts[k];
        }
        return folder.write(file, text);
    }

    struct planned
    {
        sizes on_device, on_cpu;
        int code = 0;
    };
    planned plan(words arguments)
    {
        arguments.insert(arguments.begin(), "plan");
        arguments.insert(arguments.end(), {"--quiet", "-o", folder.path("plan.tsv")});
        planned out;
        out.code = run(arguments);
        if (out.code != 0 && out.code != 4)
            return out;
        std::istringstream rows{folder.read("plan.tsv")};
        std::string line;
        std::getline(rows, line);
        EXPECT_EQ(line, "query\ttarget\tstrand\tengine\tcells\thost_bytes\tgpu_bytes\tseconds\tfits");
        while (std::getline(rows, line)) {
            std::istringstream fields{line};
            std::string query, target, strand, engine, cells, host, gpu;
            fields >> query >> target >> strand >> engine >> cells >> host >> gpu;
            bool const device = engine == test::fake_devices::engine_name;
            EXPECT_EQ(device, gpu != "0") << line;
            (device ? out.on_device : out.on_cpu).insert({letters.at(query), letters.at(target)});
        }
        return out;
    }

    /// The run goes where the plan says. Returns what was planned.
    planned expect_plan_is_run(words const & arguments)
    {
        planned const p = plan(arguments);
        devices.forget();
        words all = arguments;
        all.insert(all.end(), {"--quiet", "-o", folder.path("rows")});
        int const code = run(all);
        std::string shown;
        for (std::string const & word : arguments)
            shown += word + ' ';
        EXPECT_EQ(code == 5 ? 4 : code, p.code) << shown; // a batch goes on where a pair fails
        if (p.code == 0) {
            EXPECT_EQ(devices.solved(), p.on_device) << shown;
        }
        return p;
    }
};

TEST_F(plan_test, sizes_on_both_sides_of_what_pays)
{
    std::string const few = fasta("few.fa", "few", {20, 30, 40}), targets = fasta("t.fa", "t", {21, 31, 41}),
                      large = fasta("large.fa", "large", {20, 110, 42}), big = fasta("big.fa", "big", {23, 111, 43});
    for (std::string const device : {"auto", "cpu", "cuda", "cuda:1"})
        for (std::string const engine : {"auto", "strip", "bst2"}) {
            if (engine == "bst2" && device.starts_with("cuda"))
                continue; // a build with CUDA has that engine on a card, for which nothing stands in
            for (words const & files : {words{few, targets}, {large, big}})
                for (std::string const command : {"align", "batch"})
                    for (words const & more : {words{}, {"--strand", "both"}, {"--task", "length", "--format", "tsv"}})
                    {
                        words arguments{command};
                        arguments.insert(arguments.end(), files.begin(), files.end());
                        arguments.insert(arguments.end(), {"--gaps", "3", "--device", device, "--engine", engine});
                        arguments.insert(arguments.end(), more.begin(), more.end());
                        expect_plan_is_run(arguments);
                    }
        }
    // one pair is worth a device alone
    planned const p = expect_plan_is_run({"align", large, big, "--gaps", "3"});
    EXPECT_EQ(p.on_device, (sizes{{110, 111}}));
    EXPECT_EQ(p.on_cpu, (sizes{{20, 23}, {42, 43}}));
}

TEST_F(plan_test, small_pairs_that_pay_together)
{
    std::vector<std::size_t> a, b;
    for (std::size_t k = 0; k < 12; ++k) {
        a.push_back(20 + 2 * k);
        b.push_back(21 + 2 * k);
    }
    std::string const q = fasta("q.fa", "q", a), t = fasta("t.fa", "t", b);
    planned const p = expect_plan_is_run({"batch", q, t, "--gaps", "3"}); // some 150,000 cells
    EXPECT_EQ(p.on_device.size(), 144u);
    EXPECT_TRUE(p.on_cpu.empty());
    devices.pay.together = 1'000'000;
    EXPECT_TRUE(expect_plan_is_run({"batch", q, t, "--gaps", "3"}).on_device.empty());
    devices.pay.together = 40'000;
    expect_plan_is_run({"batch", "--all-vs-all", q, "--gaps", "3"});
    std::string const list = folder.write("list.tsv", "q1\tt2\nq3\tt4\n");
    EXPECT_TRUE(expect_plan_is_run({"batch", q, t, "--pairs", list, "--gaps", "3"}).on_device.empty());
    expect_plan_is_run({"batch", q, t, "--gaps", "3", "--shard", "1/2"});
    expect_plan_is_run({"batch", q, t, "--gaps", "3", "--format", "matrix"});
    expect_plan_is_run({"batch", q, t, "--gaps", "inf"}); // the CPU solves these faster
    devices.there = false;
    EXPECT_TRUE(expect_plan_is_run({"batch", q, t, "--gaps", "3"}).on_device.empty());
}

TEST_F(plan_test, device_memory_that_allows_some_pairs_only)
{
    std::vector<std::size_t> a, b;
    for (std::size_t k = 0; k < 9; ++k) {
        a.push_back(60 + 2 * k);
        b.push_back(51 + 2 * k);
    }
    a.push_back(400);
    b.push_back(411);
    std::string const q = fasta("q.fa", "q", a), t = fasta("t.fa", "t", b);
    // the whole device allows all but the last pair; a team's part, three or one eighth of it, allows none
    devices.memory = 1600;
    for (std::string const command : {"align", "batch"}) {
        planned const p = expect_plan_is_run({command, q, t, "--gaps", "3"});
        EXPECT_EQ(p.code, 0);
        EXPECT_TRUE(p.on_cpu.contains({400, 411}));
        EXPECT_TRUE(p.on_device.contains({60, 51}));
        EXPECT_EQ(expect_plan_is_run({command, q, t, "--gaps", "3", "--device", "cuda"}).code, 4);
        EXPECT_EQ(expect_plan_is_run({command, q, t, "--gaps", "3", "--device", "cuda", "--max-gpu-memory", "1G"}).code,
                  0);
        EXPECT_EQ(expect_plan_is_run({command, q, t, "--gaps", "3", "--max-gpu-memory", "1"}).code, 0);
        EXPECT_EQ(expect_plan_is_run({command, q, t, "--gaps", "3", "--max-memory", "2K", "--engine", "strip"}).code,
                  4);
    }
}

} // namespace
