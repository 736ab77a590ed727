// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/suffix_array.hpp>

#include "suffix_array/packed_letters.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <bit>

namespace rmq::cuda::detail {

namespace {

constexpr unsigned threads = 256;

/// The letters of a first key. Digits of base 5 for letters of 2 bits (0: a barrier, or behind the end), bytes else.
struct key_plan
{
    unsigned letters;
    int bits;
};

/// So many letters that among n random ones hardly a suffix shares its key, and all that the last digit of the radix
/// sort, of 8 bits, has room for.
key_plan plan_of(packed_view const & text)
{
    if (text.bits == 8)
        return {8, 64};
    constexpr double bits_of_letter = 2.3219280949;                                         // log2 5, rounded up
    unsigned const wanted = (static_cast<unsigned>(std::bit_width(text.size)) + 1) / 2 + 4; // at most 20
    int const bits = (static_cast<int>(wanted * bits_of_letter) + 8) / 8 * 8;
    return {static_cast<unsigned>(bits / bits_of_letter), bits};
}

__device__ std::uint64_t first_key(packed_view const & text, std::size_t p, unsigned letters)
{
    std::uint64_t key = 0;
    bool const plain = p + letters <= text.size && (text.run_count == 1 || !text.near_barrier(p, p + letters - 1));
    if (!plain) {
        unsigned const base = text.bits == 2 ? 5 : 256;
        for (unsigned k = 0; k < letters; ++k)
            key = key * base + (p + k < text.size ? text.letter(p + k) : 0);
        return key;
    }
    std::uint64_t const window = text.window(p);
    if (text.bits == 8) { // stored as c - 1, and no letter is 255 there
        std::uint64_t const bytes = window + 0x0101010101010101;
        return std::uint64_t{__byte_perm(static_cast<unsigned>(bytes), 0, 0x0123)} << 32 |
               __byte_perm(static_cast<unsigned>(bytes >> 32), 0, 0x0123);
    }
    for (unsigned k = 0; k < letters; ++k)
        key = key * 5 + (window >> 2 * k & 3) + 1;
    return key;
}

__global__ void first_keys_kernel(packed_view text, unsigned letters, std::uint64_t * keys, std::uint32_t * positions)
{
    std::size_t const p = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (p >= text.size)
        return;
    keys[p] = first_key(text, p, letters);
    positions[p] = static_cast<std::uint32_t>(p);
}

/// Groups of more members than this are sorted by radix, others by counting.
constexpr std::uint32_t small_group = 64;

/// Suffixes that agree for h letters, and the groups of those that do: members are neighbours, in the order of slots.
struct unsettled
{
    std::uint32_t const * positions;
    std::uint32_t const * groups; ///< the place of the group's first member among these arrays
    std::uint32_t count;

    /// Whether the group that begins at place g is one for radix sort.
    [[nodiscard]] __device__ bool is_large(std::uint32_t g) const
    {
        return g + small_group < count && groups[g + small_group] == g;
    }
};

/// By what a suffix is sorted among those that agree with it for h letters: the rank of what follows. Suffixes of at
/// most h letters come first, the shorter one before the longer one. At most 2 n.
struct rank_after
{
    std::uint32_t const * rank;
    std::uint32_t n;
    std::uint64_t h;

    [[nodiscard]] __device__ std::uint32_t operator()(std::uint32_t p) const
    {
        std::uint64_t const after = p + h;
        return after >= n ? n - p : n + 1 + rank[after];
    }
};

__global__ void next_keys_kernel(unsettled s, rank_after of, std::uint32_t * keys)
{
    std::uint32_t const k = blockIdx.x * threads + threadIdx.x;
    if (k < s.count)
        keys[k] = of(s.positions[k]);
}

/// Sorts every group that is not large: a member's place is the number of members before it.
__global__ void count_kernel(unsettled s, std::uint32_t const * keys, std::uint32_t * keys_out,
                             std::uint32_t * positions_out)
{
    std::uint32_t const k = blockIdx.x * threads + threadIdx.x;
    if (k >= s.count)
        return;
    std::uint32_t const g = s.groups[k], key = keys[k];
    if (s.is_large(g))
        return;
    std::uint32_t place = g;
    for (std::uint32_t j = g; j < s.count && s.groups[j] == g; ++j)
        place += static_cast<std::uint32_t>(keys[j] < key || (keys[j] == key && j < k));
    keys_out[place] = key;
    positions_out[place] = s.positions[k];
}

/// Whether the member at a place is of a large group.
struct of_large_group
{
    unsettled s;
    __device__ bool operator()(std::uint32_t k) const { return s.is_large(s.groups[k]); }
};

/// Group and key in one number, for radix sort. `list`: places of the members, null for all of them.
__global__ void joined_keys_kernel(unsettled s, std::uint32_t const * list, std::uint32_t count, rank_after of,
                                   int rank_bits, std::uint64_t * joined, std::uint32_t * positions)
{
    std::uint32_t const i = blockIdx.x * threads + threadIdx.x;
    if (i >= count)
        return;
    std::uint32_t const k = list != nullptr ? list[i] : i, p = s.positions[k];
    joined[i] = std::uint64_t{s.groups[k]} << rank_bits | of(p);
    positions[i] = p;
}

/// Puts members of large groups, sorted, to their places.
__global__ void place_large_kernel(std::uint64_t const * joined, std::uint32_t const * positions,
                                   std::uint32_t const * list, std::uint32_t count, int rank_bits,
                                   std::uint32_t * keys_out, std::uint32_t * positions_out)
{
    std::uint32_t const i = blockIdx.x * threads + threadIdx.x;
    if (i >= count)
        return;
    keys_out[list[i]] = static_cast<std::uint32_t>(joined[i] & ((std::uint64_t{1} << rank_bits) - 1));
    positions_out[list[i]] = positions[i];
}

/// Sorted keys: either joined with their groups, or beside them.
struct sorted_keys
{
    std::uint64_t const * joined; ///< null: the two others
    std::uint32_t const * groups;
    std::uint32_t const * keys;

    [[nodiscard]] __host__ __device__ bool equal(std::uint32_t a, std::uint32_t b) const
    {
        return joined != nullptr ? joined[a] == joined[b] : keys[a] == keys[b] && groups[a] == groups[b];
    }
};

/// Of a place among sorted keys: in the upper half its slot of the suffix array where a group begins, in the lower half
/// 1 where the group has more than one member.
struct place_of
{
    sorted_keys keys;
    std::uint32_t const * slots; ///< null: the place itself
    std::uint32_t count;

    __host__ __device__ std::uint64_t operator()(std::uint32_t k) const
    {
        bool const head = k == 0 || !keys.equal(k - 1, k);
        bool const last = k + 1 == count || !keys.equal(k, k + 1);
        std::uint64_t const slot = slots != nullptr ? slots[k] : k;
        return (head ? slot << 32 : 0) | static_cast<std::uint64_t>(!(head && last));
    }
};

/// Up to a place: the slot of the group's first member, and how many are left.
struct joined_places
{
    __host__ __device__ std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const
    {
        std::uint64_t const x = a >> 32, y = b >> 32;
        return (x < y ? y : x) << 32 | static_cast<std::uint32_t>(a + b);
    }
};

/// What is left after a round.
struct totals
{
    std::uint32_t members; ///< of groups that are not settled
    std::uint32_t large;   ///< of these, of large groups
};

/// What settle_kernel goes from and to.
struct settle_arrays
{
    std::uint64_t const * scanned;
    std::uint32_t const *slots, *positions, *groups; ///< slots and groups: null in the first round
    std::uint32_t count;
    std::uint32_t *sa, *rank;
    std::uint32_t *next_slots, *next_positions, *next_groups;
    totals * left;
};

/// Settled suffixes go to their slots. Ranks, the slot of the group's first member, go to their positions where they
/// have changed. Members of groups that are not settled are passed on.
__global__ void settle_kernel(settle_arrays a)
{
    std::uint32_t const k = blockIdx.x * threads + threadIdx.x;
    bool large = false;
    if (k < a.count) {
        auto const head = static_cast<std::uint32_t>(a.scanned[k] >> 32);
        auto const left = static_cast<std::uint32_t>(a.scanned[k]);
        std::uint32_t const before = k == 0 ? 0 : static_cast<std::uint32_t>(a.scanned[k - 1]);
        std::uint32_t const slot = a.slots != nullptr ? a.slots[k] : k, p = a.positions[k];
        if (a.slots == nullptr || a.slots[a.groups[k]] != head)
            a.rank[p] = head;
        if (left == before) {
            a.sa[slot] = p;
        } else {
            std::uint32_t const from_first = slot - head, end = k - from_first + small_group;
            large = end < a.count && static_cast<std::uint32_t>(a.scanned[end] >> 32) == head;
            a.next_slots[before] = slot;
            a.next_positions[before] = p;
            a.next_groups[before] = before - from_first; // members of a group are neighbours, here and there
        }
        if (k + 1 == a.count)
            a.left->members = left;
    }
    int const found = __syncthreads_count(large);
    if (threadIdx.x == 0 && found != 0)
        atomicAdd(&a.left->large, static_cast<std::uint32_t>(found));
}

/// The scratch of a build, and its steps.
class builder
{
public:
    /// With no memory it only counts.
    builder(void * scratch, std::size_t n, stream_handle on) : on_{on}
    {
        cub_bytes_ = std::max({sort(halves_[0], halves_[1], positions_[0], positions_[1], 64, n),
                               scan({}, nullptr, nullptr, n), select({}, nullptr, n)});
        scratch_carver carver{scratch};
        for (auto & half : halves_)
            half = carver.take<std::uint64_t>(n);
        for (auto * const pair : {&positions_, &slots_, &groups_})
            for (auto & array : *pair)
                array = carver.take<std::uint32_t>(n);
        left_ = carver.take<totals>(1);
        selected_ = carver.take<std::uint32_t>(1);
        cub_ = carver.take<std::byte>(cub_bytes_);
        used_ = carver.used();
    }
    [[nodiscard]] std::size_t bytes() const { return used_; }

    void build(suffix_task const & t)
    {
        auto const n = static_cast<std::uint32_t>(t.text.size);
        key_plan const plan = plan_of(t.text);
        launch(first_keys_kernel, blocks_for(n, threads), threads, 0, on_, t.text, plan.letters, halves_[0],
               positions_[0]);
        sort(halves_[0], halves_[1], positions_[0], positions_[1], plan.bits, n);
        totals left = settle(t, {halves_[0], nullptr, nullptr}, n, true);
        for (std::uint64_t h = plan.letters; left.members > 0; h *= 2) {
            rank_after const of{t.rank, n, h};
            unsettled const s{positions_[0], groups_[0], left.members};
            int const rank_bits = std::bit_width(2 * std::uint64_t{n}),
                      bits = rank_bits + std::bit_width(left.members - 1);
            if (left.large > n / 4) { // no room beside the others: all by radix
                launch(joined_keys_kernel, blocks_for(s.count, threads), threads, 0, on_, s, nullptr, s.count, of,
                       rank_bits, halves_[0], positions_[1]);
                std::swap(positions_[0], positions_[1]);
                sort(halves_[0], halves_[1], positions_[0], positions_[1], bits, s.count);
                left = settle(t, {halves_[0], nullptr, nullptr}, s.count, false);
                continue;
            }
            auto * const keys = reinterpret_cast<std::uint32_t *>(halves_[0]);
            launch(next_keys_kernel, blocks_for(s.count, threads), threads, 0, on_, s, of, keys);
            launch(count_kernel, blocks_for(s.count, threads), threads, 0, on_, s, keys, keys + n, positions_[1]);
            if (left.large > 0)
                sort_large(s, left.large, of, rank_bits, bits, keys + n, positions_[1]);
            std::swap(positions_[0], positions_[1]);
            left = settle(t, {nullptr, groups_[0], keys + n}, s.count, false);
        }
    }

private:
    /// Sorts `count` <= n / 4 members of large groups apart from the others, in the second half.
    void sort_large(unsettled const & s, std::uint32_t count, rank_after const & of, int rank_bits, int bits,
                    std::uint32_t * keys_out, std::uint32_t * positions_out)
    {
        std::uint64_t *joined = halves_[1], *joined_other = joined + count;
        auto * const list = reinterpret_cast<std::uint32_t *>(joined_other + count);
        std::uint32_t *positions = list + count, *positions_other = positions + count;
        select(s, list, s.count);
        launch(joined_keys_kernel, blocks_for(count, threads), threads, 0, on_, s, list, count, of, rank_bits, joined,
               positions);
        sort(joined, joined_other, positions, positions_other, bits, count);
        launch(place_large_kernel, blocks_for(count, threads), threads, 0, on_, joined, positions, list, count,
               rank_bits, keys_out, positions_out);
    }

    /// Settles what sorted keys tell apart. Returns what is left. Arrays of this round are those of index 0.
    totals settle(suffix_task const & t, sorted_keys const & keys, std::uint32_t count, bool first)
    {
        std::uint32_t const * const slots = first ? nullptr : slots_[0];
        scan(keys, slots, halves_[1], count);
        RMQ_CUDA_CHECK(cudaMemsetAsync(left_, 0, sizeof *left_, on_));
        launch(settle_kernel, blocks_for(count, threads), threads, 0, on_,
               settle_arrays{halves_[1], slots, positions_[0], groups_[0], count, t.sa, t.rank, slots_[1],
                             positions_[1], groups_[1], left_});
        totals left{};
        copy_to_host(&left, left_, sizeof left, on_);
        RMQ_CUDA_CHECK(cudaStreamSynchronize(on_));
        for (auto * const pair : {&positions_, &slots_, &groups_})
            std::swap((*pair)[0], (*pair)[1]);
        return left;
    }

    /// Each of these returns the bytes that CUB needs where there is no scratch yet.
    ///
    /// Sorts keys and values; what is sorted is where `keys` and `values` point afterwards.
    std::size_t sort(std::uint64_t *& keys, std::uint64_t *& keys_other, std::uint32_t *& values,
                     std::uint32_t *& values_other, int bits, std::size_t count)
    {
        cub::DoubleBuffer<std::uint64_t> k{keys, keys_other};
        cub::DoubleBuffer<std::uint32_t> v{values, values_other};
        std::size_t bytes = cub_bytes_;
        RMQ_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(cub_, bytes, k, v, static_cast<int>(count), 0, bits, on_));
        keys = k.Current();
        keys_other = k.Alternate();
        values = v.Current();
        values_other = v.Alternate();
        return bytes;
    }
    std::size_t scan(sorted_keys const & keys, std::uint32_t const * slots, std::uint64_t * out, std::size_t count)
    {
        auto const places = thrust::make_transform_iterator(thrust::counting_iterator<std::uint32_t>{0},
                                                            place_of{keys, slots, static_cast<std::uint32_t>(count)});
        std::size_t bytes = cub_bytes_;
        RMQ_CUDA_CHECK(
            cub::DeviceScan::InclusiveScan(cub_, bytes, places, out, joined_places{}, static_cast<int>(count), on_));
        return bytes;
    }
    std::size_t select(unsettled const & s, std::uint32_t * list, std::size_t count)
    {
        std::size_t bytes = cub_bytes_;
        RMQ_CUDA_CHECK(cub::DeviceSelect::If(cub_, bytes, thrust::counting_iterator<std::uint32_t>{0}, list, selected_,
                                             static_cast<int>(count), of_large_group{s}, on_));
        return bytes;
    }

    stream_handle on_;
    std::uint64_t * halves_[2]{}; ///< of 8 n bytes each
    std::uint32_t *positions_[2]{}, *slots_[2]{}, *groups_[2]{};
    totals * left_ = nullptr;
    std::uint32_t * selected_ = nullptr;
    std::byte * cub_ = nullptr;
    std::size_t cub_bytes_ = 0, used_ = 0;
};

} // namespace

std::size_t suffix_scratch_bytes(std::size_t n)
{
    return n == 0 ? 0 : builder{nullptr, n, nullptr}.bytes();
}

void sort_suffixes(suffix_task const & t)
{
    if (t.text.size != 0)
        builder{t.scratch, t.text.size, t.on}.build(t);
}

} // namespace rmq::cuda::detail
