// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// The index file, byte for byte; docs/algorithms/suffix-array.md draws it. All numbers in the writer's byte order,
/// which the header states.
namespace vglcs::detail {

inline constexpr std::array<char, 8> index_magic{'\x89', 'V', 'G', 'X', '\r', '\n', '\x1a', '\n'};
inline constexpr std::uint32_t index_byte_order = 0x01020304;
/// Sections start at multiples of this: a vector of any processor.
inline constexpr std::uint64_t index_alignment = 64;

/// At the start of the file; the section table follows.
struct index_header
{
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t byte_order;
    std::uint64_t file_bytes;
    std::uint32_t sections;
    std::uint32_t alphabet;  ///< vglcs::alphabet
    std::uint64_t text_size; ///< positions of the text, both strands where there are two
    std::uint64_t records;
    std::uint32_t index_bytes; ///< 4 or 8
    std::uint32_t letter_bits; ///< 2 or 8
    std::uint32_t strands;     ///< 1 or 2
    std::uint32_t zero;
    std::array<char, 64> sha256; ///< hex, of this header with zeros here, and the section table
};
static_assert(sizeof(index_header) == 128);

struct index_entry
{
    std::array<char, 16> name; ///< padded with zeros
    std::uint64_t offset;
    std::uint64_t bytes;
    std::array<char, 64> sha256; ///< hex, of the section's bytes
};
static_assert(sizeof(index_entry) == 96);

/// One record: where its name ends in the section of names, and its letters.
struct index_record
{
    std::uint64_t name_end;
    std::uint64_t length;
};

/// Names of the sections, in their order.
inline constexpr std::array<std::string_view, 9> index_sections{"records",      "names", "letters", "flags", "barriers",
                                                                "suffix_array", "ranks", "lcp",     "minima"};

[[nodiscard]] constexpr std::uint64_t aligned(std::uint64_t offset) noexcept
{
    return (offset + index_alignment - 1) / index_alignment * index_alignment;
}

} // namespace vglcs::detail
