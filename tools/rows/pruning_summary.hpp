// SPDX-License-Identifier: BSD-3-Clause
/// What a run did not compute, and why it could leave it out.
#pragma once

#include <vglcs/pruning_certificate.hpp>

#include <cstdint>
#include <string>

namespace vglcs::tools {

class pruning_summary
{
public:
    void add(pruning_certificate const & certificate) noexcept;
    /// A line for the end of a run; empty where every table was computed whole.
    [[nodiscard]] std::string text() const;

private:
    pruning_certificate last_; ///< of one pair it is told in full
    std::uint64_t pairs_ = 0, cells_ = 0, skipped_ = 0;
};

} // namespace vglcs::tools
