// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/explain.hpp>

#include "check/chain_check.hpp"
#include "explain/even_columns.hpp"
#include "explain/link_slack.hpp"
#include "explain/two_passes.hpp"
#include "explain/whole_problem.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace vglcs {

namespace {

/// The problem whose table the passes go over: the one given, or one that has all ends of jumps; with A and B in each
/// other's place where only A's limits suit whole rows, which columns are much faster by.
class explained_table
{
public:
    explained_table(explain_inputs const & in, gap_limits const & limits_a, gap_limits const & limits_b) : in_{in}
    {
        problem const & p = in.problem;
        bool const keep_a = p.side_a().has_jumps && !p.positions_a().empty(),
                   keep_b = p.side_b().has_jumps && !p.positions_b().empty();
        if (keep_a || keep_b)
            own_.emplace(detail::with_limits(in, limits_a, limits_b, keep_a, keep_b));
        table_ = own_ ? &*own_ : &p;
        swapped_ = suits(table_->side_a()) && !suits(table_->side_b());
        if (swapped_) {
            own_ = table_->swapped();
            table_ = &*own_;
        }
    }
    explained_table(explained_table const &) = delete;
    explained_table & operator=(explained_table const &) = delete;

    [[nodiscard]] bool empty() const noexcept { return table_->n() == 0 || table_->m() == 0; }
    /// @param best   score of a chain that there is
    [[nodiscard]] std::unique_ptr<detail::two_passes> plan(std::uint64_t best, options const & o) const
    {
        return detail::two_passes::plan(
            {*table_, swapped_ ? in_.limits_b : in_.limits_a, swapped_ ? in_.limits_a : in_.limits_b, best}, o);
    }
    [[nodiscard]] matched_pair in_file(matched_pair at) const
    {
        matched_pair const out{table_->position_a(at.i), table_->position_b(at.j)};
        return swapped_ ? matched_pair{out.j, out.i} : out;
    }
    /// The blockers of the problem, in their order.
    [[nodiscard]] std::vector<blocking_limit> in_order(std::vector<blocking_limit> found) const
    {
        if (swapped_)
            for (blocking_limit & b : found)
                b.side = b.side == 'a' ? 'b' : 'a';
        std::ranges::sort(found, {}, [](blocking_limit const & b) {
            return std::tuple{~b.gain, b.raise, b.side, b.letter};
        });
        return found;
    }

private:
    [[nodiscard]] static bool suits(step_side const & side) { return detail::even_columns<std::uint32_t>::suits(side); }

    explain_inputs in_;
    std::optional<problem> own_;
    problem const * table_;
    bool swapped_;
};

void require_fit(cost const & c, options const & o)
{
    if (c.host_bytes > o.max_memory)
        throw resource_error{
            fmt::format("--explain: {} needed ({} bytes), budget is {} ({} bytes): use smaller limits, "
                        "or a larger --max-memory",
                        format_bytes(c.host_bytes), c.host_bytes, format_bytes(o.max_memory), o.max_memory)};
}

/// Solves the problem with one limit raised.
void confirm(explain_inputs const & in, gap_limits const & limits_a, gap_limits const & limits_b, std::uint64_t best,
             blocking_limit & blocker, options o)
{
    gap_limits raised = blocker.side == 'a' ? limits_a : limits_b;
    gap_limit limit = raised[blocker.letter];
    limit.hi = static_cast<std::uint32_t>(std::min<std::uint64_t>(limit.hi + blocker.raise, gap_limit::infinite));
    raised.set(blocker.letter, limit);
    problem const again = detail::with_limits(in, blocker.side == 'a' ? raised : limits_a,
                                              blocker.side == 'a' ? limits_b : raised, false, false);
    o.task = task::length;
    if (std::uint64_t const score = solve(again, o).score; score != best + blocker.gain)
        throw error{exit_code::internal,
                    fmt::format("explain: the limit of letter {} of {} raised by {} was said to gain {}, but engines "
                                "find {} instead of {}",
                                blocker.letter, blocker.side == 'a' ? 'A' : 'B', blocker.raise, blocker.gain, score,
                                best)};
    blocker.confirmed = true;
}

} // namespace

std::optional<std::uint64_t> explanation::least_slack() const noexcept
{
    std::optional<std::uint64_t> least;
    for (auto const * side : {&slack_a, &slack_b})
        for (auto const & slack : *side)
            if (slack && (!least || *slack < *least))
                least = slack;
    return least;
}

std::uint64_t explanation::binding_sides() const noexcept
{
    auto const binds = [](std::optional<std::uint64_t> const & slack) { return slack == 0; };
    return static_cast<std::uint64_t>(std::ranges::count_if(slack_a, binds) + std::ranges::count_if(slack_b, binds));
}

namespace {

void refuse_partner_limits(problem const & p)
{
    if (p.has_partner_limits())
        throw usage_error{"explain: limits that the letters of the other sequence give are not explained: leave "
                          "--gaps-b-by-a and --gaps-a-by-b out"};
}

} // namespace

explanation explain(explain_inputs const & in, std::span<matched_pair const> chain, options const & given,
                    std::size_t confirmed)
{
    refuse_partner_limits(in.problem);
    options const o = resolved(given);
    std::int64_t score = 0;
    if (auto const fault = detail::find_chain_fault(detail::file_view{in.problem}, chain, &score))
        throw verification_error{fmt::format("explain: {}", *fault)};
    explanation out;
    gap_limits const limits_a = detail::spelled_out(in.limits_a), limits_b = detail::spelled_out(in.limits_b);
    detail::explain_links(in, limits_a, limits_b, chain, out);
    auto const best = static_cast<std::uint64_t>(std::max<std::int64_t>(score, 0));
    explained_table const table{in, limits_a, limits_b};
    if (table.empty())
        return out;
    std::unique_ptr<detail::two_passes> const passes = table.plan(best, o);
    require_fit(passes->needs(), o);
    detail::passes_result found = passes->run();
    if (found.best != best || score < 0)
        throw verification_error{
            fmt::format("explain: the chain has a score of {}, but the best one has {}", score, found.best)};
    out.blockers = table.in_order(std::move(found.blockers));
    if (best == 0)
        return out;
    for (std::size_t k = 0; k < std::min(confirmed, out.blockers.size()); ++k)
        confirm(in, limits_a, limits_b, best, out.blockers[k], o);
    out.best_chains_mod64 = found.chains.mod64();
    out.best_chains_log2 = found.chains.log2();
    for (matched_pair const & at : found.shared) {
        auto const same = std::ranges::lower_bound(chain, table.in_file(at));
        out.shared.push_back(static_cast<std::size_t>(same - chain.begin()));
    }
    return out;
}

cost plan_explain(explain_inputs const & in, options const & given, std::uint64_t score)
{
    refuse_partner_limits(in.problem);
    options const o = resolved(given);
    gap_limits const limits_a = detail::spelled_out(in.limits_a), limits_b = detail::spelled_out(in.limits_b);
    explained_table const table{in, limits_a, limits_b};
    return table.empty() ? cost{} : table.plan(score, o)->needs();
}

} // namespace vglcs
