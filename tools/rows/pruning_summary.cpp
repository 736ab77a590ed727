// SPDX-License-Identifier: BSD-3-Clause
#include "rows/pruning_summary.hpp"

#include <fmt/format.h>

namespace vglcs::tools {

void pruning_summary::add(pruning_certificate const & certificate) noexcept
{
    last_ = certificate;
    ++pairs_;
    cells_ += certificate.cells + certificate.cells_for_bound;
    skipped_ += certificate.cells_skipped;
}

std::string pruning_summary::text() const
{
    if (pairs_ == 0)
        return {};
    if (pairs_ == 1)
        return fmt::format(
            "{} of {} cells lie on no best chain and were left out: there is a chain of {}, and none of so "
            "much leaves the diagonals {}..{}",
            last_.cells_skipped, last_.cells + last_.cells_skipped, last_.bound, last_.first_diagonal,
            last_.last_diagonal);
    return fmt::format("{} pairs: {} cells lie on no best chain and were left out, {} were computed", pairs_, skipped_,
                       cells_);
}

} // namespace vglcs::tools
