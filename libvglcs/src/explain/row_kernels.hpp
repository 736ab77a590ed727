// SPDX-License-Identifier: BSD-3-Clause
/// Whole rows of values at once, by the vectors of the machine at hand. Rows may lie anywhere; `count` is of columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace vglcs::detail {

/// x - price, 0 where no more is left.
template <class Value>
[[nodiscard]] constexpr Value lowered(Value x, Value price) noexcept
{
    return static_cast<Value>(std::max(x, price) - price);
}

/// Columns whose maxima `block_maxima` finds together.
inline constexpr std::size_t block_columns = 64;

/// One read of a row on the way to an answer.
template <class Value>
struct row_step
{
    Value * slot;
    Value lower;
    bool store; ///< the slot takes what is reached with it
};

#define VGLCS_ROW_KERNELS(Value)                                                                                       \
    /** to = x - price; `to` may be `x` */                                                                             \
    void take(Value * to, Value const * x, Value price, std::size_t count);                                            \
    /** to = max(to, x - price) */                                                                                     \
    void take_max(Value * to, Value const * x, Value price, std::size_t count);                                        \
    /** to = max(x, y - price); `to` may be `x` */                                                                     \
    void larger_of(Value * to, Value const * x, Value const * y, Value price, std::size_t count);                      \
    /** acc = 0; for each step acc = max(acc, slot - lower), and slot = acc where it stores; to = acc */               \
    void run_steps(Value * to, row_step<Value> const * steps, std::size_t step_count, std::size_t count);              \
    /** The same from the last step to the first, reads and writes exchanged: acc = worth; for each step, where it     \
        stores, acc = max(acc, slot) and slot = acc - lower, else slot = max(slot, acc - lower) */                     \
    void run_steps_back(Value const * worth, row_step<Value> const * steps, std::size_t step_count,                    \
                        std::size_t count);                                                                            \
    /** to = max(x - first, y - second); `to` may be either */                                                         \
    void merge(Value * to, Value const * x, Value first, Value const * y, Value second, std::size_t count);            \
    /** to = x - price, x = x - second; a price of all bits leaves nothing */                                          \
    void take_out(Value * to, Value * x, Value price, Value second, std::size_t count);                                \
    /** to = y + match where mask has all bits, 0 where it has none */                                                 \
    void cells_of(Value * to, Value const * y, Value const * mask, Value match, std::size_t count);                    \
    /** best = max(best, x), and rows = row where x is not below best */                                               \
    void take_newer(Value * best, std::uint32_t * rows, Value const * x, std::uint32_t row, std::size_t count);        \
    /** the largest x - lower + y - best, 0 where none is above 0; no y is above best */                               \
    [[nodiscard]] Value largest_gain(Value const * x, Value lower, Value const * y, Value best, std::size_t count);    \
    /** maxima of x - ramp of blocks of columns into out; the ramp, for one block, may be null: 0 */                   \
    void block_maxima(Value * out, Value const * x, Value const * ramp, std::size_t count);

VGLCS_ROW_KERNELS(std::uint16_t)
VGLCS_ROW_KERNELS(std::uint32_t)
#undef VGLCS_ROW_KERNELS

} // namespace vglcs::detail
