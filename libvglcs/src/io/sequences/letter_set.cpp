// SPDX-License-Identifier: BSD-3-Clause
#include "io/sequences/letter_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "io/sequences/letter_set.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace vglcs::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most 32 lanes: lines of FASTA are 60 to 80 letters, so wider vectors would mostly see their scalar ends.
using tag = hn::CappedTag<std::uint8_t, 32>;

/// A byte is in the set when the row that its low nibble picks has the bit that its high nibble picks.
std::size_t find_outside_vectors(std::uint8_t const * low, std::uint8_t const * high, std::uint8_t const * text,
                                 std::size_t size)
{
    alignas(16) static constexpr std::uint8_t low_bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
    alignas(16) static constexpr std::uint8_t high_bits[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};
    tag const d;
    std::size_t const lanes = hn::Lanes(d);
    auto const low_rows = hn::LoadDup128(d, low), high_rows = hn::LoadDup128(d, high);
    auto const low_bit = hn::LoadDup128(d, low_bits), high_bit = hn::LoadDup128(d, high_bits);

    auto const first_outside = [&](std::uint8_t const * at) {
        auto const bytes = hn::LoadU(d, at);
        auto const column = hn::And(bytes, hn::Set(d, 15));
        auto const row = hn::ShiftRight<4>(bytes);
        auto const hits = hn::Or(hn::And(hn::TableLookupBytes(low_rows, column), hn::TableLookupBytes(low_bit, row)),
                                 hn::And(hn::TableLookupBytes(high_rows, column), hn::TableLookupBytes(high_bit, row)));
        return hn::FindFirstTrue(d, hn::Eq(hits, hn::Zero(d)));
    };

    std::size_t k = 0;
    if (size >= lanes) {
        for (; k + lanes <= size; k += lanes)
            if (auto const lane = first_outside(text + k); lane >= 0)
                return k + static_cast<std::size_t>(lane);
        if (k < size) { // the last vector overlaps the one before it, whose bytes are known to be inside
            k = size - lanes;
            auto const lane = first_outside(text + k);
            return lane >= 0 ? k + static_cast<std::size_t>(lane) : size;
        }
        return size;
    }
    for (; k < size; ++k)
        if (!((text[k] < 128 ? low : high)[text[k] & 15] >> (text[k] >> 4 & 7) & 1))
            return k;
    return size;
}

} // namespace vglcs::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vglcs::detail {
HWY_EXPORT(find_outside_vectors);

std::size_t letter_set::find_outside(std::string_view text) const noexcept
{
    return HWY_DYNAMIC_DISPATCH(find_outside_vectors)(low_.data(), high_.data(),
                                                      reinterpret_cast<std::uint8_t const *>(text.data()), text.size());
}

} // namespace vglcs::detail
#endif
