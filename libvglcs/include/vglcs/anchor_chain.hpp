// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace vglcs {

/// A weighted box that chains are made of: units x..x+length_x-1 of the query stand for y..y+length_y-1 of the target.
/// A unit is a letter, a gene, a tick of a clock; a point has length 1.
struct anchor
{
    std::int64_t x = 0, y = 0;
    std::int64_t length_x = 1, length_y = 1; ///< at least 1
    std::int64_t weight = 1;                 ///< may be 0 or negative: such an anchor is taken only between others
    std::uint32_t sequences = 0;             ///< which pair of sequences: only anchors of one pair are linked
    bool falling = false;                    ///< the target runs backwards here (strand -)

    [[nodiscard]] friend bool operator==(anchor const &, anchor const &) = default;
};

/// How many units may lie between an anchor and the one before it, on either axis; closed.
struct link_limits
{
    static constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();
    std::int64_t lo_x = 0, hi_x = infinite, lo_y = 0, hi_y = infinite;

    [[nodiscard]] friend bool operator==(link_limits const &, link_limits const &) = default;
};

/// What two linked anchors may share.
enum class overlap_rule : std::uint8_t {
    none,    ///< nothing
    allowed, ///< up to `most_overlap` units an axis, where both anchors are longer than that; they count in full
    trimmed  ///< anything short of either anchor's length; the later one loses the larger overlap's share of its weight
};

/// What a block is, and which are asked for.
struct chain_rules
{
    link_limits limits;                  ///< of every anchor, where `own` is empty
    std::span<link_limits const> own{};  ///< [anchors] or empty: the limit of a link is that of its anchor later in x
    std::int64_t link_cost = 0;          ///< of every link
    std::int64_t skip_x = 0, skip_y = 0; ///< of a unit between two linked anchors
    overlap_rule overlap = overlap_rule::none;
    std::int64_t most_overlap = 0;      ///< for overlap_rule::allowed
    bool rising = true, falling = true; ///< which blocks are looked for
    /// True: `falling` of an anchor is ignored, it may be in a block of either direction (orders of genes). False: in
    /// one of its own (coordinates).
    bool either_direction = false;
    std::int64_t least_score = 1; ///< blocks of a smaller score are not given
    std::uint64_t most_blocks = std::numeric_limits<std::uint64_t>::max();
    unsigned threads = 0; ///< 0 = all
    run_control const * control = nullptr;
};

/// A chain: its anchors are members[first .. first + size - 1] of anchor_blocks, by ascending x.
struct anchor_block
{
    std::int64_t score = 0;
    std::size_t first = 0, size = 0;
    std::uint32_t sequences = 0;
    bool falling = false;

    [[nodiscard]] friend bool operator==(anchor_block const &, anchor_block const &) = default;
};

/// Disjoint blocks, the best first.
struct anchor_blocks
{
    std::vector<anchor_block> blocks;
    std::vector<std::uint32_t> members; ///< numbers of anchors, block after block

    [[nodiscard]] std::span<std::uint32_t const> anchors_of(anchor_block const & b) const noexcept
    {
        return {members.data() + b.first, b.size};
    }
};

/// The link from one anchor to a later one under rules: what it skips, and what it costs.
struct anchor_link
{
    std::int64_t skipped_x = 0, skipped_y = 0; ///< units between the two, 0 where they overlap
    std::int64_t overlap_x = 0, overlap_y = 0; ///< units that they share
    std::int64_t cost = 0;                     ///< of the link and its skipped units, and the weight lost by trimming
    bool allowed = false;                      ///< by the limits and the overlap rule
};

/// Measures the link from anchor `before` to anchor `after` in a block of the given direction.
/// Nothing where the two are in no order: then no limit could make it a link. `limits` are those of `after`.
[[nodiscard]] std::optional<anchor_link> measure_link(anchor const & before, anchor const & after, bool falling,
                                                      link_limits const & limits, chain_rules const & rules);

/// The blocks of anchors: the chain with the best score, the best one of the anchors that are left, and so on.
///
/// A chain is a sequence of anchors, each linked to the one before. In a rising block x and y rise; in a falling one x
/// rises and y falls. The gap of a link on an axis counts the units between the end of one anchor and the start of the
/// other; it lies within the limits of the later anchor. Score: the weights, less the costs of the links.
///
/// One answer. Anchors are ordered by (x, y, place in the input). With V = the best score of a chain that ends in an
/// anchor: a block ends in the anchor with the largest V, of several the first in that order; the anchor before another
/// is, of those that give it its V, the last in that order; a chain begins where V is the weight. Between pairs of
/// sequences and directions: the larger score first, then the smaller `sequences`, the earlier last anchor, rising.
/// The answer does not depend on the threads, nor on the order of the input but for anchors with equal x and y.
///
/// With n anchors of one pair and direction the first block takes O(n log^2 n) time (overlap_rule::trimmed: n times the
/// anchors in a window on x). A further block looks again only at anchors whose best chain lost an anchor, and at those
/// only when nothing better is left; how many these are depends on the data. Memory: 100 bytes an anchor and
/// direction at once, and 8.3 for each level of rmq::box_points, of which windows below 2,000 anchors on x or on y need
/// none, or 21 for rmq::tile_points; for further blocks up to 216 more, 4 for each anchor in the box of one that is
/// looked at again (48 at most).
///
/// Throws input_error where an anchor or limit is out of range (lengths below 1, lo above hi, sums beyond 2^62).
/// @param anchors   fewer than 2^32 - 1
[[nodiscard]] anchor_blocks chain_anchors(std::span<anchor const> anchors, chain_rules const & rules);

} // namespace vglcs
