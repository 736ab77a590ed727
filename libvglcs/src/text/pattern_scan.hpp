// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/pattern_scan_launch.hpp"

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/packed_text.hpp>
#include <rmq/cuda/stream.hpp>

#include "text/hit_budget.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::cuda {

/// Exact nucleotide patterns in a text in device memory, without an index. Source: the two stages of Ashkiani 2017,
/// section 2.5; here 16 letters are their own fingerprint. Few patterns go one after the other, 32 places of the text
/// at a time; many at once by a table of the hashes of their first letters in shared memory. 32 letters are one word
/// and settled at once; longer patterns are verified by a warp each.
/// What is found is counted on the device: a part of the text that holds more than there is room for is done again in
/// halves. One thread at a time may use it.
class pattern_scanner
{
public:
    /// Copies the text of 2 bits a letter to the current device. Throws rmq::cuda::unavailable, out_of_memory, error.
    /// @param room   places that fit at once, at least `least_room`, which is what a pattern can have in four words
    explicit pattern_scanner(rmq::packed_view const & text, std::uint32_t room = 1 << 22);

    /// For every pattern the positions where it begins, in order; barriers match nothing.
    /// @param patterns   of 2 bits, their letters; what has barriers or no letters is nowhere
    /// @param budget     counts what is found as it comes from the device, null: nothing is counted
    /// Throws too_many_occurrences.
    [[nodiscard]] std::vector<std::vector<std::uint64_t>> find(std::span<rmq::packed_view const> patterns,
                                                               detail::hit_budget * budget = nullptr);

    /// Device bytes that a text needs, and the places.
    [[nodiscard]] static std::uint64_t bytes_for(rmq::packed_view const & text, std::uint32_t room = 1 << 22) noexcept
    {
        return rmq::cuda::packed_text::bytes_for(text) + std::uint64_t{room} * sizeof(pattern_place);
    }

    /// The patterns of one pass on the device, for `find` and for timing.
    struct loaded
    {
        std::vector<scanned_pattern> patterns; ///< as on the device
        std::vector<std::uint32_t> singly;     ///< those that are scanned one by one
        bool long_ones = false;                ///< some have more than 32 letters
        rmq::cuda::device_buffer<scanned_pattern> d_patterns;
        rmq::cuda::device_buffer<std::uint64_t> d_words;
        rmq::cuda::device_buffer<std::uint32_t> d_bits, d_codes, d_numbers;
        prefix_table table; ///< count 0: nothing in it
    };
    [[nodiscard]] loaded load(std::span<rmq::packed_view const> patterns) const;
    /// Enqueues the kernels over words [begin, end) of the text; `begin` is a multiple of 4.
    void scan_async(loaded const & patterns, std::uint64_t begin, std::uint64_t end) const;
    [[nodiscard]] std::uint64_t words() const noexcept { return (text_.size + 31) / 32; }
    [[nodiscard]] rmq::cuda::stream const & on() const noexcept { return on_; }

    /// Patterns up to this number are scanned one by one, and so are those of fewer letters than `shortest_prefix`.
    static constexpr std::size_t most_singly = 8;
    static constexpr std::size_t shortest_prefix = 11, longest_prefix = 16;
    static constexpr std::size_t patterns_at_once = 1 << 15;
    static constexpr std::size_t least_room = 128;

private:
    [[nodiscard]] pattern_scan_task task(loaded const & patterns) const;
    void find_part(std::span<rmq::packed_view const> patterns, std::vector<std::vector<std::uint64_t>> & out,
                   std::size_t first, detail::hit_budget * budget);

    rmq::cuda::stream on_;
    rmq::cuda::packed_text d_text_;
    rmq::packed_view text_; ///< of device memory
    rmq::cuda::device_buffer<pattern_place> d_places_;
    rmq::cuda::device_buffer<std::uint32_t> d_count_;
};

} // namespace vglcs::cuda
