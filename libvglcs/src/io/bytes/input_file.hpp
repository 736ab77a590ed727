// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// The name that messages use for an input: "standard input" for "-".
[[nodiscard]] std::string_view input_name(std::string_view path) noexcept;

/// A file descriptor opened for reading whose waits another thread can end.
class input_file
{
public:
    /// "-" is standard input, which stays open. A named pipe is opened without waiting for its writer.
    /// Throws input_error where the file is missing, a directory, or cannot be opened; resource_error beyond ulimit -n.
    explicit input_file(std::string const & path);
    ~input_file();
    input_file(input_file const &) = delete;
    input_file & operator=(input_file const &) = delete;

    /// Waits for at least one byte; 0 at the end of the file. Throws read_failure on an I/O error, and where a regular
    /// file ends with another size or time of change than it was opened with; `stopped` after stop().
    [[nodiscard]] std::size_t read(std::span<char> out);
    /// As `read`, then goes on as long as bytes are there without waiting.
    [[nodiscard]] std::size_t fill(std::span<char> out);
    /// From any thread: ends the wait of the thread that reads, also of every later read.
    void stop() noexcept;

    /// Bytes of a regular file when it was opened; nothing for pipes, devices and sockets.
    [[nodiscard]] std::optional<std::size_t> size() const noexcept { return size_; }

    struct stopped
    {
    };

private:
    [[nodiscard]] bool wait(int timeout_ms) const;
    void expect_unchanged() const;

    int descriptor_ = -1;
    int wake_ = -1; // becomes readable when the reading must stop
    bool owned_ = false;
    bool at_end_ = false;
    std::optional<std::size_t> size_;
    timespec changed_at_{}; // when a regular file had last been changed
    std::uint64_t bytes_ = 0;
};

} // namespace vglcs::detail
