// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/pair_list.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <unordered_map>

namespace vglcs::tools {

void read_pair_list(std::string const & path,
                    std::function<void(std::string query, std::string target, std::uint64_t line)> const & take)
{
    std::ifstream file{path, std::ios::binary};
    if (!file)
        throw input_error{path, 0, "cannot be read: give a list of pairs, a query, a tab and a target on each line"};
    std::string text;
    for (std::uint64_t line = 1; std::getline(file, text); ++line) {
        if (text.ends_with('\r'))
            text.pop_back();
        if (text.empty() || text[0] == '#' || (line == 1 && text.starts_with("query\ttarget")))
            continue;
        auto const tab = text.find('\t');
        if (tab == std::string::npos)
            throw input_error{path, line, "no tab: write a query, a tab and a target on each line"};
        take(text.substr(0, tab), text.substr(tab + 1, text.find('\t', tab + 1) - tab - 1), line);
    }
    if (file.bad())
        throw input_error{path, 0, "cannot be read to its end"};
}

file_list read_file_list(std::string const & path)
{
    file_list out;
    std::unordered_map<std::string, std::size_t> queries, targets;
    read_pair_list(path, [&](std::string const & query, std::string const & target, std::uint64_t line) {
        auto const place = [&](std::string const & name, std::vector<std::string> & files,
                               std::unordered_map<std::string, std::size_t> & places) {
            auto const [at, is_new] = places.emplace(name, files.size());
            if (is_new) {
                std::error_code none;
                if (!std::filesystem::exists(name, none))
                    throw input_error{path, line,
                                      fmt::format("there is no file '{}': a list without QUERIES and TARGETS names "
                                                  "files; give both where it names records",
                                                  name)};
                files.push_back(name);
            }
            return at->second;
        };
        std::size_t const q = place(query, out.queries, queries);
        out.pairs.emplace_back(q, place(target, out.targets, targets));
    });
    if (out.pairs.empty())
        throw input_error{path, 0, "names no pair: write a query file, a tab and a target file on each line"};
    return out;
}

} // namespace vglcs::tools
