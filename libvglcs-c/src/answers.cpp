// SPDX-License-Identifier: BSD-3-Clause
#include "answers.hpp"

#include "sized.hpp"

#include <vglcs/error.hpp>

#include <algorithm>

using namespace vglcs;
using namespace vglcs::c_api;

vglcs_answers::vglcs_answers(std::size_t count)
{
    statuses.reserve(count);
    lengths.reserve(count);
    scores.reserve(count);
    places.reserve(count);
    starts.reserve(count + 1);
    starts.push_back(0);
    link_starts.push_back(0);
}

void vglcs_answers::add(pair_outcome const & outcome)
{
    result const & r = outcome.result;
    auto const as_pair = [](matched_pair const & at) {
        return vglcs_pair{static_cast<std::uint32_t>(at.i), static_cast<std::uint32_t>(at.j)};
    };
    std::ranges::transform(r.chain, chains.append(r.chain.size()), as_pair);
    if (!outcome.links.empty() || links.size() != 0) {
        link_starts.resize(starts.size(), links.size()); // none before had any
        std::ranges::copy(outcome.links, links.append(outcome.links.size()));
        link_starts.push_back(links.size());
    }
    starts.push_back(chains.size());
    auto engine = std::ranges::find(engines, r.engine);
    if (engine == engines.end())
        engine = engines.insert(engine, r.engine);
    places.push_back({.last = r.last ? as_pair(*r.last) : vglcs_pair{VGLCS_NONE, VGLCS_NONE},
                      .reverse = outcome.reading.strand == strand::reverse,
                      .reverse_transcript = outcome.reading.transcript == strand::reverse,
                      .engine = static_cast<std::uint8_t>(engine - engines.begin())});
    lengths.push_back(r.length);
    scores.push_back(r.score);
    statuses.push_back(VGLCS_OK);
    if (outcome.failure) {
        failures.push_back({statuses.size() - 1, error_of(outcome.failure)});
        statuses.back() = failures.back().error.status;
    }
}

uint64_t vglcs_answers_count(vglcs_answers const * answers)
{
    return answers ? answers->statuses.size() : 0;
}

vglcs_status vglcs_answers_get(vglcs_answers const * answers, uint64_t k, vglcs_answer * out)
{
    return guarded([&] {
        require(answers, "answers");
        std::size_t const size = size_of_output(out, "out");
        if (k >= answers->statuses.size())
            throw usage_error{fmt::format("answer {} of {}: count from 0", k, answers->statuses.size())};
        auto const & place = answers->places[k];
        auto const failed = std::ranges::lower_bound(answers->failures, k, {}, &vglcs_answers::failed_pair::pair);
        bool const has_links = k + 1 < answers->link_starts.size();
        std::uint64_t const first_link = has_links ? answers->link_starts[k] : 0;
        write_sized({.size = size,
                     .status = answers->statuses[k],
                     .strand = place.reverse ? VGLCS_REVERSE : VGLCS_FORWARD,
                     .transcript = place.reverse_transcript ? VGLCS_REVERSE : VGLCS_FORWARD,
                     .reserved = 0,
                     .length = answers->lengths[k],
                     .score = answers->scores[k],
                     .last = place.last,
                     .chain = answers->chains.data() ? answers->chains.data() + answers->starts[k] : nullptr,
                     .chain_size = answers->starts[k + 1] - answers->starts[k],
                     .links = has_links && answers->links.data() ? answers->links.data() + first_link : nullptr,
                     .links_size = has_links ? answers->link_starts[k + 1] - first_link : 0,
                     .engine = answers->engines[place.engine].empty() ? "" : answers->engines[place.engine].data(),
                     .error = answers->statuses[k] == VGLCS_OK ? nullptr : &failed->error},
                    out, size);
    });
}

int32_t const * vglcs_answers_statuses(vglcs_answers const * answers)
{
    return answers ? answers->statuses.data() : nullptr;
}

uint64_t const * vglcs_answers_lengths(vglcs_answers const * answers)
{
    return answers ? answers->lengths.data() : nullptr;
}

uint64_t const * vglcs_answers_scores(vglcs_answers const * answers)
{
    return answers ? answers->scores.data() : nullptr;
}

vglcs_pair const * vglcs_answers_chains(vglcs_answers const * answers)
{
    return answers ? answers->chains.data() : nullptr;
}

uint64_t const * vglcs_answers_starts(vglcs_answers const * answers)
{
    return answers ? answers->starts.data() : nullptr;
}

void vglcs_answers_free(vglcs_answers * answers)
{
    delete answers;
}
