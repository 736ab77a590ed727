// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/io/distance_matrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace vglcs {

void distance_matrix::add(std::string name, std::uint64_t letters)
{
    sequences_.push_back({std::move(name), letters});
    lengths_.resize(sequences_.size() * (sequences_.size() - 1) / 2, unknown);
}

void distance_matrix::check_names() const
{
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < size(); ++i) {
        std::string const & name = sequences_[i].name;
        if (name.empty() || name.find_first_of(" \t\r\n") != name.npos)
            throw input_error{fmt::format("record {} ('{}'): a name that is empty or has a blank is not possible in a "
                                          "matrix: rename it, or use --format tsv",
                                          i + 1, name)};
        if (auto const [other, is_new] = seen.emplace(name, i); !is_new)
            throw input_error{fmt::format("duplicate name {} (records {} and {}), which a matrix cannot tell apart: "
                                          "rename one, or use --format tsv",
                                          name, other->second + 1, i + 1)};
    }
}

void distance_matrix::set(std::size_t i, std::size_t j, std::optional<std::uint64_t> length)
{
    lengths_[place(std::min(i, j), std::max(i, j))] = length.value_or(unknown);
}

void distance_matrix::write(output_file & out) const
{
    out.write(fmt::format("{}\n", size()));
    for (std::size_t i = 0; i < size(); ++i) {
        out.write(sequences_[i].name);
        for (std::size_t j = 0; j < size(); ++j) {
            std::uint64_t const letters = std::min(sequences_[i].letters, sequences_[j].letters);
            std::uint64_t const length = i == j ? letters : lengths_[place(std::min(i, j), std::max(i, j))];
            if (i == j)
                out.write(" 0.000000");
            else if (length == unknown)
                out.write(" NA");
            else if (letters == 0)
                out.write(" 1.000000");
            else
                out.write(fmt::format(" {:.6f}", 1 - static_cast<double>(length) / static_cast<double>(letters)));
        }
        out.write("\n");
    }
}

} // namespace vglcs
