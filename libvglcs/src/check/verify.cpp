// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/verify.hpp>

#include "check/chain_check.hpp"

namespace vglcs {

std::optional<std::string> find_fault(problem const & p, std::span<matched_pair const> chain)
{
    return detail::find_chain_fault(detail::file_view{p}, chain);
}

} // namespace vglcs
