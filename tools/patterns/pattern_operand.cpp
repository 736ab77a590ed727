// SPDX-License-Identifier: BSD-3-Clause
#include "patterns/pattern_operand.hpp"

#include "base/files.hpp"

#include <vglcs/io/pattern_file.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace vglcs::tools {

namespace {

/// Appends up to `most` bytes of the descriptor; false at its end.
bool read_more(int from, std::string & to, std::size_t most)
{
    std::size_t const before = to.size();
    to.resize(before + most);
    ssize_t got = 0;
    do
        got = ::read(from, to.data() + before, most);
    while (got < 0 && errno == EINTR);
    to.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
    return got > 0;
}

bool write_all(int to, std::string_view text)
{
    while (!text.empty()) {
        ssize_t const done = ::write(to, text.data(), text.size());
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(done));
    }
    return true;
}

/// True where the text begins FASTA-like records with signs of the language, or lines of names and patterns.
bool looks_structured(std::string_view text)
{
    std::size_t const first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos || text[first] == '@')
        return false;
    bool const is_fasta = text[first] == '>';
    for (std::size_t at = first; at < text.size();) {
        std::size_t const end = std::min(text.find('\n', at), text.size());
        std::string_view const line = text.substr(at, end - at);
        if (!is_fasta && !line.empty() && line[0] != '#')
            return line.find('\t') != line.npos;
        if (is_fasta && !line.starts_with('>') && is_structured(line))
            return true;
        at = end + 1;
    }
    return false;
}

/// What was read of standard input comes out of it again, and the rest behind it.
void put_back(std::string text)
{
    int ends[2];
    int const rest = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    if (rest < 0 || pipe2(ends, O_CLOEXEC) != 0 || dup2(ends[0], STDIN_FILENO) < 0)
        throw resource_error{"standard input: no pipe: close other files"};
    close(ends[0]);
    std::thread{[text = std::move(text), rest, to = ends[1]]() mutable {
        constexpr std::size_t at_once = std::size_t{1} << 16;
        try {
            while (write_all(to, text)) {
                text.clear();
                if (!read_more(rest, text, at_once))
                    break;
            }
        } catch (std::exception const &) { // no memory: the reader sees a cut text
        }
        close(to);
        close(rest);
    }}.detach();
}

} // namespace

std::optional<std::vector<structured_pattern>> structured_patterns_of(std::string const & path)
{
    if (path != "-") {
        std::error_code none;
        if (reads_once(path) || !std::filesystem::is_regular_file(path, none))
            return std::nullopt;
        try {
            return read_structured_patterns(path, path);
        } catch (pattern_error const &) {
            throw;
        } catch (input_error const &) { // the reader of plain patterns says what is wrong
            return std::nullopt;
        }
    }
    constexpr std::size_t at_once = std::size_t{1} << 16, enough = std::size_t{1} << 20;
    std::string text;
    while (text.size() < enough && read_more(STDIN_FILENO, text, at_once)) {
    }
    if (!looks_structured(text)) {
        put_back(std::move(text));
        return std::nullopt;
    }
    while (read_more(STDIN_FILENO, text, at_once)) {
    }
    int const file = memfd_create("patterns", MFD_CLOEXEC);
    if (file < 0 || !write_all(file, text))
        throw resource_error{"standard input: no memory for the patterns: give a file"};
    auto out = read_structured_patterns(fmt::format("/proc/self/fd/{}", file), "standard input");
    close(file);
    return out;
}

std::vector<structured_pattern> patterns_given(std::vector<std::string> const & texts)
{
    std::vector<structured_pattern> out;
    for (std::string const & text : texts)
        out.push_back(parse_pattern(text, fmt::format("p{}", out.size() + 1), "--pattern"));
    return out;
}

} // namespace vglcs::tools
