// SPDX-License-Identifier: BSD-3-Clause
/// Chains of anchors.
#include "failure.hpp"
#include "sized.hpp"
#include "watched.hpp"

#include <vglcs/anchor_chain.hpp>
#include <vglcs/error.hpp>

#include <limits>
#include <memory>
#include <vector>

struct vglcs_blocks
{
    std::vector<vglcs_block> list;
    std::vector<std::uint32_t> members;
};

using namespace vglcs;
using namespace vglcs::c_api;

namespace {

/// Fewer anchors are chained before anybody asks how far they are.
constexpr std::uint64_t short_anchors = 4'096;

vglcs_chain_options default_options()
{
    vglcs_chain_options out{};
    out.hi_x = out.hi_y = link_limits::infinite;
    out.least_score = 1;
    out.most_blocks = std::numeric_limits<std::uint64_t>::max();
    out.strand = VGLCS_BOTH;
    return out;
}

std::vector<anchor> anchors_of(vglcs_anchors const & given)
{
    if (given.count != 0) {
        require(given.x, "anchors.x");
        require(given.y, "anchors.y");
    }
    if (given.count >= std::numeric_limits<std::uint32_t>::max())
        throw input_error{fmt::format("anchors: {} are given: at most {} are possible", given.count,
                                      std::numeric_limits<std::uint32_t>::max() - 1)};
    std::vector<anchor> out(given.count);
    for (std::size_t k = 0; k < out.size(); ++k)
        out[k] = {.x = given.x[k],
                  .y = given.y[k],
                  .length_x = given.length_x ? given.length_x[k] : 1,
                  .length_y = given.length_y ? given.length_y[k] : 1,
                  .weight = given.weight ? given.weight[k] : 1,
                  .sequences = given.sequences ? given.sequences[k] : 0,
                  .falling = given.falling && given.falling[k] != 0};
    return out;
}

std::vector<link_limits> limits_of(vglcs_anchors const & given)
{
    int const arrays =
        (given.lo_x != nullptr) + (given.hi_x != nullptr) + (given.lo_y != nullptr) + (given.hi_y != nullptr);
    if (arrays == 0)
        return {};
    if (arrays != 4)
        throw usage_error{"anchors: some of lo_x, hi_x, lo_y, hi_y are NULL: give all four or none"};
    std::vector<link_limits> out(given.count);
    for (std::size_t k = 0; k < out.size(); ++k)
        out[k] = {given.lo_x[k], given.hi_x[k], given.lo_y[k], given.hi_y[k]};
    return out;
}

chain_rules rules_of(vglcs_chain_options const & given)
{
    if (given.overlap < VGLCS_OVERLAP_NONE || given.overlap > VGLCS_OVERLAP_TRIMMED)
        throw usage_error{fmt::format("options.overlap is {}: it is one of 0..2", given.overlap)};
    if (given.strand < VGLCS_FORWARD || given.strand > VGLCS_BOTH)
        throw usage_error{fmt::format("options.strand is {}: it is one of 0..2", given.strand)};
    if (given.threads < 0)
        throw usage_error{fmt::format("options.threads is {}: give 0 for all, or a number", given.threads)};
    constexpr overlap_rule rules[] = {overlap_rule::none, overlap_rule::allowed, overlap_rule::trimmed};
    chain_rules out;
    out.limits = {given.lo_x, given.hi_x, given.lo_y, given.hi_y};
    out.link_cost = given.link_cost;
    out.skip_x = given.skip_x;
    out.skip_y = given.skip_y;
    out.overlap = rules[given.overlap];
    out.most_overlap = given.most_overlap;
    out.rising = given.strand != VGLCS_REVERSE;
    out.falling = given.strand != VGLCS_FORWARD;
    out.either_direction = given.either_direction != 0;
    out.least_score = given.least_score;
    out.most_blocks = given.most_blocks;
    out.threads = static_cast<unsigned>(given.threads);
    return out;
}

} // namespace

void vglcs_chain_options_init(vglcs_chain_options * options, size_t size)
{
    write_sized(default_options(), options, size);
}

vglcs_status vglcs_chain(vglcs_anchors const * anchors, vglcs_chain_options const * options, vglcs_blocks ** out)
{
    return guarded([&] {
        require(out, "out");
        vglcs_anchors const given = read_sized(anchors, vglcs_anchors{}, "anchors");
        vglcs_chain_options const how = read_sized(options, default_options(), "options");
        chain_rules rules = rules_of(how);
        std::vector<anchor> const list = anchors_of(given);
        std::vector<link_limits> const own = limits_of(given);
        rules.own = own;
        run_control control;
        rules.control = &control;
        auto blocks = std::make_unique<vglcs_blocks>();
        run_watched(control, 0, list.size() < short_anchors, how.progress, how.user, [&] {
            anchor_blocks found = chain_anchors(list, rules);
            blocks->members = std::move(found.members);
            blocks->list.reserve(found.blocks.size());
            for (anchor_block const & b : found.blocks)
                blocks->list.push_back({.score = b.score,
                                        .first = b.first,
                                        .count = b.size,
                                        .sequences = b.sequences,
                                        .falling = b.falling ? 1u : 0u});
        });
        *out = blocks.release();
    });
}

vglcs_block const * vglcs_blocks_list(vglcs_blocks const * blocks, uint64_t * count)
{
    if (count)
        *count = blocks ? blocks->list.size() : 0;
    return blocks ? blocks->list.data() : nullptr;
}

uint32_t const * vglcs_blocks_members(vglcs_blocks const * blocks, uint64_t * count)
{
    if (count)
        *count = blocks ? blocks->members.size() : 0;
    return blocks ? blocks->members.data() : nullptr;
}

void vglcs_blocks_free(vglcs_blocks * blocks)
{
    delete blocks;
}
