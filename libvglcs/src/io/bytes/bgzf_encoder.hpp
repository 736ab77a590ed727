// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <zlib.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// Writes BGZF: gzip of blocks that each can be read by itself, as samtools, bcftools and tabix do. Any reader of gzip
/// reads it.
class bgzf_encoder
{
public:
    /// Bytes that a block holds at most: a block of any content stays below 64 KiB.
    static constexpr std::size_t block_bytes = 0xff00;

    bgzf_encoder();
    ~bgzf_encoder();
    bgzf_encoder(bgzf_encoder const &) = delete;
    bgzf_encoder & operator=(bgzf_encoder const &) = delete;

    /// A block of `text` (1 to block_bytes bytes), valid until the next call.
    [[nodiscard]] std::string_view encode(std::string_view text);
    /// The block that ends a file.
    [[nodiscard]] static std::string_view end_block() noexcept;

private:
    z_stream stream_{};
    std::string block_;
};

} // namespace vglcs::detail
