// SPDX-License-Identifier: BSD-3-Clause
/// A small problem out of the input, solved by every CPU engine: each must give the one canonical answer, under any
/// budget of memory that it accepts.
#include "fuzz.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/verify.hpp>

#include <optional>
#include <string>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::fuzz;

std::vector<letter_code> letters(feed & in, std::size_t size, unsigned sigma)
{
    std::vector<letter_code> out(size);
    for (letter_code & code : out) {
        unsigned const value = in.byte();
        code = value >= 250 ? no_match : static_cast<letter_code>(value % sigma);
    }
    return out;
}

gap_limit limit(feed & in, unsigned reach)
{
    unsigned const kind = in.byte();
    auto const hi = static_cast<std::uint32_t>(kind % (reach + 1));
    if (kind < 200)
        return {.hi = hi};
    if (kind < 225)
        return {.lo = static_cast<std::uint32_t>(in.below(hi + 1)), .hi = hi};
    if (kind < 240)
        return {.hi = in.byte() * 16u};
    if (kind < 247)
        return {};
    if (kind < 252)
        return {.lo = in.below(40), .hi = gap_limit::infinite};
    return {.hi = hi, .blocked = true};
}

gap_limits limits(feed & in, std::size_t size, unsigned reach)
{
    if (in.below(4) == 0)
        return {size, limit(in, reach)};
    gap_limits out{size, {.hi = in.below(reach + 1)}};
    // a limit holds for a few letters: short inputs reach far
    for (std::size_t k = 0; k < size && !in.empty();) {
        std::size_t const next = std::min(size, k + 1 + in.below(6));
        out.set(k, next, limit(in, reach));
        k = next;
    }
    return out;
}

std::optional<result> solve_on(engine const & e, problem const & p, options o)
{
    o.engine = std::string{e.name()};
    try {
        return solve(p, o);
    } catch (resource_error const &) {
        return std::nullopt; // the budget is below what the engine needs
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    feed in{data, size};
    std::size_t const n = in.byte() / 3, m = in.byte() / 2;
    unsigned const sigma = 1 + in.below(in.below(2) ? 20 : 4), reach = in.byte() % 64;
    std::uint64_t const budget = std::uint64_t{512} << in.below(24);
    auto const a = letters(in, n, sigma), b = letters(in, m, sigma);
    gap_limits const limits_a = limits(in, n, reach), limits_b = limits(in, m, reach);
    partner_limits by_partner; // at the end, so that what came before means what it did
    if (unsigned const who = in.below(6); who != 0) {
        if (who % 2 == 1)
            by_partner.b_by_a = limits(in, n, reach);
        if (who % 3 == 2)
            by_partner.a_by_b = limits(in, m, reach);
    }
    problem const p{a, b, limits_a, limits_b, {}, {}, {}, by_partner};

    options const plenty{.threads = 1, .max_memory = std::uint64_t{1} << 30};
    result const expected = *solve_on(*engines().front(), p, plenty);
    require(!find_fault(p, expected.chain), "the reference's chain is a chain");
    require(expected.chain.size() == expected.length, "the reference's length is that of its chain");
    for (engine const * e : engines())
        for (task const t : {task::length, task::alignment}) {
            if (e->device() != device::cpu || !e->supports(p, t))
                continue;
            for (std::uint64_t const bytes : {plenty.max_memory, budget}) {
                options o = plenty;
                o.task = t;
                o.max_memory = bytes;
                auto const got = solve_on(*e, p, o);
                require(got || bytes == budget, "an engine runs where there is plenty of memory");
                if (!got)
                    continue;
                bool const same = got->length == expected.length && got->last == expected.last &&
                                  (t == task::length || got->chain == expected.chain);
                require(same, e->name());
            }
        }
    return 0;
}
