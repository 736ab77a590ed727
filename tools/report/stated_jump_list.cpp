// SPDX-License-Identifier: BSD-3-Clause
#include "report/stated_jump_list.hpp"

#include <string_view>

namespace vglcs::tools {

namespace {

/// The N of a cigar that begins where the chain does.
void add_cigar_jumps(std::string_view cigar, std::size_t target, std::vector<placed_jump> & out)
{
    std::size_t count = 0;
    for (char const c : cigar) {
        if (c >= '0' && c <= '9') {
            count = 10 * count + static_cast<std::size_t>(c - '0');
            continue;
        }
        if (c == 'N')
            out.push_back({false, target, target + count});
        if (c != 'I' && c != 'S')
            target += count;
        count = 0;
    }
}

} // namespace

std::vector<placed_jump> stated_jump_list(stated_pair const & row)
{
    std::vector<placed_jump> out;
    auto const add = [&](stated_jumps const & link) {
        if (link.a)
            out.push_back({true, link.a->first, link.a->end});
        if (link.b)
            out.push_back({false, link.b->first, link.b->end});
    };
    if (row.jumps)
        for (stated_jumps const & link : *row.jumps)
            add(link);
    else if (row.has_placed_jumps)
        for (auto const & [pair, link] : row.placed_jumps)
            add(link);
    else if (row.cigar && !row.runs.empty())
        add_cigar_jumps(*row.cigar, row.runs.front().j, out);
    return out;
}

} // namespace vglcs::tools
