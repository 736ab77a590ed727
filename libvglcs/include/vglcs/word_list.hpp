// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/structured_pattern.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs {

/// The words of a file, such as the barcodes of an experiment: one a line, in its first column; empty lines and lines
/// that begin with # are left out, a word that comes again counts once. The words are numbered in the order of the
/// file.
class word_list
{
public:
    /// Throws input_error where the file cannot be read, a word has other letters than A C G T U, or there is none;
    /// resource_error where the words take more than `max_memory` bytes with what finds them (0: any).
    explicit word_list(std::string const & path, std::uint64_t max_memory = 0);
    /// The same of words in memory; `path` names them in messages.
    word_list(std::string path, std::vector<std::string> const & words);

    [[nodiscard]] std::string const & path() const noexcept { return path_; }
    [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }
    /// Letters of word k, as in the file, in capitals, U as T.
    [[nodiscard]] std::string const & operator[](std::size_t k) const { return words_[k]; }
    [[nodiscard]] std::size_t shortest() const noexcept { return shortest_; }
    [[nodiscard]] std::size_t longest() const noexcept { return longest_; }

private:
    void finish();

    std::string path_;
    std::vector<std::string> words_;
    std::size_t shortest_ = 0, longest_ = 0;
};

} // namespace vglcs
