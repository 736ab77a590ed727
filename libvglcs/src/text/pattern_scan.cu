// SPDX-License-Identifier: BSD-3-Clause
#include "text/pattern_scan_launch.hpp"

#include <rmq/cuda/check.hpp>

#include <cuda_runtime.h>

#include <algorithm>

namespace vglcs::cuda {

namespace {

constexpr unsigned threads = 256, warp_lanes = 32, letters_of_word = 32;
constexpr std::uint64_t low_bits = 0x5555555555555555;

/// A letter of the pattern in every place of a word.
struct spread_letters
{
    std::uint64_t letter[letters_of_word];
    unsigned size;
};

/// Keeps a place where the pattern lies inside the text and over no barrier.
__device__ void keep(pattern_scan_task const & t, std::uint64_t at, std::uint64_t size, std::uint32_t number)
{
    if (at + size > t.text.size)
        return;
    if (t.text.run_count > 1) {
        bool near = size > 64 || t.text.near_barrier(at, at + size - 1);
        if (near && t.text.next_barrier(at) < at + size)
            return;
    }
    std::uint32_t const k = atomicAdd(t.count, 1);
    if (k < t.room)
        t.places[k] = {at, number};
}

/// Differences of 32 places at once: letter after letter the text is moved by one. `All`: the pattern has these
/// letters.
template <unsigned First, unsigned Count, bool All>
__device__ __forceinline__ void differ(std::uint64_t word, std::uint64_t next, spread_letters const & p,
                                       std::uint64_t & seen)
{
#pragma unroll
    for (unsigned k = First; k < First + Count; ++k) {
        if (!All && k >= p.size)
            break;
        std::uint64_t const moved = k == 0 ? word : word >> 2 * k | next << (64 - 2 * k);
        seen |= moved ^ p.letter[k];
    }
}

/// Places that have shown no difference, as their low bits.
[[nodiscard]] __device__ __forceinline__ std::uint64_t alive(std::uint64_t seen)
{
    return ~(seen | seen >> 1) & low_bits;
}

/// The letters behind the first 8, and what is left then.
__device__ __noinline__ void finish_word(pattern_scan_task const & t, spread_letters const & p, std::uint64_t size,
                                         std::uint32_t number, std::uint64_t at, std::uint64_t word, std::uint64_t next,
                                         std::uint64_t seen)
{
    for (unsigned k = 8; k < p.size; ++k)
        seen |= (word >> 2 * k | next << (64 - 2 * k)) ^ p.letter[k];
    for (std::uint64_t left = alive(seen); left != 0; left &= left - 1)
        keep(t, at * letters_of_word + static_cast<unsigned>(__ffsll(static_cast<long long>(left)) - 1) / 2, size,
             number);
}

/// Four words of the text a thread and a step; t.begin is a multiple of 4. Words up to three behind the end are read.
template <bool EightLetters>
__global__ void __launch_bounds__(threads)
    one_pattern_kernel(__grid_constant__ pattern_scan_task const t, __grid_constant__ spread_letters const p,
                       std::uint64_t size, std::uint32_t number)
{
    std::uint64_t const step = std::uint64_t{gridDim.x} * threads * 4;
    for (std::uint64_t at = t.begin + (std::uint64_t{blockIdx.x} * threads + threadIdx.x) * 4; at < t.end; at += step) {
        auto const * const words = reinterpret_cast<ulonglong2 const *>(t.text.words + at);
        ulonglong2 const one = __ldg(words), two = __ldg(words + 1);
        std::uint64_t const next = __ldg(reinterpret_cast<unsigned long long const *>(t.text.words + at + 4));
        std::uint64_t const word[5] = {one.x, one.y, two.x, two.y, next};
        std::uint64_t seen[4] = {};
#pragma unroll
        for (unsigned k = 0; k < 4; ++k)
            differ<0, 8, EightLetters>(word[k], word[k + 1], p, seen[k]);
        if ((alive(seen[0]) | alive(seen[1]) | alive(seen[2]) | alive(seen[3])) == 0) [[likely]]
            continue;
#pragma unroll
        for (unsigned k = 0; k < 4; ++k)
            if (at + k < t.end && alive(seen[k]) != 0)
                finish_word(t, p, size, number, at + k, word[k], word[k + 1], seen[k]);
    }
}

/// Windows of a pattern of 16 letters or more: wherever it begins, one of the 8 letters behind that place is a multiple
/// of 8, and the `letters` there are one of 8 windows of the pattern. A product tells them apart: each has its own
/// slot.
struct anchor_table
{
    static constexpr unsigned phases = 8, slots = 32;

    std::uint32_t slot[slots]; ///< the window of the slot; in empty ones a window of another
    std::uint32_t mask;        ///< of a window
    std::uint32_t factor;      ///< odd

    [[nodiscard]] static constexpr std::uint32_t slot_of(std::uint32_t window, std::uint32_t factor)
    {
        return window * factor >> 27;
    }
};

/// The 8 places from `first` on: one of the pattern's windows stands behind them.
__device__ __noinline__ void try_phases(pattern_scan_task const & t, scanned_pattern const & pattern,
                                        std::uint32_t number, std::uint64_t first)
{
    for (std::uint64_t place = first; place < first + anchor_table::phases; ++place)
        if (place < t.end * letters_of_word && ((t.text.window(place) ^ pattern.first) & pattern.mask) == 0)
            keep(t, place, pattern.size, number);
}

/// Words of the text: for each of its multiples of 8 letters, is what stands there a window of the pattern? One look
/// into shared memory for 8 places, without bank conflicts, since the table has one word a bank.
/// `Whole`: windows have 16 letters. Reads as one_pattern_kernel.
template <bool Whole>
__global__ void __launch_bounds__(threads)
    anchored_kernel(__grid_constant__ pattern_scan_task const t, __grid_constant__ anchor_table const table,
                    __grid_constant__ scanned_pattern const pattern, std::uint32_t number)
{
    __shared__ std::uint32_t slots[anchor_table::slots];
    if (threadIdx.x < anchor_table::slots)
        slots[threadIdx.x] = table.slot[threadIdx.x];
    __syncthreads();
    auto const known = [&](std::uint32_t window) {
        std::uint32_t const kept = Whole ? window : window & table.mask;
        return slots[anchor_table::slot_of(kept, table.factor)] == kept;
    };
    std::uint64_t const step = std::uint64_t{gridDim.x} * threads * 4;
    for (std::uint64_t at = t.begin + (std::uint64_t{blockIdx.x} * threads + threadIdx.x) * 4; at < t.end; at += step) {
        auto const * const words = reinterpret_cast<uint4 const *>(t.text.words + at);
        uint4 const one = __ldg(words), two = __ldg(words + 1);
        std::uint32_t const half[9] = {one.x, one.y, one.z,
                                       one.w, two.x, two.y,
                                       two.z, two.w, __ldg(reinterpret_cast<unsigned const *>(words + 2))};
        bool any = false;
#pragma unroll
        for (unsigned k = 0; k < 8; ++k)
            any |= known(__funnelshift_r(half[k], half[k + 1], 16)) | known(half[k + 1]);
        if (!any) [[likely]]
            continue;
#pragma unroll
        for (unsigned k = 0; k < 8; ++k) {
            std::uint64_t const first = at * letters_of_word + k * 16;
            if (known(__funnelshift_r(half[k], half[k + 1], 16)))
                try_phases(t, pattern, number, first);
            if (known(half[k + 1]))
                try_phases(t, pattern, number, first + anchor_table::phases);
        }
    }
}

/// Patterns whose first letters are `code`.
__device__ void look_up(pattern_scan_task const & t, prefix_table const & table, std::uint32_t code, std::uint64_t at)
{
    std::uint32_t low = 0, high = table.count;
    while (low < high) {
        std::uint32_t const middle = (low + high) / 2;
        if (table.codes[middle] < code)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == table.count || table.codes[low] != code)
        return;
    std::uint64_t const window = t.text.window(at);
    for (; low < table.count && table.codes[low] == code; ++low) {
        std::uint32_t const number = table.numbers[low];
        scanned_pattern const p = t.patterns[number];
        if (((window ^ p.first) & p.mask) == 0)
            keep(t, at, p.size, number);
    }
}

/// A word of the text a thread: at each of its 32 places the hash of the letters there is looked up in shared memory.
__global__ void __launch_bounds__(threads) table_kernel(pattern_scan_task t, prefix_table table)
{
    extern __shared__ std::uint32_t bits[];
    for (unsigned k = threadIdx.x; k < prefix_table::words; k += threads)
        bits[k] = table.bits[k];
    __syncthreads();
    std::uint64_t const step = std::uint64_t{gridDim.x} * threads;
    for (std::uint64_t word = t.begin + std::uint64_t{blockIdx.x} * threads + threadIdx.x; word < t.end; word += step) {
        std::uint64_t const here = t.text.words[word], next = t.text.words[word + 1];
        std::uint32_t hits = 0; // places that go on
#pragma unroll
        for (unsigned k = 0; k < letters_of_word; ++k) {
            auto const moved =
                static_cast<std::uint32_t>(k == 0 ? here : here >> 2 * k | next << (64 - 2 * k)) & table.mask;
            std::uint32_t const bit = prefix_table::hash(moved);
            hits |= (bits[bit / 32] >> bit % 32 & 1) << k;
        }
        for (; hits != 0; hits &= hits - 1) {
            std::uint64_t const at = word * letters_of_word + static_cast<unsigned>(__ffs(static_cast<int>(hits)) - 1);
            if (at < t.text.size)
                look_up(t, table, static_cast<std::uint32_t>(t.text.window(at)) & table.mask, at);
        }
    }
}

/// A warp a place, 32 words a step.
__global__ void __launch_bounds__(threads) verify_kernel(pattern_scan_task t)
{
    std::uint32_t const count = min(*t.count, t.room), warps = gridDim.x * (threads / warp_lanes);
    unsigned const lane = threadIdx.x % warp_lanes;
    for (std::uint32_t k = (blockIdx.x * threads + threadIdx.x) / warp_lanes; k < count; k += warps) {
        std::uint64_t const at = t.places[k].at;
        scanned_pattern const p = t.patterns[t.places[k].pattern];
        bool same = true;
        for (std::uint64_t from = letters_of_word; from < p.size && same; from += letters_of_word * warp_lanes) {
            std::uint64_t const letter = from + lane * letters_of_word;
            bool differs = false;
            if (letter < p.size) {
                std::uint64_t const rest = p.size - letter;
                std::uint64_t const mask =
                    rest >= letters_of_word ? ~std::uint64_t{0} : (std::uint64_t{1} << 2 * rest) - 1;
                differs = ((t.text.window(at + letter) ^ t.words[p.words + letter / letters_of_word]) & mask) != 0;
            }
            same = __ballot_sync(0xffffffff, differs) == 0;
        }
        if (!same && lane == 0)
            t.places[k].at = pattern_place::no_place;
    }
}

/// A pattern below this has windows of less than 8 letters, which chance makes too often.
constexpr std::uint64_t shortest_anchored = 16;

anchor_table anchors_of(scanned_pattern const & p)
{
    std::uint64_t const letters = std::min<std::uint64_t>(16, p.size - anchor_table::phases);
    anchor_table table{
        .slot = {}, .mask = static_cast<std::uint32_t>((std::uint64_t{1} << 2 * letters) - 1), .factor = 0};
    std::uint32_t window[anchor_table::phases];
    for (unsigned k = 0; k < anchor_table::phases; ++k)
        window[k] = static_cast<std::uint32_t>(p.first >> 2 * (k + 1)) & table.mask;
    for (std::uint32_t factor = 0x9e3779b1;; factor += 0x6a09e668) { // two of five factors will do
        std::fill(std::begin(table.slot), std::end(table.slot), window[0]);
        bool apart = true;
        unsigned const first = anchor_table::slot_of(window[0], factor);
        for (std::uint32_t const w : window) {
            std::uint32_t & slot = table.slot[anchor_table::slot_of(w, factor)];
            apart = apart && (slot == w || (slot == window[0] && &slot != table.slot + first));
            slot = w;
        }
        table.factor = factor;
        if (apart)
            return table;
    }
}

/// Blocks that fill the device, or fewer that do.
template <class Kernel>
unsigned blocks_of(Kernel * kernel, std::size_t shared_bytes, std::uint64_t wanted)
{
    int device = 0, processors = 0, blocks = 0;
    RMQ_CUDA_CHECK(cudaGetDevice(&device));
    RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    if (shared_bytes > 48 * 1024)
        RMQ_CUDA_CHECK(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)));
    RMQ_CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), shared_bytes));
    return static_cast<unsigned>(std::min<std::uint64_t>(
        static_cast<std::uint64_t>(processors) * static_cast<unsigned>(std::max(blocks, 1)), wanted));
}

} // namespace

void scan_one_pattern(pattern_scan_task const & t, scanned_pattern const & pattern, std::uint32_t number)
{
    std::uint64_t const steps = (t.end - t.begin + 3) / 4, blocks = (steps + threads - 1) / threads;
    if (steps == 0)
        return;
    if (pattern.size >= shortest_anchored) {
        auto const kernel = pattern.size >= 24 ? anchored_kernel<true> : anchored_kernel<false>;
        kernel<<<blocks_of(kernel, 0, blocks), threads, 0, t.on>>>(t, anchors_of(pattern), pattern, number);
    } else {
        spread_letters p{};
        p.size = static_cast<unsigned>(pattern.size);
        for (unsigned k = 0; k < p.size; ++k)
            p.letter[k] = (pattern.first >> 2 * k & 3) * low_bits;
        auto const kernel = p.size >= 8 ? one_pattern_kernel<true> : one_pattern_kernel<false>;
        kernel<<<blocks_of(kernel, 0, blocks), threads, 0, t.on>>>(t, p, pattern.size, number);
    }
    RMQ_CUDA_CHECK(cudaGetLastError());
}

void scan_pattern_table(pattern_scan_task const & t, prefix_table const & table)
{
    constexpr std::size_t shared_bytes = prefix_table::words * sizeof(std::uint32_t);
    std::uint64_t const words = t.end - t.begin;
    if (words == 0)
        return;
    unsigned const blocks = blocks_of(table_kernel, shared_bytes, (words + threads - 1) / threads);
    table_kernel<<<blocks, threads, shared_bytes, t.on>>>(t, table);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

void verify_places(pattern_scan_task const & t)
{
    unsigned const blocks = blocks_of(verify_kernel, 0, ~std::uint64_t{0});
    verify_kernel<<<blocks, threads, 0, t.on>>>(t);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

} // namespace vglcs::cuda
