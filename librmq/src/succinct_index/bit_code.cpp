// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include <rmq/detail/bit_code.hpp>
#include <rmq/detail/parallel.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "succinct_index/bit_code.cpp"
#include "extremum_tree/targets.hpp"

#ifndef RMQ_BIT_CODE_TABLES
#define RMQ_BIT_CODE_TABLES
namespace rmq::detail {

/// Excess facts of a byte, lowest bit first: the lowest excess after any of its bits, and the last bit that has it.
struct byte_code_tables
{
    std::array<std::int8_t, 256> low{};
    std::array<std::uint8_t, 256> last{};
};

consteval byte_code_tables make_byte_codes()
{
    byte_code_tables tables;
    for (unsigned value = 0; value < 256; ++value) {
        int excess = 0;
        int low = 9;
        for (unsigned bit = 0; bit < 8; ++bit) {
            excess += (value >> bit & 1) != 0 ? 1 : -1;
            if (excess <= low) {
                low = excess;
                tables.last[value] = static_cast<std::uint8_t>(bit);
            }
        }
        tables.low[value] = static_cast<std::int8_t>(low);
    }
    return tables;
}

inline constexpr byte_code_tables byte_codes = make_byte_codes();

} // namespace rmq::detail
#endif

#include "succinct_index/bit_code-inl.hpp"

#if HWY_ONCE
namespace rmq::detail {

HWY_EXPORT(kernels);

bit_code::bit_code(huge_vector<std::uint64_t> words, std::size_t n, unsigned threads)
    : size_{n}, words_{std::move(words)}, kernels_{static_cast<code_kernels const *>(HWY_DYNAMIC_DISPATCH(kernels)())}
{
    constexpr std::size_t line_words = code_view::line_bits / 64;
    std::size_t const lines = words_.size() / line_words;
    if (lines == 0)
        return;
    // ones of each part of 2^12 lines, then of everything before it; a part lies in one super block
    constexpr std::size_t part = std::size_t{1} << 12;
    std::size_t const parts = (lines + part - 1) / part;
    std::vector<std::uint64_t> before(parts + 1, 0);
    for_each_part(parts, 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p)
            for (std::size_t w = p * part * line_words; w < std::min(lines, (p + 1) * part) * line_words; ++w)
                before[p + 1] += static_cast<std::uint64_t>(std::popcount(words_[w]));
    });
    for (std::size_t p = 0; p < parts; ++p)
        before[p + 1] += before[p];

    ranks_.resize(lines + 1);
    super_ranks_.resize((lines >> code_view::super_shift) + 1);
    for (std::size_t s = 0; s < super_ranks_.size(); ++s)
        super_ranks_[s] = before[std::min(parts, (s << code_view::super_shift) / part)];
    hints_.resize(n / code_view::hint_step + 2);
    std::vector<std::int64_t> highest(parts, 0);
    wide_lows_.resize(0);
    lows_.resize(lines);
    for_each_part(parts, 1, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<std::int16_t> low(part);
        for (std::size_t p = begin; p < end; ++p) {
            std::size_t const first = p * part;
            std::size_t const last = std::min(lines, first + part);
            kernels_->lows(words_.data(), low.data(), first, last);
            std::uint64_t rank = before[p];
            std::uint64_t const base = super_ranks_[first >> code_view::super_shift];
            for (std::size_t line = first; line < last; ++line) {
                ranks_[line] = static_cast<std::uint32_t>(rank - base);
                std::int64_t const excess =
                    static_cast<std::int64_t>(2 * rank) - static_cast<std::int64_t>(line * code_view::line_bits);
                highest[p] = std::max(highest[p], excess + low[line - first]);
                lows_[line] = static_cast<std::int32_t>(excess + low[line - first]);
                std::uint64_t next = rank;
                for (std::size_t w = line * line_words; w < (line + 1) * line_words; ++w)
                    next += static_cast<std::uint64_t>(std::popcount(words_[w]));
                // ones rank .. next - 1 are here; those past the elements are padding
                for (std::uint64_t j = (rank + code_view::hint_step - 1) / code_view::hint_step;
                     j * code_view::hint_step < std::min<std::uint64_t>(next, n); ++j)
                    hints_[j] = static_cast<std::uint32_t>(line);
                rank = next;
            }
        }
    });
    ranks_[lines] = static_cast<std::uint32_t>(before[parts] - super_ranks_[lines >> code_view::super_shift]);
    for (std::size_t j = (n + code_view::hint_step - 1) / code_view::hint_step; j < hints_.size(); ++j)
        hints_[j] = static_cast<std::uint32_t>(lines - 1);

    if (*std::max_element(highest.begin(), highest.end()) > std::numeric_limits<std::int32_t>::max()) {
        // only where the stack grew beyond 2^31 elements: recompute in 64 bits
        wide_lows_.resize(lines);
        std::int16_t low;
        for (std::size_t line = 0; line < lines; ++line) {
            kernels_->lows(words_.data(), &low, line, line + 1);
            std::uint64_t const rank = super_ranks_[line >> code_view::super_shift] + ranks_[line];
            wide_lows_[line] =
                static_cast<std::int64_t>(2 * rank) - static_cast<std::int64_t>(line * code_view::line_bits) + low;
        }
        lows_ = {};
        wide_low_tree_.emplace(std::span<std::int64_t const>{wide_lows_}, threads);
    } else {
        low_tree_.emplace(std::span<std::int32_t const>{lows_}, threads);
    }
}

code_view bit_code::view() const noexcept
{
    return {.words = words_.data(),
            .lines = words_.size() / (code_view::line_bits / 64),
            .ranks = ranks_.data(),
            .super_ranks = super_ranks_.data(),
            .hints = hints_.data(),
            .lows = lows_.empty() ? nullptr : lows_.data(),
            .wide_lows = wide_lows_.empty() ? nullptr : wide_lows_.data(),
            .low_tree = low_tree_ ? &*low_tree_ : nullptr,
            .wide_low_tree = wide_low_tree_ ? &*wide_low_tree_ : nullptr};
}

void bit_code::query(std::span<range<std::uint32_t> const> queries, std::span<std::uint32_t> out,
                     unsigned threads) const
{
    code_view const code = view();
    for_each_part(queries.size(), query_grain, threads, [&](std::size_t begin, std::size_t end) {
        kernels_->query_batch32(code, queries.data() + begin, out.data() + begin, end - begin);
    });
}

void bit_code::query(std::span<range<std::uint64_t> const> queries, std::span<std::uint64_t> out,
                     unsigned threads) const
{
    code_view const code = view();
    for_each_part(queries.size(), query_grain, threads, [&](std::size_t begin, std::size_t end) {
        kernels_->query_batch64(code, queries.data() + begin, out.data() + begin, end - begin);
    });
}

std::size_t bit_code::bytes() const noexcept
{
    return words_.size() * sizeof(std::uint64_t) + ranks_.size() * sizeof(std::uint32_t) +
           super_ranks_.size() * sizeof(std::uint64_t) + hints_.size() * sizeof(std::uint32_t) +
           lows_.size() * sizeof(std::int32_t) + wide_lows_.size() * sizeof(std::int64_t) +
           (low_tree_ ? low_tree_->bytes() : 0) + (wide_low_tree_ ? wide_low_tree_->bytes() : 0);
}

} // namespace rmq::detail
#endif // HWY_ONCE
