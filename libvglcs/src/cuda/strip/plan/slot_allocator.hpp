// SPDX-License-Identifier: BSD-3-Clause
/// Used by the compilers of rows and columns: vectors of maxima with their lifetimes, the slots that they share, and a
/// sparse table over the maxima of whole blocks.
#pragma once

#include "cuda/strip/plan/near_windows.hpp"
#include "cuda/strip/plan/slots.hpp"

#include <vglcs/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vglcs::cuda {

inline constexpr std::uint32_t unset = std::numeric_limits<std::uint32_t>::max();

/// Vectors that need a slot, from the time when they are made to their last use.
class slot_allocator
{
public:
    std::uint32_t make(std::uint64_t time)
    {
        if (made_.size() >= unset >> 4)
            throw resource_error{"engine strip (cuda): the limits need more kept vectors than can be planned: "
                                 "use --device cpu"};
        made_.push_back(time);
        last_.push_back(time);
        return static_cast<std::uint32_t>(made_.size() - 1);
    }
    void use(std::uint32_t vector, std::uint64_t time) { last_[vector] = std::max(last_[vector], time); }
    [[nodiscard]] std::uint64_t made(std::uint32_t vector) const noexcept { return made_[vector]; }

    /// Gives each vector a slot: two share one only where the first's last use lies before the second's making. A
    /// vector alive across a multiple of `border` (where not 0) shares with none.
    void assign_slots(std::uint64_t border)
    {
        std::vector<std::uint32_t> order(made_.size());
        for (std::uint32_t k = 0; k < order.size(); ++k)
            order[k] = k;
        if (!std::ranges::is_sorted(made_))
            std::ranges::stable_sort(order, {}, [&](std::uint32_t k) { return made_[k]; });
        using ending = std::pair<std::uint64_t, std::uint32_t>;
        std::priority_queue<ending, std::vector<ending>, std::greater<>> alive;
        std::vector<std::uint32_t> free;
        slot_.resize(made_.size());
        for (std::uint32_t const k : order) {
            bool const exclusive = border && made_[k] / border != last_[k] / border;
            for (; !alive.empty() && alive.top().first < made_[k]; alive.pop())
                free.push_back(alive.top().second);
            if (exclusive || free.empty()) {
                slot_[k] = slots_++;
            } else {
                slot_[k] = free.back();
                free.pop_back();
            }
            if (!exclusive)
                alive.emplace(last_[k], slot_[k]);
        }
    }
    // after assign_slots()
    [[nodiscard]] std::uint32_t slot(std::uint32_t vector) const noexcept { return slot_[vector]; }
    [[nodiscard]] std::uint32_t slots() const noexcept { return slots_; }

private:
    std::vector<std::uint64_t> made_, last_;
    std::vector<std::uint32_t> slot_;
    std::uint32_t slots_ = 0;
};

/// Up to four vectors, each once.
struct vector_list
{
    std::uint32_t items[4] = {unset, unset, unset, unset};
    std::uint32_t size = 0;
    void add(std::uint32_t vector)
    {
        if (std::find(items, items + size, vector) == items + size)
            items[size++] = vector;
    }
};

/// The slots of a window's vectors.
[[nodiscard]] inline slot_list slots_of(slot_allocator const & vectors, vector_list const & list)
{
    slot_list out;
    for (std::uint32_t k = 0; k < list.size; ++k)
        out.slots[k] = vectors.slot(list.items[k]);
    return out;
}

/// A maximum of two vectors that is made right after a block.
struct block_operation
{
    std::uint32_t target, left, right;
    std::size_t block;
};

/// The same by slots.
[[nodiscard]] inline slot_operation slots_of(slot_allocator const & vectors, block_operation const & o)
{
    return {vectors.slot(o.target), vectors.slot(o.left), vectors.slot(o.right)};
}

/// Maxima over ranges of whole blocks, as a sparse table of which only the needed entries are made: entry (k, b) covers
/// the 2^k blocks that end with b, and is made right after block b. Ranges from block 0 on have a running prefix.
/// Source: S2, blocked sparse table (Alg. 2 over block maxima); difference: built on demand, with lifetimes.
/// @tparam Blocks   leaf(b): the vector of block b's maximum; time(b): when the operations after block b run; delay:
///                  blocks that they may be late
template <class Blocks>
class block_maxima
{
public:
    block_maxima(slot_allocator & vectors, Blocks blocks) : vectors_{vectors}, blocks_{std::move(blocks)} {}

    /// Vectors whose maximum is that of the blocks [first, last]; one or two, equal where one is enough.
    std::pair<std::uint32_t, std::uint32_t> range(std::size_t first, std::size_t last)
    {
        if (first == 0) {
            std::uint32_t const p = prefix(last);
            return {p, p};
        }
        std::uint32_t const level = level_of(last - first + 1);
        std::uint32_t const right = entry(level, last);
        return {entry(level, first + (std::size_t{1} << level) - 1), right};
    }

    /// Operations in the order of their blocks, sources before their targets.
    [[nodiscard]] std::vector<block_operation> const & operations()
    {
        std::ranges::stable_sort(operations_, {}, &block_operation::block);
        return operations_;
    }

private:
    std::uint32_t combine(std::uint32_t left, std::uint32_t right, std::size_t block)
    {
        std::uint32_t const target = vectors_.make(blocks_.time(block));
        vectors_.use(left, blocks_.time(block + Blocks::delay));
        vectors_.use(right, blocks_.time(block + Blocks::delay));
        operations_.push_back({target, left, right, block});
        return target;
    }

    std::uint32_t prefix(std::size_t last)
    {
        if (prefixes_.empty())
            prefixes_.push_back(blocks_.leaf(0));
        while (prefixes_.size() <= last) {
            std::size_t const block = prefixes_.size();
            prefixes_.push_back(combine(prefixes_.back(), blocks_.leaf(block), block));
        }
        return prefixes_[last];
    }

    std::uint32_t entry(std::uint32_t level, std::size_t block)
    {
        if (level == 0)
            return blocks_.leaf(block);
        if (entries_.size() < level)
            entries_.resize(level);
        std::unordered_map<std::size_t, std::uint32_t> & known = entries_[level - 1];
        if (auto const found = known.find(block); found != known.end())
            return found->second;
        std::uint32_t const left = entry(level - 1, block - (std::size_t{1} << (level - 1)));
        std::uint32_t const right = entry(level - 1, block);
        std::uint32_t const made = combine(left, right, block);
        entries_[level - 1].emplace(block, made);
        return made;
    }

    slot_allocator & vectors_;
    Blocks blocks_;
    std::vector<std::uint32_t> prefixes_;
    std::vector<std::unordered_map<std::size_t, std::uint32_t>> entries_;
    std::vector<block_operation> operations_;
};

} // namespace vglcs::cuda
