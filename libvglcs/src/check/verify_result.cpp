// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/verify_result.hpp>

#include "check/chain_check.hpp"
#include "io/bytes/parse_fault.hpp"
#include "io/results/alignment_text.hpp"

#include <vglcs/io/pair_record.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace vglcs {

namespace {

using fault = std::optional<std::string>;

/// The inputs as find_chain_fault() asks for them, letter by letter: nothing is copied, so that the check of a short
/// chain in a long sequence stays short.
class inputs_view
{
public:
    struct side_limits
    {
        gap_limits const & limits;
        [[nodiscard]] std::size_t lo(std::size_t at) const { return limits[at].lo; }
        /// Never more than there are letters, for messages that can be read.
        [[nodiscard]] std::size_t hi(std::size_t at) const
        {
            return std::min<std::size_t>(limits[at].hi, limits.size());
        }
    };

    inputs_view(pair_inputs const & in, strand direction)
        : in_{in}, direction_{direction}, codes_{encoding(in.alphabet)}
    {
    }

    [[nodiscard]] std::size_t n() const { return in_.query.size(); }
    [[nodiscard]] std::size_t m() const { return in_.target.size(); }
    [[nodiscard]] bool matches(std::size_t i, std::size_t j) const
    {
        letter_code const a = codes_[static_cast<unsigned char>(detail::aligned_letter(in_.query, direction_, i))];
        letter_code const b = codes_[static_cast<unsigned char>(in_.target.letters[j])];
        return a == b && a != no_match && a != foreign_letter && !in_.query_limits[i].blocked &&
               !in_.target_limits[j].blocked;
    }
    [[nodiscard]] side_limits limits_a() const { return {in_.query_limits}; }
    [[nodiscard]] side_limits limits_b() const { return {in_.target_limits}; }

private:
    pair_inputs const & in_;
    strand direction_;
    std::array<letter_code, 256> const & codes_;
};

fault record_fault(std::string_view side, std::string const & stated_name, std::uint64_t stated_number,
                   std::optional<std::uint64_t> stated_length, std::optional<std::string> const & stated_sha256,
                   sequence const & record)
{
    if (stated_name != record.name)
        return fmt::format("the {} is '{}', but the file has '{}'", side, detail::excerpt(stated_name),
                           detail::excerpt(record.name));
    if (stated_number != 0 && record.number != 0 && stated_number != record.number)
        return fmt::format("the {} is record {}, but the file has it as record {}", side, stated_number, record.number);
    if (stated_length && *stated_length != record.size())
        return fmt::format("the {} has {} letters, but the file has {}", side, *stated_length, record.size());
    if (stated_sha256 && *stated_sha256 != letters_digest(record.letters))
        return fmt::format("the {} has the SHA-256 {}, but the file has letters with {}", side,
                           detail::excerpt(*stated_sha256), letters_digest(record.letters));
    return std::nullopt;
}

/// SEQ and QUAL of SAM.
fault sequence_fault(stated_pair const & stated, sequence const & query)
{
    if (stated.sequence) {
        auto const & text = *stated.sequence;
        if (text.size() != query.size())
            return fmt::format("SEQ has {} letters, but the query has {}", text.size(), query.size());
        for (std::size_t i = 0; i < text.size(); ++i)
            if (char const letter = detail::aligned_letter(query, stated.strand, i); text[i] != letter)
                return fmt::format("SEQ has '{}' at position {}, but the query has '{}' there", text[i], i, letter);
    }
    if (stated.quality && !query.quality.empty()) {
        auto const & text = *stated.quality;
        bool const same = stated.strand == strand::forward
                              ? text == query.quality
                              : std::equal(text.begin(), text.end(), query.quality.rbegin(), query.quality.rend());
        if (!same)
            return "QUAL is not that of the query";
    }
    return std::nullopt;
}

/// The runs lie inside of both sequences, so that the chain has at most as many pairs as the shorter one has letters.
fault runs_fault(stated_pair const & stated, pair_inputs const & in)
{
    std::uint64_t pairs = 0;
    std::uint64_t const n = in.query.size(), m = in.target.size();
    for (auto const & [i, j, count] : stated.runs) {
        pairs += count;
        if (i > n || count > n - i || j > m || count > m - j)
            return fmt::format("the pairs from ({}, {}) to ({}, {}) leave the {} x {} letters", i, j, i + count - 1,
                               j + count - 1, n, m);
        if (pairs > std::min(n, m))
            return fmt::format("the chain has more than {} pairs, the letters of the shorter sequence", std::min(n, m));
    }
    return std::nullopt;
}

/// The letter column of pairs.
fault letters_fault(stated_pair const & stated, std::vector<matched_pair> const & chain, sequence const & query)
{
    if (!stated.letters)
        return std::nullopt;
    if (stated.letters->size() != chain.size())
        return fmt::format("{} letters are stated for {} pairs", stated.letters->size(), chain.size());
    for (std::size_t k = 0; k < chain.size(); ++k)
        if (char const letter = detail::aligned_letter(query, stated.strand, chain[k].i);
            (*stated.letters)[k] != letter)
            return fmt::format("pair {} is ({}, {}) with the letter '{}', but the query has '{}' there", k + 1,
                               chain[k].i, chain[k].j, detail::excerpt({&(*stated.letters)[k], 1}), letter);
    return std::nullopt;
}

fault last_fault(stated_pair const & stated, inputs_view const & view)
{
    if (!stated.last || stated.has_chain)
        return std::nullopt;
    auto const [i, j] = *stated.last;
    if (i >= view.n() || j >= view.m())
        return fmt::format("the last pair is ({}, {}), outside of {} x {} letters", i, j, view.n(), view.m());
    if (!view.matches(i, j))
        return fmt::format("the last pair is ({}, {}), letters that do not match", i, j);
    if (stated.length > std::min(i, j) + 1)
        return fmt::format("no chain of {} pairs can end in ({}, {})", stated.length, i, j);
    return std::nullopt;
}

fault limits_fault(stated_pair const & stated, pair_inputs const & in)
{
    auto const size_fault = [](std::string_view side, gap_limits const & limits, sequence const & record) -> fault {
        if (limits.size() == record.size())
            return std::nullopt;
        return fmt::format("the {} has {} letters, but {} limits", side, record.size(), limits.size());
    };
    if (auto found = size_fault("query", in.query_limits, in.query))
        return found;
    if (auto found = size_fault("target", in.target_limits, in.target))
        return found;
    if (stated.limits_digest && !in.limits_digest.empty() && *stated.limits_digest != in.limits_digest)
        return fmt::format("the limits have the digest {}, but those given have {}",
                           detail::excerpt(*stated.limits_digest), in.limits_digest);
    return std::nullopt;
}

} // namespace

std::optional<std::string> find_result_fault(stated_pair const & stated, pair_inputs const & in)
{
    if (stated.alphabet && *stated.alphabet != name(in.alphabet))
        return fmt::format("the run read the letters as {}, here they are read as {}: use --alphabet {}",
                           detail::excerpt(*stated.alphabet), name(in.alphabet), detail::excerpt(*stated.alphabet));
    if (auto found = record_fault("query", stated.query, stated.query_number, stated.query_length, stated.query_sha256,
                                  in.query))
        return found;
    if (auto found = record_fault("target", stated.target, stated.target_number, stated.target_length,
                                  stated.target_sha256, in.target))
        return found;
    if (auto found = limits_fault(stated, in))
        return found;
    if (!stated.contradiction.empty())
        return stated.contradiction;
    if (stated.strand == strand::reverse && in.alphabet != alphabet::dna && in.alphabet != alphabet::rna)
        return fmt::format("strand - is stated, but letters of the alphabet {} have no complement", name(in.alphabet));
    if (stated.length > std::min(in.query.size(), in.target.size()))
        return fmt::format("the length is {}, more than the letters of the shorter sequence", stated.length);
    if (auto found = sequence_fault(stated, in.query))
        return found;
    inputs_view const view{in, stated.strand};
    if (auto found = last_fault(stated, view))
        return found;
    if (!stated.has_chain)
        return std::nullopt;
    if (auto found = runs_fault(stated, in))
        return found;
    std::vector<matched_pair> const chain = stated.chain();
    if (chain.size() != stated.length)
        return fmt::format("the length is {}, but the chain has {} pairs", stated.length, chain.size());
    if (auto found = detail::find_chain_fault(view, chain))
        return found;
    return letters_fault(stated, chain, in.query);
}

} // namespace vglcs
