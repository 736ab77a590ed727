// SPDX-License-Identifier: BSD-3-Clause
/// Result files as `verify` reads them: whatever the bytes, a pair that passes has a chain that the plain statement of
/// the rules accepts too.
#include "fuzz.hpp"
#include "memory_file.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/pair_record.hpp>
#include <vglcs/link.hpp>
#include <vglcs/verify.hpp>
#include <vglcs/verify_result.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace {

using namespace vglcs;
using namespace vglcs::fuzz;

struct side
{
    sequence record;
    gap_limits limits;
};

gap_limits limits_of(std::size_t size, std::uint32_t seed)
{
    gap_limits out{size, {.hi = 2}};
    for (std::size_t k = 0; k < size; ++k)
        out.set(k, {.lo = (k + seed) % 7 == 6 ? 1u : 0u, .hi = static_cast<std::uint32_t>((k * 5 + seed) % 4 + 1)});
    return out;
}

std::array<side, 2> const & queries()
{
    static std::array<side, 2> const all{
        side{.record = {.name = "q1", .letters = "ACGTACGTTA", .quality = "IIIIIHHHHH", .number = 1},
             .limits = limits_of(10, 1)},
        side{.record = {.name = "q2", .letters = "GGNCATTACA", .number = 2}, .limits = limits_of(10, 2)}};
    return all;
}

std::array<side, 2> const & targets()
{
    static std::array<side, 2> const all{
        side{.record = {.name = "t1", .letters = "ACGACGTTTA", .number = 1}, .limits = limits_of(10, 3)},
        side{.record = {.name = "t2", .letters = "CATTACAGG", .number = 2}, .limits = limits_of(9, 4)}};
    return all;
}

side const & find(std::array<side, 2> const & sides, std::string const & name, std::uint64_t number)
{
    if (number == 1 || number == 2)
        return sides[number - 1];
    return name == sides[1].record.name ? sides[1] : sides[0];
}

jumps jumps_of(std::size_t size, std::uint32_t seed)
{
    jumps out{size, {}, 1};
    for (std::size_t k = 0; k < size; ++k) {
        auto const number = static_cast<std::uint32_t>(k) + seed;
        if (number % 3 != 2)
            out.set_landing(k, k + 1, jump{.lo = number % 2, .hi = number % 5 + 1, .cost = number % 3});
        if (number % 7 == 6)
            out.set_leaving(k, k + 1, std::nullopt);
    }
    return out;
}

/// The same for a row of a run with costs: its score is that of its chain, and it has the jumps that the links have.
void check_scored(stated_pair const & stated, side const & query, side const & target, gap_limits const & query_limits)
{
    scoring const costs{.match = 3, .skip_a = 1, .skip_b = 2};
    jumps const query_jumps = jumps_of(query.record.size(), 1), target_jumps = jumps_of(target.record.size(), 3);
    if (find_result_fault(stated, {.query = query.record,
                                   .target = target.record,
                                   .query_limits = query_limits,
                                   .target_limits = target.limits,
                                   .alphabet = alphabet::dna,
                                   .scoring = costs,
                                   .query_jumps = &query_jumps,
                                   .target_jumps = &target_jumps,
                                   .scored = true}))
        return;
    if (!stated.has_chain)
        return;
    bool const forward = stated.strand == strand::forward;
    std::string const letters = forward ? query.record.letters : reverse_complement(query.record.letters);
    problem const p{encode(letters, alphabet::dna),
                    encode(target.record.letters, alphabet::dna),
                    query_limits,
                    target.limits,
                    costs,
                    query_jumps,
                    target_jumps};
    auto const chain = stated.chain();
    auto const score = score_of(p, chain);
    require(score.has_value(), "a chain that passes is a chain");
    require(!stated.score || static_cast<std::int64_t>(*stated.score) == *score, "a score that passes is the chain's");
    std::size_t jumped_over = 0, sides = 0;
    for (std::size_t k = 1; k < chain.size(); ++k) {
        auto const link = link_of(p, chain[k - 1], chain[k]);
        sides += link->a.has_value() + link->b.has_value();
        jumped_over += link->a || link->b;
    }
    require(!stated.jump_count || *stated.jump_count == sides, "jumps that pass are those of the links");
    require(!stated.jumps || stated.jumps->size() == jumped_over, "jumps that pass are listed");
    require(!stated.has_placed_jumps || stated.placed_jumps.size() == jumped_over, "jumps that pass are placed");
}

void check_pair(stated_pair const & stated)
{
    side const & query = find(queries(), stated.query, stated.query_number);
    side const & target = find(targets(), stated.target, stated.target_number);
    bool const forward = stated.strand == strand::forward;
    gap_limits const query_limits = forward ? query.limits : query.limits.reversed();
    if (stated.scored) {
        check_scored(stated, query, target, query_limits);
        return;
    }
    std::string const digest = limits_digest(query.limits, target.limits);
    if (find_result_fault(stated, {.query = query.record,
                                   .target = target.record,
                                   .query_limits = query_limits,
                                   .target_limits = target.limits,
                                   .alphabet = alphabet::dna,
                                   .limits_digest = digest}))
        return;
    require(stated.query == query.record.name && stated.target == target.record.name, "names agree");
    require(stated.length <= std::min(query.record.size(), target.record.size()), "a length is possible");
    if (!stated.has_chain)
        return;
    std::string const letters = forward ? query.record.letters : reverse_complement(query.record.letters);
    problem const p{encode(letters, alphabet::dna), encode(target.record.letters, alphabet::dna), query_limits,
                    target.limits};
    auto const chain = stated.chain();
    require(chain.size() == stated.length, "the length is that of the chain");
    require(!find_fault(p, chain), "a chain that passes is a chain");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    vglcs::test::memory_file const file{feed{data, size}.rest()};
    try {
        result_reader reader{file.path()};
        for (stated_pair stated; reader.next(stated);)
            check_pair(stated);
    } catch (error const &) {
    }
    return 0;
}
