// SPDX-License-Identifier: BSD-3-Clause
/// Row headers, decoded into offsets: once a chunk, a lane for a row, into shared memory, where all lanes read the same
/// row at a time.
#pragma once

#include "cuda/strip/kernel/layout.cuh"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// Of one row. Offsets are bytes, for every lane the same, from the lane's own first word.
struct decoded_header
{
    std::uint32_t letter; ///< of the words that say what matches its letter
    std::uint32_t older;  ///< of the ring's row with the older part of its window
    std::uint32_t header; ///< levels at bit 8, what the ring keeps at bit 16

    [[nodiscard]] __device__ __forceinline__ std::uint32_t level() const { return header >> 8; }
    [[nodiscard]] __device__ __forceinline__ std::uint32_t keep() const { return header >> 16; }
};

/// The decoded headers of two chunks, the current one and the next.
/// LetterWords: words of a lane and letter.
template <class Layout, int LetterWords>
class row_headers
{
    static constexpr int chunk = Layout::chunk, words = Layout::row_header_words;
    static_assert((chunk & (chunk - 1)) == 0 && words == 4);

public:
    /// @param headers   of row 0
    __device__ __forceinline__ row_headers(std::uint32_t const * headers, std::uint32_t row_begin,
                                           std::uint32_t * shared, int lane)
        : headers_{headers + lane % chunk}, decoded_{shared + Layout::row_headers}, lane_{lane % chunk},
          coming_{headers_[row_begin]}
    {
        decode(row_begin, row_begin + chunk);
    }

    /// Before a chunk's first row: decodes the headers of the next one. The caller's barrier follows.
    __device__ __forceinline__ void begin_chunk(std::uint32_t row0) { decode(row0 + chunk, row0 + 2 * chunk); }

    /// Of row `row + ahead`, where `row` is a multiple of eight and `ahead` a constant.
    [[nodiscard]] __device__ __forceinline__ decoded_header at(std::uint32_t row, int ahead) const
    {
        std::uint32_t const first = (row + static_cast<unsigned>(ahead & ~7)) % (2 * chunk);
        uint4 const x = *reinterpret_cast<uint4 const *>(decoded_ + (first + static_cast<unsigned>(ahead & 7)) * words);
        return {x.x, x.y, x.z};
    }

private:
    /// Stores the decoded headers of a chunk, which have been loaded, and loads those of another one.
    __device__ __forceinline__ void decode(std::uint32_t row0, std::uint32_t other)
    {
        std::uint32_t const h = coming_, letter = (h & 0xff) * (32 * 4 * LetterWords),
                            older = (h >> 11 & Layout::ring_row_mask) * (4 * Layout::row_words);
        *reinterpret_cast<uint4 *>(decoded_ +
                                   (row0 % (2 * chunk) + static_cast<unsigned>(lane_)) * words) = {letter, older, h, 0};
        coming_ = headers_[other]; // there are two chunks behind the last row
    }

    std::uint32_t const * headers_; ///< of the lane's row of a chunk from row 0 on
    std::uint32_t * decoded_;
    int lane_;
    std::uint32_t coming_;
};

} // namespace vglcs::cuda
