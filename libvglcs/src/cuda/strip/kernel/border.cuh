// SPDX-License-Identifier: BSD-3-Clause
/// What a strip receives from its left neighbour: the row maxima of 32 columns, or what windows read of them
/// (halo_line.hpp), a few rows at a time. Two ways:
/// - With flags: a strip publishes a chunk of rows, and with it all else that it has written, by a flag that is stored
///   last. That costs both sides a round trip to the second-level cache at every chunk, in which the warp does nothing.
/// - With tags: every 16 bytes of the halo carry the number of the strip that wrote them and are stored and loaded as
///   one, so that a reader sees by the data themselves whether they are there. Nothing is published and no warp waits
///   for its own stores; but it orders nothing else, so it is for strips that exchange nothing else.
#pragma once

#include "cuda/strip/kernel/layout.cuh"
#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cuda_pipeline.h>

#include <cstdint>

namespace vglcs::cuda {

/// Where a strip's border comes from and where its own goes.
struct strip_borders
{
    std::uint32_t const * in;   ///< of row 0; null: zeros
    std::uint32_t * out;        ///< of the first row to run
    std::uint32_t const * flag; ///< rows that the left neighbour has done; null: all are there

    /// @param halo_row   words of a row
    template <bool Keeps>
    static __device__ __forceinline__ strip_borders of(strip_problem const & p, strip_launch const & launch,
                                                       std::uint32_t ticket, std::uint32_t strip, std::size_t halo_row)
    {
        bool const first = strip == uniform(p.first_strip);
        strip_borders b{first ? p.halo_in : p.halo, p.halo, first ? nullptr : launch.flags + ticket - 1};
        if (b.in) // begins with the first row to run
            b.in -= p.row_begin * halo_row;
        if constexpr (Keeps) {
            // of the whole table in panels: a panel's last strip writes its halo where it stays, the next reads it
            // there
            if (uniform(p.panel_halos && !p.table)) {
                std::size_t const size = uniform(p.rows) * halo_row;
                std::uint32_t const panel_strips = uniform(p.panel_strips), panel = strip / panel_strips;
                if ((strip + 1) % panel_strips == 0)
                    b.out = p.panel_halos + panel * size;
                if (strip % panel_strips == 0 && !first)
                    b.in = p.panel_halos + (panel - 1) * size;
            }
        }
        return b;
    }
};

/// One strip's border, with flags; its helper brings it a chunk at a time into one of two buffers.
template <class Layout>
class flagged_border
{
public:
    __device__ __forceinline__ flagged_border(strip_borders const & borders, std::uint32_t * shared, int lane)
        : flag_{borders.flag}, in_{borders.in}, shared_{shared}, lane_{lane}
    {
    }

    /// Whether the left neighbour has done the rows before `row`; looks once.
    [[nodiscard]] __device__ __forceinline__ bool is_done(std::uint32_t row)
    {
        if (!flag_ || done_ >= row)
            return true;
        // most looks find nothing new, and an acquiring load empties the first-level cache each time
        if (uniform(load_relaxed(flag_)) < row)
            return false;
        done_ = uniform(load_acquire(flag_));
        return true;
    }

    __device__ __forceinline__ void wait_for(std::uint32_t row)
    {
        while (!is_done(row))
            ;
    }

    /// Starts to bring the rows of a chunk, once they are done; the caller waits for the copies.
    __device__ __forceinline__ void bring(std::uint32_t row0, int buffer) const
    {
        if (!in_)
            return;
        std::uint32_t * const to = shared_ + Layout::border + buffer * Layout::border_words;
        std::uint32_t const * const from = in_ + std::size_t{row0} * Layout::halo_words;
#pragma unroll
        for (int k = lane_ * 4; k < Layout::border_words; k += 128)
            __pipeline_memcpy_async(to + k, from + k, 16);
        __pipeline_commit();
    }

private:
    std::uint32_t const * flag_;
    std::uint32_t const * in_;
    std::uint32_t * shared_;
    int lane_;
    std::uint32_t done_ = 0;
};

/// One strip's border, with tags. Rows come in groups; a group is loaded while the rows of the one before run.
template <class Layout, int Words>
class tagged_border
{
    static constexpr int rows = Layout::group, units = rows * Layout::halo_words / 2, of_lane = units / 32;
    static_assert(units % 32 == 0);

public:
    /// @param from       the first row's halo; null: none, the border is zeros
    /// @param expected   tag of what the left neighbour writes; 0: all is there already
    __device__ __forceinline__ tagged_border(std::uint32_t const * from, std::uint32_t expected,
                                             std::uint32_t const * stop, std::uint32_t * shared, int lane)
        : from_{from + 4 * lane}, expected_{expected}, stop_{stop}, shared_{shared + Layout::border + 2 * lane},
          lane_{lane}, there_{uniform(from != nullptr) != 0}
    {
        if (there_)
            ask();
    }

    /// The group that was asked for last is in shared memory afterwards, or the run has been stopped.
    __device__ __forceinline__ void receive()
    {
        if (!there_)
            return;
        for (unsigned looks = 1;; ++looks) {
            bool ready = true;
#pragma unroll
            for (int k = 0; k < of_lane; ++k)
                ready = ready && unit_[k].tag == expected_ && (!Layout::both_tags || unit_[k].again == expected_);
            if (__all_sync(all_lanes, ready || expected_ == 0))
                break;
            // seldom, as all strips look at this one word
            if (looks % 64 == 0 && uniform(lane_ == 0 ? *static_cast<std::uint32_t const volatile *>(stop_) : 0) != 0) {
                there_ = false; // no more comes
                break;
            }
            ask();
        }
#pragma unroll
        for (int k = 0; k < of_lane; ++k)
            store_words(shared_ + 64 * k, unit_[k].words);
        from_ += 4 * units;
        __syncwarp();
    }

    /// Asks for the next group.
    __device__ __forceinline__ void ask()
    {
#pragma unroll
        for (int k = 0; k < of_lane; ++k)
            unit_[k] = load_tagged(from_ + 128 * k);
    }

    [[nodiscard]] __device__ __forceinline__ bool there() const
    {
        return there_;
    }

private:
    std::uint32_t const * from_; ///< the lane's first unit of the coming group
    std::uint32_t expected_;
    std::uint32_t const * stop_;
    std::uint32_t * shared_;
    int lane_;
    bool there_;
    tagged_words unit_[of_lane];
};

/// Writes a strip's halo with tags, row by row: the last lanes' words, in their order.
/// Words: of a lane.
template <class Layout, int Words>
class tagged_halo
{
    static constexpr int lanes = Layout::halo_words / Words;

public:
    /// @param to   the first row's halo
    __device__ __forceinline__ tagged_halo(std::uint32_t * to, std::uint32_t tag, int lane)
        : tag_{tag}, writes_{lane >= 32 - lanes && (Words > 1 || lane % 2 == 0)}, to_{to +
                                                                                      (lane - 32 + lanes) * Words * 2}
    {
    }

    __device__ __forceinline__ void store(lane_words<Words> const & m)
    {
        if constexpr (Words == 1) {
            store_tagged_if(writes_, to_, m.word[0], __shfl_down_sync(all_lanes, m.word[0], 1), tag_);
        } else {
#pragma unroll
            for (int k = 0; k < Words; k += 2)
                store_tagged_if(writes_, to_ + 2 * k, m.word[k], m.word[k + 1], tag_);
        }
        to_ += 2 * Layout::halo_words;
    }

private:
    std::uint32_t tag_;
    bool writes_;
    std::uint32_t * to_;
};

} // namespace vglcs::cuda
