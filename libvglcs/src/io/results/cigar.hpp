// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/result_reader.hpp>
#include <vglcs/result.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vglcs::detail {

/// Columns of an alignment by kind. The query is A and stands for SAM's read: I consumes the query, D the target.
struct cigar_counts
{
    std::uint64_t matches = 0;    ///< =  matched pairs
    std::uint64_t mismatches = 0; ///< X  skipped in both, side by side; the letters may be equal
    std::uint64_t insertions = 0; ///< I  skipped in the query only
    std::uint64_t deletions = 0;  ///< D  skipped in the target only

    void add(char letter, std::uint64_t count) noexcept;
    [[nodiscard]] std::uint64_t edits() const noexcept { return mismatches + insertions + deletions; }
    [[nodiscard]] std::uint64_t columns() const noexcept { return matches + edits(); }
    [[nodiscard]] std::uint64_t query_letters() const noexcept { return matches + mismatches + insertions; }
    [[nodiscard]] std::uint64_t target_letters() const noexcept { return matches + mismatches + deletions; }
    friend bool operator==(cigar_counts const &, cigar_counts const &) = default;
};

/// Turns matched pairs that come in order into cigar operations: `sink(letter, count)` for every operation, counts
/// never 0, no two equal letters in a row. Between two matched pairs stands X for the part that both sides skip, then
/// I or D for the rest. Keeps one operation only. Pairs must increase in both coordinates.
template <class Sink>
class cigar_encoder
{
public:
    explicit cigar_encoder(Sink sink) : sink_{std::move(sink)} {}

    /// The pairs (i, j), (i+1, j+1), ..., `count` of them.
    void push(std::uint64_t i, std::uint64_t j, std::uint64_t count = 1)
    {
        if (matches_ != 0 && (i != next_i_ || j != next_j_)) {
            std::uint64_t const skipped_i = i - next_i_, skipped_j = j - next_j_;
            std::uint64_t const common = std::min(skipped_i, skipped_j);
            sink_('=', matches_);
            matches_ = 0;
            if (common != 0)
                sink_('X', common);
            if (skipped_i > common)
                sink_('I', skipped_i - common);
            if (skipped_j > common)
                sink_('D', skipped_j - common);
        }
        matches_ += count;
        next_i_ = i + count;
        next_j_ = j + count;
    }
    void finish()
    {
        if (matches_ != 0)
            sink_('=', matches_);
        matches_ = 0;
    }

private:
    Sink sink_;
    std::uint64_t matches_ = 0, next_i_ = 0, next_j_ = 0;
};

/// Calls `sink(letter, count)` for every operation of the chain's cigar.   O(length).
template <class Sink>
void encode_cigar(std::span<matched_pair const> chain, Sink sink)
{
    cigar_encoder encoder{std::move(sink)};
    for (auto const [i, j] : chain)
        encoder.push(i, j);
    encoder.finish();
}

[[nodiscard]] cigar_counts count_cigar(std::span<matched_pair const> chain);
/// The same for a chain kept as runs; runs must increase.
[[nodiscard]] std::string cigar_text(std::span<matched_run const> runs);

/// A cigar that was read: the chain that it describes from a first pair on, and its counts.
struct decoded_cigar
{
    std::vector<matched_run> runs;
    cigar_counts counts;
    std::uint64_t clip_front = 0, clip_back = 0; ///< S at either end, letters of the query
};

/// Reads a cigar of = X I D, with S at the ends where `clips` allows it; it starts with letter i of the query (clipped
/// ones count) and letter j of the target. Throws parse_fault: other letters, counts that are 0, missing or too large,
/// no matched pair at one of the ends. It need not be in the form that cigar_encoder gives.
[[nodiscard]] decoded_cigar decode_cigar(std::string_view text, std::uint64_t i, std::uint64_t j, bool clips);

} // namespace vglcs::detail
