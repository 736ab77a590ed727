// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/anchor_chain.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vglcs {

/// Why an anchor is in no block that was asked for. Each part names a change that puts it into one.
struct chain_reason
{
    /// The limits of the anchor hold it off the end of a block: with the anchor's own limits at least as large as the
    /// gaps, it joins that block or a better one.
    struct gap
    {
        std::size_t block = 0;   ///< number in anchor_blocks
        std::uint32_t after = 0; ///< the block's last anchor
        std::int64_t gap_x = 0, gap_y = 0, limit_x = 0, limit_y = 0;
    };
    /// The best way found to put it into a block scores so much less than the block: with a weight larger by more than
    /// that, it joins that block or a better one.
    struct loss
    {
        std::size_t block = 0;
        std::int64_t by = 0;
    };
    std::optional<loss> loses;
    std::optional<gap> too_far; ///< looked for where `loses` is nothing
    /// The block that it is in where all are given, and that block's score.
    std::size_t block = 0;
    std::int64_t score = 0;
};

/// Reasons for the anchors beyond the first `given` blocks of an answer that has all blocks there are.
///
/// Looked at are, for each anchor, the 64 anchors of given blocks before and behind it in x, the next 64 members of a
/// block after each, and the 64 ends of blocks before it: what is said is true, though a closer call may lie further
/// away. Memory: 8 bytes an anchor and 72 an anchor of a given block.
class chain_reasons
{
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// All have to outlive it. `blocks` are of `rules` without a least score and a number of blocks.
    chain_reasons(std::span<anchor const> anchors, chain_rules const & rules, anchor_blocks const & blocks,
                  std::size_t given);

    /// Block and place in it of an anchor that is in one, from 0; `none` else.
    [[nodiscard]] std::uint32_t block_of(std::size_t k) const noexcept { return block_[k]; }
    [[nodiscard]] std::uint32_t place_in_block(std::size_t k) const noexcept { return place_[k]; }

    /// Precondition: block_of(k) is not below `given`, and not none.   O(64 * 64).
    [[nodiscard]] chain_reason of(std::uint32_t k) const;

private:
    /// A member of a given block with what is asked of it: neighbours in x lie side by side in memory.
    struct member
    {
        anchor where;
        std::uint32_t number = 0, block = 0, place = 0;
        bool falling = false; ///< the block
    };

    [[nodiscard]] bool fits(anchor const & a, member const & m) const noexcept
    {
        return rules_->either_direction || a.falling == m.falling;
    }
    [[nodiscard]] link_limits const & limits(std::uint32_t k) const noexcept
    {
        return rules_->own.empty() ? rules_->limits : rules_->own[k];
    }
    [[nodiscard]] std::int64_t score_from(std::size_t block, std::size_t place) const noexcept;
    void look_for_loss(std::uint32_t k, chain_reason & r) const;
    void look_for_gap(std::uint32_t k, chain_reason & r) const;

    std::span<anchor const> anchors_;
    chain_rules const * rules_;
    anchor_blocks const * blocks_;
    std::vector<std::uint32_t> block_, place_;
    std::vector<std::int64_t> score_to_; ///< of members of given blocks: score of the block up to it
    std::vector<member> members_, ends_; ///< of given blocks, by (sequences, x, y, number)
    std::int64_t longest_ = 0;           ///< length_x of a member
    std::int64_t widest_ = 0;            ///< hi_x of a member
};

} // namespace vglcs
