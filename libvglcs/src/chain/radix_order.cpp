// SPDX-License-Identifier: BSD-3-Clause
#include "chain/radix_order.hpp"

#include <algorithm>
#include <array>

namespace vglcs::detail {

namespace {

struct item
{
    std::uint64_t key;
    std::uint32_t number;
};

constexpr unsigned digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
constexpr std::size_t few = 4096; ///< below, comparing is as fast

} // namespace

void sort_by_key(std::span<std::int64_t const> keys, std::vector<std::uint32_t> & order)
{
    auto const by_key = [&](std::uint32_t p, std::uint32_t q) { return keys[p] < keys[q]; };
    if (std::ranges::is_sorted(order, by_key))
        return;
    if (order.size() < few) {
        std::ranges::stable_sort(order, by_key);
        return;
    }
    std::int64_t const least = keys[std::ranges::min(order, by_key)];
    std::vector<item> items(order.size()), moved(order.size());
    std::uint64_t largest = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
        // differences fit: the door lets no coordinate beyond 2^62 in
        items[k] = {.key = static_cast<std::uint64_t>(keys[order[k]] - least), .number = order[k]};
        largest = std::max(largest, items[k].key);
    }
    for (unsigned shift = 0; shift < 64 && largest >> shift != 0; shift += digit_bits) {
        std::array<std::size_t, digits + 1> start{};
        for (item const & i : items)
            ++start[(i.key >> shift) % digits + 1];
        for (std::size_t d = 1; d <= digits; ++d)
            start[d] += start[d - 1];
        for (item const & i : items)
            moved[start[(i.key >> shift) % digits]++] = i;
        items.swap(moved);
    }
    for (std::size_t k = 0; k < order.size(); ++k)
        order[k] = items[k].number;
}

} // namespace vglcs::detail
