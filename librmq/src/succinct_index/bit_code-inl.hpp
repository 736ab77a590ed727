// SPDX-License-Identifier: BSD-3-Clause
// Kernels of bit_code, compiled once for each instruction set: no include guard, see Highway's foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The lowest excess of a line, and the last bit after which it is reached.
struct line_low
{
    int low;      ///< relative to the excess before the line
    unsigned bit; ///< 0..511
};

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
inline line_low lowest(std::uint64_t const * words)
{
    line_low best{1, 0};
    int excess = 0;
    for (unsigned byte = 0; byte < 64; ++byte) {
        unsigned const value = static_cast<unsigned>(words[byte / 8] >> (byte % 8 * 8) & 255);
        if (excess + byte_codes.low[value] <= best.low)
            best = {excess + byte_codes.low[value], byte * 8 + byte_codes.last[value]};
        excess += 2 * std::popcount(value) - 8;
    }
    return best;
}
#else
inline HWY_ATTR line_low lowest(std::uint64_t const * words)
{
    using bytes = hn::CappedTag<std::int8_t, 64>;
    using wide = hn::Repartition<std::int64_t, bytes>;
    constexpr bytes d8;
    constexpr wide d64;
    constexpr std::size_t lanes = hn::MaxLanes(bytes{});
    HWY_ALIGN std::int64_t low[8];
    HWY_ALIGN std::int64_t sum[8];
    HWY_ALIGN std::uint64_t lows[8];
    // excess and lowest excess of a nibble's four bits, lowest bit first
    HWY_ALIGN static constexpr std::int8_t nibble_sum[16] = {-4, -2, -2, 0, -2, 0, 0, 2, -2, 0, 0, 2, 0, 2, 2, 4};
    HWY_ALIGN static constexpr std::int8_t nibble_low[16] = {-4, -2, -2, 0, -2, 0, -1, 1, -3, -1, -1, 1, -2, 0, -1, 1};
    auto const sums = hn::LoadDup128(d8, nibble_sum);
    auto const lowest_of = hn::LoadDup128(d8, nibble_low);
    auto const nibble = hn::Set(d8, 15);
    for (std::size_t i = 0; i < 64; i += lanes) {
        auto const v = hn::LoadU(d8, reinterpret_cast<std::int8_t const *>(words) + i);
        auto const lower = hn::And(v, nibble);
        auto const upper = hn::And(hn::BitCast(d8, hn::ShiftRight<4>(hn::BitCast(d64, v))), nibble);
        auto const lower_sum = hn::TableLookupBytes(sums, lower);
        auto const total = hn::Add(lower_sum, hn::TableLookupBytes(sums, upper));
        auto const byte_low =
            hn::Min(hn::TableLookupBytes(lowest_of, lower), hn::Add(lower_sum, hn::TableLookupBytes(lowest_of, upper)));
        // running sums inside each word of eight bytes: at most 64, so bytes hold them
        auto running = total;
        running = hn::Add(running, hn::BitCast(d8, hn::ShiftLeft<8>(hn::BitCast(d64, running))));
        running = hn::Add(running, hn::BitCast(d8, hn::ShiftLeft<16>(hn::BitCast(d64, running))));
        running = hn::Add(running, hn::BitCast(d8, hn::ShiftLeft<32>(hn::BitCast(d64, running))));
        auto const byte_lows = hn::Add(hn::Sub(running, total), byte_low);
        hn::Store(hn::BitCast(d64, byte_lows), d64, reinterpret_cast<std::int64_t *>(lows) + i / 8);
        auto fold = byte_lows;
        fold = hn::Min(fold, hn::BitCast(d8, hn::ShiftRight<32>(hn::BitCast(d64, fold))));
        fold = hn::Min(fold, hn::BitCast(d8, hn::ShiftRight<16>(hn::BitCast(d64, fold))));
        fold = hn::Min(fold, hn::BitCast(d8, hn::ShiftRight<8>(hn::BitCast(d64, fold))));
        hn::Store(hn::ShiftRight<56>(hn::ShiftLeft<56>(hn::BitCast(d64, fold))), d64, low + i / 8);
        hn::Store(hn::ShiftRight<56>(hn::BitCast(d64, running)), d64, sum + i / 8);
    }
    std::int64_t excess = 0;
    std::int64_t best = low[0];
    unsigned word = 0;
    for (unsigned w = 0; w < 8; ++w) {
        bool const lower = excess + low[w] <= best;
        best = lower ? excess + low[w] : best;
        word = lower ? w : word;
        excess += sum[w];
    }
    // the last byte of that word that goes as low as the word does
    constexpr std::uint64_t ones = 0x0101010101010101, sevens = 0x7f * ones;
    std::uint64_t const differs = lows[word] ^ (ones * static_cast<std::uint8_t>(low[word]));
    std::uint64_t const same = ~(((differs & sevens) + sevens) | differs | sevens);
    unsigned const byte = 7 - static_cast<unsigned>(std::countl_zero(same)) / 8;
    unsigned const value = static_cast<unsigned>(words[word] >> (8 * byte) & 255);
    return {static_cast<int>(best), word * 64 + byte * 8 + byte_codes.last[value]};
}
#endif

struct code_algorithm
{
    using view = code_view;
    static constexpr unsigned line_bits = code_view::line_bits;

    /// Lowest excess of the bits [a..b] of a line, relative to the excess before bit a. What lies before a is read as
    /// falling and what lies after b as rising, so that neither is lowest, except that bit a - 1 stands for "nothing
    /// lower than the start": then low is 0 and the bit is a - 1 (or all bits are higher, and low is positive).
    static HWY_INLINE line_low lowest_between(std::uint64_t const * line, unsigned a, unsigned b)
    {
        HWY_ALIGN std::uint64_t words[8];
        for (unsigned w = 0; w < 8; ++w) {
            // bits below a, and bits above b, of this word
            int const from = static_cast<int>(a) - static_cast<int>(64 * w);
            int const to = static_cast<int>(b) - static_cast<int>(64 * w) + 1;
            std::uint64_t const keep = below(from) ^ ~std::uint64_t{0};
            words[w] = (line[w] & keep) | ~below(to);
        }
        line_low found = lowest(words);
        found.low += static_cast<int>(a);
        return found;
    }

    /// The lowest `count` bits, count clamped to 0..64.
    static HWY_INLINE std::uint64_t below(int count)
    {
        return count <= 0 ? 0 : count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    }

    /// The line that holds the one bit of element i.
    static HWY_INLINE std::size_t line_of(view const & code, std::size_t i)
    {
        std::size_t line = code.hints[i / code_view::hint_step];
        std::size_t end = code.hints[i / code_view::hint_step + 1];
        if (end - line <= 2) [[likely]]
        { // half a line is a step's worth of ones at least: no branch on which line it is
            line += static_cast<std::size_t>((line < end) & (code.rank(line + 1) <= i));
            line += static_cast<std::size_t>((line < end) & (code.rank(line + 1) <= i));
            return line;
        }
        while (end - line > 4) {
            std::size_t const middle = line + (end - line) / 2;
            if (code.rank(middle) <= i)
                line = middle;
            else
                end = middle - 1;
        }
        while (line < end && code.rank(line + 1) <= i)
            ++line;
        return line;
    }

    /// The place in the line of its one bit number k.
    static HWY_INLINE unsigned select(std::uint64_t const * line, unsigned k)
    {
        unsigned word = 0;
        unsigned before = 0;
        unsigned running = 0;
        for (unsigned w = 0; w < 7; ++w) {
            running += static_cast<unsigned>(std::popcount(line[w]));
            bool const past = running <= k;
            word = past ? w + 1 : word;
            before = past ? running : before;
        }
        return word * 64 + select_in_word(line[word], k - before);
    }

    static HWY_INLINE unsigned select_in_word(std::uint64_t word, unsigned k)
    {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
        return static_cast<unsigned>(std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word)));
#else
        unsigned shift = 0;
        for (unsigned byte = static_cast<unsigned>(std::popcount(word & 255)); byte <= k;
             byte = static_cast<unsigned>(std::popcount(word >> shift & 255)))
        {
            k -= byte;
            shift += 8;
        }
        std::uint64_t rest = word >> shift;
        for (; k > 0; --k)
            rest &= rest - 1;
        return shift + static_cast<unsigned>(std::countr_zero(rest));
#endif
    }

    /// What is known of a query once the lines of its ends are.
    struct progress
    {
        std::size_t left_line, right_line;
        std::size_t middle;      ///< the last lowest of the lines strictly between, where there are any
        std::int64_t middle_low; ///< its lowest excess
        bool has_middle;
        bool look_left, look_right; ///< can the lines of the ends matter?
    };

    static HWY_INLINE std::size_t element_after(view const & code, std::size_t line, unsigned bit)
    {
        std::uint64_t const * const words = code.line(line);
        std::size_t count = code.rank(line);
        for (unsigned w = 0; w < 8; ++w)
            count += static_cast<std::size_t>(
                std::popcount(words[w] & below(static_cast<int>(bit) - static_cast<int>(64 * w))));
        return count;
    }

    static HWY_INLINE progress begin(view const & code, std::size_t l, std::size_t r)
    {
        progress p{line_of(code, l), line_of(code, r), 0, 0, false, true, true};
        if (p.left_line + 1 < p.right_line) {
            p.middle = code.lowest_line(p.left_line + 1, p.right_line - 1);
            p.middle_low = code.low(p.middle);
            p.has_middle = true;
            // what does not go as low in the whole line does not in its part; that rules l itself out as well
            p.look_left = code.low(p.left_line) <= p.middle_low;
            p.look_right = code.low(p.right_line) <= p.middle_low;
        }
        return p;
    }

    /// The answer, once all lines are known.
    static HWY_INLINE std::size_t finish(view const & code, std::size_t l, std::size_t r, progress const & p)
    {
        std::size_t best_line = p.middle;
        std::int64_t best = p.middle_low;
        unsigned best_bit = 0;
        bool in_middle = p.has_middle;
        bool const one_line = p.left_line == p.right_line;
        unsigned const to =
            p.look_right ? select(code.line(p.right_line), static_cast<unsigned>(r - code.rank(p.right_line))) : 0;
        if (p.look_left) {
            std::uint64_t const * const line = code.line(p.left_line);
            unsigned const from = select(line, static_cast<unsigned>(l - code.rank(p.left_line)));
            // excess before l's one: only what goes down to this beats l
            std::int64_t const start =
                static_cast<std::int64_t>(2 * l) - static_cast<std::int64_t>(p.left_line * line_bits + from);
            line_low const at_left = lowest_between(line, from + 1, one_line ? to : line_bits - 1);
            bool const beats_l = at_left.low < 0; // counted from the excess after l's one
            std::int64_t const left_low = beats_l ? start + 1 + at_left.low : start;
            if (!p.has_middle || p.middle_low > left_low) {
                in_middle = false;
                best = left_low;
                best_line = beats_l ? p.left_line : code.lines; // none: l itself
                best_bit = at_left.bit;
            }
        }
        if (p.look_right && !one_line) {
            line_low const at_right = lowest_between(code.line(p.right_line), 0, to);
            if (code.excess_before(p.right_line) + at_right.low <= best) {
                in_middle = false;
                best_line = p.right_line;
                best_bit = at_right.bit;
            }
        }
        if (best_line == code.lines)
            return l;
        if (in_middle)
            best_bit = lowest(code.line(best_line)).bit;
        return element_after(code, best_line, best_bit);
    }

    static std::size_t query(view const & code, std::size_t l, std::size_t r) noexcept
    {
        return l == r ? l : finish(code, l, r, begin(code, l, r));
    }

    static constexpr std::size_t group = 32;

    template <class Index>
    static void query_batch(view const & code, range<Index> const * queries, Index * out, std::size_t count) noexcept
    {
        progress steps[group];
        for (std::size_t start = 0; start < count; start += group) {
            std::size_t const size = std::min(group, count - start);
            for (std::size_t j = 0; j < size; ++j) {
                range<Index> const & q = queries[start + j];
                for (std::size_t const i : {q.l, q.r}) {
                    std::size_t const line = code.hints[i / code_view::hint_step];
                    __builtin_prefetch(code.ranks + line);
                    if (code.lows != nullptr)
                        __builtin_prefetch(code.lows + line);
                }
            }
            for (std::size_t j = 0; j < size; ++j) {
                range<Index> const & q = queries[start + j];
                steps[j] = begin(code, q.l, q.r);
                if (steps[j].look_left)
                    __builtin_prefetch(code.line(steps[j].left_line));
                if (steps[j].look_right)
                    __builtin_prefetch(code.line(steps[j].right_line));
                __builtin_prefetch(code.line(steps[j].middle));
            }
            for (std::size_t j = 0; j < size; ++j) {
                range<Index> const & q = queries[start + j];
                out[start + j] = q.l == q.r ? q.l : static_cast<Index>(finish(code, q.l, q.r, steps[j]));
            }
        }
    }

    /// Lowest excess of lines [begin, end), each relative to the excess before it.
    static void lows(std::uint64_t const * words, std::int16_t * out, std::size_t begin, std::size_t end) noexcept
    {
        for (std::size_t line = begin; line < end; ++line)
            out[line - begin] = static_cast<std::int16_t>(lowest(words + line * 8).low);
    }

    static constexpr code_kernels kernels{&query, &query_batch<std::uint32_t>, &query_batch<std::uint64_t>, &lows};
};

static void const * kernels()
{
    return &code_algorithm::kernels;
}

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
