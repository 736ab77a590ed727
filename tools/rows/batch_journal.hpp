// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blocks/row_sink.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace vglcs::tools {

/// Finished blocks of a run, on disk beside its output (`OUTPUT.journal`), so that a run that was killed need not do
/// them again. A file: a line with the run's key, then for each block a line and its rows, each with a checksum, in the
/// order in which they were finished. What follows the last whole block, as a kill in the middle of a write or a power
/// cut leave it, is cut off when the journal is opened again.
class batch_journal
{
public:
    /// Opens or makes the journal of `output` and locks it. `key` says all that the rows depend on. Throws input_error
    /// where the journal there has another key, resource_error where another run has it open, or it cannot be written.
    batch_journal(std::string const & output, std::string const & key);
    ~batch_journal();
    batch_journal(batch_journal const &) = delete;
    batch_journal & operator=(batch_journal const &) = delete;

    [[nodiscard]] bool has(std::uint64_t block) const { return blocks_.contains(block); }
    [[nodiscard]] std::size_t size() const noexcept { return blocks_.size(); }
    /// Adds a block; it stays there whatever becomes of the process.
    void append(block_rows const & rows);
    /// All blocks by their numbers.
    void read_all(std::function<void(block_rows)> const & take) const;
    /// The output is complete: removes the file.
    void remove();

private:
    [[nodiscard]] bool read_block(std::uint64_t at, block_rows & out, std::uint64_t & end) const;
    void write(std::string const & text);

    std::string path_;
    int file_ = -1;
    std::uint64_t size_ = 0;
    std::map<std::uint64_t, std::uint64_t> blocks_; ///< number -> place in the file
};

} // namespace vglcs::tools
