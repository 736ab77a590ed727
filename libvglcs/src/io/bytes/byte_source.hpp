// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/bytes/block_queue.hpp"
#include <vglcs/run_control.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace vglcs::detail {

/// Sizes of the reading ahead. Tests make them tiny, so that every boundary falls on every byte.
struct byte_source_sizes
{
    std::size_t block_bytes = std::size_t{1} << 18; ///< bytes handed over at a time
    std::size_t blocks = 4;                         ///< blocks in memory, the one in the reader's hand included (>= 2)
    std::size_t input_bytes = std::size_t{1} << 17; ///< compressed bytes read at a time
    /// Regular files with fewer bytes on disk are read by the caller: a thread would cost more than it saves.
    std::size_t thread_bytes = std::size_t{1} << 16;
};

/// The bytes of a file, a pipe or standard input ("-"), decompressed where they are gzip (one member, several, or
/// bgzip). A background thread reads and decompresses ahead, block by block, in blocks * block_bytes of memory.
///
/// Compression is found from the first bytes. Each gzip member's checksum and length are verified before `next` says
/// that the end is reached; bgzip data need not end with its end-of-file block (`lacks_end_block`). bzip2, xz, zstd,
/// lz4, zip and compress are recognised and refused. One thread may use an object at a time.
class byte_source
{
public:
    /// Opens the file; throws input_error where it is missing, a directory or not readable. Never waits for the other
    /// end of a pipe. `control`, where given, must outlive the source; a stop it asks for ends a wait within 50 ms.
    explicit byte_source(std::string const & path, byte_source_sizes sizes = {}, run_control const * control = nullptr);
    /// Ends the thread at once, also while it waits for a pipe that never delivers.
    ~byte_source();
    byte_source(byte_source const &) = delete;
    byte_source & operator=(byte_source const &) = delete;

    /// The next bytes, valid until the next call; nullptr at the end of the file. Throws read_failure, or interrupted
    /// where `control` was asked to stop.
    [[nodiscard]] byte_block const * next();
    /// After the end: bgzip data without its end-of-file block, which may have been cut between two blocks.
    [[nodiscard]] bool lacks_end_block() const noexcept;

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vglcs::detail
