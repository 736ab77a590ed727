// SPDX-License-Identifier: BSD-3-Clause
/// What a strip's rows are told by their headers, ready for use: made once a chunk, a lane for a row, and read a row at
/// a time from shared memory, the same by all lanes.
#pragma once

#include "cuda/strip/kernel/layout.cuh"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// Of one row. Offsets are bytes, for every lane the same, from the lane's own first word.
struct told_row
{
    std::uint32_t letter; ///< of the words that say what matches its letter
    std::uint32_t older;  ///< of the ring's row with the older part of its window
    std::uint32_t header; ///< levels at bit 8, what is kept at bit 16

    [[nodiscard]] __device__ __forceinline__ std::uint32_t level() const { return header >> 8; }
    [[nodiscard]] __device__ __forceinline__ std::uint32_t keep() const { return header >> 16; }
};

/// The rows of two chunks, that of the chunk under way and that of the next.
/// LetterWords: words of a lane and letter.
template <class Layout, int LetterWords>
class told_rows
{
    static constexpr int chunk = Layout::chunk, words = Layout::told_row_words;
    static_assert((chunk & (chunk - 1)) == 0 && words == 4);

public:
    /// @param headers   of row 0
    __device__ __forceinline__ told_rows(std::uint32_t const * headers, std::uint32_t row_begin, std::uint32_t * shared,
                                         int lane)
        : headers_{headers + lane % chunk}, told_{shared + Layout::told}, lane_{lane % chunk}, coming_{
                                                                                                   headers_[row_begin]}
    {
        tell(row_begin, row_begin + chunk);
    }

    /// Before a chunk's first row: makes what the rows of the next one are told. The caller's barrier follows.
    __device__ __forceinline__ void begin_chunk(std::uint32_t row0) { tell(row0 + chunk, row0 + 2 * chunk); }

    /// Of row `row + ahead`, where `row` is a multiple of eight and `ahead` a constant.
    [[nodiscard]] __device__ __forceinline__ told_row at(std::uint32_t row, int ahead) const
    {
        std::uint32_t const first = (row + static_cast<unsigned>(ahead & ~7)) % (2 * chunk);
        uint4 const x = *reinterpret_cast<uint4 const *>(told_ + (first + static_cast<unsigned>(ahead & 7)) * words);
        return {x.x, x.y, x.z};
    }

private:
    /// Tells a chunk's rows what has been asked for, and asks for that of another one.
    __device__ __forceinline__ void tell(std::uint32_t row0, std::uint32_t other)
    {
        std::uint32_t const h = coming_, letter = (h & 0xff) * (32 * 4 * LetterWords),
                            older = (h >> 11 & Layout::ring_row_mask) * (4 * Layout::row_words);
        *reinterpret_cast<uint4 *>(told_ + (row0 % (2 * chunk) + static_cast<unsigned>(lane_)) * words) = {letter,
                                                                                                           older, h, 0};
        coming_ = headers_[other]; // there are two chunks behind the last row
    }

    std::uint32_t const * headers_; ///< of the lane's row of a chunk from row 0 on
    std::uint32_t * told_;
    int lane_;
    std::uint32_t coming_;
};

} // namespace vglcs::cuda
