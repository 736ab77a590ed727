// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/lce.hpp>

#include "suffix_array/packed_letters.cuh"

namespace rmq::cuda::detail {

namespace {

constexpr unsigned threads = 256;
constexpr unsigned most_levels = 5; ///< of minima over 2^32 values
constexpr unsigned fan_shift = 4;
static_assert(minimum_layout::fan == 1 << fan_shift && minimum_layout{std::size_t{1} << 32}.levels <= most_levels);

/// What a pair is answered by behind its first word.
enum class way { ranks, thread, warp, mixed };

/// Least of group[a..b], 16 values aligned to 64 bytes; only the vectors that hold some of them are read.
[[nodiscard]] __device__ __forceinline__ std::uint32_t least_of_group(std::uint32_t const * group, unsigned a,
                                                                      unsigned b)
{
    std::uint32_t least = 0xffffffff;
#pragma unroll
    for (unsigned k = 0; k < 16; k += 4) {
        if (a > k + 3 || b < k)
            continue;
        uint4 const v = __ldg(reinterpret_cast<uint4 const *>(group + k));
        if (a <= k)
            least = min(least, v.x);
        if (a <= k + 1 && k + 1 <= b)
            least = min(least, v.y);
        if (a <= k + 2 && k + 2 <= b)
            least = min(least, v.z);
        if (k + 3 <= b)
            least = min(least, v.w);
    }
    return least;
}

/// minimum_view::least with its levels unrolled, so that the ranges below stay in registers.
[[nodiscard]] __device__ __forceinline__ std::uint32_t least(minimum_view<std::uint32_t> const & v, std::uint32_t l,
                                                             std::uint32_t r)
{
    constexpr unsigned mask = (1u << fan_shift) - 1;
    auto const group = [&v](unsigned k, std::uint32_t g) {
        if (k == 0)
            return g == (v.size - 1) >> fan_shift ? v.tree : v.values + (std::size_t{g} << fan_shift);
        return v.tree + v.layout.offset[k] + (std::size_t{g} << fan_shift);
    };
    std::uint32_t ls[most_levels], rs[most_levels], best = 0;
    unsigned answered = most_levels + 1;
#pragma unroll
    for (unsigned k = 0; k <= most_levels; ++k) {
        if (answered <= most_levels)
            continue;
        if (k == v.layout.levels) {
            std::uint32_t const * const top = k == 0 ? v.values : v.tree + v.layout.offset[k];
            unsigned const s = 31 - static_cast<unsigned>(__clz(static_cast<int>(r - l + 1)));
            std::uint32_t const * const row = s == 0 ? top : v.tree + v.layout.offset[k + 1] + (s - 1) * v.layout.top;
            best = min(row[l], row[r + 1 - (1u << s)]);
            answered = k;
            continue;
        }
        std::uint32_t const first = l >> fan_shift, last = r >> fan_shift;
        if (last - first <= 1) {
            best = least_of_group(group(k, first), l & mask, first == last ? r & mask : mask);
            if (first != last)
                best = min(best, least_of_group(group(k, last), 0, r & mask));
            answered = k;
            continue;
        }
        if (k < most_levels) {
            ls[k] = l;
            rs[k] = r;
        }
        l = first + 1;
        r = last - 1;
    }
    // the groups at both ends matter only where their minimum, parts outside the range included, is less
#pragma unroll
    for (unsigned k = most_levels; k-- > 0;) {
        if (k >= answered)
            continue;
        std::uint32_t const first = ls[k] >> fan_shift, last = rs[k] >> fan_shift;
        std::uint32_t const * const above = v.tree + v.layout.offset[k + 1];
        std::uint32_t const x = above[first], y = above[last];
        if (x < best)
            best = min(best, least_of_group(group(k, first), ls[k] & mask, mask));
        if (y < best)
            best = min(best, least_of_group(group(k, last), 0, rs[k] & mask));
    }
    return best;
}

/// Bits in which the letters from i and from j on differ, of as many as lie in the words of both starts: where there
/// are any, no second word is read.
[[nodiscard]] __device__ __forceinline__ std::uint64_t first_difference(packed_view const & a, std::uint32_t i,
                                                                        packed_view const & b, std::uint32_t j)
{
    unsigned const shift = a.bits == 2 ? 1 : 3, word_shift = 6 - shift, per_word = 1u << word_shift;
    unsigned const x = (i & (per_word - 1)) << shift, y = (j & (per_word - 1)) << shift;
    std::uint64_t const * const at = a.words + (i >> word_shift);
    std::uint64_t const * const to = b.words + (j >> word_shift);
    std::uint64_t const mine = __ldg(reinterpret_cast<unsigned long long const *>(at)) >> x;
    std::uint64_t const its = __ldg(reinterpret_cast<unsigned long long const *>(to)) >> y;
    std::uint64_t const here = (mine ^ its) << (x > y ? x : y); // only what both words hold
    if (here != 0)
        return here >> (x > y ? x : y);
    return (mine | at[1] << 1 << (63 - x)) ^ (its | to[1] << 1 << (63 - y));
}

template <way Way>
__global__ void __launch_bounds__(threads) lce_kernel(lce_task t, bool read_word)
{
    std::size_t const k = std::size_t{blockIdx.x} * threads + threadIdx.x;
    packed_view const &a = t.first, &b = t.second;
    std::uint32_t i = 0, j = 0, answer = 0;
    std::uint64_t difference = 0;
    bool open = false; // the first word has not answered
    if (k < t.count) {
        static_assert(sizeof(lce_query<std::uint32_t>) == sizeof(uint2));
        uint2 const q = __ldg(reinterpret_cast<uint2 const *>(t.queries) + k);
        i = q.x;
        j = q.y;
        if (a.words == b.words && i == j) {
            answer = static_cast<std::uint32_t>((a.run_count == 1 ? a.size : a.next_barrier(i)) - i);
        } else if (i < a.size && j < b.size) {
            difference = read_word ? first_difference(a, i, b, j) : 0;
            open = difference == 0;
            if (!open)
                answer = static_cast<std::uint32_t>(short_extension(a, i, b, j, difference));
        }
    }
    if constexpr (Way == way::ranks) {
        if (open) {
            std::uint32_t const last = static_cast<std::uint32_t>(a.size) - 1; // whatever the ranks are: no read leaves
            std::uint32_t const x = min(t.rank[i], last), y = min(t.rank[j], last);
            answer = x == y ? 0 : least(t.lcp, min(x, y) + 1, max(x, y));
        }
    } else {
        std::size_t limit = 0, known = 0;
        unsigned const word = a.bits == 2 ? 32 : 8;
        if (open) {
            limit = letters_to_barrier(a, i, b, j);
            known = word; // more than the limit where that is less than a word
            constexpr unsigned few = 4;
            std::size_t const own = Way == way::thread || limit < few * word ? limit
                                    : Way == way::mixed                      ? std::size_t{few * word}
                                                                             : std::size_t{word};
            std::size_t const length = limit <= word ? limit : thread_extension(a, i, b, j, known, own);
            answer = static_cast<std::uint32_t>(length);
            open = own < limit && length == own;
            known = own;
        }
        if constexpr (Way != way::thread) {
            for (unsigned left = __ballot_sync(all_lanes, open); left != 0; left &= left - 1) {
                int const lane = __ffs(static_cast<int>(left)) - 1;
                std::size_t const length =
                    warp_extension(a, __shfl_sync(all_lanes, i, lane), b, __shfl_sync(all_lanes, j, lane),
                                   __shfl_sync(all_lanes, known, lane), __shfl_sync(all_lanes, limit, lane));
                if (threadIdx.x % warp_lanes == static_cast<unsigned>(lane))
                    answer = static_cast<std::uint32_t>(length);
            }
        }
    }
    if (k < t.count)
        t.out[k] = answer;
}

} // namespace

void lce_async(lce_task const & t)
{
    bool const ranks = t.method == lce_method::rank || (t.method == lce_method::automatic && t.rank != nullptr);
    auto const kernel = ranks                        ? lce_kernel<way::ranks>
                        : t.team == lce_team::thread ? lce_kernel<way::thread>
                        : t.team == lce_team::warp   ? lce_kernel<way::warp>
                                                     : lce_kernel<way::mixed>;
    launch(kernel, blocks_for(t.count, threads), threads, 0, t.on, t, t.method != lce_method::rank);
}

} // namespace rmq::cuda::detail
