// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>

namespace rmq {

/// A query of a batch: the closed range [l, r] of positions, l <= r < size().
template <std::unsigned_integral Index = std::uint32_t>
struct range
{
    Index l{};
    Index r{};

    [[nodiscard]] friend constexpr bool operator==(range const &, range const &) noexcept = default;
};

} // namespace rmq
