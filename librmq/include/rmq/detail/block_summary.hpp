// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <rmq/detail/pop_code.hpp>
#include <rmq/order.hpp>

namespace rmq::detail {

/// What a blocked table of maxima keeps of one block: maxima of all prefixes and suffixes, and the rightmost-pops code
/// (leftmost maximum on ties).   O(size).
/// @param values  at most pop_code_block of them, not empty; unsigned
/// @param prefix, suffix  [values.size()] maximum of the values up to here, and from here on
template <class Value>
[[nodiscard]] inline std::uint64_t summarize_block(std::span<Value const> values, Value * prefix,
                                                   Value * suffix) noexcept
{
    Value best = 0;
    for (std::size_t k = 0; k < values.size(); ++k)
        prefix[k] = best = std::max(best, values[k]);
    best = 0;
    for (std::size_t k = values.size(); k-- > 0;)
        suffix[k] = best = std::max(best, values[k]);
    return pop_code<max_leftmost>(values);
}

template <class Value>
[[nodiscard]] inline std::uint64_t summarize_block(std::span<Value const, pop_code_block> values, Value * prefix,
                                                   Value * suffix) noexcept
{
    return summarize_block(std::span<Value const>{values}, prefix, suffix);
}

#if defined(__SSE2__)

/// The same for a whole block of 16-bit values, without a branch.
/// Value j pops those positions of the right path that are smaller; since the path falls, they are its newest ones, and
/// one comparison of all 16 values with value j finds them. The pops are counted for all values at once in the end.
[[nodiscard]] inline std::uint64_t summarize_block(std::span<std::uint16_t const, pop_code_block> values,
                                                   std::uint16_t * prefix, std::uint16_t * suffix) noexcept
{
    auto const load = [](std::uint16_t const * p) { return _mm_loadu_si128(reinterpret_cast<__m128i const *>(p)); };
    auto const store = [](std::uint16_t * p, __m128i x) { _mm_storeu_si128(reinterpret_cast<__m128i *>(p), x); };
    auto const max = [](__m128i x, __m128i y) { return _mm_add_epi16(_mm_subs_epu16(x, y), y); };
    __m128i const low = load(values.data()), high = load(values.data() + 8), zero = _mm_setzero_si128();

    auto const prefixes = [&](__m128i x) {
        x = max(x, _mm_slli_si128(x, 2));
        x = max(x, _mm_slli_si128(x, 4));
        return max(x, _mm_slli_si128(x, 8));
    };
    auto const suffixes = [&](__m128i x) {
        x = max(x, _mm_srli_si128(x, 2));
        x = max(x, _mm_srli_si128(x, 4));
        return max(x, _mm_srli_si128(x, 8));
    };
    __m128i const prefix_low = prefixes(low), suffix_high = suffixes(high);
    store(prefix, prefix_low);
    store(prefix + 8, max(prefixes(high), _mm_set1_epi16(static_cast<short>(_mm_extract_epi16(prefix_low, 7)))));
    store(suffix, max(suffixes(low), _mm_set1_epi16(static_cast<short>(_mm_extract_epi16(suffix_high, 0)))));
    store(suffix + 8, suffix_high);

    alignas(16) std::uint16_t popped[pop_code_block];
    unsigned path = 0;
    for (unsigned j = 0; j < pop_code_block; ++j) {
        __m128i const v = _mm_set1_epi16(static_cast<short>(values[j]));
        __m128i const low_not_smaller = _mm_cmpeq_epi16(_mm_subs_epu16(v, low), zero);
        __m128i const high_not_smaller = _mm_cmpeq_epi16(_mm_subs_epu16(v, high), zero);
        auto const not_smaller =
            static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low_not_smaller, high_not_smaller)));
        popped[j] = static_cast<std::uint16_t>(path & ~not_smaller);
        path = (path & not_smaller) | 1U << j;
    }
    // bits of every lane, then four of them to a nibble
    auto const count = [](__m128i x) {
        auto const fold = [](__m128i y, int shift, short mask) {
            __m128i const m = _mm_set1_epi16(mask);
            return _mm_add_epi16(_mm_and_si128(y, m), _mm_and_si128(_mm_srli_epi16(y, shift), m));
        };
        x = fold(x, 1, 0x5555);
        x = fold(x, 2, 0x3333);
        x = fold(x, 4, 0x0f0f);
        return fold(x, 8, 0x00ff);
    };
    __m128i const bytes = _mm_packus_epi16(count(load(popped)), count(load(popped + 8)));
    __m128i const pairs = _mm_and_si128(_mm_or_si128(bytes, _mm_srli_epi16(bytes, 4)), _mm_set1_epi16(0x00ff));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs)));
}

#endif

} // namespace rmq::detail
