// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace vglcs::test {

#ifdef VGLCS_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// What a run of the program left behind.
struct cli_run
{
    int code = 0; ///< exit code; 128 + signal where a signal ended it
    std::string out, err;
    std::uint64_t peak_bytes = 0; ///< most memory that was resident at a time; 0 under a sanitizer, whose own is more
};

/// How the program is started, beside its arguments.
struct launch
{
    std::string input{};                    ///< what its standard input holds
    std::vector<std::string> environment{}; ///< NAME=VALUE, added to the test's own
    std::optional<std::uint64_t>
        address_space{};                       ///< `ulimit -v`, in bytes; not under a sanitizer, which takes terabytes
    std::optional<std::uint64_t> file_size{};  ///< `ulimit -f`, in bytes
    std::optional<std::uint64_t> open_files{}; ///< `ulimit -n`
    bool unprivileged = false;                 ///< as nobody, where the test is run by the superuser
    std::string output{};                      ///< path that is its standard output; `cli_run::out` stays empty
    std::string errors{};                      ///< path that is its standard error; `cli_run::err` stays empty
    std::vector<int> closed{};                 ///< descriptors that are not open at its start
};

/// Runs the built program in an empty folder of its own, which goes when the test ends.
class cli_test : public testing::Test
{
protected:
    cli_test()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "vglcs-cli-XXXXXX").string();
        folder_ = mkdtemp(pattern.data());
    }
    ~cli_test() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::filesystem::path path(std::string const & name) const { return folder_ / name; }

    void write(std::string const & name, std::string const & text) const
    {
        std::ofstream{path(name), std::ios::binary} << text;
    }
    [[nodiscard]] std::string read(std::string const & name) const
    {
        std::ostringstream out;
        out << std::ifstream{path(name), std::ios::binary}.rdbuf();
        return out.str();
    }
    [[nodiscard]] bool exists(std::string const & name) const { return std::filesystem::exists(path(name)); }
    /// Names of everything in the folder, sorted, without the fixture's own files.
    [[nodiscard]] std::vector<std::string> names() const
    {
        std::vector<std::string> out;
        for (auto const & entry : std::filesystem::directory_iterator{folder_})
            if (std::string const name = entry.path().filename().string();
                name != ".in" && name != ".out" && name != ".err")
                out.push_back(name);
        std::ranges::sort(out);
        return out;
    }

    /// Runs `vglcs ARGUMENTS` to its end; `input` is its standard input.
    [[nodiscard]] cli_run vglcs(std::vector<std::string> const & arguments, std::string const & input = "") const
    {
        return wait(start(arguments, input));
    }
    /// The same under other circumstances.
    [[nodiscard]] cli_run vglcs_with(launch const & how, std::vector<std::string> const & arguments) const
    {
        return wait(start_with(how, arguments));
    }
    /// Runs `vglcs ARGUMENTS | head -c BYTES`: the reader of its standard output goes after so many bytes.
    [[nodiscard]] cli_run vglcs_until(std::size_t bytes, std::vector<std::string> const & arguments) const
    {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            throw std::runtime_error{"no pipe"};
        pid_t const child = start_with({.output = "/dev/fd/" + std::to_string(ends[1])}, arguments);
        close(ends[1]);
        std::string seen(bytes, '\0');
        std::size_t size = 0;
        for (ssize_t got = 1; size < bytes && got > 0; size += static_cast<std::size_t>(std::max<ssize_t>(got, 0)))
            got = ::read(ends[0], seen.data() + size, bytes - size);
        close(ends[0]);
        cli_run out = wait(child);
        out.out = seen.substr(0, size);
        return out;
    }

    /// Starts it in the background: for tests that send signals. Give the process to `wait`.
    [[nodiscard]] pid_t start(std::vector<std::string> const & arguments, std::string const & input = "") const
    {
        return start_with({.input = input}, arguments);
    }
    [[nodiscard]] cli_run wait(pid_t child) const
    {
        int status = 0;
        rusage used{};
        wait4(child, &status, 0, &used);
        return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                .out = read(".out"),
                .err = read(".err"),
                .peak_bytes = sanitized ? 0 : static_cast<std::uint64_t>(used.ru_maxrss) * 1024};
    }

private:
    [[nodiscard]] pid_t start_with(launch const & how, std::vector<std::string> const & arguments) const
    {
        write(".in", how.input);
        write(".out", "");
        write(".err", "");
        pid_t const child = fork();
        if (child == 0)
            become_program(how, arguments);
        return child;
    }

    [[noreturn]] void become_program(launch const & how, std::vector<std::string> const & arguments) const
    {
        auto const redirect = [this](char const * name, int flags, int descriptor) {
            int const file = open((folder_ / name).c_str(), flags, 0600); // an absolute name stays as it is
            dup2(file, descriptor);
            close(file);
        };
        redirect(".in", O_RDONLY, STDIN_FILENO);
        redirect(how.output.empty() ? ".out" : how.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
        redirect(how.errors.empty() ? ".err" : how.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
        if (chdir(folder_.c_str()) != 0)
            _exit(125);
        if (how.address_space && !sanitized) {
            rlimit const limit{.rlim_cur = *how.address_space, .rlim_max = *how.address_space};
            setrlimit(RLIMIT_AS, &limit);
        }
        for (int const descriptor : how.closed)
            close(descriptor);
        if (how.file_size) {
            rlimit const limit{.rlim_cur = *how.file_size, .rlim_max = *how.file_size};
            setrlimit(RLIMIT_FSIZE, &limit);
        }
        if (how.open_files) {
            rlimit const limit{.rlim_cur = *how.open_files, .rlim_max = *how.open_files};
            setrlimit(RLIMIT_NOFILE, &limit);
        }
        if (how.unprivileged && geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(124);
        for (std::string const & variable : how.environment)
            putenv(const_cast<char *>(variable.c_str()));
        std::vector<char *> argv{const_cast<char *>("vglcs")};
        for (std::string const & a : arguments)
            argv.push_back(const_cast<char *>(a.c_str()));
        argv.push_back(nullptr);
        execv(VGLCS_PROGRAM, argv.data());
        _exit(126);
    }

    std::filesystem::path folder_;
};

} // namespace vglcs::test
