// SPDX-License-Identifier: BSD-3-Clause
/// Two warps to a strip: one runs the rows, the other brings what a chunk of rows needs and takes what it leaves. They
/// meet at barriers in shared memory, two chunks apart at most: everything that one writes for the other is there twice.
#pragma once

#include "cuda/strip_launch.hpp"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// What the two warps tell each other, chunk by chunk. A turn is the number of a chunk, counted on from strip to strip.
class team_signals
{
public:
    /// Words of shared memory, a multiple of 4.
    static constexpr int words = 8;

    __device__ __forceinline__ explicit team_signals(std::uint32_t * shared) : at_{shared_address(shared)} {}

    /// By one thread, before all others use them.
    __device__ __forceinline__ void create() const
    {
#pragma unroll
        for (int k = 0; k < 4; ++k)
            barrier_create(at_ + 8 * k, 32);
    }

    /// All of a warp give these.
    __device__ __forceinline__ void rows_may_run(std::uint32_t turn) const { barrier_arrive(at_ + turn % 2 * 8); }
    __device__ __forceinline__ void rows_end(std::uint32_t turn) const { barrier_arrive(at_ + 16 + turn % 2 * 8); }

    /// The turn's rows may run: what they need is there, and what they leave may be written.
    __device__ __forceinline__ void wait_for_rows(std::uint32_t turn) const
    {
        while (!barrier_passed(at_ + turn % 2 * 8, turn / 2 & 1))
            ;
        __syncwarp();
    }

    /// Whether the turn's rows are done, the same in all lanes.
    [[nodiscard]] __device__ __forceinline__ bool rows_are_done(std::uint32_t turn) const
    {
        return __all_sync(all_lanes, barrier_passed(at_ + 16 + turn % 2 * 8, turn / 2 & 1)) != 0;
    }

private:
    std::uint32_t at_;
};

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
            if (uniform(p.saved_halo && !p.table)) {
                std::size_t const size = uniform(p.rows) * halo_row;
                std::uint32_t const panel_strips = uniform(p.panel_strips), panel = strip / panel_strips;
                if ((strip + 1) % panel_strips == 0)
                    b.out = p.saved_halo + panel * size;
                if (strip % panel_strips == 0 && !first)
                    b.in = p.saved_halo + (panel - 1) * size;
            }
        }
        return b;
    }
};

} // namespace vglcs::cuda
