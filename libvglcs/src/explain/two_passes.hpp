// SPDX-License-Identifier: BSD-3-Clause
/// The table from both ends at once: which cells lie on best chains, and which limits stand in the way of better ones.
#pragma once

#include "explain/chain_counter.hpp"

#include <vglcs/explain.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace vglcs::detail {

/// What the passes need to know beside the table.
struct passes_input
{
    problem const & table;                 ///< has all ends of jumps that any limit could make useful
    gap_limits const &limits_a, &limits_b; ///< of the file's letters
    std::uint64_t best;                    ///< score of a chain that there is, at least 1
};

/// What they find.
struct passes_result
{
    std::uint64_t best = 0;               ///< of all chains; the rest holds where it is the one given
    std::vector<blocking_limit> blockers; ///< in no order that is stated
    chain_number chains;
    std::vector<matched_pair> shared; ///< of the table
};

/// Plans the passes, then makes them.
class two_passes
{
public:
    virtual ~two_passes() = default;
    [[nodiscard]] static std::unique_ptr<two_passes> plan(passes_input const & in, options const & o);

    [[nodiscard]] virtual cost const & needs() const noexcept = 0;
    [[nodiscard]] virtual passes_result run() = 0;
};

} // namespace vglcs::detail
