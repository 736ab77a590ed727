// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace vglcs::tools {

/// Reads a list of pairs: query, tab, target, whatever follows after a further tab, a pair a line. Empty lines, lines
/// that begin with '#', and a first line "query target ..." (as tsv results have) do not count. Throws input_error.
void read_pair_list(std::string const & path,
                    std::function<void(std::string query, std::string target, std::uint64_t line)> const & take);

/// A list whose pairs are of files: every record of the one with every record of the other.
struct file_list
{
    std::vector<std::string> queries, targets;              ///< each file once, in the order of the list
    std::vector<std::pair<std::size_t, std::size_t>> pairs; ///< places in the two
};

/// Throws input_error, also where a file of the list is not there.
[[nodiscard]] file_list read_file_list(std::string const & path);

} // namespace vglcs::tools
