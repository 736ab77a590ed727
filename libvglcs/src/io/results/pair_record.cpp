// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/pair_record.hpp>

#include "base/sha256.hpp"
#include "io/results/cigar.hpp"
#include "io/results/placed_links.hpp"

namespace vglcs {

std::string letters_digest(std::string_view letters)
{
    return sha256_hex(letters);
}

std::string limits_digest(gap_limits const & a, gap_limits const & b)
{
    return digest(a) + '-' + digest(b);
}

std::uint64_t alignment_columns(pair_record const & pair)
{
    return detail::count_cigar(pair.result.chain, detail::find_links(pair)).columns();
}

} // namespace vglcs
