// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/options.hpp>
#include <vglcs/text_collection.hpp>

#include <rmq/detail/minimum_tree.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs {

/// How to build an index.
struct index_options
{
    sequence_set::options reading{};
    bool both_strands = false;                ///< the reverse complement as well: ranks for extensions across strands
    vglcs::device device = device::automatic; ///< where arrays are made; the file does not depend on it
    int device_number = 0;                    ///< which CUDA device
    unsigned index_bytes = 0;                 ///< of a position: 4, 8, or 0 for the least that does
};

/// Reads FASTA and writes the index file: names, packed letters, barriers, suffix array, ranks, LCP array and its
/// minima. The file appears when complete. Memory: 13 bytes a letter (26 beyond 2^31 - 1 letters), twice that for both
/// strands. On a CUDA device with 32-bit positions; `automatic` takes it from 4 million positions on, where its memory
/// holds 57 bytes a letter. Throws as sequence_reader and output_file do; resource_error beyond max_memory.
void build_index(std::string const & fasta, std::string const & out, index_options const & how);

/// True where the file begins as an index does; false for other files and pipes, which are not read from.
[[nodiscard]] bool is_index_file(std::string const & path);

/// An index file, mapped into memory. Opening checks the header, the section table and all sizes, and reads the names'
/// lengths, but not the large arrays: that is what `check` is for. Whatever those hold, no access leaves the file.
/// Letters of a file that is cut while it is open, or that its disk does not give, raise SIGBUS when they are read, as
/// for every mapped file: a program that wants more than its end installs a handler.
class text_index
{
public:
    /// @param max_memory   bytes for what is kept beside the mapped file: a table of the records, and what queries make
    ///                     of the text (its other strand, planes of bits, fingerprints); 0 = 80% of what is there
    /// Throws input_error: missing, no index, of another version, cut, damaged, naming what and the way out;
    /// resource_error beyond max_memory.
    explicit text_index(std::string const & path, std::uint64_t max_memory = 0);
    ~text_index();
    text_index(text_index const &) = delete;
    text_index & operator=(text_index const &) = delete;

    /// The records on the forward strand.
    [[nodiscard]] text_collection const & collection() const noexcept { return collection_; }
    /// The text that the arrays below are of: the forward strand, and where both_strands() a barrier and its mirror.
    [[nodiscard]] rmq::packed_view const & text() const noexcept { return text_; }
    [[nodiscard]] bool both_strands() const noexcept { return both_strands_; }
    /// Bytes of a position in the arrays: 4 or 8. The accessors below are for that Index alone.
    [[nodiscard]] unsigned index_bytes() const noexcept { return index_bytes_; }

    template <class Index>
    [[nodiscard]] std::span<Index const> suffix_array() const;
    template <class Index>
    [[nodiscard]] std::span<Index const> ranks() const;
    template <class Index>
    [[nodiscard]] std::span<Index const> lcp() const;
    template <class Index>
    [[nodiscard]] rmq::minimum_view<Index> minima() const;

    /// Compares every section with its digest. Throws input_error naming the section.   O(file).
    void check(unsigned threads, run_control const * control = nullptr) const;

    /// Throws input_error where the file was written to since it was opened: what was found may be of both contents.
    void expect_unchanged() const;

    struct section
    {
        std::string_view name;
        std::uint64_t offset = 0, bytes = 0;
        std::string_view sha256; ///< hex
    };
    [[nodiscard]] std::span<section const> sections() const noexcept { return sections_; }
    [[nodiscard]] std::uint64_t file_bytes() const noexcept { return size_; }
    static constexpr std::uint32_t version = 1;

private:
    template <class Element>
    [[nodiscard]] std::span<Element const> array(std::string_view name) const;
    void open_sections(std::uint64_t max_memory);
    void open_records();
    [[noreturn]] void fail(std::string_view what) const;

    std::string path_;
    int descriptor_ = -1;
    std::int64_t changed_at_ = 0; ///< nanoseconds
    std::byte const * data_ = nullptr;
    std::uint64_t size_ = 0;
    std::vector<section> sections_;
    text_collection collection_;
    rmq::packed_view text_;
    bool both_strands_ = false;
    unsigned index_bytes_ = 4;
};

} // namespace vglcs
