// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/verify_result.hpp>

#include "check/chain_check.hpp"
#include "check/file_side.hpp"
#include "check/links_fault.hpp"
#include "io/bytes/parse_fault.hpp"
#include "io/results/alignment_text.hpp"
#include "io/results/placed_links.hpp"
#include "io/results/sam_differences.hpp"
#include "io/results/sam_letters.hpp"

#include <vglcs/io/pair_record.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace vglcs {

namespace {

using fault = std::optional<std::string>;

/// The inputs as find_chain_fault() asks for them.
class inputs_view
{
public:
    inputs_view(pair_inputs const & in, strand direction)
        : in_{in}, direction_{direction}, codes_{encoding(in.alphabet)}, a_{in.query_limits, in.query_jumps,
                                                                            in.scoring.skip_a, in.query_by_target},
          b_{in.target_limits, in.target_jumps, in.scoring.skip_b, in.target_by_query}
    {
    }

    [[nodiscard]] std::size_t file_n() const { return in_.query.size(); }
    [[nodiscard]] std::size_t file_m() const { return in_.target.size(); }
    [[nodiscard]] std::uint32_t match() const { return in_.scoring.match; }
    [[nodiscard]] bool matches(std::size_t i, std::size_t j) const
    {
        letter_code const a = codes_[static_cast<unsigned char>(detail::aligned_letter(in_.query, direction_, i))];
        letter_code const b = codes_[static_cast<unsigned char>(in_.target.letters[j])];
        return a == b && a != no_match && a != foreign_letter && !in_.query_limits[i].blocked &&
               !in_.target_limits[j].blocked && !rule_for_b(i).blocked && !rule_for_a(j).blocked;
    }
    [[nodiscard]] gap_limit rule_for_b(std::size_t i) const { return b_.rule(i); }
    [[nodiscard]] gap_limit rule_for_a(std::size_t j) const { return a_.rule(j); }
    [[nodiscard]] detail::file_side const & side_a() const { return a_; }
    [[nodiscard]] detail::file_side const & side_b() const { return b_; }
    [[nodiscard]] std::size_t index_a(std::size_t i) const { return i; }
    [[nodiscard]] std::size_t index_b(std::size_t j) const { return j; }

private:
    pair_inputs const & in_;
    strand direction_;
    std::array<letter_code, 256> const & codes_;
    detail::file_side a_, b_;
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

/// Descriptions, of which a table has control characters as blanks.
fault description_fault(stated_pair const & stated, pair_inputs const & in)
{
    auto const differs = [&](std::optional<std::string> const & text, sequence const & record) {
        return in.descriptions && text && detail::one_line(*text) != detail::one_line(record.description);
    };
    if (differs(stated.query_description, in.query))
        return fmt::format("the query's description is '{}', but the file has '{}'",
                           detail::excerpt(*stated.query_description), detail::excerpt(in.query.description));
    if (differs(stated.target_description, in.target))
        return fmt::format("the target's description is '{}', but the file has '{}'",
                           detail::excerpt(*stated.target_description), detail::excerpt(in.target.description));
    return std::nullopt;
}

/// SEQ and QUAL of SAM.
fault sequence_fault(stated_pair const & stated, sequence const & query, alphabet letters)
{
    if (stated.sequence) {
        std::string const & text = *stated.sequence;
        std::string const right = detail::sam_sequence(query, stated.strand, letters);
        if (text.size() != right.size() && text != "*" && right != "*")
            return fmt::format("SEQ has {} letters, but the query has {}", text.size(), right.size());
        if (text.size() != right.size())
            return fmt::format("SEQ is '{}', that of the query '{}'", detail::excerpt(text), detail::excerpt(right));
        auto const [found, expected] = std::ranges::mismatch(text, right);
        if (found != text.end())
            return fmt::format("SEQ has '{}' at position {}, but the query has '{}' there", *found,
                               found - text.begin(), *expected);
    }
    if (stated.quality && *stated.quality != detail::sam_quality(query, stated.strand))
        return "QUAL is not that of the query";
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

/// NM and MD of SAM.
fault differences_fault(stated_pair const & stated, std::vector<matched_pair> const & chain,
                        std::vector<detail::placed_link> const & links, pair_inputs const & in)
{
    if ((!stated.edits && !stated.md) || chain.empty())
        return std::nullopt;
    auto const right = detail::find_sam_differences(in.query, in.target, stated.strand, chain, links, in.alphabet,
                                                    stated.md.has_value(), stated.spliced);
    if (stated.edits && *stated.edits != right.edits)
        return fmt::format("NM is {}, but the letters give {}", *stated.edits, right.edits);
    if (stated.md && *stated.md != right.md)
        return fmt::format("MD is '{}', but the letters give '{}'", detail::excerpt(*stated.md),
                           detail::excerpt(right.md));
    return std::nullopt;
}

/// Rows and run agree on whether there are costs, and on those that the row knows.
fault scoring_fault(stated_pair const & stated, pair_inputs const & in)
{
    if (stated.scored && !in.scored)
        return "the row has a score, as those of a run with costs: give --match, --skip and --jump as that run had "
               "them";
    if (!stated.scored && in.scored)
        return "the row has no score, as those of a run without costs: leave out --match, --skip and --jump";
    if (!stated.scoring || *stated.scoring == in.scoring)
        return std::nullopt;
    auto const text = [](scoring const & s) {
        return fmt::format("match {}, skip {} and {}", s.match, s.skip_a, s.skip_b);
    };
    return fmt::format("the run had {}, here are {}", text(*stated.scoring), text(in.scoring));
}

/// What no chain can score, and no bound on a score can be.
fault value_fault(stated_pair const & stated, pair_inputs const & in)
{
    std::uint64_t const most = std::min(in.query.size(), in.target.size());
    std::uint64_t const most_earned = in.scoring.match * most;
    if (stated.length > most)
        return fmt::format("the length is {}, more than the letters of the shorter sequence", stated.length);
    if (stated.score && *stated.score > most_earned)
        return fmt::format("the score is {}, more than the letters of the shorter sequence earn", *stated.score);
    if (stated.bound && *stated.bound > most_earned)
        return fmt::format("the bound is {}, more than the letters of the shorter sequence{}", *stated.bound,
                           stated.scored ? " earn" : "");
    return std::nullopt;
}

fault last_fault(stated_pair const & stated, inputs_view const & view)
{
    if (stated.last_j && *stated.last_j >= view.file_m())
        return fmt::format("the last pair is at {} of the target, which has {} letters", *stated.last_j, view.file_m());
    if (stated.last_j && stated.length > *stated.last_j + 1)
        return fmt::format("no chain of {} pairs can end at {} of the target", stated.length, *stated.last_j);
    if (!stated.last || stated.has_chain)
        return std::nullopt;
    auto const [i, j] = *stated.last;
    if (i >= view.file_n() || j >= view.file_m())
        return fmt::format("the last pair is ({}, {}), outside of {} x {} letters", i, j, view.file_n(), view.file_m());
    if (!view.matches(i, j))
        return fmt::format("the last pair is ({}, {}), letters that do not match", i, j);
    if (stated.length > std::min(i, j) + 1)
        return fmt::format("no chain of {} pairs can end in ({}, {})", stated.length, i, j);
    if (stated.score && *stated.score > view.match() * std::uint64_t{std::min(i, j) + 1})
        return fmt::format("no chain that ends in ({}, {}) can score {}", i, j, *stated.score);
    return std::nullopt;
}

fault limits_fault(stated_pair const & stated, pair_inputs const & in)
{
    auto const size_fault = [](std::string_view side, gap_limits const & limits, jumps const * given,
                               gap_limits const * for_partner, sequence const & record) -> fault {
        if (limits.size() != record.size())
            return fmt::format("the {} has {} letters, but {} limits", side, record.size(), limits.size());
        if (given && given->size() != 0 && given->size() != record.size())
            return fmt::format("the {} has {} letters, but jumps of {}", side, record.size(), given->size());
        if (for_partner && for_partner->size() != 0 && for_partner->size() != record.size())
            return fmt::format("the {} has {} letters, but gives {} limits to the other sequence", side, record.size(),
                               for_partner->size());
        return std::nullopt;
    };
    if (auto found = size_fault("query", in.query_limits, in.query_jumps, in.target_by_query, in.query))
        return found;
    if (auto found = size_fault("target", in.target_limits, in.target_jumps, in.query_by_target, in.target))
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
    if (auto found = description_fault(stated, in))
        return found;
    if (auto found = scoring_fault(stated, in))
        return found;
    if (auto found = limits_fault(stated, in))
        return found;
    if (!stated.contradiction.empty())
        return stated.contradiction;
    if (stated.ok() && stated.empty() && stated.strand == strand::reverse)
        return "the chain is empty, which is stated on strand +, but the strand is -";
    if (stated.strand == strand::reverse && in.alphabet != alphabet::dna && in.alphabet != alphabet::rna)
        return fmt::format("strand - is stated, but letters of the alphabet {} have no complement", name(in.alphabet));
    if (auto found = value_fault(stated, in))
        return found;
    if (auto found = sequence_fault(stated, in.query, in.alphabet))
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
    std::int64_t score = 0;
    if (auto found = detail::find_chain_fault(view, chain, &score))
        return found;
    if (stated.score && (score < 0 || *stated.score != static_cast<std::uint64_t>(score)))
        return fmt::format("the score is {}, but the chain's is {}", *stated.score, score);
    std::vector<detail::placed_link> links;
    if (stated.scored)
        links = detail::find_links(chain, view.side_a(), view.side_b());
    if (auto found = detail::find_links_fault(stated, chain, links))
        return found;
    if (auto found = letters_fault(stated, chain, in.query))
        return found;
    return differences_fault(stated, chain, links, in);
}

} // namespace vglcs
