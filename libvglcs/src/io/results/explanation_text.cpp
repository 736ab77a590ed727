// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/explanation_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace vglcs::detail {

namespace {

std::string list_text(std::vector<std::optional<std::uint64_t>> const & slack)
{
    std::string out = "[";
    for (auto const & x : slack) {
        out += out.size() == 1 ? "" : ",";
        out += x ? fmt::format("{}", *x) : "null";
    }
    return out + ']';
}

/// Pairs of a chain as runs of neighbours: [i, j, count].
std::string runs_text(std::vector<matched_pair> const & chain, std::vector<std::size_t> const & which)
{
    std::string out = "[";
    for (std::size_t k = 0, next = 0; k < which.size(); k = next) {
        matched_pair const first = chain[which[k]];
        for (next = k + 1;
             next < which.size() && chain[which[next]] == matched_pair{first.i + next - k, first.j + next - k};)
            ++next;
        out += fmt::format("{}[{},{},{}]", k == 0 ? "" : ",", first.i, first.j, next - k);
    }
    return out + ']';
}

/// The first blockers, as SIDE:LETTER+RAISE=GAIN.
std::string best_blockers(explanation const & e)
{
    constexpr std::size_t most = 5;
    std::string out;
    for (blocking_limit const & b : std::span{e.blockers}.first(std::min(most, e.blockers.size())))
        out += fmt::format("{}{}:{}+{}={}", out.empty() ? "" : ",", b.side, b.letter, b.raise, b.gain);
    return out;
}

} // namespace

std::string explanation_json(pair_record const & pair)
{
    if (!pair.reasons)
        return "null";
    explanation const & e = *pair.reasons;
    std::string out = "{\"slack_a\":" + list_text(e.slack_a) + ",\"slack_b\":" + list_text(e.slack_b) + ",\"shifts\":[";
    for (bool first = true; link_shift const & s : e.shifts) {
        out += fmt::format("{}[{},{},{}]", first ? "" : ",", s.pair, s.left, s.right);
        first = false;
    }
    out += "],\"blockers\":[";
    for (bool first = true; blocking_limit const & b : e.blockers) {
        out += fmt::format("{}{{\"side\":\"{}\",\"letter\":{},\"raise\":{},\"gain\":{},\"confirmed\":{}}}",
                           first ? "" : ",", b.side, b.letter, b.raise, b.gain, b.confirmed);
        first = false;
    }
    return out + fmt::format("],\"best_chains_mod64\":\"{}\",\"best_chains_log2\":{:.4f},\"shared\":{}}}",
                             e.best_chains_mod64, e.best_chains_log2, runs_text(pair.result.chain, e.shared));
}

std::string explanation_columns(pair_record const & pair)
{
    if (!pair.reasons)
        return "\tNA\tNA\tNA\tNA\tNA\tNA\tNA";
    explanation const & e = *pair.reasons;
    auto const slack = e.least_slack();
    std::string const best = best_blockers(e);
    return fmt::format("\t{}\t{}\t{}\t{:.4f}\t{}\t{}\t{}", slack ? fmt::format("{}", *slack) : "NA", e.binding_sides(),
                       e.best_chains_mod64, e.best_chains_log2, e.shared.size(), e.blockers.size(),
                       best.empty() ? "." : best);
}

std::string explanation_tags(pair_record const & pair)
{
    if (!pair.reasons)
        return "";
    explanation const & e = *pair.reasons;
    std::string out;
    if (auto const slack = e.least_slack())
        out += fmt::format("\tms:i:{}", *slack);
    out += fmt::format("\tnb:i:{}\tbc:f:{:.4f}\tsp:i:{}\tbl:i:{}", e.binding_sides(), e.best_chains_log2,
                       e.shared.size(), e.blockers.size());
    if (std::string const best = best_blockers(e); !best.empty())
        out += "\tbb:Z:" + best;
    return out;
}

} // namespace vglcs::detail
