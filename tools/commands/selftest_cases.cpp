// SPDX-License-Identifier: BSD-3-Clause
#include "commands/selftest_cases.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/io/jump_spec.hpp>
#include <vglcs/link.hpp>

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace vglcs::tools {

namespace {

constexpr char const * oracle_cases =
#include "commands/selftest_cases.inc"
    ;
constexpr char const * scored_oracle_cases =
#include "commands/selftest_scored_cases.inc"
    ;

std::vector<std::string> split(std::string const & text)
{
    std::vector<std::string> out;
    if (text == "-")
        return out;
    std::istringstream in{text};
    for (std::string part; std::getline(in, part, ',');)
        out.push_back(part);
    return out;
}

std::uint32_t number(std::string const & text)
{
    return text == "inf" ? gap_limit::infinite : static_cast<std::uint32_t>(std::stoul(text));
}

gap_limits parse_limits(std::string const & hi, std::string const & lo)
{
    std::vector<std::string> const largest = split(hi), smallest = split(lo);
    gap_limits out{largest.size(), {}};
    for (std::size_t k = 0; k < largest.size(); ++k)
        out.set(k, {.lo = number(smallest[k]), .hi = number(largest[k])});
    return out;
}

/// Windows as LO..HI@COST or ".", costs as numbers or "x", of every letter; "-": no jump anywhere.
jumps parse_jumps(std::string const & landing, std::string const & leaving)
{
    std::vector<std::string> const windows = split(landing), costs = split(leaving);
    jumps out{windows.size()};
    for (std::size_t k = 0; k < windows.size(); ++k) {
        std::string const & text = windows[k];
        std::size_t const dots = text.find(".."), at = text.find('@');
        if (text != ".")
            out.set_landing(k, k + 1,
                            jump{.lo = number(text.substr(0, dots)),
                                 .hi = number(text.substr(dots + 2, at - dots - 2)),
                                 .cost = number(text.substr(at + 1))});
        out.set_leaving(k, k + 1, costs[k] == "x" ? std::nullopt : std::optional{number(costs[k])});
    }
    return windows.empty() ? jumps{} : out;
}

std::vector<letter_code> codes_of(std::string const & text, std::string const & letters)
{
    return encode(text == "-" ? "" : text, *parse_alphabet(letters));
}

/// splitmix64: the same numbers on every machine.
class generator
{
public:
    explicit generator(std::uint64_t seed) : state_{seed} {}
    std::uint32_t below(std::uint32_t bound)
    {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return static_cast<std::uint32_t>((z ^ (z >> 31)) % bound);
    }

private:
    std::uint64_t state_;
};

test_case answered(std::string name, problem p)
{
    std::string answer = answer_text(p, solve(p, {.engine = "reference", .threads = 1}));
    return {std::move(name), std::move(p), std::move(answer)};
}

/// Limits that jump from letter to letter.
std::vector<test_case> generated_lengths()
{
    std::vector<test_case> out;
    for (std::uint32_t k = 0; k < 16; ++k) {
        generator random{k};
        std::uint32_t const sigma = k % 4 == 3 ? 20 : 4, top = k % 3 == 0 ? 4 : k % 3 == 1 ? 31 : 400;
        auto const side = [&](std::size_t size) {
            std::vector<letter_code> codes(size);
            gap_limits limits{size, {}};
            for (std::size_t p = 0; p < size; ++p) {
                codes[p] = random.below(40) ? static_cast<letter_code>(random.below(sigma)) : no_match;
                std::uint32_t const hi = random.below(12) ? random.below(top) : random.below(1000);
                limits.set(p, {.lo = k % 5 == 4 ? random.below(hi / 4 + 1) : 0, .hi = hi});
            }
            return std::pair{codes, limits};
        };
        auto const [a, limits_a] = side(150 + random.below(250));
        auto const [b, limits_b] = side(150 + random.below(250));
        out.push_back(answered(fmt::format("generated case {}", k + 1), {a, b, limits_a, limits_b}));
    }
    return out;
}

/// Costs, and jumps on one side or both: the same everywhere, at few letters, at sites.
std::vector<test_case> generated_scores()
{
    std::vector<std::string> const landing{"after:AG=3..60@2,after:AC=3..60@4"}, leaving{"at:GT=0,at:GC=1,*=3"};
    jump_spec const sites{landing, leaving, alphabet::dna};
    std::vector<test_case> out;
    for (std::uint32_t k = 0; k < 16; ++k) {
        generator random{1000 + k};
        auto const letters = [&](std::size_t size) {
            std::string text(size, 'N');
            for (char & c : text)
                c = random.below(40) ? "ACGT"[random.below(4)] : 'N';
            return text;
        };
        std::string const a = letters(60 + random.below(60));
        std::string b = a; // with letters put in, taken away and changed
        for (std::uint32_t changes = 4 + random.below(8); changes-- > 0;) {
            std::size_t const at = random.below(static_cast<std::uint32_t>(b.size()));
            switch (random.below(3)) {
            case 0:
                b.insert(at, letters(1 + random.below(30)));
                break;
            case 1:
                b.erase(at, 1 + random.below(3));
                break;
            default:
                b[at] = 'A';
                break;
            }
        }
        auto const limits = [&](std::size_t size) {
            gap_limits made{size, {.hi = random.below(5)}};
            if (k % 2)
                for (std::size_t p = 0; p < size; ++p)
                    made.set(p, {.lo = k % 8 == 7 ? random.below(2) : 0, .hi = 1 + random.below(6)});
            return made;
        };
        auto const jumps_of = [&](std::string const & text, std::uint32_t kind) {
            jumps few{text.size(), {}, random.below(2)};
            switch (kind) {
            case 0:
                return jumps{};
            case 1:
                return jumps{text.size(), jump{.lo = random.below(5), .hi = 10 + random.below(40), .cost = 3}, 1};
            case 2:
                for (std::size_t p = 0; p < text.size(); p += 1 + random.below(9))
                    few.set_landing(p, p + 1, jump{.lo = 1, .hi = 1 + random.below(50), .cost = random.below(4)});
                return few;
            default:
                return sites.for_record({.letters = text}, strand::forward);
            }
        };
        gap_limits const limits_a = limits(a.size()), limits_b = limits(b.size());
        jumps const jumps_a = jumps_of(a, k / 4), jumps_b = jumps_of(b, (k + 1) % 4);
        scoring const costs{.match = 1 + random.below(3), .skip_a = random.below(3), .skip_b = 1 + random.below(2)};
        out.push_back(answered(
            fmt::format("generated case {}, with costs", k + 1),
            {encode(a, alphabet::dna), encode(b, alphabet::dna), limits_a, limits_b, costs, jumps_a, jumps_b}));
    }
    return out;
}

/// Limits by the other sequence's letters: one window a row, and with limits of B's own a window a cell.
std::vector<test_case> generated_partners()
{
    std::vector<test_case> out;
    for (std::uint32_t k = 0; k < 12; ++k) {
        generator random{2000 + k};
        auto const codes = [&](std::size_t size) {
            std::vector<letter_code> made(size);
            for (letter_code & c : made)
                c = random.below(40) ? static_cast<letter_code>(random.below(4)) : no_match;
            return made;
        };
        auto const limits = [&](std::size_t size) {
            gap_limits made{size, {.hi = 2 + random.below(5)}};
            for (std::size_t p = 0; p < size; p += 1 + random.below(6)) {
                std::uint32_t const lo = random.below(4) ? 0 : random.below(30);
                made.set(p, {.lo = lo, .hi = random.below(8) ? lo + random.below(40) : gap_limit::infinite});
            }
            return made;
        };
        std::size_t const n = 40 + random.below(60), m = 100 + random.below(150);
        std::vector<letter_code> const a = codes(n), b = codes(m);
        gap_limits const own_a{n, {.hi = random.below(6)}}, own_b = k % 2 ? limits(m) : gap_limits{m, {}};
        partner_limits by_partner;
        (k % 4 < 3 ? by_partner.b_by_a : by_partner.a_by_b) = limits(k % 4 < 3 ? n : m);
        scoring const costs{.match = k % 3 == 2 ? 2u : 1u, .skip_a = k % 3 == 2 ? 1u : 0u, .skip_b = 0};
        out.push_back(answered(fmt::format("generated case {}, limits by the other sequence", k + 1),
                               {a, b, own_a, own_b, costs, {}, {}, by_partner}));
    }
    return out;
}

std::vector<test_case> stored_lengths()
{
    std::vector<test_case> out;
    std::istringstream lines{oracle_cases};
    for (std::string letters, a, b, ga, gb, la, lb, length, chain;
         lines >> letters >> a >> b >> ga >> gb >> la >> lb >> length >> chain;)
        out.push_back({fmt::format("stored case {}", out.size() + 1),
                       problem{codes_of(a, letters), codes_of(b, letters), parse_limits(ga, la), parse_limits(gb, lb)},
                       chain == "-" ? "0\n" : fmt::format("{} {}\n", length, chain)});
    return out;
}

std::vector<test_case> stored_scores()
{
    std::vector<test_case> out;
    std::istringstream lines{scored_oracle_cases};
    for (std::string letters, a, b, ga, gb, la, lb, match, skip_a, skip_b, land_a, land_b, leave_a, leave_b, score,
         chain;
         lines >> letters >> a >> b >> ga >> gb >> la >> lb >> match >> skip_a >> skip_b >> land_a >> land_b >>
         leave_a >> leave_b >> score >> chain;)
        out.push_back({fmt::format("stored case {}, with costs", out.size() + 1),
                       problem{codes_of(a, letters),
                               codes_of(b, letters),
                               parse_limits(ga, la),
                               parse_limits(gb, lb),
                               {.match = number(match), .skip_a = number(skip_a), .skip_b = number(skip_b)},
                               parse_jumps(land_a, leave_a),
                               parse_jumps(land_b, leave_b)},
                       chain == "-" ? "0\n" : fmt::format("{} {}\n", score, chain)});
    return out;
}

std::vector<test_case> joined(std::vector<test_case> first, std::vector<test_case> more)
{
    for (test_case & c : more)
        first.push_back(std::move(c));
    return first;
}

} // namespace

std::string answer_text(problem const & p, result const & r)
{
    bool const scored = !p.is_unit();
    std::string out = fmt::format("{} ", scored ? r.score : r.length);
    auto const add_jump = [&](char side, std::optional<jumped> const & jump) {
        if (jump)
            out += fmt::format("{}{}-{}", side, jump->first, jump->end);
    };
    for (std::size_t k = 0; k < r.chain.size(); ++k) {
        out += fmt::format("{}:{}", r.chain[k].i, r.chain[k].j);
        if (auto const link = scored && k != 0 ? link_of(p, r.chain[k - 1], r.chain[k]) : std::nullopt) {
            add_jump('a', link->a);
            add_jump('b', link->b);
        }
        out += ',';
    }
    out.back() = '\n';
    return out;
}

std::vector<test_case> stored_cases()
{
    return joined(stored_lengths(), stored_scores());
}

std::vector<test_case> generated_cases()
{
    return joined(joined(generated_lengths(), generated_scores()), generated_partners());
}

} // namespace vglcs::tools
