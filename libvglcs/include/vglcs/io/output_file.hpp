// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace vglcs {

/// Where results go: standard output, or a file that appears only when complete. A regular file is written beside its
/// target under an unguessable name and renamed on `commit`; a symbolic link is followed; a device or pipe is written
/// directly. An existing file keeps its permissions, a new one gets those of the umask. Without `commit` the destructor
/// removes what was written, so that an interrupted run leaves nothing behind and an old file untouched; on standard
/// output, devices and pipes it hands over what is buffered, as far as that goes, unless the run was asked to stop.
/// The program must ignore SIGPIPE, else a reader that goes away ends the process.
class output_file
{
public:
    /// An empty path or "-" is standard output. `control`, where given, ends a write that waits for a slow reader when
    /// the run is asked to stop (and a signal arrives). Throws resource_error: read-only folder or file, a folder, ...
    explicit output_file(std::string path, run_control const * control = nullptr);
    /// The same for a text: one whose path ends in .gz (in any case of letters) is written as BGZF.
    [[nodiscard]] static output_file for_text(std::string path, run_control const * control = nullptr);
    /// Appends to `text`, which must outlive it: for rows that are made in one place and written in another.
    [[nodiscard]] static output_file into(std::string & text);
    ~output_file();
    output_file(output_file &&) noexcept;
    output_file & operator=(output_file &&) noexcept;

    /// Appends; buffered (64 KiB). Throws resource_error on a write error ("No space left on device"), closed_pipe when
    /// the reader has gone.
    void write(std::string_view text);
    /// Hands everything written so far to the operating system.
    void flush();
    /// Puts what was written so far beside the target, under its name with `.partial` behind it, instead of removing
    /// it: for a run that ends with an error behind finished work. The path; empty where there is no such file
    /// (standard output, a device or pipe, a write that failed). Nothing may be written after it.
    [[nodiscard]] std::string keep_unfinished() noexcept;
    /// Flushes, closes (errors of close are seen) and renames. Nothing may be written after it.
    void commit();

private:
    struct state;
    explicit output_file(std::unique_ptr<state> s);
    std::unique_ptr<state> state_;
};

/// Removes the temporary files of every output_file that has not been committed: for a program that must end at once.
/// Safe from any thread, not from a signal handler.
void remove_unfinished_outputs();

/// The reader of standard output has gone: the program ends quietly.
struct closed_pipe
{
};

} // namespace vglcs
