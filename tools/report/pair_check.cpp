// SPDX-License-Identifier: BSD-3-Clause
#include "report/pair_check.hpp"

#include "blocks/stated_pair_check.hpp"
#include "report/stated_jump_list.hpp"

#include <vglcs/error.hpp>
#include <vglcs/verify_result.hpp>

#include <fmt/format.h>

namespace vglcs::tools {

namespace {

/// What can be checked of a row without the limits and prices of its run: names, lengths, digests of letters, matches.
stated_pair without_links(stated_pair const & row)
{
    stated_pair out;
    out.line = row.line;
    out.query = row.query;
    out.target = row.target;
    out.query_number = row.query_number;
    out.target_number = row.target_number;
    out.numbered = row.numbered;
    out.strand = row.strand;
    out.query_length = row.query_length;
    out.target_length = row.target_length;
    out.query_sha256 = row.query_sha256;
    out.target_sha256 = row.target_sha256;
    out.sequence = row.sequence;
    out.quality = row.quality;
    out.letters = row.letters;
    out.has_chain = row.has_chain;
    out.runs = row.runs;
    for (matched_run const & r : row.runs)
        out.length += r.count;
    return out;
}

} // namespace

std::optional<std::string> own_fault(stated_pair const & row)
{
    if (!row.contradiction.empty())
        return row.contradiction;
    std::size_t i = 0, j = 0;
    for (matched_run const & r : row.runs) {
        if (r.i < i || r.j < j)
            return fmt::format("the pair ({}, {}) does not rise above the one before it", r.i, r.j);
        i = r.i + r.count;
        j = r.j + r.count;
        if (i < r.i || j < r.j || i > row.query_length.value_or(i) || j > row.target_length.value_or(j))
            return fmt::format("the pairs from ({}, {}) on reach beyond the end of a sequence", r.i, r.j);
    }
    for (placed_jump const & jump : stated_jump_list(row))
        if (jump.first > jump.end || jump.end > (jump.of_query ? i : j))
            return fmt::format("a jump from {} to {} leaves the chain", jump.first, jump.end);
    return std::nullopt;
}

pair_job pair_check::operator()(stated_pair const & row) const
{
    pair_job pair;
    pair.query = queries_.find(row.query, row.query_number);
    pair.target = targets_.find(row.target, row.target_number);
    pair.strand = row.strand;
    if (pair.strand == strand::reverse && !pair.query->has_limits(strand::reverse) && pair.query->record.size() != 0)
        throw verification_error{
            fmt::format("strand - is stated, but {} letters have no reverse complement", name(setting_.alphabet))};
    if (!with_limits_) {
        gap_limits const query_limits{pair.query->record.size(), {}}, target_limits{pair.target->record.size(), {}};
        if (auto const fault = find_result_fault(without_links(row), {.query = pair.query->record,
                                                                      .target = pair.target->record,
                                                                      .query_limits = query_limits,
                                                                      .target_limits = target_limits,
                                                                      .alphabet = setting_.alphabet}))
            throw verification_error{*fault};
        return pair;
    }
    if (auto const fault = find_pair_fault(pair, row, setting_))
        throw verification_error{*fault};
    return pair;
}

} // namespace vglcs::tools
