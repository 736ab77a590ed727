// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/bytes/memory_budget.hpp"
#include "io/bytes/text_input.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// Whole lines or words of a text file, plain or gzip, with the line number for messages. Line ends may be LF, CRLF
/// or CR; a byte order mark in front is skipped. Memory: text_input's, and the line (next_line) or word (next_word)
/// where it does not lie in one block. Errors are input_error with file and line. A file is read either by lines or
/// by words.
class text_reader
{
public:
    /// Throws input_error as byte_source does, where the file cannot be opened. A line or word that does not fit the
    /// budget is a resource_error.
    explicit text_reader(std::string path, byte_source_sizes sizes = {}, memory_budget budget = memory_budget{},
                         run_control const * control = nullptr)
        : input_{std::move(path), sizes, control}, budget_{budget}
    {
    }

    /// The next line without its end, valid until the next call. False at the end of the file.
    [[nodiscard]] bool next_line(std::string_view & line);
    /// False where the line that next_line gave ends with the file and not with a line end.
    [[nodiscard]] bool line_has_end() const noexcept { return input_.line() != line_; }

    /// The next word: bytes between blanks and line ends, valid until the next call. False at the end of the file.
    [[nodiscard]] bool next_word(std::string_view & word);
    /// True where the word that next_word gave is the first of its line.
    [[nodiscard]] bool word_begins_line() const noexcept { return begins_line_; }
    /// The line from the word that next_word gave on to its end; valid until the next call.
    [[nodiscard]] std::string_view take_line();

    [[nodiscard]] std::string const & path() const noexcept { return input_.path(); }
    [[nodiscard]] std::string_view name() const noexcept { return input_.name(); } ///< for messages
    [[nodiscard]] std::string end_warning() const { return input_.end_warning(); } ///< as text_input's
    /// Line of the line or word that was read last, from 1.
    [[nodiscard]] std::uint64_t line_number() const noexcept { return line_; }
    /// Throws input_error at the current line.
    [[noreturn]] void fail(std::string_view what) const;

private:
    bool next_piece();
    void expect_room(std::string const & text) const
    {
        budget_.expect_room(text.size(), input_.name(), line_, "this line");
    }

    text_input input_;
    memory_budget budget_;
    std::uint64_t line_ = 0;
    std::string text_; // the line or word, where it is not in one piece
    // by words: what is left of the piece of a line in memory
    std::string_view rest_, word_;
    bool at_line_start_ = true, begins_line_ = false, piece_ends_line_ = true;
};

} // namespace vglcs::detail
