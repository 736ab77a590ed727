// SPDX-License-Identifier: BSD-3-Clause
// The lanes of a mask as bits of a word. Compiled once for each instruction set; the guard is Highway's pattern for it.
#if defined(RMQ_MASK_BITS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef RMQ_MASK_BITS_INL
#undef RMQ_MASK_BITS_INL
#else
#define RMQ_MASK_BITS_INL
#endif

#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

template <class Tag>
HWY_INLINE std::uint64_t mask_bits(Tag tag, hwy::HWY_NAMESPACE::Mask<Tag> mask)
{
    constexpr std::size_t lanes = hwy::HWY_NAMESPACE::MaxLanes(Tag{});
    HWY_ALIGN std::uint8_t buffer[8];
    hwy::HWY_NAMESPACE::StoreMaskBits(tag, mask, buffer);
    // read back in the width that was written, so that the compiler keeps the word in a register
    auto const read = [&]<class Word>(Word word) {
        std::memcpy(&word, buffer, sizeof word);
        return std::uint64_t{word};
    };
    if constexpr (lanes <= 8)
        return read(std::uint8_t{});
    else if constexpr (lanes == 16)
        return read(std::uint16_t{});
    else if constexpr (lanes == 32)
        return read(std::uint32_t{});
    else
        return read(std::uint64_t{});
}

/// The mask whose lane i is bit i.
template <class Tag>
HWY_INLINE hwy::HWY_NAMESPACE::Mask<Tag> mask_of_bits(Tag tag, std::uint64_t bits)
{
    std::uint8_t buffer[8];
    std::memcpy(buffer, &bits, sizeof buffer);
    return hwy::HWY_NAMESPACE::LoadMaskBits(tag, buffer);
}

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
