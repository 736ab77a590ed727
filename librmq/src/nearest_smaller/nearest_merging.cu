// SPDX-License-Identifier: BSD-3-Clause
/// All nearest smaller values by merging pairs of subsets, Ryssel 2025, section 7: six kernels and recursion on the
/// subsets' minima. What differs from the text is in docs/algorithms/nearest-smaller-gpu.md.
#include "device/kernel_launch.cuh"
#include "nearest_smaller/nearest_launch.hpp"

#include <rmq/detail/nearest_rule.hpp>

namespace rmq::cuda::detail {

namespace {

using rmq::detail::equal_side;

constexpr unsigned subset_items = 512; ///< the text's best is about 400
constexpr unsigned group_items = 16;   ///< lower layer of the two-layer tree of minima
constexpr unsigned groups = subset_items / group_items;
constexpr unsigned subset_threads = 256;
constexpr unsigned merge_threads = 128;
constexpr unsigned per_thread = subset_items / merge_threads;
constexpr std::size_t base_items = 1024; ///< recursion ends here

/// Which equal keys are matches, as a number.
struct rule
{
    bool equal_left, equal_right;
    explicit rule(equal_side equals) : equal_left{equals == equal_side::left}, equal_right{equals == equal_side::right}
    {
    }

    template <class Key>
    [[nodiscard]] __device__ bool on_left(Key other, Key x) const
    {
        return other < x || (equal_left && other == x);
    }
    template <class Key>
    [[nodiscard]] __device__ bool on_right(Key other, Key x) const
    {
        return other < x || (equal_right && other == x);
    }
    /// "Nonlarger"; where ties are broken by index there are no equal keys.
    template <class Key>
    [[nodiscard]] __device__ bool nonlarger_left(Key other, Key x) const
    {
        return other < x || (!equal_right && other == x);
    }
    template <class Key>
    [[nodiscard]] __device__ bool nonlarger_right(Key other, Key x) const
    {
        return other < x || (!equal_left && other == x);
    }
};

/// The array of one level of the recursion: the values themselves, or minima of subsets.
template <class Key>
struct level_keys
{
    Key const * bits;
    std::size_t n;
    key_map<Key> to_key;
    [[nodiscard]] __device__ Key operator[](std::size_t i) const { return to_key(bits[i]); }
};

/// What is known of the subsets of a level; [subsets] each. Indices l, nl, r are none where there is no match.
template <class Key, class Index>
struct subsets_of
{
    std::size_t count;
    Key * minimum;
    std::uint16_t * first_minimum; ///< place in the subset; equal to last_minimum where ties are broken by index
    std::uint16_t * last_minimum;
    Index * subset_l; ///< subsets of the matches of the minimum; nl: nearest nonlarger
    Index * subset_nl;
    Index * subset_r;
    Index * l; ///< positions of these matches
    Index * nl;
    Index * r;
    Index * merge; ///< [3][4] closed ranges a, b of positions that the subset merges; a_first = none: nothing to do
};

template <class Index>
constexpr Index none = rmq::no_position<Index>;

/// Kernel 1: minimum of a subset and its places. A warp takes a subset.
template <class Key, class Index>
__global__ void subset_minima_kernel(level_keys<Key> const keys, subsets_of<Key, Index> const s, rule const ties)
{
    std::size_t const k = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / warp_lanes;
    unsigned const lane = threadIdx.x % warp_lanes;
    if (k >= s.count)
        return;
    Key best = std::numeric_limits<Key>::max();
    unsigned first = subset_items, last = 0;
    for (unsigned i = lane; i < subset_items && k * subset_items + i < keys.n; i += warp_lanes) {
        Key const x = keys[k * subset_items + i];
        if (first == subset_items || x < best) {
            best = x;
            first = last = i;
        } else if (x == best) {
            last = i;
        }
    }
    for (unsigned d = 1; d < warp_lanes; d *= 2) {
        Key const x = __shfl_xor_sync(all_lanes, best, static_cast<int>(d));
        unsigned const f = __shfl_xor_sync(all_lanes, first, static_cast<int>(d));
        unsigned const t = __shfl_xor_sync(all_lanes, last, static_cast<int>(d));
        if (f == subset_items)
            continue;
        if (first == subset_items || x < best) {
            best = x;
            first = f;
            last = t;
        } else if (x == best) {
            first = f < first ? f : first;
            last = t > last ? t : last;
        }
    }
    if (lane == 0) {
        s.minimum[k] = best;
        s.first_minimum[k] = static_cast<std::uint16_t>(ties.equal_right ? last : first);
        s.last_minimum[k] = static_cast<std::uint16_t>(ties.equal_left ? first : last);
    }
}

/// Kernel 2: everything about few elements, each against all others.
template <class Key, class Index>
__global__ void nearest_of_few_kernel(level_keys<Key> const keys, rule const ties, Index * left, Index * right)
{
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= keys.n)
        return;
    Key const x = keys[i];
    std::size_t l = i, r = i + 1;
    while (l > 0 && !ties.on_left(keys[l - 1], x))
        --l;
    while (r < keys.n && !ties.on_right(keys[r], x))
        ++r;
    left[i] = l > 0 ? static_cast<Index>(l - 1) : none<Index>;
    right[i] = r < keys.n ? static_cast<Index>(r) : none<Index>;
}

/// Between kernels 2 and 3: the nearest smaller minimum from the nearest nonlarger ones, by doubling: after round t a
/// pointer has passed 2^t equal minima, or stands at a smaller one.
template <class Key, class Index>
__global__ void pass_equal_minima_kernel(subsets_of<Key, Index> const s, Index const * from, Index * to)
{
    std::size_t const k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (k >= s.count)
        return;
    Index const p = from[k];
    to[k] = p != none<Index> && s.minimum[p] == s.minimum[k] ? from[p] : p;
}

/// Kernel 3: matches inside of a subset, by a tree of minima of two layers.
template <class Key, class Index>
__global__ void __launch_bounds__(subset_threads)
    nearest_in_subset_kernel(level_keys<Key> const keys, rule const ties, Index * left, Index * right)
{
    __shared__ Key key[subset_items];
    __shared__ Key minimum[groups];
    std::size_t const base = std::size_t{blockIdx.x} * subset_items;
    auto const size = static_cast<int>(keys.n - base < subset_items ? keys.n - base : subset_items);
    for (int i = static_cast<int>(threadIdx.x); i < size; i += subset_threads)
        key[i] = keys[base + static_cast<unsigned>(i)];
    __syncthreads();
    constexpr auto width = static_cast<int>(group_items);
    if (threadIdx.x < groups) {
        int const first = static_cast<int>(threadIdx.x) * width;
        Key best = std::numeric_limits<Key>::max();
        for (int i = first; i < first + width && i < size; ++i)
            best = key[i] < best ? key[i] : best;
        minimum[threadIdx.x] = best;
    }
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < size; i += subset_threads) {
        Key const x = key[i];
        int l = i - 1;
        while (l >= i / width * width && !ties.on_left(key[l], x))
            --l;
        if (l >= 0 && l < i / width * width) {
            int g = l / width;
            while (g >= 0 && !ties.on_left(minimum[g], x))
                --g;
            l = g * width + width - 1;
            while (l >= 0 && !ties.on_left(key[l], x))
                --l;
        }
        int const end = min(size, (i / width + 1) * width);
        int r = i + 1;
        while (r < end && !ties.on_right(key[r], x))
            ++r;
        if (r == end && r < size) {
            int g = r / width;
            while (g * width < size && !ties.on_right(minimum[g], x))
                ++g;
            r = g * width;
            while (r < size && !ties.on_right(key[r], x))
                ++r;
        }
        std::size_t const at = base + static_cast<unsigned>(i);
        left[at] = l >= 0 ? static_cast<Index>(base + static_cast<unsigned>(l)) : none<Index>;
        right[at] = r < size ? static_cast<Index>(base + static_cast<unsigned>(r)) : none<Index>;
    }
}

/// Last position of [first, last] whose key is good, or none; by a warp.
template <class Index, class Key, class Good>
__device__ Index last_good(level_keys<Key> const & keys, std::size_t first, std::size_t last, Good const & good)
{
    unsigned const lane = threadIdx.x % warp_lanes;
    for (std::size_t end = last + 1; end > first; end = end - first > warp_lanes ? end - warp_lanes : first) {
        bool const in = lane < end - first;
        unsigned const hits = __ballot_sync(all_lanes, in && good(keys[end - 1 - (in ? lane : 0)]));
        if (hits)
            return static_cast<Index>(end - 1 - static_cast<unsigned>(__ffs(static_cast<int>(hits)) - 1));
    }
    return none<Index>;
}

/// First position of [first, last] whose key is good, or none; by a warp.
template <class Index, class Key, class Good>
__device__ Index first_good(level_keys<Key> const & keys, std::size_t first, std::size_t last, Good const & good)
{
    unsigned const lane = threadIdx.x % warp_lanes;
    for (; first <= last; first += warp_lanes) {
        bool const in = first + lane <= last;
        unsigned const hits = __ballot_sync(all_lanes, in && good(keys[first + (in ? lane : 0)]));
        if (hits)
            return static_cast<Index>(first + static_cast<unsigned>(__ffs(static_cast<int>(hits)) - 1));
    }
    return none<Index>;
}

/// Kernel 4: matches of the subsets' minima, which lie in the subsets that the recursion named. A warp takes a subset.
template <class Key, class Index>
__global__ void match_minima_kernel(level_keys<Key> const keys, subsets_of<Key, Index> const s, rule const ties,
                                    Index * left, Index * right)
{
    std::size_t const k = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / warp_lanes;
    unsigned const lane = threadIdx.x % warp_lanes;
    if (k >= s.count)
        return;
    Key const x = s.minimum[k];
    Index l = none<Index>, nl = none<Index>, r = none<Index>;
    auto const end_of = [&](std::size_t subset) {
        return (subset + 1) * subset_items < keys.n ? (subset + 1) * subset_items - 1 : keys.n - 1;
    };
    if (Index const g = s.subset_l[k]; g != none<Index>)
        l = last_good<Index>(keys, std::size_t{g} * subset_items, end_of(g),
                             [&](Key other) { return ties.on_left(other, x); });
    if (Index const g = s.subset_nl[k]; g != none<Index>)
        nl = last_good<Index>(keys, std::size_t{g} * subset_items, end_of(g),
                              [&](Key other) { return ties.nonlarger_left(other, x); });
    if (Index const g = s.subset_r[k]; g != none<Index>)
        r = first_good<Index>(keys, std::size_t{g} * subset_items, end_of(g),
                              [&](Key other) { return ties.on_right(other, x); });
    if (lane == 0) {
        s.l[k] = l;
        s.nl[k] = nl;
        s.r[k] = r;
    }
    // all minima of the subset have these matches
    std::size_t const base = k * subset_items;
    for (std::size_t i = base + s.first_minimum[k] + lane; i <= base + s.last_minimum[k]; i += warp_lanes)
        if (keys[i] == x) {
            left[i] = l;
            right[i] = r;
        }
}

/// Kernel 5: what to merge. A warp takes a subset.
template <class Key, class Index>
__global__ void choose_merges_kernel(level_keys<Key> const keys, subsets_of<Key, Index> const s, rule const ties)
{
    std::size_t const k = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / warp_lanes;
    if (k >= s.count)
        return;
    Index * const merge = s.merge + k * 12;
    auto const put = [&](unsigned number, std::size_t a_first, std::size_t a_last, std::size_t b_first,
                         std::size_t b_last) {
        if (threadIdx.x % warp_lanes == 0) {
            merge[number * 4] = static_cast<Index>(a_first);
            merge[number * 4 + 1] = static_cast<Index>(a_last);
            merge[number * 4 + 2] = static_cast<Index>(b_first);
            merge[number * 4 + 3] = static_cast<Index>(b_last);
        }
    };
    for (unsigned number = 0; number < 3; ++number)
        put(number, none<Index>, 0, 0, 0);
    Index const l = s.l[k], nl = s.nl[k], r = s.r[k];
    std::size_t const base = k * subset_items;
    if (nl != none<Index> && nl / subset_items + 1 == k)
        put(0, nl, base - 1, base, base + s.first_minimum[k]);
    if (r != none<Index> && r / subset_items == k + 1)
        put(1, base + s.last_minimum[k], base + subset_items - 1, base + subset_items, r);
    if (l == none<Index> || r == none<Index> || nl / subset_items != l / subset_items)
        return;
    std::size_t const i = l / subset_items, j = r / subset_items;
    std::size_t const j_end = (j + 1) * subset_items < keys.n ? (j + 1) * subset_items - 1 : keys.n - 1;
    auto const first_nonlarger = [&](std::size_t first, Key x) {
        return first_good<Index>(keys, first, j_end, [&](Key other) { return ties.nonlarger_right(other, x); });
    };
    Index const from = first_nonlarger(j * subset_items, s.minimum[k]);
    if (ties.nonlarger_right(s.minimum[j], s.minimum[i]))
        put(2, i * subset_items + s.last_minimum[i], nl, from, first_nonlarger(from, s.minimum[i]));
    else
        put(2, s.l[j], nl, from, j * subset_items + s.first_minimum[j]);
}

/// Keys of a range in shared memory, and their running minima: from the end on for the left range, from its begin for
/// the right one. Elements are left in registers of their threads, per_thread in a row.
template <class Key>
__device__ void running_minima(Key const (&own)[per_thread], Key * minima, bool from_end, Key * warp_minima)
{
    unsigned const lane = threadIdx.x % warp_lanes, warp = threadIdx.x / warp_lanes;
    Key inclusive = own[0];
    for (unsigned k = 1; k < per_thread; ++k)
        inclusive = own[k] < inclusive ? own[k] : inclusive;
    for (unsigned d = 1; d < warp_lanes; d *= 2) {
        Key const other =
            from_end ? __shfl_down_sync(all_lanes, inclusive, d) : __shfl_up_sync(all_lanes, inclusive, d);
        inclusive = other < inclusive ? other : inclusive;
    }
    Key running = from_end ? __shfl_down_sync(all_lanes, inclusive, 1) : __shfl_up_sync(all_lanes, inclusive, 1);
    if (lane == (from_end ? warp_lanes - 1 : 0))
        running = std::numeric_limits<Key>::max();
    if (lane == (from_end ? 0 : warp_lanes - 1))
        warp_minima[warp] = inclusive;
    __syncthreads();
    for (unsigned w = 0; w < merge_threads / warp_lanes; ++w)
        if (from_end ? w > warp : w < warp)
            running = warp_minima[w] < running ? warp_minima[w] : running;
    for (unsigned k = 0; k < per_thread; ++k) {
        unsigned const i = from_end ? per_thread - 1 - k : k;
        running = own[i] < running ? own[i] : running;
        minima[threadIdx.x * per_thread + i] = running;
    }
    __syncthreads();
}

/// Kernel 6: merges two ranges: right matches of the left one, left matches of the right one. Both minima rise away
/// from the border, so that every element's place among the others is a binary search.
template <class Key, class Index>
__global__ void __launch_bounds__(merge_threads)
    merge_subsets_kernel(level_keys<Key> const keys, subsets_of<Key, Index> const s, rule const ties, Index * left,
                         Index * right)
{
    __shared__ Key a_minima[subset_items];
    __shared__ Key b_minima[subset_items];
    __shared__ Key warp_minima[merge_threads / warp_lanes];
    for (unsigned number = 0; number < 3; ++number) {
        Index const * const merge = s.merge + std::size_t{blockIdx.x} * 12 + number * 4;
        if (merge[0] == none<Index>)
            continue;
        std::size_t const a_first = merge[0], b_first = merge[2];
        auto const a_size = static_cast<unsigned>(merge[1] - merge[0] + 1),
                   b_size = static_cast<unsigned>(merge[3] - merge[2] + 1);
        Key a[per_thread], b[per_thread];
        for (unsigned k = 0; k < per_thread; ++k) {
            unsigned const i = threadIdx.x * per_thread + k;
            a[k] = i < a_size ? keys[a_first + i] : std::numeric_limits<Key>::max();
            b[k] = i < b_size ? keys[b_first + i] : std::numeric_limits<Key>::max();
        }
        running_minima(a, a_minima, true, warp_minima);
        running_minima(b, b_minima, false, warp_minima);
        for (unsigned k = 0; k < per_thread; ++k) {
            unsigned const i = threadIdx.x * per_thread + k;
            // waits: nothing behind it in its own range is a match
            if (i < a_size && (i + 1 == a_size || !ties.on_right(a_minima[i + 1], a[k]))) {
                unsigned first = 0, end = b_size;
                while (first < end) {
                    unsigned const middle = (first + end) / 2;
                    if (ties.on_right(b_minima[middle], a[k]))
                        end = middle;
                    else
                        first = middle + 1;
                }
                if (first < b_size)
                    right[a_first + i] = static_cast<Index>(b_first + first);
            }
            if (i < b_size && (i == 0 || !ties.on_left(b_minima[i - 1], b[k]))) {
                unsigned first = 0, end = a_size; // the last one that matches lies before `first` at the end
                while (first < end) {
                    unsigned const middle = (first + end) / 2;
                    if (ties.on_left(a_minima[middle], b[k]))
                        first = middle + 1;
                    else
                        end = middle;
                }
                if (first > 0)
                    left[b_first + i] = static_cast<Index>(a_first + first - 1);
            }
        }
        __syncthreads();
    }
}

template <class Key, class Index>
subsets_of<Key, Index> take_subsets(std::size_t n, scratch_carver & scratch)
{
    std::size_t const count = blocks_for(n, subset_items);
    return {.count = count,
            .minimum = scratch.take<Key>(count),
            .first_minimum = scratch.take<std::uint16_t>(count),
            .last_minimum = scratch.take<std::uint16_t>(count),
            .subset_l = scratch.take<Index>(count),
            .subset_nl = scratch.take<Index>(count),
            .subset_r = scratch.take<Index>(count),
            .l = scratch.take<Index>(count),
            .nl = scratch.take<Index>(count),
            .r = scratch.take<Index>(count),
            .merge = scratch.take<Index>(count * 12)};
}

template <class Key, class Index>
std::size_t bytes_of(std::size_t n)
{
    scratch_carver scratch;
    for (; n > base_items; n = blocks_for(n, subset_items))
        (void)take_subsets<Key, Index>(n, scratch);
    return scratch.used();
}

template <class Key, class Index>
void solve_level(level_keys<Key> const & keys, equal_side equals, Index * left, Index * right, scratch_carver & scratch,
                 stream_handle on)
{
    constexpr unsigned threads = subset_threads;
    rule const ties{equals};
    if (keys.n <= base_items)
        return launch(nearest_of_few_kernel<Key, Index>, blocks_for(keys.n, threads), threads, 0, on, keys, ties, left,
                      right);
    auto const s = take_subsets<Key, Index>(keys.n, scratch);
    std::size_t const warps = blocks_for(s.count * warp_lanes, threads);
    launch(subset_minima_kernel<Key, Index>, warps, threads, 0, on, keys, s, ties);
    // the minima are asked for their nearest nonlarger ones on the left and smaller ones on the right; where ties go
    // to the right, for smaller ones on the left
    equal_side const above = equals == equal_side::none ? equal_side::left : equals;
    solve_level<Key, Index>({s.minimum, s.count, {}}, above, s.subset_nl, s.subset_r, scratch, on);
    RMQ_CUDA_CHECK(cudaMemcpyAsync(s.subset_l, s.subset_nl, s.count * sizeof(Index), cudaMemcpyDeviceToDevice, on));
    if (equals == equal_side::none) {
        Index *from = s.subset_l, *to = s.l; // kernel 4 fills s.l later
        for (std::size_t passed = 1; passed < s.count; passed *= 2) {
            launch(pass_equal_minima_kernel<Key, Index>, blocks_for(s.count, threads), threads, 0, on, s, from, to);
            std::swap(from, to);
        }
        if (from != s.subset_l)
            RMQ_CUDA_CHECK(cudaMemcpyAsync(s.subset_l, from, s.count * sizeof(Index), cudaMemcpyDeviceToDevice, on));
    }
    launch(nearest_in_subset_kernel<Key, Index>, s.count, threads, 0, on, keys, ties, left, right);
    launch(match_minima_kernel<Key, Index>, warps, threads, 0, on, keys, s, ties, left, right);
    launch(choose_merges_kernel<Key, Index>, warps, threads, 0, on, keys, s, ties);
    launch(merge_subsets_kernel<Key, Index>, s.count, merge_threads, 0, on, keys, s, ties, left, right);
}

} // namespace

void nearest_by_merging(nearest_task const & task)
{
    scratch_carver scratch{task.scratch};
    auto const run = [&]<class Key, class Index>(Key, Index) {
        solve_level<Key, Index>({static_cast<Key const *>(task.values), task.n, {task.kind, task.minimum}}, task.equals,
                                static_cast<Index *>(task.left), static_cast<Index *>(task.right), scratch, task.on);
    };
    if (size_of(task.kind) == 4)
        task.index_bytes == 4 ? run(std::int32_t{}, std::uint32_t{}) : run(std::int32_t{}, std::uint64_t{});
    else
        task.index_bytes == 4 ? run(std::int64_t{}, std::uint32_t{}) : run(std::int64_t{}, std::uint64_t{});
}

std::size_t merging_scratch_bytes(unsigned key_bytes, unsigned index_bytes, std::size_t n)
{
    if (key_bytes == 4)
        return index_bytes == 4 ? bytes_of<std::int32_t, std::uint32_t>(n) : bytes_of<std::int32_t, std::uint64_t>(n);
    return index_bytes == 4 ? bytes_of<std::int64_t, std::uint32_t>(n) : bytes_of<std::int64_t, std::uint64_t>(n);
}

} // namespace rmq::cuda::detail
