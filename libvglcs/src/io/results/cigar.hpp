// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/results/placed_links.hpp"

#include <vglcs/io/result_reader.hpp>
#include <vglcs/result.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
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
    // jumped over: no columns
    std::uint64_t jumped_query = 0;  ///< J; I in a cigar, so that of one that was read they count as insertions
    std::uint64_t jumped_target = 0; ///< N

    void add(char letter, std::uint64_t count) noexcept;
    [[nodiscard]] std::uint64_t edits() const noexcept { return mismatches + insertions + deletions; }
    [[nodiscard]] std::uint64_t columns() const noexcept { return matches + edits(); }
    [[nodiscard]] std::uint64_t query_letters() const noexcept
    {
        return matches + mismatches + insertions + jumped_query;
    }
    [[nodiscard]] std::uint64_t target_letters() const noexcept
    {
        return matches + mismatches + deletions + jumped_target;
    }
    friend bool operator==(cigar_counts const &, cigar_counts const &) = default;
};

/// Turns matched pairs that come in order into columns: `sink(letter, count)`, counts never 0. Letters are those of a
/// cigar, and J for letters of the query that are jumped over; but for I no two equal ones in a row. Between two
/// matched pairs stands X for the part that both sides skip, then I or D for the rest. Where a side jumps, X and then D
/// or I stand for what is skipped before the jump; then J, then N; then I, D and X, last, for what is skipped behind. A
/// side without a jump of its own skips as much as X takes before that of the other, and the rest behind. Keeps one
/// letter and its count only. Pairs must increase in both coordinates.
template <class Sink>
class column_encoder
{
public:
    explicit column_encoder(Sink sink) : sink_{std::move(sink)} {}

    /// The pairs (i, j), (i+1, j+1), ..., `count` of them.
    /// @param link   that to the first of them, null where it has no jump
    void push(std::uint64_t i, std::uint64_t j, std::uint64_t count = 1, chain_link const * link = nullptr)
    {
        if (matches_ != 0 && (i != next_i_ || j != next_j_)) {
            sink_('=', matches_);
            matches_ = 0;
            if (link)
                write_between({next_i_, i, link->a}, {next_j_, j, link->b});
            else
                write_skipped(i - next_i_, j - next_j_);
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
    /// The letters of one side between two pairs.
    struct part
    {
        part(std::uint64_t first, std::uint64_t end, std::optional<jumped> const & jump)
            : before{(jump ? jump->first : end) - first}, over{jump ? jump->end - jump->first : 0},
              behind{jump ? end - jump->end : 0}
        {
        }
        /// X takes letters from in front. Without a jump the rest stands behind that of the other side.
        void take(std::uint64_t letters)
        {
            before -= letters;
            if (over == 0)
                behind = std::exchange(before, 0);
        }
        std::uint64_t before, over, behind;
    };
    void write_skipped(std::uint64_t a, std::uint64_t b)
    {
        std::uint64_t const common = std::min(a, b);
        write('X', common);
        write('I', a - common);
        write('D', b - common);
    }
    void write_between(part a, part b)
    {
        std::uint64_t const common = std::min(a.before, b.before);
        a.take(common);
        b.take(common);
        bool const jumps = a.over != 0 || b.over != 0;
        std::uint64_t const last = jumps ? std::min(a.behind, b.behind) : 0;
        write('X', common);
        write('I', a.before);
        write('D', b.before);
        write('J', a.over);
        write('N', b.over);
        write('I', a.behind - last);
        write('D', b.behind - last);
        write('X', last);
    }
    void write(char letter, std::uint64_t count)
    {
        if (count != 0)
            sink_(letter, count);
    }

    Sink sink_;
    std::uint64_t matches_ = 0, next_i_ = 0, next_j_ = 0;
};

/// Calls `sink(letter, count)` for the columns of the chain.   O(length).
/// @param links   those of the chain that have jumps; others may be among them
template <class Sink>
void encode_columns(std::span<matched_pair const> chain, std::span<placed_link const> links, Sink sink)
{
    column_encoder encoder{std::move(sink)};
    if (links.empty()) {
        for (auto const [i, j] : chain)
            encoder.push(i, j);
    } else {
        link_cursor link{links};
        for (std::size_t k = 0; k < chain.size(); ++k)
            encoder.push(chain[k].i, chain[k].j, 1, link(k));
    }
    encoder.finish();
}

/// Calls `sink(letter, count)` for every operation of the chain's cigar, no two equal letters in a row: that of columns
/// with I for J.
template <class Sink>
void encode_cigar(std::span<matched_pair const> chain, std::span<placed_link const> links, Sink sink)
{
    if (links.empty()) {
        encode_columns(chain, links, std::move(sink));
        return;
    }
    std::uint64_t insertions = 0;
    encode_columns(chain, links, [&](char letter, std::uint64_t count) {
        if (letter == 'I' || letter == 'J') {
            insertions += count;
            return;
        }
        if (insertions != 0)
            sink('I', std::exchange(insertions, 0));
        sink(letter, count);
    });
}

/// Of a chain without jumps.
template <class Sink>
void encode_cigar(std::span<matched_pair const> chain, Sink sink)
{
    encode_cigar(chain, {}, std::move(sink));
}

[[nodiscard]] cigar_counts count_cigar(std::span<matched_pair const> chain, std::span<placed_link const> links = {});
[[nodiscard]] std::string cigar_text(std::span<matched_pair const> chain, std::span<placed_link const> links);
/// The same for a chain kept as runs; runs must increase.
[[nodiscard]] std::string cigar_text(std::span<matched_run const> runs);

/// A cigar that was read: the chain that it describes from a first pair on, and its counts.
struct decoded_cigar
{
    std::vector<matched_run> runs;
    cigar_counts counts;
    std::uint64_t clip_front = 0, clip_back = 0; ///< S at either end, letters of the query
};

/// Reads a cigar of = X I D, with S at the ends where `clips` allows it and N between matches where `jumps` does; it
/// starts with letter i of the query (clipped ones count) and letter j of the target. Throws parse_fault: other
/// letters, counts that are 0, missing or too large, no matched pair at one of the ends. It need not be in the form
/// that column_encoder gives.
[[nodiscard]] decoded_cigar decode_cigar(std::string_view text, std::uint64_t i, std::uint64_t j, bool clips,
                                         bool jumps = false);

} // namespace vglcs::detail
