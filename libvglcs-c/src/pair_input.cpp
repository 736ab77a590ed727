// SPDX-License-Identifier: BSD-3-Clause
#include "pair_input.hpp"

#include "sized.hpp"

#include <vglcs/error.hpp>

#include <algorithm>

using namespace vglcs;
using namespace vglcs::c_api;

namespace {

vglcs_stated default_stated()
{
    vglcs_stated out{};
    out.score = -1;
    return out;
}

} // namespace

namespace vglcs::c_api {

pair_input read_pair(vglcs_sequence const * a, vglcs_sequence const * b)
{
    return {read_sequence(a, VGLCS_SIDE_A), read_sequence(b, VGLCS_SIDE_B)};
}

void expect(solver_call & call, pair_input const & pair)
{
    call.expect(VGLCS_SIDE_A, pair.a);
    call.expect(VGLCS_SIDE_B, pair.b);
}

stated_chain read_stated(vglcs_stated const * stated)
{
    vglcs_stated const given = read_sized(stated, default_stated(), "stated");
    if (!given.chain && given.chain_size != 0)
        throw usage_error{"stated.chain is NULL: give it"};
    for (std::int32_t const direction : {given.strand, given.transcript})
        if (direction != VGLCS_FORWARD && direction != VGLCS_REVERSE)
            throw usage_error{"stated.strand and stated.transcript are VGLCS_FORWARD or VGLCS_REVERSE: set them"};
    auto const as_strand = [](std::int32_t s) { return s == VGLCS_REVERSE ? strand::reverse : strand::forward; };
    stated_chain out;
    out.reading = {as_strand(given.strand), as_strand(given.transcript)};
    out.score = given.score;
    out.chain.resize(given.chain_size);
    std::transform(given.chain, given.chain + given.chain_size, out.chain.begin(), [](vglcs_pair const & at) {
        return matched_pair{at.i, at.j};
    });
    return out;
}

} // namespace vglcs::c_api

void vglcs_stated_init(vglcs_stated * stated, size_t size)
{
    write_sized(default_stated(), stated, size);
}
