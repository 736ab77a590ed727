// SPDX-License-Identifier: BSD-3-Clause
#include "base/build_info.hpp"
#include "base/commands.hpp"
#include "base/option_list.hpp"

#include <rmq/cuda/device.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/machine.hpp>
#include <vglcs/vglcs.hpp>

#include <fmt/format.h>

namespace vglcs::tools {

namespace {

int info(context &)
{
    output_file out{""};
    out.write(fmt::format("vglcs            {}\n", version()));
    out.write(fmt::format("build            {}\n", build_summary()));
    out.write(fmt::format("processor        {}\n", processor_name()));
    out.write(fmt::format("instruction set  {}\n", instruction_set()));
    out.write(fmt::format("threads          {}\n", available_threads()));
    out.write(fmt::format("memory           {} available\n", format_bytes(available_memory())));
    auto const & [devices, reason] = rmq::cuda::devices();
    if (devices.empty())
        out.write(fmt::format("CUDA devices     none: {}\n", reason));
    for (auto const & d : devices)
        out.write(fmt::format("CUDA device {:<4} {}, compute capability {}.{}, {} multiprocessors, {}\n", d.number,
                              d.name, d.major, d.minor, d.multiprocessors, format_bytes(d.memory_bytes)));
    out.write("engines\n");
    problem const costly{{}, {}, {}, {}, {.skip_a = 1}};
    for (engine const * e : engines())
        out.write(fmt::format("  {:<10} {:<5} {}{}\n", e->name(), e->device() == device::cuda ? "cuda" : "cpu",
                              e->summary(), e->supports(costly, task::length) ? "" : "; no costs"));
    out.commit();
    return 0;
}

} // namespace

void add_info(option_list & app, command & chosen)
{
    option_list * sub = app.add_subcommand("info", "Build, processor, devices and engines");
    sub->footer("Example:\n  vglcs info");
    sub->callback([&chosen] { chosen = info; });
}

} // namespace vglcs::tools
