// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace vglcs {

/// Where results go: standard output, or a file that appears only when complete. A regular file is written beside its
/// target under an unguessable name and renamed on `commit`; a device or pipe is written directly. Without `commit` the
/// destructor removes what was written, so that an interrupted run leaves nothing behind and an old file untouched.
class output_file
{
public:
    /// An empty path is standard output. Throws resource_error (read-only folder, ...).
    explicit output_file(std::string path);
    ~output_file();
    output_file(output_file &&) noexcept;
    output_file & operator=(output_file &&) noexcept;

    /// Appends; buffered. Throws resource_error on a write error ("No space left on device"), closed_pipe when the
    /// reader has gone.
    void write(std::string_view text);
    /// Hands everything written so far to the operating system.
    void flush();
    /// Flushes, closes (errors of close are seen) and renames. Nothing may be written after it.
    void commit();

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// The reader of standard output has gone: the program ends quietly.
struct closed_pipe
{};

} // namespace vglcs
