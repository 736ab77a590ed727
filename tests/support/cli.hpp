// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace vglcs::test {

/// What a run of the program left behind.
struct cli_run
{
    int code = 0; ///< exit code; 128 + signal where a signal ended it
    std::string out, err;
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

    /// Starts it in the background: for tests that send signals. Give the process to `wait`.
    [[nodiscard]] pid_t start(std::vector<std::string> const & arguments, std::string const & input = "") const
    {
        write(".in", input);
        pid_t const child = fork();
        if (child == 0)
            become_program(arguments);
        return child;
    }
    [[nodiscard]] cli_run wait(pid_t child) const
    {
        int status = 0;
        waitpid(child, &status, 0);
        return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                .out = read(".out"),
                .err = read(".err")};
    }

private:
    [[noreturn]] void become_program(std::vector<std::string> const & arguments) const
    {
        auto const redirect = [this](char const * name, int flags, int descriptor) {
            int const file = open(path(name).c_str(), flags, 0600);
            dup2(file, descriptor);
            close(file);
        };
        redirect(".in", O_RDONLY, STDIN_FILENO);
        redirect(".out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
        redirect(".err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
        if (chdir(folder_.c_str()) != 0)
            _exit(125);
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
