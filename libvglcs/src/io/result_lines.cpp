// SPDX-License-Identifier: BSD-3-Clause
#include "io/result_lines.hpp"

#include <vglcs/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace vglcs::detail {

namespace {

constexpr unsigned buffer_bytes = 256 * 1024;

} // namespace

void result_lines::closer::operator()(gzFile_s * file) const noexcept
{
    gzclose_r(file);
}

result_lines::result_lines(std::string const & path)
    : name_{path == "-" ? "standard input" : path}, buffer_(buffer_bytes)
{
    // of standard input a copy, since gzclose closes what it was given
    int const fd = path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        throw input_error{name_, 0, fmt::format("{}: check the path", std::generic_category().message(errno))};
    file_.reset(gzdopen(fd, "rb"));
    if (!file_) {
        ::close(fd);
        throw resource_error{fmt::format("{}: no memory to read it", name_)};
    }
    gzbuffer(file_.get(), buffer_bytes);
}

result_lines::~result_lines() = default;

bool result_lines::refill()
{
    int const bytes = gzread(file_.get(), buffer_.data(), buffer_bytes);
    int code = Z_OK;
    char const * const message = gzerror(file_.get(), &code);
    // a cut gzip file gives its last bytes first and the error with them
    if (bytes < 0 || code == Z_BUF_ERROR)
        throw input_error{name_, number_ + 1,
                          code == Z_ERRNO ? fmt::format("{}: check the file", std::generic_category().message(errno))
                                          : fmt::format("damaged gzip data ({}): make the file anew", message)};
    rest_ = {buffer_.data(), static_cast<std::size_t>(bytes)};
    return bytes > 0;
}

bool result_lines::read(std::string & line)
{
    line.clear();
    for (;;) {
        if (rest_.empty() && !refill()) {
            if (line.empty())
                return false;
            throw input_error{name_, number_ + 1, "the file ends within this line: it is cut, make it anew"};
        }
        std::size_t const end = rest_.find('\n');
        line += rest_.substr(0, end);
        if (end != rest_.npos) {
            rest_.remove_prefix(end + 1);
            return true;
        }
        rest_ = {};
    }
}

std::string const * result_lines::peek()
{
    if (!has_pending_)
        has_pending_ = read(pending_);
    return has_pending_ ? &pending_ : nullptr;
}

bool result_lines::next(std::string & line)
{
    if (std::exchange(has_pending_, false))
        std::swap(line, pending_);
    else if (!read(line))
        return false;
    ++number_;
    return true;
}

} // namespace vglcs::detail
