// SPDX-License-Identifier: BSD-3-Clause
/// Kernels of the device's succinct_index: depths of the stack of the right path, the bits that encode them, the
/// directory of the bits, and queries.
#pragma once

#include "block_sparse_table/kernels.cuh"
#include "succinct/kernels.cuh"

#include <cstdint>
#include <type_traits>

namespace rmq::cuda::detail {

struct code_numbers
{
    static constexpr unsigned line_shift = 9; ///< bits of a line
    static constexpr unsigned line_bits = 1u << line_shift;
    static constexpr unsigned line_words = line_bits / 32;
    static constexpr unsigned hint_shift = 8;  ///< ones from hint to hint
    static constexpr unsigned tile_shift = 10; ///< values whose chains one thread block follows
    static constexpr unsigned tile = 1u << tile_shift;
    static constexpr unsigned block_shift = 4; ///< values whose best is kept for the search in a tile
};

/// Signed integer of the size of Index: keys of excesses.
template <class Index>
using key_of_index = std::conditional_t<sizeof(Index) == 4, std::int32_t, std::int64_t>;

/// The bits and their directory.
template <class Index>
struct code_lines
{
    std::size_t n = 0;
    std::size_t most_lines = 0;
    std::uint32_t * words = nullptr;                    ///< [most_lines * line_words]
    Index * ranks = nullptr;                            ///< [most_lines + 1] ones before the line
    std::uint32_t * hints = nullptr;                    ///< line of every 256th one, and the last line
    Index * lows = nullptr;                             ///< [most_lines] lowest excess after a bit of the line
    std::uint32_t * lines = nullptr;                    ///< [1] lines in use
    tree_view<key_of_index<Index>, std::uint32_t> tree; ///< over the lows, the rightmost of equal ones
};

/// What the build needs besides. Positions are those of the values' tree.
template <class Key, class Index>
struct depth_view
{
    tree_view<Key, Index> tree;
    std::uint16_t * depths = nullptr; ///< [position] steps of the chain inside its tile
    Index * links = nullptr;          ///< [tile] what the tile's best stands on, or none
    std::uint32_t * parents[2] = {};  ///< [tile] tile of that, at last the one that stands on nothing
    Index * sums[2] = {};             ///< [tile] depth below the tile's best
    std::uint32_t tiles = 0;
    static constexpr Index none = static_cast<Index>(-1);
};

/// Nearest position before `first`, the start of a tile, whose key wins against `key` on its right; none: none.
template <bool Rightmost, class Key, class Index>
[[nodiscard]] __device__ Index nearest_before(tree_view<Key, Index> const & v, tops_view<Key, Index> const & tops,
                                              Index first, Key key, Index none)
{
    using numbers = tree_numbers;
    unsigned level = v.levels < 2 ? v.levels : 2;
    Index entry = first >> numbers::shift(level);
    bool found = false;
    while (true) {
        unsigned const up = level == v.levels ? v.top_shift - numbers::shift(level) : numbers::fan_shift;
        Index const group = entry >> up << up;
        while (entry > group && !found)
            found = left_wins<Rightmost>(v.keys[level][--entry], key);
        if (found || level == v.levels)
            break;
        entry >>= up;
        ++level;
    }
    if (!found) {
        unsigned top = static_cast<unsigned>(entry >> (v.top_shift - numbers::shift(v.levels)));
        if (top == 0 || !left_wins<Rightmost>(tops.keys[tops.template best<Rightmost>(0, top - 1)], key))
            return none;
        for (unsigned k = v.table_levels + 1; k-- > 0;)
            if (top >= 1u << k &&
                !left_wins<Rightmost>(tops.keys[tops.template best<Rightmost>(top - (1u << k), top - 1)], key))
                top -= 1u << k;
        entry = static_cast<Index>(top) << (v.top_shift - numbers::shift(v.levels));
        while (!left_wins<Rightmost>(v.keys[level][--entry], key)) {
        }
    }
    for (; level > 1; --level) {
        entry = (entry + 1) << numbers::fan_shift;
        while (!left_wins<Rightmost>(v.keys[level - 1][--entry], key)) {
        }
    }
    entry = (entry + 1) << numbers::block_shift;
    while (!left_wins<Rightmost>(v.map(v.values[--entry]), key)) {
    }
    return entry;
}

/// A tile's chains: from each value to the nearest one on the left that wins against it, and on, inside the tile.
template <class Key>
struct tile_chains
{
    Key keys[code_numbers::tile];
    Key bests[code_numbers::tile >> code_numbers::block_shift];
    std::uint16_t jump[code_numbers::tile];  ///< where the chain ends
    std::uint16_t steps[code_numbers::tile]; ///< steps to there
};

/// Follows the chains of the tile, a thread a value; returns the value's key.
template <bool Rightmost, class Key, class Index>
__device__ __forceinline__ Key follow_chains(tree_view<Key, Index> const & v, Index first, tile_chains<Key> & chains)
{
    int const t = static_cast<int>(threadIdx.x);
    Index const at = first + threadIdx.x;
    int const lowest = first < v.phase ? static_cast<int>(v.phase - first) : 0;
    bool const used = at >= v.phase && at <= v.last;
    Key const key = used ? v.map(v.values[at]) : worst_key<Key>;
    chains.keys[t] = key;
    Key best = key;
    for (int mask : {1, 2, 4, 8}) {
        Key const other = __shfl_xor_sync(all_lanes, best, mask);
        best = other < best ? other : best;
    }
    constexpr int block_size = 1 << code_numbers::block_shift;
    if (t % block_size == 0)
        chains.bests[t / block_size] = best;
    __syncthreads();
    int to = t - 1;
    int const block_first = t / block_size * block_size;
    while (to >= block_first && !left_wins<Rightmost>(chains.keys[to], key))
        --to;
    if (to < block_first) {
        int block = t / block_size - 1;
        while (block >= 0 && !left_wins<Rightmost>(chains.bests[block], key))
            --block;
        to = block * block_size + block_size - 1;
        while (block >= 0 && to >= lowest && !left_wins<Rightmost>(chains.keys[to], key))
            --to;
    }
    bool const ends = to < lowest;
    chains.jump[t] = static_cast<std::uint16_t>(ends ? t : to);
    chains.steps[t] = ends ? 0 : 1;
    while (true) {
        __syncthreads();
        unsigned const next = chains.jump[t];
        auto const far = chains.jump[next];
        auto const more = chains.steps[next];
        bool const moved = far != next;
        if (__syncthreads_or(moved) == 0)
            break;
        chains.jump[t] = far;
        chains.steps[t] = static_cast<std::uint16_t>(chains.steps[t] + more);
    }
    return key;
}

/// Depths inside tiles, and what each tile's best stands on.
template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(code_numbers::tile)
    tile_depths_kernel(__grid_constant__ depth_view<Key, Index> const d)
{
    __shared__ tile_chains<Key> chains;
    auto const & v = d.tree;
    Index const first = static_cast<Index>(blockIdx.x) << code_numbers::tile_shift, at = first + threadIdx.x;
    Key const key = follow_chains<Rightmost>(v, first, chains);
    if (at < v.phase || at > v.last)
        return;
    d.depths[at] = static_cast<std::uint16_t>(chains.steps[threadIdx.x] + 1);
    unsigned const end =
        v.last - first < code_numbers::tile - 1 ? static_cast<unsigned>(v.last - first) : code_numbers::tile - 1;
    if (chains.jump[end] == threadIdx.x)
        d.links[blockIdx.x] =
            nearest_before<Rightmost>(v, tops_view<Key, Index>{v.image, v.tops_stride}, first, key, d.none);
}

/// First step of the tiles' own chains.
template <class Key, class Index>
__global__ void __launch_bounds__(256) link_chains_kernel(__grid_constant__ depth_view<Key, Index> const d)
{
    std::uint32_t const tile = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile >= d.tiles)
        return;
    Index const link = d.links[tile];
    d.parents[0][tile] = link == d.none ? tile : static_cast<std::uint32_t>(link >> code_numbers::tile_shift);
    d.sums[0][tile] = link == d.none ? 0 : d.depths[link];
}

/// Doubles the steps.
template <class Key, class Index>
__global__ void __launch_bounds__(256)
    jump_chains_kernel(__grid_constant__ depth_view<Key, Index> const d, unsigned from)
{
    std::uint32_t const tile = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile >= d.tiles)
        return;
    std::uint32_t const parent = d.parents[from][tile];
    d.parents[from ^ 1][tile] = d.parents[from][parent];
    d.sums[from ^ 1][tile] = d.sums[from][tile] + (parent == tile ? 0 : d.sums[from][parent]);
}

/// Sets the ones, and what the directory knows from them: ranks of lines and hints.
template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(code_numbers::tile)
    write_code_kernel(__grid_constant__ depth_view<Key, Index> const d, __grid_constant__ code_lines<Index> const code,
                      unsigned sums)
{
    using numbers = code_numbers;
    constexpr unsigned window =
        numbers::tile / 4; // words: four times what a tile's bits take at most when they are dense
    __shared__ tile_chains<Key> chains;
    __shared__ Index bases[numbers::tile];
    __shared__ unsigned long long places[numbers::tile];
    __shared__ unsigned bits[window];
    auto const & v = d.tree;
    unsigned const t = threadIdx.x;
    Index const first = static_cast<Index>(blockIdx.x) << numbers::tile_shift, at = first + t;
    bool const used = at >= v.phase && at <= v.last;
    Key const key = follow_chains<Rightmost>(v, first, chains);
    if (t < window)
        bits[t] = 0;
    if (used && chains.jump[t] == t) {
        Index const under =
            nearest_before<Rightmost>(v, tops_view<Key, Index>{v.image, v.tops_stride}, first, key, d.none);
        bases[t] = under == d.none ? 0 : d.depths[under] + d.sums[sums][under >> numbers::tile_shift];
    }
    __syncthreads();
    // element i of depth x has its one behind i ones and i + 1 - x zeros
    std::size_t const i = at - v.phase;
    unsigned long long place = 0;
    if (used)
        place = 2 * static_cast<unsigned long long>(i) + 1 -
                (static_cast<unsigned long long>(chains.steps[t]) + 1 + bases[chains.jump[t]]);
    places[t] = place;
    __syncthreads();
    unsigned const first_used = first < v.phase ? static_cast<unsigned>(v.phase - first) : 0;
    unsigned long long const base_word = places[first_used] / 32;
    if (used) {
        unsigned long long const word = place / 32;
        unsigned const bit = 1u << place % 32;
        if (word - base_word < window)
            atomicOr(&bits[word - base_word], bit);
        else
            atomicOr(&code.words[word], bit);
        // the one before: the last value of a tile is on its stack, so that the depth under its tile is all it lacks
        unsigned long long line = place >> numbers::line_shift;
        unsigned long long line_before = 0;
        if (i == 0)
            code.ranks[0] = 0;
        else if (t > first_used)
            line_before = places[t - 1] >> numbers::line_shift;
        else
            line_before = (2 * static_cast<unsigned long long>(i - 1) + 1 -
                           (static_cast<unsigned long long>(d.depths[at - 1]) + d.sums[sums][blockIdx.x - 1])) >>
                          numbers::line_shift;
        for (unsigned long long k = line_before + 1; k <= line; ++k)
            code.ranks[k] = static_cast<Index>(i);
        if (i % (1u << numbers::hint_shift) == 0)
            code.hints[i >> numbers::hint_shift] = static_cast<std::uint32_t>(line);
        if (i == code.n - 1) {
            code.hints[(i >> numbers::hint_shift) + 1] = static_cast<std::uint32_t>(line);
            code.ranks[line + 1] = static_cast<Index>(code.n);
            *code.lines = static_cast<std::uint32_t>(line + 1);
            // ones behind the last bit of the last line
            unsigned long long const end = (line + 1) * numbers::line_words;
            if (place % 32 != 31)
                atomicOr(&code.words[word], ~0u << (place % 32 + 1));
            for (unsigned long long k = word + 1; k < end; ++k)
                code.words[k] = ~0u;
        }
    }
    __syncthreads();
    if (t < window && bits[t] != 0)
        atomicOr(&code.words[base_word + t], bits[t]);
}

/// For each byte of a code, lowest bit first: the lowest excess after any of its bits, the last bit that has it, its
/// sum. One word: low + 16, last, sum + 16.
[[nodiscard]] __device__ __forceinline__ std::uint32_t excess_entry(unsigned byte)
{
    int sum = 0, low = 9;
    unsigned last = 0;
    for (unsigned bit = 0; bit < 8; ++bit) {
        sum += byte >> bit & 1 ? 1 : -1;
        if (sum <= low) {
            low = sum;
            last = bit;
        }
    }
    return static_cast<std::uint32_t>(low + 16) | last << 8 | static_cast<std::uint32_t>(sum + 16) << 16;
}

/// Lowest excess among bits [.., to] of a line, and the last bit that has it. Bits below `from` count as zeros and bits
/// above `to` as ones: with the excess before the line raised by `from`, neither is lower than what is inside.
struct lowest_bit
{
    int low; ///< to the excess before the line
    unsigned at;
};
[[nodiscard]] __device__ __forceinline__ lowest_bit lowest_in_line(std::uint32_t const * line,
                                                                   std::uint32_t const * dictionary, unsigned from,
                                                                   unsigned to)
{
    lowest_bit best{1 << 20, 0};
    int sum = static_cast<int>(from);
#pragma unroll
    for (unsigned part = 0; part < code_numbers::line_words / 4; ++part) {
        uint4 const four = reinterpret_cast<uint4 const *>(line)[part];
        std::uint32_t const words[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) {
            unsigned const start = (4 * part + k) * 32;
            std::uint32_t word = words[k];
            if (from > start)
                word = from - start >= 32 ? 0 : word & ~0u << (from - start);
            if (to < start + 31)
                word |= to < start ? ~0u : ~0u << 1 << (to - start);
#pragma unroll
            for (unsigned byte = 0; byte < 4; ++byte) {
                std::uint32_t const entry = dictionary[word >> (8 * byte) & 255];
                int const low = sum + static_cast<int>(entry & 255) - 16;
                if (low <= best.low)
                    best = {low, start + 8 * byte + (entry >> 8 & 255)};
                sum += static_cast<int>(entry >> 16) - 16;
            }
        }
    }
    return best;
}

namespace index_tuning {
inline constexpr unsigned threads = 256;
}

/// Lowest excess of each line.
template <class Index>
__global__ void __launch_bounds__(index_tuning::threads)
    line_lows_kernel(__grid_constant__ code_lines<Index> const code)
{
    __shared__ std::uint32_t dictionary[256];
    dictionary[threadIdx.x] = excess_entry(threadIdx.x);
    __syncthreads();
    std::size_t const line = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (line >= code.most_lines)
        return;
    if (line >= *code.lines) {
        code.lows[line] = static_cast<Index>(-1);
        return;
    }
    auto const best =
        lowest_in_line(code.words + line * code_numbers::line_words, dictionary, 0, code_numbers::line_bits - 1);
    code.lows[line] = static_cast<Index>(2 * static_cast<std::uint64_t>(code.ranks[line]) -
                                         (static_cast<std::uint64_t>(line) << code_numbers::line_shift) +
                                         static_cast<std::uint64_t>(static_cast<std::int64_t>(best.low)));
}

/// Place of the one of element i.
template <class Index>
[[nodiscard]] __device__ __forceinline__ unsigned long long one_of(code_lines<Index> const & code, Index i)
{
    using numbers = code_numbers;
    std::uint32_t low = code.hints[i >> numbers::hint_shift], high = code.hints[(i >> numbers::hint_shift) + 1];
    while (low < high) { // the last line whose rank is at most i
        std::uint32_t const middle = low + (high - low + 1) / 2;
        if (code.ranks[middle] <= i)
            low = middle;
        else
            high = middle - 1;
    }
    auto rest = static_cast<unsigned>(i - code.ranks[low]);
    std::uint32_t const * const line = code.words + std::size_t{low} * numbers::line_words;
    unsigned word = 0;
    std::uint32_t bits = line[0];
    while (rest >= static_cast<unsigned>(__popc(bits))) {
        rest -= static_cast<unsigned>(__popc(bits));
        bits = line[++word];
    }
    return (static_cast<unsigned long long>(low) << numbers::line_shift) + 32 * word + zero_of(~bits, rest);
}

/// Answers queries, a thread each; the lines between the ends by the whole warp.
template <class Index>
__global__ void __launch_bounds__(index_tuning::threads)
    query_index_kernel(__grid_constant__ code_lines<Index> const code, index_pair<Index> const * queries, Index * out,
                       std::size_t count)
{
    using numbers = code_numbers;
    using low_key = key_of_index<Index>;
    __shared__ std::uint32_t dictionary[256];
    dictionary[threadIdx.x] = excess_entry(threadIdx.x);
    __syncthreads();
    std::size_t const number = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    bool const mine = number < count;
    unsigned long long p = 0, q = 0;
    Index l = 0;
    if (mine) {
        l = queries[number].l;
        p = one_of(code, l);
        q = one_of(code, queries[number].r);
    }
    auto const a = static_cast<std::uint32_t>(p >> numbers::line_shift),
               b = static_cast<std::uint32_t>(q >> numbers::line_shift);
    bool const between = mine && b - a >= 2;
    std::uint32_t const middle = best_of_range<scan_form::plain, true>(
        code.tree, tops_view<low_key, std::uint32_t>{code.tree.image, code.tree.tops_stride}, a + 1, b - 1, between);
    if (!mine)
        return;

    auto const excess_before = [&](std::uint32_t line) {
        return static_cast<long long>(2 * static_cast<unsigned long long>(code.ranks[line])) -
               (static_cast<long long>(line) << numbers::line_shift);
    };
    auto const words = [&](std::uint32_t line) { return code.words + std::size_t{line} * numbers::line_words; };
    // nothing is lower than the depth of l up to its own one: l is the answer unless the excess falls below it
    long long const depth = 2 * (static_cast<long long>(l) + 1) - static_cast<long long>(p + 1);
    auto const p_bit = static_cast<unsigned>(p) % numbers::line_bits,
               q_bit = static_cast<unsigned>(q) % numbers::line_bits;
    auto const first = lowest_in_line(words(a), dictionary, p_bit + 1, a == b ? q_bit : numbers::line_bits - 1);
    // in the line of p the excess starts from what it is behind p, as if p and all before it were zeros
    long long low = depth + first.low;
    unsigned long long at = (static_cast<unsigned long long>(a) << numbers::line_shift) + first.at;
    if (between) {
        auto const line_low = static_cast<long long>(code.lows[middle]);
        if (line_low <= low) {
            auto const inside = lowest_in_line(words(middle), dictionary, 0, numbers::line_bits - 1);
            low = line_low;
            at = (static_cast<unsigned long long>(middle) << numbers::line_shift) + inside.at;
        }
    }
    if (a != b) {
        auto const last = lowest_in_line(words(b), dictionary, 0, q_bit);
        long long const last_low = excess_before(b) + last.low;
        if (last_low <= low) {
            low = last_low;
            at = (static_cast<unsigned long long>(b) << numbers::line_shift) + last.at;
        }
    }
    if (low >= depth) {
        out[number] = l;
        return;
    }
    // the element whose one follows: ones up to there
    auto const line = static_cast<std::uint32_t>(at >> numbers::line_shift);
    auto const bit = static_cast<unsigned>(at) % numbers::line_bits;
    Index answer = code.ranks[line];
    for (unsigned w = 0; w <= bit / 32; ++w) {
        std::uint32_t word = words(line)[w];
        if (w == bit / 32 && bit % 32 != 31)
            word &= (2u << bit % 32) - 1;
        answer += static_cast<Index>(__popc(word));
    }
    out[number] = answer;
}

} // namespace rmq::cuda::detail
