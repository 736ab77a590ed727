// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/run_control.hpp>
#include <vglcs/sequence.hpp>

#include <rmq/packed_text.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs {

/// One record of a joined text.
struct text_record
{
    std::string_view name;
    std::uint64_t start = 0;  ///< position of its first letter in the joined text
    std::uint64_t length = 0; ///< letters

    [[nodiscard]] std::uint64_t end() const noexcept { return start + length; }
};

/// The records of a file in order, as they lie in the joined text: one barrier between each two. Names are views of
/// memory that the owner keeps.
class record_table
{
public:
    /// Memory of one record, its place in the order of the names included.
    static constexpr std::uint64_t bytes_a_record = sizeof(text_record) + sizeof(std::uint32_t);

    void add(std::string_view name, std::uint64_t length);
    void reserve(std::size_t records) { records_.reserve(records); }

    [[nodiscard]] std::span<text_record const> all() const noexcept { return records_; }
    /// Positions of the joined text.
    [[nodiscard]] std::uint64_t text_size() const noexcept { return records_.empty() ? 0 : records_.back().end(); }
    /// Letters of all records.
    [[nodiscard]] std::uint64_t letters() const noexcept { return letters_; }

    /// Number of the record of that name; nothing where there is none. Throws input_error where several have it.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    /// Number of the record that holds the position of the joined text; the one before where it is a barrier.
    [[nodiscard]] std::size_t at(std::uint64_t position) const noexcept;
    /// Position in the joined text of letter `number` of all records, counted through from 0; number < letters().
    [[nodiscard]] std::uint64_t position_of(std::uint64_t number) const noexcept;

private:
    void sort_names() const;

    std::vector<text_record> records_;
    std::uint64_t letters_ = 0;
    mutable std::vector<std::uint32_t> by_name_; ///< made by the first find
};

/// All records of a file as one packed text, on the forward strand. Views: the owner is a sequence_set or a text_index.
struct text_collection
{
    std::string path;
    vglcs::alphabet alphabet = vglcs::alphabet::dna;
    record_table records;
    rmq::packed_view text; ///< codes + 1 as letters, what matches nothing as barriers; [records.text_size()]

    [[nodiscard]] bool has_complement() const noexcept
    {
        return alphabet == vglcs::alphabet::dna || alphabet == vglcs::alphabet::rna;
    }
};

/// Bits of a packed letter of that alphabet.
[[nodiscard]] constexpr unsigned letter_bits(alphabet a) noexcept
{
    return a == alphabet::dna || a == alphabet::rna ? 2 : 8;
}
/// Letters of a joined text for a sequence's letters.
[[nodiscard]] std::vector<std::uint8_t> text_letters(std::string_view letters, alphabet a);

/// A FASTA or FASTQ file in memory, packed: 2 bits a letter for dna and rna, 8 else.
class sequence_set
{
public:
    struct options
    {
        std::optional<vglcs::alphabet> alphabet{}; ///< nothing: by the first record
        unsigned threads = 0;                      ///< 0 = all
        std::uint64_t max_memory = 0;              ///< bytes; 0 = 80% of what is there
        run_control const * control = nullptr;
        std::function<void(std::string const &)> warn{};
    };
    /// Reads the whole file. Throws as sequence_reader does; resource_error beyond max_memory.
    sequence_set(std::string const & path, options const & how);

    [[nodiscard]] text_collection const & collection() const noexcept { return collection_; }

private:
    std::vector<std::unique_ptr<std::string>> names_;
    rmq::packed_text packed_;
    text_collection collection_;
};

namespace detail {

/// The records of a file before they are packed.
struct joined_records
{
    std::vector<std::unique_ptr<std::string>> names;
    record_table records;
    vglcs::alphabet alphabet = vglcs::alphabet::dna;
    std::vector<std::uint8_t> letters;
};
/// @param bytes_per_letter   memory that the caller will need for each letter beside the letters themselves
[[nodiscard]] joined_records read_joined(std::string const & path, sequence_set::options const & how,
                                         std::uint64_t bytes_per_letter);

} // namespace detail

} // namespace vglcs
