// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/stated_pair_check.hpp"

#include "blocks/pair_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vglcs::tools {

std::optional<std::string> find_pair_fault(pair_job & pair, stated_pair const & stated, pair_setting const & setting,
                                           pair_judge const & judge)
{
    if (pair.strand == strand::reverse && !pair.query->has_limits(strand::reverse) && pair.query->record.size() != 0)
        return fmt::format("strand - is stated, but {} letters have no reverse complement", name(setting.alphabet));
    std::string digest; // only where the format carries one: it costs a pass
    if (stated.limits_digest)
        digest = pair.query->limits_digest(pair.strand) + '-' + pair.target->limits_digest(strand::forward);
    std::optional<std::string> first_fault;
    auto const directions = strands_of(setting.transcripts);
    bool const said = stated.transcript && std::ranges::find(directions, *stated.transcript) != directions.end();
    for (strand const transcript : directions) {
        if (said && *stated.transcript != transcript)
            continue;
        pair.transcript = transcript;
        pair_inputs const inputs{.query = pair.query->record,
                                 .target = pair.target->record,
                                 .query_limits = pair.query_limits(),
                                 .target_limits = pair.target->limits(strand::forward),
                                 .alphabet = setting.alphabet,
                                 .limits_digest = digest,
                                 .scoring = setting.scoring,
                                 .query_jumps = &pair.query_jumps(),
                                 .target_jumps = &pair.target_jumps(),
                                 .scored = setting.scored,
                                 .target_by_query = &pair.query->limits_for_partner(pair.strand),
                                 .query_by_target = &pair.target->limits_for_partner(strand::forward)};
        auto fault = judge ? judge(inputs, transcript) : find_result_fault(stated, inputs);
        if (!fault)
            return std::nullopt;
        if (!first_fault)
            first_fault = std::move(fault);
    }
    return first_fault;
}

} // namespace vglcs::tools
