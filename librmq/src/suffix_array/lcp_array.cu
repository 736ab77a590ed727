// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/lcp_array.hpp>

#include "suffix_array/packed_letters.cuh"

#include <algorithm>

namespace rmq::cuda::detail {

namespace {

constexpr unsigned threads = 256;
constexpr std::size_t sample = 64; ///< positions from one kept value to the next

/// Pairs of neighbours that share two words: their number, and the ranks of the first `room` of them.
struct long_pairs
{
    std::uint32_t * count;
    std::uint32_t * ranks;
    std::uint32_t room;

    /// True where they are so many that the work goes by positions.
    [[nodiscard]] __device__ bool too_many() const
    {
        return *static_cast<std::uint32_t const volatile *>(count) > room;
    }
    __device__ void add(std::uint32_t rank) const
    {
        if (too_many())
            return;
        std::uint32_t const at = atomicAdd(count, 1);
        if (at < room)
            ranks[at] = rank;
    }
};

__global__ void neighbours_kernel(packed_view text, std::uint32_t const * sa, std::uint32_t * lcp, long_pairs pairs)
{
    std::size_t const r = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (r >= text.size)
        return;
    if (r == 0) {
        lcp[0] = 0;
        return;
    }
    std::size_t const i = sa[r - 1], j = sa[r];
    std::uint64_t difference = text.window(i) ^ text.window(j);
    if (difference != 0) {
        lcp[r] = static_cast<std::uint32_t>(short_extension(text, i, text, j, difference));
        return;
    }
    std::size_t const limit = letters_to_barrier(text, i, text, j), word = text.bits == 2 ? 32 : 8;
    if (limit > word) {
        difference = text.window(i + word) ^ text.window(j + word);
        if (difference == 0 && limit > 2 * word) {
            pairs.add(static_cast<std::uint32_t>(r));
            return;
        }
    }
    std::size_t const length = difference == 0 ? limit : word + first_letter(difference, text.bits);
    lcp[r] = static_cast<std::uint32_t>(length < limit ? length : limit);
}

/// A warp for each of a few long pairs.
__global__ void long_pairs_kernel(packed_view text, std::uint32_t const * sa, std::uint32_t * lcp, long_pairs pairs)
{
    if (pairs.too_many())
        return;
    std::uint32_t const warps = gridDim.x * (threads / warp_lanes), count = *pairs.count;
    for (std::uint32_t k = (blockIdx.x * threads + threadIdx.x) / warp_lanes; k < count; k += warps) {
        std::uint32_t const r = pairs.ranks[k];
        std::size_t const i = sa[r - 1], j = sa[r], known = text.bits == 2 ? 64 : 16;
        std::size_t const length = warp_extension(text, i, text, j, known, letters_to_barrier(text, i, text, j));
        if (threadIdx.x % warp_lanes == 0)
            lcp[r] = static_cast<std::uint32_t>(length);
    }
}

/// What position p shares with the one before it in the order, from what is known of the sample before p.
struct by_position
{
    packed_view text;
    std::uint32_t const * sa;
    std::uint32_t const * rank;
    std::uint32_t * samples; ///< [n / 64 + 1] of every 64th position
    std::size_t step;        ///< positions of this pass are its multiples
    std::size_t coarser;     ///< and of the pass before, 0: none

    [[nodiscard]] __device__ std::size_t known(std::size_t p) const
    {
        if (coarser == 0)
            return 0;
        std::size_t const base = p / coarser * coarser, value = samples[base / sample];
        return value > p - base ? value - (p - base) : 0;
    }
};

__global__ void samples_kernel(by_position b, long_pairs pairs, bool always)
{
    if (!always && !pairs.too_many())
        return;
    std::size_t const p = (std::size_t{blockIdx.x} * threads + threadIdx.x) / warp_lanes * b.step;
    if (p >= b.text.size || (b.coarser != 0 && p % b.coarser == 0))
        return;
    std::uint32_t const r = b.rank[p];
    std::size_t length = 0;
    if (r > 0) {
        std::size_t const q = b.sa[r - 1];
        length = warp_extension(b.text, q, b.text, p, b.known(p), letters_to_barrier(b.text, q, b.text, p));
    }
    if (threadIdx.x % warp_lanes == 0)
        b.samples[p / sample] = static_cast<std::uint32_t>(length);
}

__global__ void positions_kernel(by_position b, long_pairs pairs, bool always, std::uint32_t * lcp)
{
    if (!always && !pairs.too_many())
        return;
    std::size_t const p = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (p >= b.text.size)
        return;
    std::uint32_t const r = b.rank[p];
    std::size_t length = 0;
    if (r > 0) {
        std::size_t const q = b.sa[r - 1];
        length = p % sample == 0
                     ? b.samples[p / sample]
                     : thread_extension(b.text, q, b.text, p, b.known(p), letters_to_barrier(b.text, q, b.text, p));
    }
    lcp[r] = static_cast<std::uint32_t>(length);
}

struct memory
{
    long_pairs pairs;
    std::uint32_t * samples;
    std::size_t used;

    memory(void * scratch, std::size_t n)
    {
        scratch_carver carver{scratch};
        pairs.room = static_cast<std::uint32_t>(n / 4096 + 64);
        pairs.count = carver.take<std::uint32_t>(1);
        pairs.ranks = carver.take<std::uint32_t>(pairs.room);
        samples = carver.take<std::uint32_t>(n / sample + 1);
        used = carver.used();
    }
};

} // namespace

std::size_t lcp_scratch_bytes(std::size_t n)
{
    return memory{nullptr, n}.used;
}

void lcp_async(lcp_task const & t)
{
    std::size_t const n = t.text.size;
    if (n == 0)
        return;
    memory const m{t.scratch, n};
    bool const always = t.way == lcp_way::positions;
    if (!always) {
        fill_bytes(m.pairs.count, 0, sizeof(std::uint32_t), t.on);
        launch(neighbours_kernel, blocks_for(n, threads), threads, 0, t.on, t.text, t.sa, t.lcp, m.pairs);
        launch(long_pairs_kernel, std::min(blocks_for(m.pairs.room, threads / warp_lanes), std::size_t{2048}), threads,
               0, t.on, t.text, t.sa, t.lcp, m.pairs);
    }
    by_position b{t.text, t.sa, t.rank, m.samples, std::size_t{1} << 18, 0};
    for (; b.step >= sample; b.coarser = b.step, b.step /= 64)
        launch(samples_kernel, blocks_for(blocks_for(n, b.step), threads / warp_lanes), threads, 0, t.on, b, m.pairs,
               always);
    b.step = 1;
    launch(positions_kernel, blocks_for(n, threads), threads, 0, t.on, b, m.pairs, always, t.lcp);
}

} // namespace rmq::cuda::detail
