// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/gap_spec.hpp>

#include <filesystem>
#include <system_error>
#include <vector>

namespace vglcs {

std::string find_sidecar(std::string const & sequence_path)
{
    namespace fs = std::filesystem;
    // a.fa.gz -> a.fa.gz, a.fa, a
    std::vector<std::string> stems{sequence_path};
    auto const shorten = [&] {
        if (fs::path const path{stems.back()}; path.has_extension())
            stems.push_back(fs::path{path}.replace_extension().string());
    };
    bool const compressed = fs::path{sequence_path}.extension() == ".gz";
    shorten();
    if (compressed)
        shorten();
    for (char const * const packed : {"", ".gz"})
        for (char const * const ending : {".gaps", ".bedgraph"})
            for (std::string const & stem : stems) {
                std::error_code ignored;
                if (std::string path = stem + ending + packed; fs::is_regular_file(path, ignored))
                    return path;
            }
    return {};
}

} // namespace vglcs
