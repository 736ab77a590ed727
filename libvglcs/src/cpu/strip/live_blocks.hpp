// SPDX-License-Identifier: BSD-3-Clause
/// Which blocks of cells may still lie on a best chain, from the values that a run has reached.
#pragma once

#include "solve/pruning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vglcs::cpu {

/// Blocks of rows of strips of columns. A block is dead where its largest value, and all that could be earned from its
/// upper left corner on, stay below a score that a chain is known to have: then none of its cells lies on a best chain.
/// A block that no living one can reach, and in which no chain begins that is good enough, is dead before it is
/// computed, and so is everything that only it reaches.
/// A cell of a best chain has its true value, so its block is never dead: see `diagonal_band::of_bound`.
/// One thread writes each strip; others read it behind a row that it has published.
class live_blocks
{
public:
    /// @param match, bound  in the values of the run
    live_blocks(strip_rows const & kept, look_back const & down, look_back const & across, std::size_t block_rows,
                std::uint64_t match, std::uint64_t bound, std::size_t first_strip)
        : kept_{kept}, block_rows_{block_rows}, match_{match}, bound_{bound}, first_strip_{first_strip},
          live_(kept.strips()), seen_strips_(kept.strips()), seen_blocks_((kept.rows() + block_rows - 1) / block_rows)
    {
        for (std::size_t s = 0, seen = 0; s < live_.size(); ++s) {
            live_[s].resize(kept[s].size() / block_rows + 2);
            while (across.last_reader(seen * kept.width() + kept.columns_of(seen) - 1) < s * kept.width())
                ++seen;
            seen_strips_[s] = seen;
        }
        for (std::size_t k = 0, seen = 0; k < seen_blocks_.size(); ++k) {
            while (down.last_reader(std::min((seen + 1) * block_rows, kept.rows()) - 1) < k * block_rows)
                ++seen;
            seen_blocks_[k] = seen;
        }
    }

    [[nodiscard]] std::uint64_t bound() const noexcept { return bound_; }

    /// Where the block of row i ends.
    [[nodiscard]] std::size_t end_of_block(std::size_t i) const noexcept { return (i / block_rows_ + 1) * block_rows_; }

    /// False where nothing in the rows from i to the end of its block can matter in that strip, nor in what the strip
    /// passes on. All blocks left of it and above it are done.
    [[nodiscard]] bool may_matter(std::size_t strip, std::size_t i) const noexcept
    {
        if (match_ + most_behind(strip, i) >= bound_)
            return true;
        std::size_t const block = i / block_rows_, first = seen_blocks_[block];
        if (seen_strips_[strip] < first_strip_) // done by an earlier run, which told nothing of its blocks
            return true;
        for (std::size_t s = strip + 1; s-- > seen_strips_[strip];) {
            index_range const & rows = kept_[s];
            std::size_t const begin = rows.first / block_rows_;
            for (std::size_t k = std::min(block + 1, begin + live_[s].size()); k-- > std::max(first, begin);)
                if (live_[s][k - begin])
                    return true;
        }
        return false;
    }

    /// Rows from i on, of one block, have been computed.
    void note(std::size_t strip, std::size_t i, std::uint64_t largest) noexcept
    {
        if (largest != 0 && largest + most_behind(strip, i) >= bound_)
            live_[strip][i / block_rows_ - kept_[strip].first / block_rows_] = 1;
    }

private:
    /// Most that can be earned behind a cell of that row or of a later one.
    [[nodiscard]] std::uint64_t most_behind(std::size_t strip, std::size_t i) const noexcept
    {
        return match_ * std::min(kept_.rows() - 1 - i, kept_.columns() - 1 - strip * kept_.width());
    }

    strip_rows const & kept_;
    std::size_t block_rows_;
    std::uint64_t match_, bound_;
    std::size_t first_strip_;                            ///< of the run
    std::vector<std::vector<std::uint8_t>> live_;        ///< of each strip, from the block of its first row on
    std::vector<std::size_t> seen_strips_, seen_blocks_; ///< the first that letters of each one, or later ones, look at
};

} // namespace vglcs::cpu
