// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/bytes/byte_source.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// The text of a byte_source, line by line and without copies. A line ends with LF, CRLF, CR alone, or the end of the
/// file; one file may mix them. Lines come in pieces, so that a line of any length needs no memory.
class text_input
{
public:
    /// Throws input_error as byte_source does; so do the members that read, with file, line and record.
    explicit text_input(std::string path, byte_source_sizes sizes = {}, run_control const * control = nullptr);

    /// True when no byte is left; waits for the next one where it is not there yet.
    [[nodiscard]] bool at_end();
    /// The next byte. Precondition: !at_end().
    [[nodiscard]] char peek() const noexcept { return *next_; }
    /// Passes over the byte that `peek` shows. Precondition: it ends no line.
    void skip() noexcept { ++next_; }

    struct piece
    {
        std::string_view text;  ///< without the line end; valid until the next call
        bool last = false;      ///< the line ends here
        std::uint64_t line = 0; ///< number of the line, from 1
    };
    /// The rest of the line as far as it is in memory. At the end of the file: empty, last.
    [[nodiscard]] piece line_piece();
    /// The rest of the line is passed over.
    void skip_line();
    /// Number of the line that the next byte is in, from 1.
    [[nodiscard]] std::uint64_t line() const noexcept { return line_; }

    /// After the end, a warning for people where the data is bgzip without its end-of-file block; else empty.
    [[nodiscard]] std::string end_warning() const;

    /// Name for messages: the path, or "standard input".
    [[nodiscard]] std::string_view name() const noexcept;
    [[nodiscard]] std::string const & path() const noexcept { return path_; }
    /// Number of the record being read, for messages; 0: none.
    void set_record(std::uint64_t number) noexcept { record_ = number; }

private:
    [[nodiscard]] bool load();
    [[nodiscard]] char const * find_line_end() noexcept;

    std::string path_;
    byte_source source_;
    char const * next_ = nullptr;
    char const * end_ = nullptr;
    // The next of either kind of line end at or after next_, or end_; looked for again only when next_ has passed it,
    // so that a text with one kind only is not searched for the other one line after line.
    char const * line_feed_ = nullptr;
    char const * carriage_return_ = nullptr;
    bool after_carriage_return_ = false; // the block ended with CR: a LF at the start of the next one belongs to it
    std::uint64_t line_ = 1;
    std::uint64_t record_ = 0;
};

} // namespace vglcs::detail
