// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <bit>
#include <cstring>

#include <rmq/detail/pop_encoder.hpp>

#define HWY_TARGET_INCLUDE "pop_encoder.cpp"
#include "detail/extremum_tree_targets.hpp"

#include "detail/mask_bits-inl.hpp"

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
        for (std::size_t i = 0; i < parts; ++i) {
            auto const better = Order::is_minimum ? hn::Lt(value, block16.part[i]) : hn::Lt(block16.part[i], value);
            auto const worse = Order::is_minimum ? hn::Lt(block16.part[i], value) : hn::Lt(value, block16.part[i]);
            auto const m = Order::ties == tie::leftmost ? better : hn::Not(worse);
            bits |= static_cast<std::uint32_t>(mask_bits(tag{}, m)) << (i * lanes);
        }
        return bits;
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

    static std::size_t encode(Value const * values, std::size_t count, pop_stack<Value> & stack, std::size_t bit,
                              std::uint64_t * code)
    {
        for (std::size_t start = 0; start < count; start += block) {
            stack.reserve(block);
            Value * const bottom = stack.bottom();
            loaded const here = load(values + start);
            // alive: values of this block on the stack; records: values that pop all of the block before them
            std::uint32_t alive = 0;
            std::uint32_t records = 0;
            std::uint32_t local = 0;
#pragma GCC unroll 16
            for (std::uint32_t j = 0; j < block; ++j) {
                std::uint32_t const earlier = (1u << j) - 1;
                std::uint32_t const pops = popped(here, values[start + j]) & earlier;
                alive = (alive & ~pops) | 1u << j;
                records |= static_cast<std::uint32_t>(alive == 1u << j) << j;
                // the one of j: j ones before it, and j + 1 - alive zeros
                local |= 1u << (2 * j + 1 - static_cast<std::uint32_t>(std::popcount(alive)));
            }
            // between records the local code is right; before each one come the zeros of what it pops off the stack
            std::size_t popped_before = 0;
            std::uint32_t rest = records;
            std::uint32_t left = local;
            while (rest != 0) {
                auto const j = static_cast<std::uint32_t>(std::countr_zero(rest));
                rest &= rest - 1;
                std::size_t const pops = count_popped(bottom, stack.depth, values[start + j], popped_before);
                // up to the next record's one, exclusive; a record k pops all before it: its one is at 2 k
                std::uint32_t const next = rest != 0 ? 2u * static_cast<std::uint32_t>(std::countr_zero(rest)) : 32u;
                auto const below_next = static_cast<std::uint32_t>((std::uint64_t{1} << next) - 1);
                set_bits(code, bit + pops, left & below_next);
                left &= ~below_next;
                popped_before = pops;
            }
            stack.depth -= popped_before;
            push_alive(bottom + stack.depth, values + start, alive);
            auto const kept = static_cast<std::size_t>(std::popcount(alive));
            stack.depth += kept;
            bit += popped_before + 2 * block - kept;
        }
        return bit;
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
