// SPDX-License-Identifier: BSD-3-Clause
/// Left values: what columns ask of strips further left, and the slots that a row has for them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace vglcs::cpu {

/// A range that a strip further right asks for.
struct wish
{
    std::uint8_t letter;
    std::uint16_t first, last;
    std::uint32_t until; ///< last strip that reads it
    std::uint32_t slot = 0;
    [[nodiscard]] auto key() const noexcept { return std::tuple{letter, first, last}; }
};

/// The wishes of all strips, and their slots.
class left_value_slots
{
public:
    left_value_slots(std::size_t strips, std::size_t letters) : letters_{letters}, wishes_(strips) {}

    /// `reader` asks `strip` for the maximum of its columns [first, last], in rows with that letter. Returns the wish's
    /// number in that strip, for slot().
    std::uint32_t ask(std::uint32_t strip, std::uint8_t letter, std::int64_t first, std::int64_t last,
                      std::size_t reader)
    {
        wishes_[strip].push_back({letter, static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(last),
                                  static_cast<std::uint32_t>(reader)});
        return static_cast<std::uint32_t>(wishes_[strip].size() - 1);
    }

    /// Slots for the left values of a row: equal wishes share one, and a slot is free again once its last reader is
    /// passed. A strip reads its far columns before it answers requests, so a slot may go over within one strip.
    void allocate()
    {
        std::vector<std::vector<std::uint32_t>> free(letters_);
        std::vector<std::uint32_t> used(letters_, 1); // slot 0 is the constant 0
        std::vector<std::vector<std::pair<std::uint8_t, std::uint32_t>>> expiring(wishes_.size());
        slots_.resize(wishes_.size());
        for (std::size_t t = 0; t < wishes_.size(); ++t) {
            for (auto const & [letter, slot] : expiring[t])
                free[letter].push_back(slot);
            auto & wishes = wishes_[t];
            std::vector<std::uint32_t> order(wishes.size());
            for (std::uint32_t k = 0; k < order.size(); ++k)
                order[k] = k;
            std::ranges::sort(order, {}, [&](std::uint32_t k) { return wishes[k].key(); });
            std::vector<wish> unique;
            slots_[t].resize(wishes.size());
            for (std::uint32_t const k : order) {
                if (unique.empty() || unique.back().key() != wishes[k].key())
                    unique.push_back(wishes[k]);
                unique.back().until = std::max(unique.back().until, wishes[k].until);
                slots_[t][k] = static_cast<std::uint32_t>(unique.size() - 1);
            }
            for (wish & w : unique) {
                if (free[w.letter].empty()) {
                    w.slot = used[w.letter]++;
                } else {
                    w.slot = free[w.letter].back();
                    free[w.letter].pop_back();
                }
                expiring[w.until].emplace_back(w.letter, w.slot);
            }
            for (std::uint32_t & k : slots_[t])
                k = unique[k].slot;
            wishes = std::move(unique);
        }
        for (std::uint32_t const u : used)
            most_ = std::max<std::size_t>(most_, u);
    }

    /// Of a strip's wish, after allocate().
    [[nodiscard]] std::uint32_t slot(std::uint32_t strip, std::uint32_t number) const { return slots_[strip][number]; }
    /// A strip's wishes; after allocate() each once.
    [[nodiscard]] std::vector<wish> const & of(std::size_t strip) const { return wishes_[strip]; }
    /// They are not needed any more.
    void forget(std::size_t strip) { wishes_[strip] = {}; }
    /// Slots of a row, the constant 0 among them.
    [[nodiscard]] std::size_t most() const noexcept { return most_; }

private:
    std::size_t letters_, most_ = 1;
    std::vector<std::vector<wish>> wishes_;
    std::vector<std::vector<std::uint32_t>> slots_; ///< slot of each wish, as they were asked
};

} // namespace vglcs::cpu
