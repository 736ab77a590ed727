// SPDX-License-Identifier: BSD-3-Clause
/// A lane's words of a row of columns, and the few instructions that C++ has no words for.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace vglcs::cuda {

inline constexpr unsigned all_lanes = 0xffffffff;

/// The largest x of all lanes, which the compiler knows to be the same in every lane: what depends on it needs no code
/// for diverged lanes.
__device__ __forceinline__ std::uint32_t uniform(std::uint32_t x)
{
    return __reduce_max_sync(all_lanes, x);
}

/// One lane's words of a row: a word is two columns of 16-bit values or one of 32 bits.
template <int Words>
struct lane_words
{
    std::uint32_t word[Words];
};

template <int Words>
__device__ __forceinline__ lane_words<Words> load_words(std::uint32_t const * from)
{
    using vector = std::conditional_t<Words == 4, uint4, std::conditional_t<Words == 2, uint2, std::uint32_t>>;
    vector const v = *reinterpret_cast<vector const *>(from);
    lane_words<Words> out;
    memcpy(&out, &v, sizeof out);
    return out;
}

/// The same from device memory, of what is not written while the kernel runs, or was written before a barrier.
template <int Words>
__device__ __forceinline__ lane_words<Words> load_global(std::uint32_t const * from)
{
    using vector = std::conditional_t<Words == 4, uint4, std::conditional_t<Words == 2, uint2, std::uint32_t>>;
    vector const v = __ldcg(reinterpret_cast<vector const *>(from));
    lane_words<Words> out;
    memcpy(&out, &v, sizeof out);
    return out;
}

template <int Words>
__device__ __forceinline__ void store_words(std::uint32_t * to, lane_words<Words> const & from)
{
    using vector = std::conditional_t<Words == 4, uint4, std::conditional_t<Words == 2, uint2, std::uint32_t>>;
    vector v;
    memcpy(&v, &from, sizeof v);
    *reinterpret_cast<vector *>(to) = v;
}

/// Stores of single lanes, as predicated instructions: branches around them would cost more than they save.
template <int Words>
__device__ __forceinline__ void store_shared_if(std::uint32_t condition, std::uint32_t * to,
                                                lane_words<Words> const & from)
{
    auto const at = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
    if constexpr (Words == 4)
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.shared.v4.u32 [%1], {%2, %3, %4, "
                     "%5};\n\t}" ::"r"(condition),
                     "r"(at), "r"(from.word[0]), "r"(from.word[1]), "r"(from.word[2]), "r"(from.word[3])
                     : "memory");
    else if constexpr (Words == 2)
        asm volatile(
            "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.shared.v2.u32 [%1], {%2, %3};\n\t}" ::"r"(condition),
            "r"(at), "r"(from.word[0]), "r"(from.word[1])
            : "memory");
    else
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.shared.u32 [%1], %2;\n\t}" ::"r"(condition),
                     "r"(at), "r"(from.word[0])
                     : "memory");
}

template <int Words>
__device__ __forceinline__ void store_global_if(bool condition, std::uint32_t * to, lane_words<Words> const & from)
{
    auto const p = static_cast<std::uint32_t>(condition);
    if constexpr (Words == 4)
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.global.v4.u32 [%1], {%2, %3, %4, "
                     "%5};\n\t}" ::"r"(p),
                     "l"(to), "r"(from.word[0]), "r"(from.word[1]), "r"(from.word[2]), "r"(from.word[3])
                     : "memory");
    else if constexpr (Words == 2)
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.global.v2.u32 [%1], {%2, %3};\n\t}" ::"r"(p),
                     "l"(to), "r"(from.word[0]), "r"(from.word[1])
                     : "memory");
    else
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.global.u32 [%1], %2;\n\t}" ::"r"(p), "l"(to),
                     "r"(from.word[0])
                     : "memory");
}

/// The word of the lane `lanes` further left; lanes without one get their own `head`.
__device__ __forceinline__ std::uint32_t from_left(std::uint32_t x, int lanes, std::uint32_t head)
{
    std::uint32_t out;
    asm volatile("{\n\t.reg .pred p;\n\tshfl.sync.up.b32 %0|p, %1, %2, 0, 0xffffffff;\n\t@!p mov.b32 %0, %3;\n\t}"
                 : "=&r"(out)
                 : "r"(x), "r"(lanes), "r"(head));
    return out;
}

/// Address in shared memory.
__device__ __forceinline__ std::uint32_t shared_address(void const * at)
{
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(at));
}

/// The value at an address in shared memory.
template <class Value>
__device__ __forceinline__ std::uint32_t load_entry(std::uint32_t address)
{
    std::uint32_t out;
    if constexpr (sizeof(Value) == 2)
        asm volatile("ld.shared.u16 %0, [%1];" : "=r"(out) : "r"(address) : "memory");
    else
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(out) : "r"(address) : "memory");
    return out;
}

/// Brings what `from` points to into the first-level cache; the caller has to use the value, so that the load is not
/// removed.
__device__ __forceinline__ unsigned touch(void const * from)
{
    unsigned value;
    asm volatile("ld.global.ca.u8 %0, [%1];" : "=r"(value) : "l"(from));
    return value;
}

/// Asks for the line of device memory to be in the second-level cache soon.
__device__ __forceinline__ void prefetch(void const * from)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
}

/// Word w of two 16-bit halves that are all ones where the bytes 2w and 2w + 1 are negative, else zero.
__device__ __forceinline__ std::uint32_t halves_of_signs(std::uint32_t bytes, int w)
{
    std::uint32_t out;
    asm("prmt.b32 %0, %1, 0, %2;" : "=r"(out) : "r"(bytes), "r"(w ? 0xbbaa : 0x9988));
    return out;
}

/// A barrier in shared memory at which `arrivals` threads arrive, turn after turn. What they have written before is
/// seen by those who have seen it pass.
__device__ __forceinline__ void barrier_create(std::uint32_t address, std::uint32_t arrivals)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(arrivals) : "memory");
}

__device__ __forceinline__ void barrier_arrive(std::uint32_t address)
{
    asm volatile("{\n\t.reg .b64 state;\n\tmbarrier.arrive.shared.b64 state, [%0];\n\t}" ::"r"(address) : "memory");
}

/// Whether all have arrived for the turn of that parity; the turn before has passed.
__device__ __forceinline__ bool barrier_passed(std::uint32_t address, std::uint32_t parity)
{
    std::uint32_t out;
    asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\tselp.u32 %0, 1, 0, "
                 "p;\n\t}"
                 : "=r"(out)
                 : "r"(address), "r"(parity)
                 : "memory");
    return out != 0;
}

/// The same, but a chip of 9.0 or later lets the thread sleep for a while before it answers no.
__device__ __forceinline__ bool barrier_passed_soon(std::uint32_t address, std::uint32_t parity)
{
#if __CUDA_ARCH__ >= 900
    std::uint32_t out;
    asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n\tselp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(out)
                 : "r"(address), "r"(parity)
                 : "memory");
    return out != 0;
#else
    return barrier_passed(address, parity);
#endif
}

/// Number of the warp on its multiprocessor.
__device__ __forceinline__ std::uint32_t warp_position()
{
    std::uint32_t out;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(out));
    return out;
}

/// Columns per word, and maxima of words.
template <class Value>
struct word_of
{
    static constexpr int columns = 4 / sizeof(Value);
    static __device__ __forceinline__ std::uint32_t max(std::uint32_t a, std::uint32_t b)
    {
        if constexpr (columns == 2)
            return __vmaxu2(a, b);
        else
            return ::max(a, b);
    }
    static __device__ __forceinline__ std::uint32_t max(std::uint32_t a, std::uint32_t b, std::uint32_t c)
    {
        if constexpr (columns == 2)
            return __vimax3_u16x2(a, b, c);
        else
            return __vimax3_u32(a, b, c);
    }
    /// One more in each column; the largest value becomes 0.
    static __device__ __forceinline__ std::uint32_t next(std::uint32_t x)
    {
        if constexpr (columns == 2)
            return __viaddmax_u16x2(x, 0x00010001, 0);
        else
            return x + 1;
    }
};

template <class Value, int Words>
__device__ __forceinline__ lane_words<Words> maximum(lane_words<Words> const & a, lane_words<Words> const & b)
{
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k)
        out.word[k] = word_of<Value>::max(a.word[k], b.word[k]);
    return out;
}

/// Two words and the number of the strip that wrote them, stored and loaded as one 128-bit access.
struct tagged_words
{
    lane_words<2> words;
    std::uint32_t tag, again; ///< the same, as it lies there: see load_tagged()
};

__device__ __forceinline__ void store_tagged_if(bool condition, std::uint32_t * to, std::uint32_t a, std::uint32_t b,
                                                std::uint32_t tag)
{
    asm volatile(
        "{\n\t.reg .pred p;\n\t.reg .b64 l, h;\n\t.reg .b128 x;\n\tsetp.ne.u32 p, %0, 0;\n\tmov.b64 l, {%2, "
        "%3};\n\tmov.b64 h, {%4, %4};\n\tmov.b128 x, {l, h};\n\t@p st.relaxed.gpu.global.b128 [%1], x;\n\t}" ::"r"(
            static_cast<std::uint32_t>(condition)),
        "l"(to), "r"(a), "r"(b), "r"(tag)
        : "memory");
}

/// Reads the tag twice, as it lies there. Who does not look at the second gives its register to others while the load
/// is under way, and they have to wait for it.
__device__ __forceinline__ tagged_words load_tagged(std::uint32_t const * from)
{
    tagged_words out;
    asm volatile("{\n\t.reg .b64 l, h;\n\t.reg .b128 x;\n\tld.relaxed.gpu.global.b128 x, [%4];\n\tmov.b128 {l, h}, "
                 "x;\n\tmov.b64 {%0, %1}, l;\n\tmov.b64 {%2, %3}, h;\n\t}"
                 : "=r"(out.words.word[0]), "=r"(out.words.word[1]), "=r"(out.tag), "=r"(out.again)
                 : "l"(from)
                 : "memory");
    return out;
}

__device__ __forceinline__ std::uint32_t load_acquire(std::uint32_t const * from)
{
    std::uint32_t out;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(out) : "l"(from) : "memory");
    return out;
}

/// Loads without ordering: load_acquire() must see the value before anything that depends on it is loaded.
__device__ __forceinline__ std::uint32_t load_relaxed(std::uint32_t const * from)
{
    std::uint32_t out;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(out) : "l"(from) : "memory");
    return out;
}

__device__ __forceinline__ void store_release(std::uint32_t * to, std::uint32_t value)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}

} // namespace vglcs::cuda
