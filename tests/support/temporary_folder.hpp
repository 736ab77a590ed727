// SPDX-License-Identifier: BSD-3-Clause
/// A folder of a test's own, gone with all its files at the end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::test {

class temporary_folder
{
public:
    temporary_folder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "vglcs-test-XXXXXX").string();
        if (!mkdtemp(pattern.data()))
            throw std::runtime_error{"cannot make a folder like " + pattern};
        root_ = pattern;
    }
    ~temporary_folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(root_, ignored);
    }
    temporary_folder(temporary_folder const &) = delete;
    temporary_folder & operator=(temporary_folder const &) = delete;

    [[nodiscard]] std::string path(std::string_view name) const { return (root_ / name).string(); }

    /// Makes the file (its folder must be there) and gives its path.
    std::string write(std::string_view name, std::string_view bytes) const
    {
        std::ofstream{path(name), std::ios::binary} << bytes;
        return path(name);
    }
    /// As write; a file that has the name is removed first, which is far faster than to overwrite it (ext4 flushes
    /// files that are cut and written again).
    std::string replace(std::string_view name, std::string_view bytes) const
    {
        std::filesystem::remove(path(name));
        return write(name, bytes);
    }
    void make_folder(std::string_view name) const { std::filesystem::create_directory(root_ / name); }
    /// All bytes of a file in it.
    [[nodiscard]] std::string read(std::string_view name) const
    {
        std::ifstream file{path(name), std::ios::binary};
        if (!file)
            throw std::runtime_error{"cannot read " + path(name)};
        return {std::istreambuf_iterator<char>{file}, {}};
    }
    /// Names of what is in it, hidden files too.
    [[nodiscard]] std::vector<std::string> names() const
    {
        std::vector<std::string> out;
        for (auto const & entry : std::filesystem::directory_iterator{root_})
            out.push_back(entry.path().filename().string());
        return out;
    }

private:
    std::filesystem::path root_;
};

} // namespace vglcs::test
