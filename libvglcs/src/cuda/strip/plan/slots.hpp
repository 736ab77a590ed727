// SPDX-License-Identifier: BSD-3-Clause
/// Slots: device memory for vectors of maxima that later rows (row slots) or strips further right (column slots) read.
#pragma once

#include <cstdint>

namespace vglcs::cuda {

/// `target = max(left, right)` of slots.
struct slot_operation
{
    std::uint32_t target, left, right;
    friend bool operator==(slot_operation const &, slot_operation const &) = default;
};

/// The slots that one window reads; `none` behind the last.
struct slot_list
{
    static constexpr std::uint32_t none = 0xffffffff;
    std::uint32_t slots[4] = {none, none, none, none};
    friend bool operator==(slot_list const &, slot_list const &) = default;
};

} // namespace vglcs::cuda
