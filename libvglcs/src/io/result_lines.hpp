// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct gzFile_s; // zlib's file; its header stays in the .cpp

namespace vglcs::detail {

/// Lines of a result file, plain or gzip, "-" for standard input. Every line must end with a line feed: a file that
/// does not is cut. Memory: one buffer and the longest line.
class result_lines
{
public:
    /// Throws input_error where the file cannot be opened.
    explicit result_lines(std::string const & path);
    ~result_lines();
    result_lines(result_lines const &) = delete;
    result_lines & operator=(result_lines const &) = delete;

    /// The line that next() will give, without taking it; nullptr at the end of the file.
    [[nodiscard]] std::string const * peek();
    /// Takes a line, without its end. False at the end of the file. Throws input_error on damaged or cut data.
    [[nodiscard]] bool next(std::string & line);

    /// Number of the line that next() gave last, from 1.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
    [[nodiscard]] std::string const & name() const noexcept { return name_; } ///< for messages

private:
    struct closer
    {
        void operator()(gzFile_s * file) const noexcept;
    };
    bool refill();
    bool read(std::string & line);

    std::string name_;
    std::unique_ptr<gzFile_s, closer> file_;
    std::vector<char> buffer_;
    std::string_view rest_; ///< of the buffer
    std::string pending_;   ///< the line that peek() read
    bool has_pending_ = false;
    std::uint64_t number_ = 0; ///< lines given by next()
};

} // namespace vglcs::detail
