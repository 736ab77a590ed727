// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <zlib.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace vglcs::detail {

/// Decompresses gzip data piece by piece: one member or several, bgzip among them. Every member's CRC-32 and length
/// are verified. Zero bytes after the last member are padding; anything else there is an error.
/// Errors are read_failure, with "truncated", "data error" or "crc" in the text.
class gzip_decoder
{
public:
    gzip_decoder();
    ~gzip_decoder();
    gzip_decoder(gzip_decoder const &) = delete;
    gzip_decoder & operator=(gzip_decoder const &) = delete;

    /// Decompresses from the front of `input` to the front of `out` until one of them is used up, and takes off both
    /// what was used, also where it throws.
    void decode(std::string_view & input, std::span<char> & out);
    /// The input is at its end: gives what is decompressed and had no room in the output of `decode`, as far as there
    /// is room now. Of good data nothing is left.
    void drain(std::span<char> & out);
    /// The input is at its end and drained: throws where the data is not.
    void finish() const;
    /// The data is bgzip and does not end with the empty block that ends such a file. Every member is whole: it was
    /// written without this block, or cut between two others.
    [[nodiscard]] bool lacks_end_block() const noexcept { return unfinished_bgzip_; }

private:
    void begin_member();
    void end_member();
    [[noreturn]] void fail(int code) const;

    z_stream stream_{};
    gz_header header_{};
    Bytef extra_[64]; // of the member's header; bgzip's mark comes first
    std::size_t members_ = 0;
    bool in_member_ = true;
    bool padding_ = false;
    bool unfinished_bgzip_ = false; // the last member was a bgzip block, and not the empty one that ends such a file
};

} // namespace vglcs::detail
