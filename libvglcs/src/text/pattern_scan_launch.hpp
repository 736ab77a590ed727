// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/cuda/stream.hpp>
#include <rmq/packed_text.hpp>

#include <cstddef>
#include <cstdint>

namespace vglcs::cuda {

/// A place where a pattern begins. `at` is no_place where verification has taken it back.
struct pattern_place
{
    std::uint64_t at;
    std::uint32_t pattern;

    static constexpr std::uint64_t no_place = ~std::uint64_t{0};
};

/// A pattern as kernels read it: its first word, and where all of them are.
struct scanned_pattern
{
    std::uint64_t first = 0; ///< letters 0..31, zeros behind the last
    std::uint64_t mask = 0;  ///< ones where `first` has letters
    std::uint64_t words = 0; ///< index of its first word among those of all patterns
    std::uint64_t size = 0;  ///< letters
};

/// The table of many patterns: which hashes of `prefix` letters there are, and the patterns by those letters.
struct prefix_table
{
    static constexpr unsigned hash_bits = 19;
    static constexpr std::size_t words = (std::size_t{1} << hash_bits) / 32;

    std::uint32_t const * bits = nullptr;    ///< [words] what shared memory takes a copy of
    std::uint32_t const * codes = nullptr;   ///< [count] letters 0..prefix-1 of the patterns, sorted
    std::uint32_t const * numbers = nullptr; ///< [count] their patterns
    std::uint32_t count = 0;
    std::uint32_t mask = 0; ///< of a code

    /// Bit of a code.
    [[nodiscard]] static constexpr std::uint32_t hash(std::uint32_t code) noexcept
    {
        return code * 0x9e3779b1u >> (32 - hash_bits);
    }
};

/// What the kernels of pattern_scan.cu are called with. Arrays are of device memory.
struct pattern_scan_task
{
    rmq::packed_view text;
    scanned_pattern const * patterns = nullptr;
    std::uint64_t const * words = nullptr; ///< letters of all patterns
    std::uint64_t begin = 0, end = 0;      ///< words of the text where patterns may begin
    pattern_place * places = nullptr;      ///< [room]
    std::uint32_t * count = nullptr;       ///< places found, more than `room` where they did not fit
    std::uint32_t room = 0;
    rmq::cuda::stream_handle on = nullptr;
};

/// Places of one pattern, whose letters are given as well: `pattern` is a host copy of patterns[number].
void scan_one_pattern(pattern_scan_task const & task, scanned_pattern const & pattern, std::uint32_t number);
/// Places of all patterns of the table.
void scan_pattern_table(pattern_scan_task const & task, prefix_table const & table);
/// Takes back the places where letters behind the first 32 differ.
void verify_places(pattern_scan_task const & task);

} // namespace vglcs::cuda
