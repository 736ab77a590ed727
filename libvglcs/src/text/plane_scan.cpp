// SPDX-License-Identifier: BSD-3-Clause
// Loops over planes of bits, plain code that the compiler vectorises, for several instruction sets.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS                                                                                           \
    (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/plane_scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "text/for_each_of.hpp"
#include "text/plane_scan.hpp"

#include <rmq/detail/parallel.hpp>

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace vglcs::detail::HWY_NAMESPACE {

/// Positions of words [at, at + 8) where the pattern is, as bits of alive; counts in `Bits` planes, started so that the
/// one mismatch too many carries out of them. A pattern letter k reads the planes k positions later; words beyond
/// `stride` hold no letters.
template <unsigned Bits>
static void match_block(std::uint64_t const * planes, std::size_t stride, std::size_t at, std::uint8_t const * classes,
                        std::size_t length, std::uint64_t start, std::uint64_t * alive, std::uint64_t * counts)
{
    constexpr std::size_t block = nucleotide_planes::block;
    std::uint64_t live[block], count[Bits == 0 ? 1 : Bits][block];
    for (std::size_t w = 0; w < block; ++w)
        live[w] = ~std::uint64_t{0};
    for (unsigned b = 0; b < Bits; ++b)
        for (std::size_t w = 0; w < block; ++w)
            count[b][w] = (start >> b & 1) != 0 ? ~std::uint64_t{0} : 0;
    for (std::size_t k = 0; k < length; ++k) {
        unsigned const s = k % 64;
        std::uint64_t const set = classes[k];
        // word masks of the four letters
        std::uint64_t const a = 0 - (set & 1), c = 0 - (set >> 1 & 1), g = 0 - (set >> 2 & 1), t = 0 - (set >> 3 & 1);
        std::size_t const from = at + k / 64;
        if (from + block >= stride) { // behind all letters: a mismatch everywhere
            for (std::size_t w = 0; w < block; ++w)
                live[w] = 0;
            break;
        }
        std::uint64_t const * const low = planes + from;
        std::uint64_t const * const high = low + stride;
        std::uint64_t const * const valid = high + stride;
        std::uint64_t any = 0;
        for (std::size_t w = 0; w < block; ++w) {
            std::uint64_t const x = low[w] >> s | low[w + 1] << 1 << (63 - s);
            std::uint64_t const y = high[w] >> s | high[w + 1] << 1 << (63 - s);
            std::uint64_t const v = valid[w] >> s | valid[w + 1] << 1 << (63 - s);
            std::uint64_t const inside = v & ((((a & ~x) | (c & x)) & ~y) | (((g & ~x) | (t & x)) & y));
            if constexpr (Bits == 0) {
                live[w] &= inside;
            } else {
                std::uint64_t carry = ~inside;
                for (unsigned b = 0; b < Bits; ++b) {
                    std::uint64_t const old = count[b][w];
                    count[b][w] = old ^ carry;
                    carry &= old;
                }
                live[w] &= ~carry;
            }
            any |= live[w];
        }
        if (any == 0)
            break;
    }
    for (std::size_t w = 0; w < block; ++w)
        alive[w] = live[w];
    for (unsigned b = 0; b < Bits; ++b)
        for (std::size_t w = 0; w < block; ++w)
            counts[b * block + w] = count[b][w];
}

static void match(unsigned bits, std::uint64_t const * planes, std::size_t stride, std::size_t at,
                  std::uint8_t const * classes, std::size_t length, std::uint64_t start, std::uint64_t * alive,
                  std::uint64_t * counts)
{
    switch (bits) {
    case 0:
        return match_block<0>(planes, stride, at, classes, length, start, alive, counts);
    case 1:
        return match_block<1>(planes, stride, at, classes, length, start, alive, counts);
    case 2:
        return match_block<2>(planes, stride, at, classes, length, start, alive, counts);
    case 3:
        return match_block<3>(planes, stride, at, classes, length, start, alive, counts);
    default:
        return match_block<6>(planes, stride, at, classes, length, start, alive, counts);
    }
}

} // namespace vglcs::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vglcs::detail {

HWY_EXPORT(match);

namespace {

/// The even bits of a word, as its lower half.
std::uint64_t even_bits(std::uint64_t x) noexcept
{
    x &= 0x5555555555555555;
    x = (x | x >> 1) & 0x3333333333333333;
    x = (x | x >> 2) & 0x0f0f0f0f0f0f0f0f;
    x = (x | x >> 4) & 0x00ff00ff00ff00ff;
    x = (x | x >> 8) & 0x0000ffff0000ffff;
    return (x | x >> 16) & 0x00000000ffffffff;
}

} // namespace

nucleotide_planes::nucleotide_planes(rmq::packed_view const & text, unsigned threads)
    : size_{text.size}, words_{text.size / 64 + 1}, stride_{words_ + 2 * block}
{
    planes_.resize(3 * stride_);
    std::uint64_t * const low = planes_.data();
    std::uint64_t * const high = low + stride_;
    std::uint64_t * const valid = high + stride_;
    rmq::detail::for_each_part(stride_, 1 << 10, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t w = begin; w < end; ++w) {
            std::uint64_t x = 0, y = 0, v = 0;
            if (w < words_) {
                std::uint64_t const one = text.words[2 * w], two = 64 * w + 32 <= size_ ? text.words[2 * w + 1] : 0;
                x = even_bits(one) | even_bits(two) << 32;
                y = even_bits(one >> 1) | even_bits(two >> 1) << 32;
                std::size_t const here = size_ - 64 * w;
                v = here >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
            }
            low[w] = x;
            high[w] = y;
            valid[w] = v;
        }
    });
    for (std::size_t k = 0; k < text.run_count; ++k)
        for (std::size_t p = text.runs[k].begin; p < std::min<std::size_t>(text.runs[k].end, size_);) {
            std::size_t const end = std::min<std::size_t>({text.runs[k].end, size_, p / 64 * 64 + 64}), n = end - p;
            std::uint64_t const ones = n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
            valid[p / 64] &= ~(ones << p % 64);
            p = end;
        }
}

std::vector<hit> nucleotide_planes::find(std::span<std::uint8_t const> classes, unsigned max_mismatches,
                                         unsigned threads, hit_budget & budget) const
{
    std::vector<hit> all;
    if (classes.empty() || classes.size() > size_)
        return all;
    unsigned const wanted = static_cast<unsigned>(std::bit_width(max_mismatches));
    unsigned const bits = wanted <= 3 ? wanted : 6;
    std::uint64_t const start = (std::uint64_t{1} << bits) - 1 - max_mismatches;
    std::size_t const blocks = (words_ + block - 1) / block, workers = rmq::detail::thread_count(threads);
    std::size_t const parts = std::min(blocks, 4 * workers);
    std::vector<std::vector<hit>> found(parts);
    auto const kernel = HWY_DYNAMIC_DISPATCH(match);
    auto const scan_part = [&](std::size_t part) {
        for (std::size_t b = blocks * part / parts; b < blocks * (part + 1) / parts; ++b) {
            std::uint64_t alive[block], counts[6 * block];
            std::size_t const before = found[part].size();
            kernel(bits, planes_.data(), stride_, b * block, classes.data(), classes.size(), start, alive, counts);
            for (std::size_t w = 0; w < block; ++w)
                for (std::uint64_t live = alive[w]; live != 0; live &= live - 1) {
                    unsigned const bit = static_cast<unsigned>(std::countr_zero(live));
                    std::uint64_t const position = (b * block + w) * 64 + bit;
                    if (position + classes.size() > size_)
                        break;
                    std::uint64_t count = 0;
                    for (unsigned k = 0; k < bits; ++k)
                        count |= (counts[k * block + w] >> bit & 1) << k;
                    found[part].push_back({position, static_cast<unsigned>(count - start)});
                }
            if (found[part].size() != before)
                budget.keep(found[part].size() - before);
        }
    };
    for_each_of(parts, threads, scan_part);
    for (auto const & part : found)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace vglcs::detail
#endif
