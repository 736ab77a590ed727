// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include <rmq/detail/pop_encoder.hpp>

#define HWY_TARGET_INCLUDE "succinct_index/pop_encoder.cpp"
#include "extremum_tree/targets.hpp"

#include "extremum_tree/mask_bits-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Order, class Value>
struct block_encoder
{
    static constexpr std::size_t block = 16;

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
    struct loaded
    {
        Value const * values;
    };
    static loaded load(Value const * p)
    {
        return {p};
    }
    /// Bit i: would value i of the sixteen be popped by v?
    static std::uint32_t popped(loaded const & block16, Value v)
    {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < block; ++i)
            bits |= static_cast<std::uint32_t>(!Order::left_wins(block16.values[i], v)) << i;
        return bits;
    }
    /// How many of the `block` values below `top` each of the sixteen pops; `most` where it is more. Returns the
    /// largest.
    static std::size_t count_at_top(loaded const & block16, Value const * top, std::size_t most, Value * counts)
    {
        std::size_t largest = 0;
        for (std::size_t j = 0; j < block; ++j) {
            std::size_t count = 0;
            for (std::size_t i = 1; i <= block; ++i)
                count += !Order::left_wins(*(top - i), block16.values[j]);
            count = std::min(count, most);
            counts[j] = static_cast<Value>(count);
            largest = std::max(largest, count);
        }
        return largest;
    }
#else
    using tag = hn::CappedTag<Value, block>;
    static constexpr std::size_t lanes = hn::MaxLanes(tag{});
    static constexpr std::size_t parts = block / lanes;
    struct loaded
    {
        hn::Vec<tag> part[parts];
    };
    static HWY_INLINE loaded load(Value const * p)
    {
        loaded all;
        for (std::size_t i = 0; i < parts; ++i)
            all.part[i] = hn::LoadU(tag{}, p + i * lanes);
        return all;
    }
    /// Bit i: would value i of the sixteen be popped by v?
    static HWY_INLINE std::uint32_t popped(loaded const & block16, Value v)
    {
        auto const value = hn::Set(tag{}, v);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < parts; ++i)
            bits |= static_cast<std::uint32_t>(mask_bits(tag{}, pops(value, block16.part[i]))) << (i * lanes);
        return bits;
    }
    /// Is `earlier` popped by `value`?
    static HWY_INLINE hn::Mask<tag> pops(hn::Vec<tag> value, hn::Vec<tag> earlier)
    {
        auto const better = Order::is_minimum ? hn::Lt(value, earlier) : hn::Lt(earlier, value);
        auto const worse = Order::is_minimum ? hn::Lt(earlier, value) : hn::Lt(value, earlier);
        return Order::ties == tie::leftmost ? better : hn::Not(worse);
    }
    /// How many of the `block` values below `top` each of the sixteen pops; `most` where it is more. Returns the
    /// largest.
    static HWY_INLINE std::size_t count_at_top(loaded const & block16, Value const * top, std::size_t most,
                                               Value * counts)
    {
        hn::Vec<tag> even[parts], odd[parts]; // two sums, so that they wait for each other half as long
        for (std::size_t i = 0; i < parts; ++i)
            even[i] = odd[i] = hn::Zero(tag{});
#pragma GCC unroll 16
        for (std::size_t k = 1; k <= block; k += 2) {
            auto const first = hn::Set(tag{}, *(top - k));
            auto const second = hn::Set(tag{}, *(top - k - 1));
            for (std::size_t i = 0; i < parts; ++i) {
                even[i] = hn::Sub(even[i], hn::VecFromMask(tag{}, pops(block16.part[i], first)));
                odd[i] = hn::Sub(odd[i], hn::VecFromMask(tag{}, pops(block16.part[i], second)));
            }
        }
        auto const limit = hn::Set(tag{}, static_cast<Value>(most));
        auto largest = hn::Zero(tag{});
        for (std::size_t i = 0; i < parts; ++i) {
            auto const count = hn::Min(hn::Add(even[i], odd[i]), limit);
            hn::StoreU(count, tag{}, counts + i * lanes);
            largest = hn::Max(largest, count);
        }
        return static_cast<std::size_t>(hn::GetLane(hn::MaxOfLanes(tag{}, largest)));
    }
#endif

    /// How many of the stack's values v pops, of which `known` are known to be popped.
    static HWY_INLINE std::size_t count_popped(Value const * bottom, std::size_t depth, Value v, std::size_t known)
    {
        std::size_t count = known;
        while (count < depth) {
            // the stack is sorted: the popped ones are those at the top; what lies below the bottom does not matter
            std::uint32_t const bits = popped(load(bottom + (depth - count) - block), v);
            std::size_t const more = static_cast<std::size_t>(std::countl_one(bits << 16));
            count += more;
            if (more < block)
                break;
        }
        return std::min(count, depth);
    }

    static HWY_INLINE void set_bits(std::uint64_t * code, std::size_t bit, std::uint64_t bits)
    {
        std::size_t const word = bit / 64;
        unsigned const shift = bit % 64;
        code[word] |= bits << shift;
        code[word + 1] |= bits >> 1 >> (63 - shift);
    }

    /// Where the one of value j lies in the code of its block: j ones are before it, and as many zeros as values are
    /// gone, which are those of the block that are not alive and those that the block has popped off the stack.
    static HWY_INLINE std::size_t place_of_one(std::uint32_t j, std::uint32_t alive, std::size_t popped)
    {
        return 2 * j + 1 - static_cast<std::size_t>(std::popcount(alive)) + popped;
    }

    static std::size_t encode(Value const * values, std::size_t count, pop_stack<Value> & stack, std::size_t bit,
                              std::uint64_t * code)
    {
        // below the bottom lies what only its equals pop, which pop the whole stack
        using limits = std::numeric_limits<Value>;
        std::fill_n(stack.bottom() - block, block, Order::is_minimum ? limits::lowest() : limits::max());
        for (std::size_t start = 0; start < count; start += block) {
            stack.reserve(block);
            Value * const bottom = stack.bottom();
            loaded const here = load(values + start);
            HWY_ALIGN Value at_top[block];
            std::size_t popped_at_all = count_at_top(here, bottom + stack.depth, std::min(stack.depth, block), at_top);
            std::uint32_t alive = 0; // values of this block on the stack
            std::uint64_t ones = 0;
            std::size_t popped_before = 0; // off the stack, by the values so far: as many as by the best of them
#pragma GCC unroll 16
            for (std::uint32_t j = 0; j < block; ++j) {
                std::uint32_t const earlier = (1u << j) - 1;
                alive = (alive & ~(popped(here, values[start + j]) & earlier)) | 1u << j;
                popped_before = std::max(popped_before, static_cast<std::size_t>(at_top[j]));
                ones |= std::uint64_t{1} << place_of_one(j, alive, popped_before);
            }
            if (popped_at_all < block || stack.depth == block) [[likely]]
                set_bits(code, bit, ones); // 3 * block bits at most
            else
                popped_at_all = encode_deep(values + start, here, bottom, stack.depth, bit, code);
            stack.depth -= popped_at_all;
            push_alive(bottom + stack.depth, values + start, alive);
            auto const kept = static_cast<std::size_t>(std::popcount(alive));
            stack.depth += kept;
            bit += popped_at_all + 2 * block - kept;
        }
        return bit;
    }

    /// A block that pops more of the stack than its top `block` values; how many is returned.
    static HWY_NOINLINE std::size_t encode_deep(Value const * values, loaded const & here, Value const * bottom,
                                                std::size_t depth, std::size_t bit, std::uint64_t * code)
    {
        std::uint32_t alive = 0;
        std::size_t popped_before = 0;
        for (std::uint32_t j = 0; j < block; ++j) {
            alive = (alive & ~(popped(here, values[j]) & ((1u << j) - 1))) | 1u << j;
            if (alive == 1u << j) // no other value pops more than those before it
                popped_before = count_popped(bottom, depth, values[j], popped_before);
            std::size_t const place = bit + place_of_one(j, alive, popped_before);
            code[place / 64] |= std::uint64_t{1} << place % 64;
        }
        return popped_before;
    }

    /// Writes whole vectors: there is room above the top.
    static HWY_INLINE void push_alive(Value * top, Value const * values, std::uint32_t alive)
    {
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
        for (; alive != 0; alive &= alive - 1)
            *top++ = values[std::countr_zero(alive)];
#else
        for (std::size_t i = 0; i < parts; ++i) {
            std::uint64_t const part = alive >> (i * lanes) & ((std::uint64_t{1} << lanes) - 1);
            std::uint8_t buffer[8];
            std::memcpy(buffer, &part, sizeof buffer);
            auto const keep = hn::LoadMaskBits(tag{}, buffer);
            hn::StoreU(hn::Compress(hn::LoadU(tag{}, values + i * lanes), keep), tag{}, top);
            top += std::popcount(part);
        }
#endif
    }
};

template <class Value>
void const * encoder(unsigned order)
{
    using function = std::size_t (*)(Value const *, std::size_t, pop_stack<Value> &, std::size_t, std::uint64_t *);
    static constexpr function all[] = {
        &block_encoder<min_leftmost, Value>::encode, &block_encoder<min_rightmost, Value>::encode,
        &block_encoder<max_leftmost, Value>::encode, &block_encoder<max_rightmost, Value>::encode};
    return &all[order];
}

static void const * encoder32(unsigned order)
{
    return encoder<std::int32_t>(order);
}
static void const * encoder64(unsigned order)
{
    return encoder<std::int64_t>(order);
}

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rmq::detail {

HWY_EXPORT(encoder32);
HWY_EXPORT(encoder64);

template <class Order, class Value>
std::size_t encode_blocks(Value const * values, std::size_t count, pop_stack<Value> & stack, std::size_t bit,
                          std::uint64_t * code)
{
    using function = std::size_t (*)(Value const *, std::size_t, pop_stack<Value> &, std::size_t, std::uint64_t *);
    unsigned const order = (Order::is_minimum ? 0 : 2) + (Order::ties == tie::leftmost ? 0 : 1);
    void const * const found =
        sizeof(Value) == 4 ? HWY_DYNAMIC_DISPATCH(encoder32)(order) : HWY_DYNAMIC_DISPATCH(encoder64)(order);
    return (*static_cast<function const *>(found))(values, count, stack, bit, code);
}

#define RMQ_INSTANTIATE(Value, Order)                                                                                  \
    template std::size_t encode_blocks<Order, Value>(Value const *, std::size_t, pop_stack<Value> &, std::size_t,      \
                                                     std::uint64_t *)
RMQ_INSTANTIATE(std::int32_t, min_leftmost);
RMQ_INSTANTIATE(std::int32_t, min_rightmost);
RMQ_INSTANTIATE(std::int32_t, max_leftmost);
RMQ_INSTANTIATE(std::int32_t, max_rightmost);
RMQ_INSTANTIATE(std::int64_t, min_leftmost);
RMQ_INSTANTIATE(std::int64_t, min_rightmost);
RMQ_INSTANTIATE(std::int64_t, max_leftmost);
RMQ_INSTANTIATE(std::int64_t, max_rightmost);
#undef RMQ_INSTANTIATE

} // namespace rmq::detail
#endif // HWY_ONCE
