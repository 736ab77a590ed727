// SPDX-License-Identifier: BSD-3-Clause
#include "rows/batch_journal.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace vglcs::tools {

namespace {

constexpr std::string_view magic = "vglcs batch journal 3 ";
/// More than any line that begins a block.
constexpr std::size_t longest_line = 512;

[[noreturn]] void fail(std::string const & path, std::string_view what)
{
    throw resource_error{fmt::format("{}: {}: {}: free some space, or name another file with -o", path, what,
                                     std::generic_category().message(errno))};
}

/// FNV-1a, 64 bits: finds damage, not malice.
std::uint64_t checksum(std::string_view text, std::uint64_t seed = 0xcbf29ce484222325u)
{
    for (char const c : text)
        seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return seed;
}

std::array<std::uint64_t *, 12> fields_of(row_counts & c)
{
    return {&c.pairs,   &c.rows,    &c.failed,       &c.empty,          &c.too_short, &c.too_unlike,
            &c.not_top, &c.skipped, &c.pruned_short, &c.pruned_not_top, &c.too_low,   &c.pruned_low};
}

} // namespace

batch_journal::batch_journal(std::string const & output, std::string const & key) : path_{output + ".journal"}
{
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0)
        fail(path_, "cannot be written");
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
        throw resource_error{
            fmt::format("{}: another run is writing it: wait for its end, or name another file with -o", path_)};
    struct stat found;
    if (::fstat(file_, &found) != 0)
        fail(path_, "cannot be read");
    auto const size = static_cast<std::uint64_t>(found.st_size);
    std::string const head = fmt::format("{}{}\n", magic, key);
    std::string there(std::min<std::uint64_t>(size, head.size()), '\0');
    if (::pread(file_, there.data(), there.size(), 0) != static_cast<ssize_t>(there.size()))
        fail(path_, "cannot be read");
    if (!head.starts_with(there)) // a journal that was cut in its first line is a new one
        throw input_error{path_, 0,
                          "is the journal of a run with other inputs or options: give those, or remove it to start "
                          "anew"};
    if (there.size() < head.size()) {
        if (::ftruncate(file_, 0) != 0)
            fail(path_, "cannot be cut");
        write(head);
        return;
    }
    size_ = head.size();
    block_rows rows;
    for (std::uint64_t end = 0; read_block(size_, rows, end); size_ = end)
        blocks_.emplace(rows.number, size_);
    if (size_ != size && ::ftruncate(file_, static_cast<off_t>(size_)) != 0)
        fail(path_, "cannot be cut");
}

batch_journal::~batch_journal()
{
    if (file_ >= 0)
        ::close(file_);
}

void batch_journal::append(block_rows const & rows)
{
    row_counts counts = rows.counts;
    std::string line = fmt::format("{} {} {}", rows.number, rows.text.size(), rows.first_empty.size());
    for (std::uint64_t const * field : fields_of(counts))
        line += fmt::format(" {}", *field);
    std::uint64_t const sum = checksum(rows.text, checksum(rows.first_empty, checksum(line)));
    std::uint64_t const at = size_;
    write(fmt::format("block {} {:016x}\n{}{}\n", line, sum, rows.first_empty, rows.text));
    blocks_.emplace(rows.number, at);
}

void batch_journal::write(std::string const & text)
{
    for (std::size_t done = 0; done < text.size();) {
        ssize_t const written =
            ::pwrite(file_, text.data() + done, text.size() - done, static_cast<off_t>(size_ + done));
        if (written < 0 && errno != EINTR)
            fail(path_, "write failed");
        done += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    }
    size_ += text.size();
}

bool batch_journal::read_block(std::uint64_t at, block_rows & out, std::uint64_t & end) const
{
    std::string head(longest_line, '\0');
    auto const read = [&](std::string & into, std::uint64_t from) {
        std::size_t done = 0;
        for (ssize_t got = 1; done < into.size() && got != 0;) {
            got = ::pread(file_, into.data() + done, into.size() - done, static_cast<off_t>(from + done));
            if (got < 0 && errno != EINTR)
                fail(path_, "cannot be read");
            done += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
        }
        into.resize(done);
    };
    read(head, at);
    auto const line_end = head.find('\n');
    if (line_end == head.npos || !head.starts_with("block "))
        return false;
    std::string const line = head.substr(6, line_end - 6);
    auto const last_blank = line.rfind(' ');
    if (last_blank == line.npos)
        return false;
    std::istringstream in{line};
    in.imbue(std::locale::classic());
    std::uint64_t text_size = 0, empty_size = 0, sum = 0;
    out = {};
    in >> out.number >> text_size >> empty_size;
    for (std::uint64_t * field : fields_of(out.counts))
        in >> *field;
    in >> std::hex >> sum;
    struct stat file;
    if (!in || ::fstat(file_, &file) != 0)
        return false;
    std::uint64_t const begin = at + line_end + 1, left = static_cast<std::uint64_t>(file.st_size) - begin;
    if (text_size >= left || empty_size >= left || text_size + empty_size + 1 > left)
        return false;
    out.first_empty.resize(empty_size);
    read(out.first_empty, begin);
    out.text.resize(text_size + 1);
    read(out.text, begin + empty_size);
    if (out.text.back() != '\n')
        return false;
    out.text.pop_back();
    end = begin + empty_size + text_size + 1;
    return checksum(out.text, checksum(out.first_empty, checksum(line.substr(0, last_blank)))) == sum;
}

void batch_journal::read_all(std::function<void(block_rows)> const & take) const
{
    for (auto const & [number, at] : blocks_) {
        block_rows rows;
        std::uint64_t end = 0;
        if (!read_block(at, rows, end) || rows.number != number)
            throw input_error{path_, 0, "was changed while the run went on: remove it and start anew"};
        take(std::move(rows));
    }
}

void batch_journal::remove()
{
    ::unlink(path_.c_str());
}

} // namespace vglcs::tools
