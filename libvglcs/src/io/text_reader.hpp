// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct gzFile_s; // zlib's gzFile; its header stays in the .cpp

namespace vglcs::detail {

/// Lines or words of a text file, plain or gzip (found from the bytes, not the name), with the line number for
/// messages. Line ends may be LF, CRLF or CR; a byte order mark in front is skipped. Memory: one part of the file and
/// the longest line (next_line) or word (next_word). All errors are input_error with file and line.
class text_reader
{
public:
    /// Throws input_error: missing, unreadable, no regular file or pipe, another compression.
    explicit text_reader(std::string path);
    ~text_reader();

    /// The next line without its end, valid until the next call. False at the end of the file.
    [[nodiscard]] bool next_line(std::string_view & line);
    /// The next word: bytes between blanks and line ends, valid until the next call. False at the end of the file.
    [[nodiscard]] bool next_word(std::string_view & word);
    /// True where the word that next_word gave is the first of its line.
    [[nodiscard]] bool word_begins_line() const noexcept { return begins_line_; }
    /// The line from the word that next_word gave on to its end; valid until the next call.
    [[nodiscard]] std::string_view take_line();

    [[nodiscard]] std::string const & path() const noexcept { return path_; }
    /// Line of the line or word that was read last, from 1.
    [[nodiscard]] std::uint64_t line_number() const noexcept { return line_; }
    /// Throws input_error at the current line.
    [[noreturn]] void fail(std::string_view what) const;

private:
    struct gz_closer
    {
        void operator()(gzFile_s * file) const noexcept;
    };
    static constexpr int end_of_file = -1;

    bool refill();
    int peek()
    {
        return position_ < filled_ || refill() ? static_cast<unsigned char>(buffer_[position_]) : end_of_file;
    }
    void pass_line_end();
    template <class Stops>
    void append_until(Stops stops);

    std::string path_;
    std::unique_ptr<gzFile_s, gz_closer> file_;
    std::vector<char> buffer_;
    std::size_t position_ = 0, filled_ = 0;
    std::uint64_t line_ = 1, next_line_ = 1;
    bool begins_line_ = false, at_line_start_ = true;
    std::string text_;
};

} // namespace vglcs::detail
