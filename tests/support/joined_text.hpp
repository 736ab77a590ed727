// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <rmq/packed_text.hpp>

namespace rmq {

/// Several texts in one, a barrier between each two: no extension goes from one text into the next. Letters as
/// packed_text has them.
class joined_text
{
public:
    /// Appends a text; returns the position of its first letter. Throws std::bad_alloc.
    std::size_t add(std::span<std::uint8_t const> text)
    {
        if (!starts_.empty())
            letters_.push_back(barrier_letter);
        starts_.push_back(letters_.size());
        letters_.insert(letters_.end(), text.begin(), text.end());
        return starts_.back();
    }
    /// Appends a barrier and the mirror of all that is there (see mirrored_letters), so that extensions across strands
    /// are asked of one text: what was position p is also, mirrored, 2 * size - p where size is what size() was.
    void add_mirror()
    {
        std::vector<std::uint8_t> const mirror = mirrored_letters(letters_);
        letters_.reserve(2 * letters_.size() + 1);
        letters_.push_back(barrier_letter);
        letters_.insert(letters_.end(), mirror.begin(), mirror.end());
    }

    [[nodiscard]] std::span<std::uint8_t const> letters() const noexcept { return letters_; }
    [[nodiscard]] std::size_t size() const noexcept { return letters_.size(); }
    /// Positions of the texts' first letters, in order.
    [[nodiscard]] std::span<std::size_t const> starts() const noexcept { return starts_; }

private:
    std::vector<std::uint8_t> letters_;
    std::vector<std::size_t> starts_;
};

} // namespace rmq
