// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/scoring.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vglcs {

/// Read-only limits of one sequence as the engines see them; a limit of at least the sequence's length is its length
/// (it can never bind), so that `position - 1 - hi` needs care for the sign only. Blocked letters are `no_match` codes
/// of the problem, not limits. One limit for all letters takes no memory a letter.
class limits_view
{
public:
    limits_view() = default;
    limits_view(std::span<std::uint32_t const> lo, std::span<std::uint32_t const> hi, std::uint32_t uniform_lo,
                std::uint32_t uniform_hi) noexcept
        : lo_{lo}, hi_{hi}, uniform_lo_{uniform_lo}, uniform_hi_{uniform_hi}
    {
    }

    [[nodiscard]] std::uint32_t lo(std::size_t position) const noexcept
    {
        return lo_.empty() ? uniform_lo_ : lo_[position];
    }
    [[nodiscard]] std::uint32_t hi(std::size_t position) const noexcept
    {
        return hi_.empty() ? uniform_hi_ : hi_[position];
    }
    /// True where one pair of limits holds for every letter.
    [[nodiscard]] bool is_uniform() const noexcept { return hi_.empty(); }
    /// True where a smallest limit is not 0 (elastic or rigid gaps).
    [[nodiscard]] bool is_elastic() const noexcept { return !lo_.empty() || uniform_lo_ != 0; }
    /// Largest `hi` of all letters, 0 for an empty sequence.   O(n), or O(1) where uniform.
    [[nodiscard]] std::uint32_t max_hi() const noexcept
    {
        return hi_.empty() ? uniform_hi_ : *std::ranges::max_element(hi_);
    }

private:
    std::span<std::uint32_t const> lo_, hi_;
    std::uint32_t uniform_lo_ = 0, uniform_hi_ = 0;
};

/// A closed window of positions [first, last] that the pair before may take; empty where first > last.
struct window
{
    std::int64_t first, last;
    [[nodiscard]] bool empty() const noexcept { return first > last; }
};

/// Positions that may precede `position`: [position-1-hi, position-1-lo], cut at 0.
[[nodiscard]] inline window predecessors(limits_view const & limits, std::size_t position) noexcept
{
    auto const p = static_cast<std::int64_t>(position);
    return {std::max<std::int64_t>(0, p - 1 - static_cast<std::int64_t>(limits.hi(position))),
            p - 1 - static_cast<std::int64_t>(limits.lo(position))};
}

/// The letters of `w`, a window in front of `position`, from which no fewer and no more letters are skipped than `rule`
/// allows.
[[nodiscard]] inline window within(window w, std::size_t position, gap_limit rule) noexcept
{
    auto const p = static_cast<std::int64_t>(position);
    return {std::max(w.first, p - 1 - static_cast<std::int64_t>(rule.hi)),
            std::min(w.last, p - 1 - static_cast<std::int64_t>(rule.lo))};
}

/// Read-only jumps of one sequence as the engines see them: windows count letters of the table.
class jumps_view
{
public:
    static constexpr std::uint32_t never = jumps::never;

    jumps_view() = default;
    /// @param lo, hi, cost  [0..n-1], 1 <= lo <= hi, hi 0: no jump lands there; all empty: `every` holds
    /// @param leaving       [0..n-1], `never`: no jump passes this letter first; empty: `leaving_every` holds
    jumps_view(std::span<std::uint32_t const> lo, std::span<std::uint32_t const> hi,
               std::span<std::uint32_t const> cost, jump every, std::span<std::uint32_t const> leaving,
               std::uint32_t leaving_every) noexcept
        : lo_{lo}, hi_{hi}, cost_{cost}, leaving_{leaving}, every_{every}, leaving_every_{leaving_every}
    {
    }

    /// Jumps that land on letter e pass lo(e)..hi(e) letters; hi 0: none lands there.
    [[nodiscard]] std::uint32_t lo(std::size_t e) const noexcept { return lo_.empty() ? every_.lo : lo_[e]; }
    [[nodiscard]] std::uint32_t hi(std::size_t e) const noexcept { return hi_.empty() ? every_.hi : hi_[e]; }
    [[nodiscard]] std::uint32_t cost(std::size_t e) const noexcept { return cost_.empty() ? every_.cost : cost_[e]; }
    /// What a jump pays that passes letter b first, or `never`.
    [[nodiscard]] std::uint32_t leaving(std::size_t b) const noexcept
    {
        return leaving_.empty() ? leaving_every_ : leaving_[b];
    }
    [[nodiscard]] bool is_landing_uniform() const noexcept { return hi_.empty(); }
    [[nodiscard]] bool is_leaving_uniform() const noexcept { return leaving_.empty(); }

private:
    std::span<std::uint32_t const> lo_, hi_, cost_, leaving_;
    jump every_{};
    std::uint32_t leaving_every_ = never;
};

/// All that decides what a step on one side costs. Letters, windows and indices are those of the table; `position` is
/// that of the file, and skipped letters are counted there.
///
/// A step goes from letter p to letter q > p. It is small where p lies in `small(q)`, and costs skip * skipped(p, q).
/// Or it has a jump: p in `before(b)`, b in `takeoffs(e)`, e in `landings(q)`; then it costs
/// jumps.leaving(b) + jumps.cost(e) + skip * (skipped(p, b) + position(q) - position(e)).
struct step_side
{
    std::size_t size = 0;
    limits_view limits;
    jumps_view jumps;
    bool has_jumps = false;                    ///< false: no jump lands anywhere
    std::uint32_t skip = 0;                    ///< cost of a skipped letter
    std::uint32_t largest_hi = 0;              ///< largest limit, where there are jumps: bounds what stands beside one
    std::span<std::uint32_t const> positions;  ///< [0..size-1] of each letter in the file; empty: its own index
    std::span<std::uint32_t const> landing_hi; ///< [0..size-1] where `positions`: see `landings`

    [[nodiscard]] std::uint64_t position(std::size_t k) const noexcept { return positions.empty() ? k : positions[k]; }
    /// Letters of the file between the two, p < q.
    [[nodiscard]] std::uint64_t skipped(std::size_t p, std::size_t q) const noexcept
    {
        return position(q) - position(p) - 1;
    }
    /// Letters from which q is reached without a jump.
    [[nodiscard]] window small(std::size_t q) const noexcept { return predecessors(limits, q); }
    /// The same where the partner's letter gives a limit too. Letters of such a side are all there: its indices are
    /// positions.
    [[nodiscard]] window small(std::size_t q, gap_limit rule) const noexcept { return within(small(q), q, rule); }
    /// Fewest and most letters of the file that a small step to q skips; where no letter is that far in front of it,
    /// as many as there are.
    [[nodiscard]] std::uint64_t skipped_at_least(std::size_t q) const noexcept
    {
        return positions.empty() ? limits.lo(q) : skipped_to(small(q).last, q);
    }
    [[nodiscard]] std::uint64_t skipped_at_most(std::size_t q) const noexcept
    {
        return positions.empty() ? limits.hi(q) : skipped_to(small(q).first, q);
    }
    /// Letters behind which a jump may begin that passes b first.
    [[nodiscard]] window before(std::size_t b) const noexcept
    {
        auto const p = static_cast<std::int64_t>(b);
        return {std::max<std::int64_t>(0, p - 1 - static_cast<std::int64_t>(limits.hi(b))), p - 1};
    }
    /// Letters that a jump which lands on e may pass first, as far as windows tell.
    [[nodiscard]] window takeoffs(std::size_t e) const noexcept
    {
        auto const p = static_cast<std::int64_t>(e);
        if (!has_jumps || jumps.hi(e) == 0)
            return {0, -1};
        return {std::max<std::int64_t>(0, p - static_cast<std::int64_t>(jumps.hi(e))),
                p - static_cast<std::int64_t>(jumps.lo(e))};
    }
    /// Letters on which a jump may land in front of q, q itself among them.
    [[nodiscard]] window landings(std::size_t q) const noexcept
    {
        auto const p = static_cast<std::int64_t>(q);
        std::uint32_t const hi = landing_hi.empty() ? limits.hi(q) : landing_hi[q];
        return {std::max<std::int64_t>(0, p - static_cast<std::int64_t>(hi)), p};
    }
    /// The same where the partner's letter gives a limit too.
    [[nodiscard]] window landings(std::size_t q, gap_limit rule) const noexcept
    {
        window const w = landings(q);
        return {std::max(w.first, w.last - static_cast<std::int64_t>(rule.hi)), w.last};
    }

private:
    [[nodiscard]] std::uint64_t skipped_to(std::int64_t p, std::size_t q) const noexcept
    {
        return small(q).empty() ? position(q) : skipped(static_cast<std::size_t>(p), q);
    }
};

/// Two encoded sequences, their limits, and what chains earn and pay: all that an engine sees. Owns its arrays;
/// construction is the only door, and it checks sizes and values (throws usage_error; input_error where scores would
/// pass 2^31 - 1). Letters with a blocked limit become `no_match`.
///
/// Letters that match nothing and are the end of no jump leave where that makes the table smaller by more than it
/// costs, in a sequence whose partner gives no limits for it: `a()`, `n()`, `limits_a()` and `jumps_a()` are those of
/// the letters that stay, their windows hold the same letters as before, and `position_a` says where each stands in the
/// file. Engines work on indices of the table; `in_file` brings an answer back, and `solve`, `solve_many` do so.
class problem
{
public:
    /// @param jumps_a, jumps_b  of each letter, or default-constructed: none
    /// @param by_partner        limits that the letters of one sequence give for the other
    problem(std::vector<letter_code> a, std::vector<letter_code> b, gap_limits const & limits_a,
            gap_limits const & limits_b, vglcs::scoring const & scoring = {}, jumps const & jumps_a = {},
            jumps const & jumps_b = {}, partner_limits const & by_partner = {});

    [[nodiscard]] std::span<letter_code const> a() const noexcept { return a_.codes; }
    [[nodiscard]] std::span<letter_code const> b() const noexcept { return b_.codes; }
    [[nodiscard]] limits_view limits_a() const noexcept { return a_.limits(); }
    [[nodiscard]] limits_view limits_b() const noexcept { return b_.limits(); }
    [[nodiscard]] jumps_view jumps_a() const noexcept { return a_.jumps(); }
    [[nodiscard]] jumps_view jumps_b() const noexcept { return b_.jumps(); }
    /// True where letters of A give limits on what is skipped in B that may bind; the same with A and B exchanged.
    [[nodiscard]] bool has_b_by_a() const noexcept { return a_.gives_limits; }
    [[nodiscard]] bool has_a_by_b() const noexcept { return b_.gives_limits; }
    [[nodiscard]] bool has_partner_limits() const noexcept { return has_b_by_a() || has_a_by_b(); }
    /// What letter i of A allows to be skipped in B, and letter j of B in A: everything where they give no limits.
    [[nodiscard]] gap_limit rule_for_b(std::size_t i) const noexcept { return a_.rule(i); }
    [[nodiscard]] gap_limit rule_for_a(std::size_t j) const noexcept { return b_.rule(j); }
    /// Rows and columns from which (i, j) is reached without a jump.
    [[nodiscard]] window rows_before(std::size_t i, std::size_t j) const noexcept
    {
        window const own = predecessors(limits_a(), i);
        return has_a_by_b() ? within(own, i, rule_for_a(j)) : own;
    }
    [[nodiscard]] window columns_before(std::size_t i, std::size_t j) const noexcept
    {
        window const own = predecessors(limits_b(), j);
        return has_b_by_a() ? within(own, j, rule_for_b(i)) : own;
    }
    /// The same with A and B in each other's place.
    [[nodiscard]] problem swapped() const;

    [[nodiscard]] std::size_t n() const noexcept { return a_.codes.size(); }
    [[nodiscard]] std::size_t m() const noexcept { return b_.codes.size(); }

    /// Letters in the file.
    [[nodiscard]] std::size_t file_n() const noexcept { return a_.file_size; }
    [[nodiscard]] std::size_t file_m() const noexcept { return b_.file_size; }
    /// Positions in the file, ascending, of the letters that stay; empty where all do.
    [[nodiscard]] std::span<std::uint32_t const> positions_a() const noexcept { return a_.positions; }
    [[nodiscard]] std::span<std::uint32_t const> positions_b() const noexcept { return b_.positions; }
    [[nodiscard]] std::size_t position_a(std::size_t i) const noexcept
    {
        return a_.positions.empty() ? i : a_.positions[i];
    }
    [[nodiscard]] std::size_t position_b(std::size_t j) const noexcept
    {
        return b_.positions.empty() ? j : b_.positions[j];
    }

    /// Cells that are none of the table, since their letters have left.
    [[nodiscard]] std::uint64_t cells_left_out() const noexcept
    {
        return std::uint64_t{file_n()} * file_m() - std::uint64_t{n()} * m();
    }

    [[nodiscard]] vglcs::scoring const & scoring() const noexcept { return scoring_; }
    /// True where nothing costs anything: no skip costs, no jumps. A longest chain is then a best one, and its score is
    /// `match` times its length.
    [[nodiscard]] bool is_unit() const noexcept { return is_unit_; }
    /// Largest score that any chain could have.
    [[nodiscard]] std::uint64_t score_bound() const noexcept
    {
        return std::uint64_t{scoring_.match} * std::min(n(), m());
    }
    [[nodiscard]] step_side side_a() const noexcept { return a_.steps(scoring_.skip_a); }
    [[nodiscard]] step_side side_b() const noexcept { return b_.steps(scoring_.skip_b); }

    /// True where A[i] matches B[j].
    [[nodiscard]] bool matches(std::size_t i, std::size_t j) const noexcept
    {
        return a_.codes[i] == b_.codes[j] && a_.codes[i] != no_match;
    }
    /// True where nothing costs anything and no limit of either sequence can bind: the plain LCS.
    [[nodiscard]] bool is_plain_lcs() const noexcept
    {
        return is_unit_ && !a_.binding && !b_.binding && !has_partner_limits();
    }

    /// Bytes of the letters, limits and jumps.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    /// One sequence. Arrays have one entry a letter that stays, or are empty: the uniform value holds.
    struct side
    {
        std::vector<letter_code> codes;
        std::size_t file_size = 0;
        std::vector<std::uint32_t> positions; ///< empty: all letters stay

        std::vector<std::uint32_t> lo, hi; ///< lo is empty too where it is 0 everywhere
        std::uint32_t uniform_lo = 0, uniform_hi = 0;
        bool binding = true; ///< false where no limit can bind

        bool gives_limits = false; ///< to the partner, that may bind: rule_hi, or the uniform rule
        std::vector<std::uint32_t> rule_lo, rule_hi;
        gap_limit uniform_rule{};

        bool has_jumps = false;
        std::vector<std::uint32_t> jump_lo, jump_hi, jump_cost, leaving, landing_hi;
        jump uniform_jump{};
        std::uint32_t uniform_leaving = jumps_view::never;
        std::uint32_t largest_hi = 0; ///< where has_jumps

        [[nodiscard]] limits_view limits() const noexcept { return {lo, hi, uniform_lo, uniform_hi}; }
        [[nodiscard]] jumps_view jumps() const noexcept
        {
            return {jump_lo, jump_hi, jump_cost, uniform_jump, leaving, uniform_leaving};
        }
        [[nodiscard]] step_side steps(std::uint32_t skip) const noexcept
        {
            return {codes.size(), limits(), jumps(), has_jumps, skip, largest_hi, positions, landing_hi};
        }
        [[nodiscard]] gap_limit rule(std::size_t k) const noexcept
        {
            return rule_hi.empty() ? uniform_rule : gap_limit{.lo = rule_lo[k], .hi = rule_hi[k]};
        }
        [[nodiscard]] std::size_t bytes() const noexcept;

        void take_limits(char name, gap_limits const & given);
        void take_rules(char name, gap_limits const & given, std::size_t partner_size);
        void take_jumps(char name, gap_limits const & limits, vglcs::jumps const & given);
        void drop_letters(std::uint32_t skip);
    };
    static side prepare(char name, std::vector<letter_code> codes, gap_limits const & limits,
                        vglcs::jumps const & given, gap_limits const & rules, std::size_t partner_size);

    vglcs::scoring scoring_;
    side a_, b_;
    bool is_unit_ = true;
};

} // namespace vglcs
