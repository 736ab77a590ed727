// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <rmq/detail/bit_code.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/detail/pop_encoder.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq {

/// Range-extremum by index in about 2.4 bits a value, without the array: it may be freed once the structure is built.
/// Source: the pops of Yang, Liu, Wu 2017, section 3.2, over the whole array instead of a block, which is the balanced
/// sequence of Fischer and Heun 2007; query as the excess minimum of Ferrada and Navarro 2017. The directory and the
/// batches are this library's own: a cache line of 512 bits is one block; its rank, its lowest excess and every 256th
/// one have 32 bits each, and an extremum_tree over the lowest excesses answers the lines in between.
/// Build O(n) with a stack of the right path a thread. Query: three lines of bits and the directory, O(1) but for the
/// search of a one among the lines that 256 elements lie in, O(log n) where a single element pops a long run.
/// 2n bits and 0.4 n for the directory. Ties as Order says. Queries are const and may run concurrently.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class succinct_index
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// @param values    [n], n representable in Index; not needed afterwards
    /// @param threads   OpenMP threads for the build, 0 = all
    /// Throws std::bad_alloc.
    explicit succinct_index(std::span<Value const> values, unsigned threads = 0)
        : code_{encode(values, threads), values.size(), threads}
    {
        RMQ_EXPECTS(values.empty() || values.size() - 1 <= static_cast<Index>(-1));
    }

    /// Index of the best value of v[l..r] (closed).
    /// @param l, r   positions, l <= r < size()
    [[nodiscard]] Index query(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        return static_cast<Index>(code_.query(l, r));
    }

    /// Answers queries[i] into out[i]. Queries go through in groups whose cache misses overlap.
    /// @param out       [queries.size()] may not alias the queries
    /// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
    void query(std::span<range<Index> const> queries, std::span<Index> out, unsigned threads = 0) const
    {
        RMQ_EXPECTS(queries.size() == out.size());
        code_.query(queries, out, threads);
    }

    /// Values.
    [[nodiscard]] std::size_t size() const noexcept { return code_.size(); }
    /// Memory in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept { return code_.bytes(); }

private:
    /// Values that one thread takes at least.
    static constexpr std::size_t part_at_least = 1 << 12;

    /// The stack after these values, on an empty one: those that are better than all behind them, best first.
    static huge_vector<Value> stack_after(std::span<Value const> values)
    {
        constexpr std::size_t block = 32;
        huge_vector<Value> stack(values.empty() ? 0 : block);
        std::size_t depth = 0;
        for (std::size_t i = values.size(); i > 0;) {
            std::span<Value const> const part = values.subspan(i - std::min(i, block), std::min(i, block));
            i -= part.size();
            // parts without any such value are most, unless values rise
            Value best = depth > 0 ? stack[depth - 1] : values.back();
            unsigned more = depth == 0;
            for (Value const & value : part)
                more |= static_cast<unsigned>(Order::left_wins(value, best));
            if (more == 0)
                continue;
            if (stack.size() < depth + block)
                stack.resize(2 * stack.size());
            for (std::size_t j = part.size(); j-- > 0;) {
                // no branch: where values rise, whether one lives is hard to foretell
                unsigned const lives = static_cast<unsigned>(Order::left_wins(part[j], best)) | unsigned{depth == 0};
                stack[depth] = part[j];
                depth += lives;
                best = lives != 0 ? part[j] : best;
            }
        }
        stack.resize(depth);
        std::reverse(stack.begin(), stack.end());
        return stack;
    }

    static huge_vector<std::uint64_t> encode(std::span<Value const> values, unsigned threads)
    {
        constexpr std::size_t line_words = detail::code_view::line_bits / 64;
        std::size_t const n = values.size();
        std::size_t const parts = std::max<std::size_t>(1, std::min(detail::thread_count(threads), n / part_at_least));
        auto const begin_of = [&](std::size_t p) { return n / parts * p + std::min(p, n % parts); };
        auto const for_each = [&](auto const & f) {
            detail::for_each_part(parts, 1, threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t p = begin; p < end; ++p)
                    f(p);
            });
        };
        // the stacks before the parts and after the last: what a part lets live of the stack before it, then its own
        std::vector<huge_vector<Value>> stacks(parts + 1);
        for_each([&](std::size_t p) {
            stacks[p + 1] = stack_after(values.subspan(begin_of(p), begin_of(p + 1) - begin_of(p)));
        });
        for (std::size_t p = 1; p < parts; ++p) {
            huge_vector<Value> const & before = stacks[p];
            huge_vector<Value> & after = stacks[p + 1];
            auto const alive = std::partition_point(before.begin(), before.end(), [&](Value const & value) {
                return Order::left_wins(value, after.front());
            });
            after.insert(after.begin(), before.begin(), alive);
        }
        // zeros are as many as elements that leave the stack: all but those on it at the end
        std::size_t const bits = 2 * n - stacks.back().size();
        std::size_t const words = (bits + detail::code_view::line_bits - 1) / detail::code_view::line_bits * line_words;
        huge_vector<std::uint64_t> code(words);
        detail::for_each_part(words, 1 << 16, threads, [&](std::size_t begin, std::size_t end) {
            std::fill(code.data() + begin, code.data() + end, 0);
        });
        for_each([&](std::size_t p) { encode_part(values, begin_of(p), begin_of(p + 1), stacks[p], code.data()); });
        for (std::size_t bit = bits; bit < words * 64; ++bit)
            code[bit / 64] |= std::uint64_t{1} << bit % 64;
        return code;
    }

    /// Sets the ones of elements [begin, end). A part's first and last words belong to two threads: the values at its
    /// ends are set with care, those between them by vectors where there are any.
    static void encode_part(std::span<Value const> values, std::size_t begin, std::size_t end,
                            huge_vector<Value> const & stack_before, std::uint64_t * code)
    {
        detail::pop_stack<Value> stack{stack_before};
        std::size_t bit = 2 * begin - stack.depth;
        if constexpr (detail::has_vector_pops<Value>) {
            // 64 ones leave the first word behind, 128 keep two words from the last
            if (end - begin >= 256) {
                std::size_t const middle = (end - begin - 192) / 16 * 16;
                bit = encode_values(values.subspan(begin, 64), stack, bit, code);
                bit = detail::encode_blocks<Order>(values.data() + begin + 64, middle, stack, bit, code);
                begin += 64 + middle;
            }
        }
        encode_values(values.subspan(begin, end - begin), stack, bit, code);
    }

    /// Pushes the values one by one and sets their ones from `bit` on; returns the bit after. Words may be shared.
    static std::size_t encode_values(std::span<Value const> values, detail::pop_stack<Value> & stack, std::size_t bit,
                                     std::uint64_t * code)
    {
        std::uint64_t word = 0;
        std::size_t place = bit / 64;
        auto const flush = [&] {
            if (word != 0)
                std::atomic_ref<std::uint64_t>{code[place]}.fetch_or(word, std::memory_order_relaxed);
            word = 0;
        };
        for (Value const & value : values) {
            stack.reserve(1);
            Value * const bottom = stack.bottom();
            while (stack.depth > 0 && !Order::left_wins(bottom[stack.depth - 1], value)) {
                --stack.depth;
                ++bit;
            }
            if (bit / 64 != place) {
                flush();
                place = bit / 64;
            }
            word |= std::uint64_t{1} << bit % 64;
            ++bit;
            bottom[stack.depth++] = value;
        }
        flush();
        return bit;
    }

    detail::bit_code code_;
};

#define RMQ_INSTANTIATE(Value, Index, Order) extern template class succinct_index<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
