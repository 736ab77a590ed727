// SPDX-License-Identifier: BSD-3-Clause
/// The usual columns: one limit for all letters, no jumps, neighbours in the table neighbours in the file. Their
/// windows are maxima of 2, 4, ... neighbours, two of which make one, lowered in the making; whole rows at once.
#pragma once

#include "explain/row_lines.hpp"

#include <bit>
#include <cstddef>
#include <vector>

namespace vglcs::detail {

template <class Value>
class even_columns
{
public:
    /// Longer windows go the general way.
    static constexpr std::size_t longest = 256;

    [[nodiscard]] static bool suits(step_side const & side) noexcept
    {
        return side.size != 0 && !side.has_jumps && cpu::is_even(side) && side.limits.is_uniform() &&
               side.limits.lo(0) == 0 && side.limits.hi(0) < longest;
    }

    explicit even_columns(step_side const & side)
        : side_{side}, length_{std::size_t{side.limits.hi(0)} + 1},
          levels_{static_cast<int>(std::bit_width(length_)) - 1}, pad_{2 * length_}, front_(side.size + 2 * pad_),
          behind_(front_.size()), tables_(front_.size())
    {
        for (std::size_t k = 0; k < block_columns; ++k)
            ramp_.push_back(price(block_columns - 1 - k));
    }
    [[nodiscard]] static std::uint64_t bytes(step_side const & side)
    {
        return 3 * (side.size + 4 * (std::uint64_t{side.limits.hi(0)} + 1)) * sizeof(Value);
    }

    /// y = the best that x leaves for each column. Ranges rise from call to call.
    void look_back(Value const * x, Value * y, index_range at)
    {
        Value * const own = front_.data() + pad_;
        std::fill(own + std::min(front_first_, at.first), own + at.first, Value{0});
        front_first_ = at.first;
        std::copy(x + at.first, x + at.last, own + at.first);
        // t(k) = the best of x(k), ..., x(k + 2^level - 1), lowered to the last of them
        Value const * from = own;
        Value * const t = tables_.data() + pad_;
        std::size_t const count = at.size() + length_;
        auto const first = static_cast<std::ptrdiff_t>(at.first) - static_cast<std::ptrdiff_t>(length_);
        for (int l = 0; l < levels_; ++l, from = t) {
            std::size_t const step = std::size_t{1} << l;
            larger_of(t + first, from + first + static_cast<std::ptrdiff_t>(step), from + first, price(step), count);
        }
        std::size_t const whole = std::size_t{1} << levels_, rest = length_ - whole;
        Value const * const j = from + at.first;
        larger_of(y + at.first, j - whole, j - length_, price(rest), at.size());
    }
    /// The row of the values behind, to be written in the columns of `in`, which end where those of `at` do; 0
    /// elsewhere in `at`. Ranges fall from call to call.
    [[nodiscard]] Value * values_behind(index_range in, index_range at)
    {
        Value * const own = behind_.data() + pad_;
        std::fill(own + in.last, own + std::max(behind_last_, in.last), Value{0});
        behind_last_ = in.last;
        std::fill(own + at.first, own + in.first, Value{0});
        return own;
    }
    /// w = the best that is to be had of them behind each column.
    void look_ahead(Value * w, index_range at)
    {
        Value const * from = behind_.data() + pad_;
        Value * const t = tables_.data() + pad_;
        for (int l = 0; l < levels_; ++l, from = t) {
            std::size_t const step = std::size_t{1} << l;
            // what is read behind where it is written is of the level below still
            larger_of(t + at.first, from + at.first, from + at.first + step, price(step), at.size() + length_);
        }
        std::size_t const rest = length_ - (std::size_t{1} << levels_);
        larger_of(w + at.first, from + at.first + 1, from + at.first + 1 + rest, price(rest), at.size());
    }

    /// What skipping so many letters costs.
    [[nodiscard]] Value price(std::size_t letters) const
    {
        return cpu::as_price<Value>(std::uint64_t{side_.skip} * letters);
    }
    /// Prices from each column of a block to its last.
    [[nodiscard]] Value const * ramp() const { return side_.skip == 0 ? nullptr : ramp_.data(); }

private:
    step_side side_;
    std::size_t length_;
    int levels_;
    std::size_t pad_;
    std::vector<Value> front_, behind_, tables_, ramp_;
    std::size_t front_first_ = 0, behind_last_ = 0;
};

} // namespace vglcs::detail
