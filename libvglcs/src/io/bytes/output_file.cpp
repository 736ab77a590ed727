// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/io/output_file.hpp>

#include "io/bytes/bgzf_encoder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace vglcs {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_bytes = 64 * 1024;
constexpr int most_links = 40; // as the kernel's own limit

[[noreturn]] void fail(std::string_view path, std::string_view what, int error_number, std::string_view advice)
{
    throw resource_error{
        fmt::format("{}: {}: {}: {}", path, what, std::generic_category().message(error_number), advice)};
}

/// A file descriptor that closes itself.
class descriptor
{
public:
    explicit descriptor(int fd = -1) noexcept : fd_{fd} {}
    ~descriptor() { close(); }
    descriptor(descriptor const &) = delete;
    descriptor & operator=(descriptor && other) noexcept
    {
        close();
        fd_ = std::exchange(other.fd_, -1);
        return *this;
    }
    [[nodiscard]] int get() const noexcept { return fd_; }
    [[nodiscard]] bool is_open() const noexcept { return fd_ >= 0; }
    /// Error number of closing, 0 where it went well.
    int close() noexcept
    {
        int const fd = std::exchange(fd_, -1);
        return fd >= 0 && ::close(fd) != 0 ? errno : 0;
    }

private:
    int fd_;
};

/// The descriptor that a path like /dev/stdout or /dev/fd/63 names: to be written through, since opening the path anew
/// would start a file behind it again from its first byte.
std::optional<int> named_descriptor(std::string_view path)
{
    if (path.empty() || path == "-" || path == "/dev/stdout")
        return STDOUT_FILENO;
    if (path == "/dev/stderr")
        return STDERR_FILENO;
    for (std::string_view const folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder))
            continue;
        std::string_view const digits = path.substr(folder.size());
        int fd = 0;
        auto const [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), fd);
        if (failure == std::errc{} && end == digits.data() + digits.size() && fd >= 0)
            return fd;
    }
    return std::nullopt;
}

/// Where the symbolic links at the end of `path` lead; the file there need not exist.
fs::path followed(fs::path path)
{
    for (int links = 0; links < most_links; ++links) {
        std::error_code none;
        fs::path const next = fs::read_symlink(path, none);
        if (none)
            return path;
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    fail(path.string(), "cannot be opened", ELOOP, "name another file with -o");
}

/// A name in the folder of `target` that nobody can guess; it does not grow with the target's name.
fs::path temporary_beside(fs::path const & target)
{
    std::array<unsigned char, 16> random;
    if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
        fail(target.string(), "no random name for a temporary file", errno, "try again");
    std::string name = ".vglcs-";
    for (unsigned char const byte : random)
        name += fmt::format("{:02x}", byte);
    return target.parent_path() / (name + ".part");
}

/// The temporary files of this process, for remove_unfinished_outputs.
class unfinished_files
{
public:
    void add(fs::path const & path)
    {
        std::lock_guard const lock{mutex_};
        paths_.insert(path);
    }
    void remove(fs::path const & path)
    {
        std::lock_guard const lock{mutex_};
        paths_.erase(path);
    }
    void unlink_all()
    {
        std::lock_guard const lock{mutex_};
        for (fs::path const & path : paths_)
            ::unlink(path.c_str());
    }

private:
    std::mutex mutex_;
    std::set<fs::path> paths_;
};

unfinished_files & unfinished()
{
    static unfinished_files files;
    return files;
}

} // namespace

/// A text in memory; else a descriptor that is written directly (`temporary` empty), or a temporary file that becomes
/// `target`.
struct output_file::state
{
    std::string * text = nullptr;
    std::string shown; ///< the path as messages name it
    run_control const * control = nullptr;
    descriptor file;
    fs::path target, temporary;
    std::string buffer;
    std::optional<detail::bgzf_encoder> packed; ///< where the file is to be BGZF
    bool failed = false;                        ///< a write failed: what is buffered is lost

    ~state()
    {
        if (!temporary.empty()) {
            file.close();
            ::unlink(temporary.c_str());
            unfinished().remove(temporary);
        } else if (file.is_open() && !failed && !(control && control->stopped())) {
            try {
                drain();
            } catch (...) {
                // the run has failed for another reason already, which is the one to report
            }
        }
    }

    void open(std::string const & path)
    {
        if (auto const fd = named_descriptor(path)) {
            // a copy, so that commit() can close it and see the errors of closing
            file = descriptor{::fcntl(*fd, F_DUPFD_CLOEXEC, 0)};
            if (!file.is_open())
                fail(shown, "cannot be written", errno, "open it, or name a file with -o");
            return;
        }
        target = followed(path);
        struct stat found;
        bool const exists = ::stat(target.c_str(), &found) == 0;
        if (!exists && errno != ENOENT)
            fail(shown, "cannot be written", errno, "name another file with -o");
        if (exists && S_ISDIR(found.st_mode))
            fail(shown, "cannot be written", EISDIR, "name a file with -o");
        if (exists && !S_ISREG(found.st_mode)) {
            open_with_retries(target, O_WRONLY | O_CLOEXEC);
            return;
        }
        // the superuser may write to anything: a file without any write permission still says that it is to be kept
        if (exists && (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0 || (found.st_mode & 0222) == 0))
            fail(shown, "cannot be written", EACCES, "make it writable, or name another file with -o");
        fs::path beside = temporary_beside(target);
        open_with_retries(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC);
        temporary = std::move(beside); // a copy might find no memory and leave the file behind
        unfinished().add(temporary);
        if (exists) {
            // where the owner cannot be kept, the permissions still are
            if (::fchown(file.get(), found.st_uid, found.st_gid) != 0 && errno != EPERM)
                fail(shown, "cannot keep its owner", errno, "name another file with -o");
            if (::fchmod(file.get(), found.st_mode & 07777) != 0 && errno != EPERM)
                fail(shown, "cannot keep its permissions", errno, "name another file with -o");
        }
    }

    void open_with_retries(fs::path const & path, int flags)
    {
        int fd = -1;
        while ((fd = ::open(path.c_str(), flags, 0666)) < 0 && errno == EINTR)
            throw_if_stopped();
        if (fd < 0)
            fail(shown, "cannot be written", errno, "name another file or folder with -o");
        file = descriptor{fd};
    }

    void throw_if_stopped() const
    {
        if (control)
            control->throw_if_stopped();
    }

    void put(std::string_view part)
    {
        while (!part.empty()) {
            ssize_t const written = ::write(file.get(), part.data(), part.size());
            if (written >= 0) {
                part.remove_prefix(static_cast<std::size_t>(written));
                continue;
            }
            if (errno == EINTR) {
                throw_if_stopped();
                continue;
            }
            if (errno == EAGAIN || errno == EWOULDBLOCK) { // a pipe that some other process made non-blocking
                pollfd ready{.fd = file.get(), .events = POLLOUT, .revents = 0};
                ::poll(&ready, 1, 50);
                throw_if_stopped();
                continue;
            }
            failed = true;
            if (errno == EPIPE)
                throw closed_pipe{};
            fail(shown, "write failed", errno, "free some space, or name another file with -o");
        }
    }

    /// Bytes that are kept before they go on together.
    [[nodiscard]] std::size_t room() const { return packed ? detail::bgzf_encoder::block_bytes : buffer_bytes; }

    void send(std::string_view part)
    {
        if (!packed) {
            put(part);
            return;
        }
        for (; !part.empty(); part.remove_prefix(std::min(part.size(), room())))
            put(packed->encode(part.substr(0, room())));
    }

    void drain()
    {
        send(buffer);
        buffer.clear();
    }

    void write(std::string_view part)
    {
        if (text) {
            *text += part;
            return;
        }
        if (buffer.size() + part.size() > room()) {
            drain();
            if (part.size() > room()) {
                send(part);
                return;
            }
        }
        buffer += part;
    }

    void commit()
    {
        if (text)
            return;
        close();
        if (!temporary.empty())
            put_in_place(target);
    }

    void close()
    {
        drain();
        if (packed)
            put(detail::bgzf_encoder::end_block());
        if (int const error_number = file.close()) {
            failed = true;
            fail(shown, "close failed", error_number, "free some space, or name another file with -o");
        }
    }

    void put_in_place(fs::path const & place)
    {
        if (::rename(temporary.c_str(), place.c_str()) != 0)
            fail(shown, "cannot be put in place", errno, "name another file with -o");
        unfinished().remove(temporary);
        temporary.clear();
    }
};

output_file::output_file(std::string path, run_control const * control) : state_{std::make_unique<state>()}
{
    state_->shown = path.empty() || path == "-" ? "standard output" : path;
    state_->control = control;
    state_->buffer.reserve(buffer_bytes);
    state_->open(path);
}

output_file::output_file(std::unique_ptr<state> s) : state_{std::move(s)}
{
}

output_file output_file::for_text(std::string path, run_control const * control)
{
    std::string_view const view = path;
    bool const gz = view.size() > 3 && view[view.size() - 3] == '.' && (view[view.size() - 2] | 0x20) == 'g' &&
                    (view.back() | 0x20) == 'z';
    output_file out{std::move(path), control};
    if (gz)
        out.state_->packed.emplace();
    return out;
}

output_file output_file::into(std::string & text)
{
    auto s = std::make_unique<state>();
    s->text = &text;
    return output_file{std::move(s)};
}

output_file::~output_file() = default;
output_file::output_file(output_file &&) noexcept = default;
output_file & output_file::operator=(output_file &&) noexcept = default;

void output_file::write(std::string_view text)
{
    state_->write(text);
}

void output_file::flush()
{
    state_->drain();
}

std::string output_file::keep_unfinished() noexcept
try {
    state & s = *state_;
    if (s.text || s.temporary.empty() || s.failed || !s.file.is_open())
        return {};
    fs::path place = s.target;
    place += ".partial";
    s.close();
    s.put_in_place(place);
    return place.string();
} catch (...) {
    return {}; // the run ends with another error already
}

void output_file::commit()
{
    state_->commit();
}

void remove_unfinished_outputs()
{
    unfinished().unlink_all();
}

} // namespace vglcs
