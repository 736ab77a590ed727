// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/side_specs.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <fmt/format.h>

#include <utility>

namespace vglcs::tools {

namespace {

std::vector<std::string> limits_for(gap_options const & gaps, std::vector<std::string> const & own,
                                    std::string const & path, notes const & out)
{
    if (!own.empty())
        return own;
    if (!gaps.both.empty())
        return gaps.both;
    if (!gaps.bare)
        return {"inf"};
    if (std::string sidecar = find_sidecar(path); !sidecar.empty()) {
        out.note(fmt::format("{}: limits from {}", path, sidecar));
        return {std::move(sidecar)};
    }
    out.note(fmt::format("{}: no sidecar with limits: every limit is 10", path));
    return {"10"};
}

} // namespace

std::vector<std::string> with_sidecar(std::vector<std::string> specs, std::string_view option, std::string const & path)
{
    for (std::string & spec : specs)
        if (spec == sidecar_word) {
            spec = find_sidecar(path);
            if (spec.empty())
                throw usage_error{fmt::format("{} {}: {} has none: name a file, or lay {}.bedgraph beside it", option,
                                              sidecar_word, path, path)};
        }
    return specs;
}

side_specs specs_for(job_options const & job, run_side side, std::string const & path, notes const & out)
{
    bool const a = side == run_side::a;
    scoring_options const & s = job.scores;
    return {.limits = limits_for(job.gaps, a ? job.gaps.a : job.gaps.b, path, out),
            .landing = with_sidecar(a ? s.jump_a : s.jump_b, a ? "--jump-a" : "--jump", path),
            .leaving = with_sidecar(a ? s.leave_a : s.leave_b, a ? "--leave-a" : "--leave", path),
            .for_partner = a ? job.gaps.b_by_a : job.gaps.a_by_b};
}

std::vector<std::string> tracks_in(side_specs const & specs)
{
    std::vector<std::string> out;
    auto const add = [&](std::string path) {
        if (!path.empty())
            out.push_back(std::move(path));
    };
    for (auto const * limits : {&specs.limits, &specs.for_partner})
        for (std::string const & spec : *limits)
            add(gap_spec_path(spec));
    for (std::string const & spec : specs.landing)
        add(jump_spec_path(spec, jump_part::landing));
    for (std::string const & spec : specs.leaving)
        add(jump_spec_path(spec, jump_part::leaving));
    return out;
}

} // namespace vglcs::tools
