// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/bytes/gzip_decoder.hpp"
#include "io/bytes/input_file.hpp"

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// The bytes of a file as people mean them: decompressed where they are gzip. Compression is found from the first
/// bytes; bzip2, xz, zstd, lz4, zip and compress are recognised and refused.
class decoded_file
{
public:
    /// @param input_bytes   compressed bytes read at a time. Throws input_error as input_file does.
    decoded_file(std::string const & path, std::size_t input_bytes);

    /// Fills `out` as far as is possible without waiting, at least one byte; 0 at the end. Throws read_failure after
    /// all bytes before the failure were given, and input_file::stopped after stop().
    [[nodiscard]] std::size_t read(std::span<char> out);
    /// From any thread: ends a wait in `read`, now and for ever.
    void stop() noexcept { file_.stop(); }
    /// Bytes in the file as it is stored; nothing for pipes and the like.
    [[nodiscard]] std::optional<std::size_t> stored_bytes() const noexcept { return file_.size(); }
    /// After the end: gzip_decoder::lacks_end_block.
    [[nodiscard]] bool lacks_end_block() const noexcept { return gzip_ && gzip_->lacks_end_block(); }

private:
    void begin();
    [[nodiscard]] std::size_t read_plain(std::span<char> out);
    [[nodiscard]] std::size_t read_gzip(std::span<char> out);

    input_file file_;
    std::size_t input_bytes_;
    std::unique_ptr<char[]> input_; // the file's first bytes, later compressed data
    std::string_view unread_;       // part of input_
    std::optional<gzip_decoder> gzip_;
    std::exception_ptr failure_; // to be thrown by the next read
    bool begun_ = false;
    bool at_end_ = false;
};

} // namespace vglcs::detail
