// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/input_file.hpp"
#include "io/bytes/read_failure.hpp"
#include <vglcs/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace vglcs::detail {

namespace {

std::string reason(int error_number)
{
    return std::generic_category().message(error_number);
}

[[noreturn]] void cannot_open(std::string_view path, int error_number)
{
    if (error_number == ENOENT || error_number == ENOTDIR)
        throw input_error{input_name(path), 0, "no such file: check the name and the folder"};
    if (error_number == EMFILE || error_number == ENFILE || error_number == ENOMEM) // the file is not at fault
        throw resource_error{fmt::format("{}: cannot be opened ({}): raise ulimit -n, or free memory", input_name(path),
                                         reason(error_number))};
    throw input_error{input_name(path), 0,
                      fmt::format("cannot be opened ({}): check the file and its permissions", reason(error_number))};
}

} // namespace

std::string_view input_name(std::string_view path) noexcept
{
    return path == "-" ? "standard input" : path;
}

input_file::input_file(std::string const & path)
{
    if (path == "-")
        descriptor_ = STDIN_FILENO;
    else {
        // O_NONBLOCK: a named pipe without a writer must not hold up the caller; every read waits by poll instead
        descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor_ < 0)
            cannot_open(path, errno);
        owned_ = true;
    }
    struct stat status
    {
    };
    int const failed = ::fstat(descriptor_, &status) ? errno : 0;
    bool const directory = !failed && S_ISDIR(status.st_mode);
    if (!failed && !directory)
        wake_ = ::eventfd(0, EFD_CLOEXEC);
    if (failed || directory || wake_ < 0) {
        int const error_number = failed ? failed : errno;
        if (owned_)
            ::close(descriptor_);
        if (directory)
            throw input_error{input_name(path), 0, "is a directory: name a file in it"};
        cannot_open(path, error_number);
    }
    if (S_ISREG(status.st_mode)) {
        changed_at_ = status.st_mtim;
        size_ = static_cast<std::size_t>(status.st_size);
        ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL); // advice only: nothing depends on it
    }
}

input_file::~input_file()
{
    ::close(wake_);
    if (owned_)
        ::close(descriptor_);
}

void input_file::stop() noexcept
{
    std::uint64_t const one = 1;
    [[maybe_unused]] auto const written = ::write(wake_, &one, sizeof one);
}

/// True when a read would not wait. Throws `stopped` as soon as stop() was called.
bool input_file::wait(int timeout_ms) const
{
    pollfd events[] = {{.fd = descriptor_, .events = POLLIN, .revents = 0},
                       {.fd = wake_, .events = POLLIN, .revents = 0}};
    int ready = 0;
    do
        ready = ::poll(events, 2, timeout_ms);
    while (ready < 0 && errno == EINTR);
    if (ready < 0)
        throw read_failure{fmt::format("cannot be read ({}): check the input", reason(errno))};
    if (events[1].revents)
        throw stopped{};
    return events[0].revents != 0;
}

std::size_t input_file::read(std::span<char> out)
{
    while (!at_end_ && !out.empty()) {
        if (!wait(-1))
            continue;
        ssize_t const got = ::read(descriptor_, out.data(), out.size());
        if (got > 0) {
            bytes_ += static_cast<std::uint64_t>(got);
            return static_cast<std::size_t>(got);
        }
        if (got == 0) {
            at_end_ = true;
            expect_unchanged();
        } else if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
            throw read_failure{
                fmt::format("cannot be read after byte {} ({}): check the disk, the network or the program "
                            "at the other end",
                            bytes_, reason(errno))};
    }
    return 0;
}

/// A regular file that another process wrote to has given a mixture of what it was and what it is. Files of /proc and
/// the like have no size.
void input_file::expect_unchanged() const
{
    struct stat now
    {
    };
    if (!size_ || *size_ == 0 || ::fstat(descriptor_, &now) != 0)
        return;
    if (static_cast<std::size_t>(now.st_size) != *size_ || now.st_mtim.tv_sec != changed_at_.tv_sec ||
        now.st_mtim.tv_nsec != changed_at_.tv_nsec)
        throw read_failure{fmt::format("changed while it was read ({} bytes at first, {} now): run again when nothing "
                                       "writes to it",
                                       *size_, now.st_size)};
}

std::size_t input_file::fill(std::span<char> out)
{
    std::size_t size = read(out);
    while (size && size < out.size() && wait(0)) {
        std::size_t const got = read(out.subspan(size));
        if (!got)
            break;
        size += got;
    }
    return size;
}

} // namespace vglcs::detail
