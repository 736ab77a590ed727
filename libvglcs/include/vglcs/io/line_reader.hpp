// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace vglcs {

/// The lines of a text, plain or gzip (found from its first bytes), "-" for standard input. Every line must end with a
/// line end: a file whose last line does not is cut. Memory: that of the longest line.
class line_reader
{
public:
    /// Throws input_error where the file cannot be opened. `control`, where given, must outlive the reader; a stop that
    /// it asks for ends a wait for a slow pipe (interrupted).
    /// @param max_memory   bytes that a line may take, 0: any; a longer one is a resource_error
    explicit line_reader(std::string path, run_control const * control = nullptr, std::uint64_t max_memory = 0);
    ~line_reader();
    line_reader(line_reader &&) noexcept;
    line_reader & operator=(line_reader &&) noexcept;

    /// Takes a line, without its end. False at the end of the file. Throws input_error on damaged or cut data.
    [[nodiscard]] bool next(std::string & line);
    /// Number of the line that `next` gave last, from 1.
    [[nodiscard]] std::uint64_t number() const noexcept;
    /// After the end, a warning for people where the file is bgzip data without its end-of-file block, which may have
    /// been cut between two blocks; else empty.
    [[nodiscard]] std::string end_warning() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vglcs
