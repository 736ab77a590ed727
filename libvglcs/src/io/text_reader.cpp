// SPDX-License-Identifier: BSD-3-Clause
#include <io/text_reader.hpp>

#include <vglcs/error.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace vglcs::detail {

namespace {

constexpr std::size_t part = std::size_t{1} << 18;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

struct foreign_compression
{
    std::string_view magic, name;
};
constexpr foreign_compression foreign_compressions[] = {
    {"BZh", "bzip2"}, {"\xfd\x37zXZ", "xz"}, {"\x28\xb5\x2f\xfd", "zstd"}, {"PK\x03\x04", "zip"}};

constexpr bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}
constexpr bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

} // namespace

void text_reader::gz_closer::operator()(gzFile_s * file) const noexcept
{
    gzclose_r(file);
}

text_reader::text_reader(std::string path) : path_{std::move(path)}, buffer_(part)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path_, ignored))
        throw input_error{path_, 0, "is a directory: name a file in it"};
    file_.reset(gzopen(path_.c_str(), "rb"));
    if (!file_ && errno == ENOENT)
        throw input_error{path_, 0, "no such file: check the name and the folder"};
    if (!file_)
        throw input_error{
            path_, 0, fmt::format("cannot be opened ({}): check the file and its permissions", std::strerror(errno))};
    gzbuffer(file_.get(), part);
    refill();
    std::string_view const begin{buffer_.data(), filled_};
    for (auto const & [magic, name] : foreign_compressions)
        if (begin.starts_with(magic))
            throw input_error{path_, 0,
                              fmt::format("{} data is not supported: decompress it first, or use gzip", name)};
    if (begin.starts_with(byte_order_mark))
        position_ = byte_order_mark.size();
}

text_reader::~text_reader() = default;

void text_reader::fail(std::string_view what) const
{
    throw input_error{path_, line_, what};
}

bool text_reader::refill()
{
    position_ = filled_ = 0;
    int const bytes = gzread(file_.get(), buffer_.data(), static_cast<unsigned>(buffer_.size()));
    int status = Z_OK;
    char const * const message = gzerror(file_.get(), &status);
    // at the end of a cut file gzread gives what there is, and says so in the status only
    if (bytes < 0 || status == Z_BUF_ERROR) {
        throw input_error{
            path_, next_line_,
            status == Z_BUF_ERROR
                ? std::string{"truncated gzip data (unexpected end of file): copy or download the file again"}
                : fmt::format("gzip data error ({}): copy or download the file again",
                              status == Z_ERRNO ? std::strerror(errno) : message)};
    }
    filled_ = static_cast<std::size_t>(bytes);
    return filled_ != 0;
}

void text_reader::pass_line_end()
{
    char const end = buffer_[position_++];
    if (end == '\r' && peek() == '\n')
        ++position_;
    ++next_line_;
    at_line_start_ = true;
}

/// Appends to the text until a byte that `stops` is next, or the file ends.
template <class Stops>
void text_reader::append_until(Stops stops)
{
    do {
        auto const begin = buffer_.begin() + static_cast<std::ptrdiff_t>(position_);
        auto const end = buffer_.begin() + static_cast<std::ptrdiff_t>(filled_);
        auto const stop = std::find_if(begin, end, stops);
        text_.append(begin, stop);
        position_ += static_cast<std::size_t>(stop - begin);
    } while (position_ == filled_ && refill());
}

bool text_reader::next_line(std::string_view & line)
{
    if (peek() == end_of_file)
        return false;
    line_ = next_line_;
    text_.clear();
    append_until(is_line_end);
    if (peek() != end_of_file)
        pass_line_end();
    line = text_;
    return true;
}

bool text_reader::next_word(std::string_view & word)
{
    for (int c = peek();; c = peek()) {
        if (c == end_of_file)
            return false;
        if (is_line_end(static_cast<char>(c)))
            pass_line_end();
        else if (is_blank(static_cast<char>(c)))
            ++position_;
        else
            break;
    }
    line_ = next_line_;
    begins_line_ = at_line_start_;
    at_line_start_ = false;
    text_.clear();
    append_until([](char c) { return is_line_end(c) || is_blank(c); });
    word = text_;
    return true;
}

std::string_view text_reader::take_line()
{
    append_until(is_line_end);
    return text_;
}

} // namespace vglcs::detail
