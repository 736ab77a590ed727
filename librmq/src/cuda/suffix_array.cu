// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/suffix_array.hpp>

#include "detail/packed_letters.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
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

/// Keys of suffixes that agree for h letters: the number of their group, then what h letters on ranks. Suffixes of at
/// most h letters come first, the shorter one before the longer one.
__global__ void next_keys_kernel(std::uint32_t const * positions, std::uint32_t const * groups, std::uint32_t count,
                                 std::uint32_t const * rank, std::uint32_t n, std::uint64_t h, int rank_bits,
                                 std::uint64_t * keys)
{
    std::uint32_t const k = blockIdx.x * threads + threadIdx.x;
    if (k >= count)
        return;
    std::uint32_t const p = positions[k];
    std::uint64_t const after = p + h;
    keys[k] = std::uint64_t{groups[k]} << rank_bits |
              (after >= n ? std::uint64_t{n} - p : std::uint64_t{n} + 1 + rank[after]);
}

/// Of a place among sorted keys: in the upper half its slot of the suffix array where a group begins, in the lower half
/// 1 where the group has more than one member.
struct place_of
{
    std::uint64_t const * keys;
    std::uint32_t const * slots; ///< null: the place itself
    std::uint32_t count;

    __host__ __device__ std::uint64_t operator()(std::uint32_t k) const
    {
        bool const head = k == 0 || keys[k - 1] != keys[k];
        bool const last = k + 1 == count || keys[k] != keys[k + 1];
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

/// Writes sorted suffixes to their slots, ranks (the slot of the group's first member) to their positions, and passes
/// on the members of groups that are not settled.
__global__ void settle_kernel(std::uint64_t const * scanned, std::uint32_t const * slots,
                              std::uint32_t const * positions, std::uint32_t count, std::uint32_t * sa,
                              std::uint32_t * rank, std::uint32_t * next_slots, std::uint32_t * next_positions,
                              std::uint32_t * next_groups)
{
    std::uint32_t const k = blockIdx.x * threads + threadIdx.x;
    if (k >= count)
        return;
    auto const head = static_cast<std::uint32_t>(scanned[k] >> 32);
    auto const left = static_cast<std::uint32_t>(scanned[k]);
    std::uint32_t const before = k == 0 ? 0 : static_cast<std::uint32_t>(scanned[k - 1]);
    std::uint32_t const slot = slots != nullptr ? slots[k] : k, p = positions[k];
    sa[slot] = p;
    rank[p] = head;
    if (left == before)
        return;
    next_slots[before] = slot;
    next_positions[before] = p;
    next_groups[before] = before - (slot - head); // members of a group are neighbours, here and there
}

struct memory
{
    std::uint64_t * keys[2]{};
    std::uint32_t * positions[2]{};
    std::uint32_t * slots[2]{};
    std::uint32_t * groups = nullptr;
    std::byte * cub = nullptr;
    std::size_t cub_bytes = 0;
    std::size_t used = 0;

    memory(void * scratch, std::size_t n)
    {
        cub_bytes = std::max(sort(nullptr, 0, 64, n, nullptr), scan(nullptr, 0, nullptr, nullptr, n, nullptr));
        scratch_carver carver{scratch};
        for (auto & k : keys)
            k = carver.take<std::uint64_t>(n);
        for (auto & p : positions)
            p = carver.take<std::uint32_t>(n);
        for (auto & s : slots)
            s = carver.take<std::uint32_t>(n);
        groups = carver.take<std::uint32_t>(n);
        cub = carver.take<std::byte>(cub_bytes);
        used = carver.used();
    }

    /// Sorts `count` keys and positions; what is sorted is in keys[0] and positions[0] afterwards. Returns the bytes
    /// that are needed where there is no memory.
    std::size_t sort(void * with, std::size_t bytes, int bits, std::size_t count, stream_handle on)
    {
        cub::DoubleBuffer<std::uint64_t> k{keys[0], keys[1]};
        cub::DoubleBuffer<std::uint32_t> p{positions[0], positions[1]};
        RMQ_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(with, bytes, k, p, static_cast<int>(count), 0, bits, on));
        if (with != nullptr && k.selector == 1)
            std::swap(keys[0], keys[1]);
        if (with != nullptr && p.selector == 1)
            std::swap(positions[0], positions[1]);
        return bytes;
    }
    std::size_t scan(void * with, std::size_t bytes, std::uint32_t const * of_slots, std::uint64_t * out,
                     std::size_t count, stream_handle on)
    {
        auto const places =
            thrust::make_transform_iterator(thrust::counting_iterator<std::uint32_t>{0},
                                            place_of{keys[0], of_slots, static_cast<std::uint32_t>(count)});
        RMQ_CUDA_CHECK(
            cub::DeviceScan::InclusiveScan(with, bytes, places, out, joined_places{}, static_cast<int>(count), on));
        return bytes;
    }
};

/// Sorts the keys that stand in keys[0], and settles what they tell apart. Returns how many are left.
std::uint32_t settle(memory & m, suffix_task const & t, int bits, std::uint32_t count, bool first)
{
    m.sort(m.cub, m.cub_bytes, bits, count, t.on);
    std::uint32_t const * const slots = first ? nullptr : m.slots[0];
    m.scan(m.cub, m.cub_bytes, slots, m.keys[1], count, t.on);
    launch(settle_kernel, blocks_for(count, threads), threads, 0, t.on, m.keys[1], slots, m.positions[0], count, t.sa,
           t.rank, m.slots[1], m.positions[1], m.groups);
    std::uint64_t last = 0;
    copy_to_host(&last, m.keys[1] + (count - 1), sizeof last, t.on);
    RMQ_CUDA_CHECK(cudaStreamSynchronize(t.on));
    std::swap(m.slots[0], m.slots[1]);
    std::swap(m.positions[0], m.positions[1]);
    return static_cast<std::uint32_t>(last);
}

} // namespace

std::size_t suffix_scratch_bytes(std::size_t n)
{
    return n == 0 ? 0 : memory{nullptr, n}.used;
}

void sort_suffixes(suffix_task const & t)
{
    if (t.text.size == 0)
        return;
    auto const n = static_cast<std::uint32_t>(t.text.size);
    memory m{t.scratch, n};
    key_plan const plan = plan_of(t.text);
    launch(first_keys_kernel, blocks_for(n, threads), threads, 0, t.on, t.text, plan.letters, m.keys[0],
           m.positions[0]);
    std::uint32_t left = settle(m, t, plan.bits, n, true);
    int const rank_bits = std::bit_width(2 * std::uint64_t{n});
    for (std::uint64_t h = plan.letters; left > 0; h *= 2) {
        launch(next_keys_kernel, blocks_for(left, threads), threads, 0, t.on, m.positions[0], m.groups, left, t.rank, n,
               h, rank_bits, m.keys[0]);
        left = settle(m, t, rank_bits + static_cast<int>(std::bit_width(left - 1)), left, false);
    }
}

} // namespace rmq::cuda::detail
