// SPDX-License-Identifier: BSD-3-Clause
/// Kernels of the device's succinct structure: one pass over the array for codes, blocks and groups, a thread block a
/// set of groups, one thread block for the sets; queries, a thread each.
#pragma once

#include "device/group_scan.cuh"

#include <cstdint>

namespace rmq::cuda::detail {

/// Sizes of rmq::succinct (Soman, Kothapalli, Narayanan 2012, Table II).
struct succinct_numbers
{
    static constexpr unsigned block_shift = 4; ///< values of a block: 32 bits of preorder code
    static constexpr unsigned block = 1u << block_shift;
    static constexpr unsigned group_shift = 6; ///< blocks of a group
    static constexpr unsigned group = 1u << group_shift;
    static constexpr unsigned set_shift = 10; ///< groups of a set
    static constexpr unsigned set = 1u << set_shift;
    static constexpr unsigned block_levels = 5; ///< windows of 2^1 .. 2^5 blocks, k bits at bit k (k - 1) / 2
    static constexpr unsigned group_levels = 9; ///< windows of 2^1 .. 2^9 groups
};

template <class Key, class Index>
struct succinct_view
{
    Key const * values = nullptr;
    Index last = 0; ///< position of the last value
    unsigned top_levels = 0;
    std::uint32_t * codes = nullptr;
    std::uint16_t * block_windows = nullptr;
    Index * group_best = nullptr;
    std::uint16_t * group_windows = nullptr; ///< [group][level - 1]
    Index * set_best = nullptr;
    Index * top_windows = nullptr; ///< [level - 1][set]
    key_map<Key> map;

    [[nodiscard]] __host__ __device__ Index last_block() const { return last >> succinct_numbers::block_shift; }
    [[nodiscard]] __host__ __device__ Index last_group() const { return last_block() >> succinct_numbers::group_shift; }
    [[nodiscard]] __host__ __device__ Index last_set() const { return last_group() >> succinct_numbers::set_shift; }
};

namespace succinct_tuning {
inline constexpr unsigned build_threads = 256; ///< a block of 16 values each: four groups a thread block
inline constexpr unsigned set_threads = 1024;
inline constexpr unsigned query_threads = 256;
} // namespace succinct_tuning

/// Preorder code of up to 16 keys: zero number i lies behind i zeros, i + 1 ones, and one more for every later value
/// that is better than all from i up to it. Also the best of them.
template <bool Rightmost, class Key>
__device__ __forceinline__ std::uint32_t encode_block(Key const (&x)[16], unsigned count, keyed<Key, unsigned> & best)
{
    unsigned after[16]; // better ones in a row to the right
    std::uint32_t code = ~std::uint32_t{0};
    best = {x[15], 15};
#pragma unroll
    for (int i = 15; i >= 0; --i) {
        unsigned c = 0;
#pragma unroll
        for (int j = 15; j > i; --j)
            if (!left_wins<Rightmost>(x[i], x[j]) && static_cast<unsigned>(j) < count)
                c = after[j] + 1;
        after[i] = c;
        if (static_cast<unsigned>(i) < count)
            code &= ~(1u << (2 * i + 1 + c));
        if (static_cast<unsigned>(best.at) >= count || (i < 15 && left_wins<Rightmost>(x[i], best.key)))
            best = {x[i], static_cast<unsigned>(i)};
    }
    return code;
}

/// Codes of 256 blocks, the windows of their four groups, and the groups' bests.
template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(succinct_tuning::build_threads)
    build_groups_kernel(__grid_constant__ succinct_view<Key, Index> const v)
{
    using numbers = succinct_numbers;
    constexpr unsigned threads = succinct_tuning::build_threads, block = numbers::block, pad = block + 1;
    __shared__ Key values[threads * pad];
    __shared__ Key keys[threads];
    __shared__ std::uint8_t windows[2][threads]; // the block of the group with the best of 2^k from here on
    unsigned const t = threadIdx.x;
    Index const first = Index{blockIdx.x} * (threads * block);
    for (unsigned k = 0; k < block; ++k) {
        Index const at = first + k * threads + t;
        unsigned const place = k * threads + t;
        if (v.last >= first && at - first <= v.last - first)
            values[place / block * pad + place % block] = v.values[at];
    }
    __syncthreads();
    Index const block_number = Index{blockIdx.x} * threads + t;
    bool const used = block_number <= v.last_block();
    Key x[block];
    keyed<Key, unsigned> best{worst_key<Key>, 0};
    if (used) {
        Index const begin = block_number << numbers::block_shift;
        unsigned const count = v.last - begin < block ? static_cast<unsigned>(v.last - begin) + 1 : block;
        for (unsigned i = 0; i < block; ++i)
            x[i] = v.map(values[t * pad + i]);
        v.codes[block_number] = encode_block<Rightmost>(x, count, best);
    }
    keys[t] = best.key;
    unsigned const in_group = t % numbers::group;
    windows[0][t] = static_cast<std::uint8_t>(in_group);
    Index const group = block_number >> numbers::group_shift;
    // blocks of this group that there are
    Index const group_first = group << numbers::group_shift;
    unsigned const there = !used ? 0
                           : v.last_block() - group_first < numbers::group
                               ? static_cast<unsigned>(v.last_block() - group_first) + 1
                               : numbers::group;
    unsigned bits = 0, now = 0;
    unsigned const base = t - in_group;
    for (unsigned k = 1; k <= numbers::block_levels + 1; ++k) {
        __syncthreads();
        unsigned const half = 1u << (k - 1);
        // the last round is the best of the whole group, which need not be full: windows then end where it does
        unsigned const other = in_group + half;
        unsigned const a = windows[now][t];
        unsigned b = a;
        if (other < there)
            b = windows[now][base + other];
        bool const left = b <= a || left_wins<Rightmost>(keys[base + a], keys[base + b]);
        unsigned const better = left ? a : b;
        if (k <= numbers::block_levels && in_group + 2 * half <= there)
            bits |= (better - in_group) << (k * (k - 1) / 2);
        now ^= 1;
        windows[now][t] = static_cast<std::uint8_t>(better);
    }
    __syncthreads();
    if (!used)
        return;
    v.block_windows[block_number] = static_cast<std::uint16_t>(bits);
    // the thread that has the group's best block knows its place
    if (windows[now][base] == in_group)
        v.group_best[group] = static_cast<Index>(block_number << numbers::block_shift) + best.at;
}

/// Windows of the 1,024 groups of a set and the set's best.
template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(succinct_tuning::set_threads)
    build_sets_kernel(__grid_constant__ succinct_view<Key, Index> const v)
{
    using numbers = succinct_numbers;
    __shared__ Key keys[numbers::set];
    __shared__ std::uint16_t windows[2][numbers::set];
    unsigned const t = threadIdx.x;
    Index const set = blockIdx.x, set_first = set << numbers::set_shift, group = set_first + t;
    unsigned const there = v.last_group() - set_first < numbers::set
                               ? static_cast<unsigned>(v.last_group() - set_first) + 1
                               : numbers::set;
    bool const used = t < there;
    Index const place = used ? v.group_best[group] : 0;
    keys[t] = used ? v.map(v.values[place]) : worst_key<Key>;
    windows[0][t] = static_cast<std::uint16_t>(t);
    unsigned now = 0;
    for (unsigned k = 1; k <= numbers::group_levels + 1; ++k) {
        __syncthreads();
        unsigned const half = 1u << (k - 1), other = t + half;
        unsigned const a = windows[now][t], b = other < there ? windows[now][other] : a;
        bool const left = b <= a || left_wins<Rightmost>(keys[a], keys[b]);
        unsigned const better = left ? a : b;
        if (used && k <= numbers::group_levels)
            v.group_windows[group * numbers::group_levels + k - 1] =
                static_cast<std::uint16_t>(t + 2 * half <= there ? better - t : 0);
        now ^= 1;
        windows[now][t] = static_cast<std::uint16_t>(better);
    }
    __syncthreads();
    if (used && windows[now][0] == t)
        v.set_best[set] = place;
}

/// Sparse table over the sets, by one thread block.
template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(succinct_tuning::set_threads)
    build_top_windows_kernel(__grid_constant__ succinct_view<Key, Index> const v)
{
    Index const sets = v.last_set() + 1;
    for (unsigned k = 1; k <= v.top_levels; ++k) {
        Index const half = Index{1} << (k - 1);
        Index const * const under = k == 1 ? v.set_best : v.top_windows + (k - 2) * sets;
        for (Index s = threadIdx.x; s + 2 * half <= sets; s += blockDim.x) {
            Index const a = under[s], b = under[s + half];
            v.top_windows[(k - 1) * sets + s] = left_wins<Rightmost>(v.map(v.values[a]), v.map(v.values[b])) ? a : b;
        }
        __syncthreads();
    }
}

// ---- queries --------------------------------------------------------------------------------------------------------

/// For each byte of a code, lowest bit first: its ones minus zeros, the lowest count of them before a zero, and where
/// that zero is; zeros in the byte. One word: sum + 8, low + 64 (127 - none), first, zeros.
[[nodiscard]] __device__ __forceinline__ std::uint32_t preorder_entry(unsigned byte)
{
    int sum = 0, low = 63;
    unsigned first = 0, zeros = 0;
    for (unsigned bit = 0; bit < 8; ++bit) {
        if (byte >> bit & 1) {
            ++sum;
            continue;
        }
        if (sum < low) {
            low = sum;
            first = bit;
        }
        --sum;
        ++zeros;
    }
    return static_cast<std::uint32_t>(sum + 8) | static_cast<std::uint32_t>(low + 64) << 8 | first << 16 | zeros << 24;
}

/// Bit of zero number k.
[[nodiscard]] __device__ __forceinline__ unsigned zero_of(std::uint32_t code, unsigned k)
{
    std::uint32_t const zeros = ~code;
    unsigned at = 0;
#pragma unroll
    for (unsigned half = 16; half > 0; half /= 2) {
        unsigned const here = static_cast<unsigned>(__popc(zeros >> at & ((1u << half) - 1)));
        if (k >= here) {
            k -= here;
            at += half;
        }
    }
    return at;
}

/// The best of zeros l..r of a code; see rmq::detail::query_preorder_code.
[[nodiscard]] __device__ __forceinline__ unsigned query_code(std::uint32_t code, std::uint32_t const * dictionary,
                                                             unsigned l, unsigned r)
{
    unsigned const from = zero_of(code, l), to = zero_of(code, r);
    std::uint32_t const inside = code | ((1u << from) - 1) | (to == 31 ? 0 : ~0u << (to + 1));
    int sum = 0, low = 127;
    unsigned place = from;
#pragma unroll
    for (unsigned byte = 0; byte < 4; ++byte) {
        std::uint32_t const entry = dictionary[inside >> (8 * byte) & 255];
        int const entry_low = static_cast<int>(entry >> 8 & 255) - 64;
        if (entry_low != 63 && sum + entry_low < low) {
            low = sum + entry_low;
            place = 8 * byte + (entry >> 16 & 255);
        }
        sum += static_cast<int>(entry & 255) - 8;
    }
    return static_cast<unsigned>(__popc(~code & ((1u << place) - 1)));
}

/// Answers one query; every candidate is read from the array once.
template <bool Rightmost, class Key, class Index>
struct succinct_walk
{
    using numbers = succinct_numbers;
    using found = keyed<Key, Index>;

    succinct_view<Key, Index> const & v;
    std::uint32_t const * dictionary;

    [[nodiscard]] __device__ __forceinline__ found at(Index place) const { return {v.map(v.values[place]), place}; }
    [[nodiscard]] __device__ __forceinline__ static found better(found const & left, found const & right)
    {
        return left_wins<Rightmost>(left.key, right.key) ? left : right;
    }
    [[nodiscard]] __device__ __forceinline__ static unsigned log2(Index n)
    {
        if constexpr (sizeof(Index) == 4)
            return 31 - static_cast<unsigned>(__clz(static_cast<int>(n)));
        else
            return 63 - static_cast<unsigned>(__clzll(static_cast<long long>(n)));
    }
    [[nodiscard]] __device__ __forceinline__ found in_block(Index b, unsigned l, unsigned r) const
    {
        return at((b << numbers::block_shift) + query_code(v.codes[b], dictionary, l, r));
    }
    [[nodiscard]] __device__ __forceinline__ found best_of_block(Index b) const
    {
        Index const begin = b << numbers::block_shift;
        return in_block(b, 0,
                        v.last - begin < numbers::block ? static_cast<unsigned>(v.last - begin) : numbers::block - 1);
    }
    [[nodiscard]] __device__ __forceinline__ Index block_window(Index b, unsigned k) const
    {
        return k == 0 ? b : b + (v.block_windows[b] >> (k * (k - 1) / 2) & ((1u << k) - 1));
    }
    [[nodiscard]] __device__ found in_group(Index a, Index b) const
    {
        unsigned const k = min(numbers::block_levels, log2(b - a + 1));
        Index const x = block_window(a, k), y = block_window(b + 1 - (Index{1} << k), k);
        found const left = best_of_block(x);
        return x == y ? left : better(left, best_of_block(y));
    }
    [[nodiscard]] __device__ __forceinline__ Index group_window(Index g, unsigned k) const
    {
        return k == 0 ? g : g + v.group_windows[g * numbers::group_levels + k - 1];
    }
    [[nodiscard]] __device__ found in_set(Index a, Index b) const
    {
        unsigned const k = min(numbers::group_levels, log2(b - a + 1));
        Index const x = group_window(a, k), y = group_window(b + 1 - (Index{1} << k), k);
        found const left = at(v.group_best[x]);
        return x == y ? left : better(left, at(v.group_best[y]));
    }
    [[nodiscard]] __device__ __forceinline__ Index top_window(Index s, unsigned k) const
    {
        return k == 0 ? v.set_best[s] : v.top_windows[(k - 1) * (v.last_set() + 1) + s];
    }

    [[nodiscard]] __device__ Index operator()(Index l, Index r) const
    {
        Index const left = l >> numbers::block_shift, right = r >> numbers::block_shift;
        auto const low = static_cast<unsigned>(l % numbers::block), high = static_cast<unsigned>(r % numbers::block);
        if (left == right)
            return (left << numbers::block_shift) + query_code(v.codes[left], dictionary, low, high);
        found best = in_block(left, low, numbers::block - 1);
        if (left + 1 < right)
            best = better(best, among_blocks(left + 1, right - 1));
        return better(best, in_block(right, 0, high)).at;
    }
    [[nodiscard]] __device__ found among_blocks(Index a, Index b) const
    {
        Index const left = a >> numbers::group_shift, right = b >> numbers::group_shift;
        if (left == right)
            return in_group(a, b);
        found best = in_group(a, ((left + 1) << numbers::group_shift) - 1);
        if (left + 1 < right)
            best = better(best, among_groups(left + 1, right - 1));
        return better(best, in_group(right << numbers::group_shift, b));
    }
    [[nodiscard]] __device__ found among_groups(Index a, Index b) const
    {
        Index const left = a >> numbers::set_shift, right = b >> numbers::set_shift;
        if (left == right)
            return in_set(a, b);
        found best = in_set(a, ((left + 1) << numbers::set_shift) - 1);
        if (left + 1 < right) {
            unsigned const k = log2(right - left - 1);
            best = better(best, better(at(top_window(left + 1, k)), at(top_window(right - (Index{1} << k), k))));
        }
        return better(best, in_set(right << numbers::set_shift, b));
    }
};

template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(succinct_tuning::query_threads)
    query_succinct_kernel(__grid_constant__ succinct_view<Key, Index> const v, index_pair<Index> const * queries,
                          Index * out, std::size_t count)
{
    __shared__ std::uint32_t dictionary[256];
    dictionary[threadIdx.x] = preorder_entry(threadIdx.x);
    __syncthreads();
    succinct_walk<Rightmost, Key, Index> const walk{v, dictionary};
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = walk(queries[i].l, queries[i].r);
}

} // namespace rmq::cuda::detail
