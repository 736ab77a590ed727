// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/scored/scored_traceback.hpp"

#include "cpu/scored/steps.hpp"
#include "solve/step_costs.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vglcs::cpu {

namespace {

/// Finds the pair before one: of the allowed cells with V - cost = wanted that of the largest i', then the largest j'.
class link_search
{
public:
    link_search(problem const & p, scored_cells & cells, run_control * control)
        : p_{p}, a_{p.side_a()}, b_{p.side_b()},
          least_jump_{b_.has_jumps ? least_jump_cost(b_) : none}, cells_{cells}, control_{control}
    {
    }

    struct found
    {
        matched_pair pair;
        std::uint64_t value;
    };

    [[nodiscard]] std::optional<found> before(matched_pair at, std::uint64_t wanted)
    {
        gap_limit const rule = p_.rule_for_b(at.i);
        step_costs rows{a_, at.i, p_.rule_for_a(at.j)}, columns{b_, at.j, rule};
        window const small = b_.small(at.j, rule);
        cells_.stand_on(at);
        for (std::size_t i = at.i; i-- > rows.first();) {
            std::uint64_t const cost = rows[i];
            if (cost == step_costs::forbidden || p_.a()[i] == no_match)
                continue;
            if (auto const cell = in_row(i, at.j, small, columns, wanted + cost))
                return found{{i, cell->j}, cell->value};
        }
        return std::nullopt;
    }

private:
    static constexpr std::uint64_t none = step_costs::forbidden;

    /// The last column of row i with V - cost = wanted; columns of `small` need no jump. No jump is cheaper than the
    /// cheapest two ends are, so what lies outside of the small window and below that is passed over without a look at
    /// what it costs.
    [[nodiscard]] std::optional<scored_cells::cell> in_row(std::size_t i, std::size_t at, window small,
                                                           step_costs & columns, std::uint64_t wanted)
    {
        struct zone
        {
            std::int64_t first, last;
            std::uint64_t least; ///< cost
        };
        auto const first = static_cast<std::int64_t>(columns.first()), last = static_cast<std::int64_t>(at) - 1;
        std::array<zone, 3> zones{zone{first, last, least_jump_}, zone{0, -1, 0}, zone{0, -1, 0}};
        if (!small.empty())
            zones = {zone{small.last + 1, last, least_jump_}, zone{small.first, small.last, 0},
                     zone{first, small.first - 1, least_jump_}};
        for (zone z : zones) {
            if (z.least == none)
                continue;
            while (z.first <= z.last) {
                auto const cell = cells_.find_last(i, static_cast<std::size_t>(z.first),
                                                   static_cast<std::size_t>(z.last), wanted + z.least);
                check_control(static_cast<std::size_t>(z.last - z.first));
                if (!cell)
                    break;
                if (std::uint64_t const cost = columns[cell->j]; cost != none && cell->value == wanted + cost)
                    return cell;
                z.last = static_cast<std::int64_t>(cell->j) - 1;
            }
        }
        return std::nullopt;
    }

    /// Asked to stop or go on every few milliseconds.
    void check_control(std::size_t cells)
    {
        constexpr std::size_t cells_between_checks = std::size_t{1} << 20;
        searched_ += cells + 16;
        if (control_ && searched_ >= cells_between_checks) {
            searched_ = 0;
            control_->throw_if_stopped();
        }
    }

    problem const & p_;
    step_side a_, b_;
    std::uint64_t least_jump_;
    scored_cells & cells_;
    run_control * control_;
    std::size_t searched_ = 0;
};

} // namespace

std::vector<matched_pair> trace_scored_chain(problem const & p, matched_pair last, std::uint64_t score,
                                             scored_cells & cells, run_control * control)
{
    link_search search{p, cells, control};
    std::vector<matched_pair> chain{last};
    while (score > p.scoring().match) {
        auto const found = search.before(last, score - p.scoring().match);
        if (!found)
            throw error{exit_code::internal,
                        fmt::format("traceback: no cell precedes ({}, {}) of value {}", last.i, last.j, score)};
        last = found->pair;
        score = found->value;
        chain.push_back(last);
    }
    std::ranges::reverse(chain);
    return chain;
}

} // namespace vglcs::cpu
