// SPDX-License-Identifier: BSD-3-Clause
#include "rows/keep_rows.hpp"

#include "base/notes.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

namespace vglcs::tools {

namespace {

void keep_rows(output_file & file, std::function<std::uint64_t()> const & finish) noexcept
try {
    std::uint64_t const rows = finish();
    if (rows == 0)
        return;
    if (std::string const kept = file.keep_unfinished(); !kept.empty())
        say(fmt::format("{}: {}\n", kept,
                        rows == 1 ? "1 row that was finished is kept here"
                                  : fmt::format("{} rows that were finished are kept here", rows)));
} catch (...) {
    return; // the run ends with another error already
}

} // namespace

void keep_rows_on_failure(output_file & file, std::function<void()> const & work,
                          std::function<std::uint64_t()> const & finish)
try {
    work();
} catch (interrupted const &) {
    throw;
} catch (closed_pipe const &) {
    throw;
} catch (...) {
    keep_rows(file, finish);
    throw;
}

} // namespace vglcs::tools
