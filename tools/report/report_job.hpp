// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vglcs::tools {

/// What a page holds at most; what is left out is counted, on the page and on standard error.
struct page_caps
{
    std::uint64_t rows = 100'000;       ///< rows of a table
    std::uint64_t runs = 4'000'000;     ///< runs of all chains together, and of limits
    std::uint64_t letters = 64'000'000; ///< of all records
    std::uint64_t anchors = 2'000'000;  ///< of chain
    std::uint64_t features = 200'000;   ///< of all tracks
};

/// What the command line asks for.
struct report_job : job_options ///< --gaps and prices are those of the run; a and b may be missing
{
    std::string result, title, shown_as = "auto";
    std::vector<std::string> tracks_a, tracks_b;
    page_caps caps;
};

/// What a report says beside its picture.
struct told_report
{
    std::string title;
    std::vector<std::string> notes; ///< what was left out, and why
};

} // namespace vglcs::tools
