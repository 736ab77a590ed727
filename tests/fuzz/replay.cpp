// SPDX-License-Identifier: BSD-3-Clause
/// Stands in for libFuzzer in ordinary builds: runs the fuzzer once over every file of the folders given.
#include "fuzz.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char ** argv)
{
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    for (int k = 1; k < argc; ++k)
        for (auto const & entry : fs::directory_iterator{argv[k]})
            files.push_back(entry.path());
    std::ranges::sort(files);
    for (fs::path const & path : files) {
        std::ifstream file{path, std::ios::binary};
        std::string const bytes{std::istreambuf_iterator<char>{file}, {}};
        std::printf("%s\n", path.filename().c_str()); // the last line names the file that ends the run
        std::fflush(stdout);
        LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const *>(bytes.data()), bytes.size());
    }
    std::printf("%zu files\n", files.size());
    return files.empty(); // a corpus that is not found must not pass
}
