// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/output_file.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vglcs {

/// Distances of all pairs of a set of sequences, as PHYLIP's square matrix. The distance of two sequences of n and m
/// letters whose longest chain has `length` pairs is 1 - length / min(n, m), and 1 where one of them has no letters; of
/// a sequence to itself 0.
/// 8 bytes a pair. One thread at a time.
class distance_matrix
{
public:
    /// A sequence more; its place is the number of those before.
    void add(std::string name, std::uint64_t letters);
    /// The length of the longest chain of sequences i and j, i != j, both below size(); nothing: the pair failed.
    void set(std::size_t i, std::size_t j, std::optional<std::uint64_t> length);

    [[nodiscard]] std::size_t size() const noexcept { return sequences_.size(); }
    /// Throws input_error where a name is empty, has a blank, or is that of two sequences: a matrix names its sequences
    /// by nothing else.
    void check_names() const;
    /// The number of sequences, then a line for each: its name and its distances, 6 decimals, a dot in every locale. A
    /// pair that failed or was never set is `NA`.
    void write(output_file & out) const;

private:
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};
    struct sequence_entry
    {
        std::string name;
        std::uint64_t letters;
    };
    /// Place of the pair i < j in `lengths_`.
    [[nodiscard]] static std::size_t place(std::size_t i, std::size_t j) noexcept { return j * (j - 1) / 2 + i; }

    std::vector<sequence_entry> sequences_;
    std::vector<std::uint64_t> lengths_;
};

} // namespace vglcs
