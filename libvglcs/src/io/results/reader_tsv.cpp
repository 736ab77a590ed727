// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/parse_fault.hpp"
#include "io/results/readers.hpp"
#include "io/results/table_headers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace vglcs::detail {

namespace {

enum column : std::size_t {
    query,
    target,
    strand_,
    length,
    query_length,
    target_length,
    query_start,
    query_end,
    target_start,
    target_end,
    identity,
    cigar,
    query_record,
    target_record,
    status,
    bound,
    column_count
};

constexpr std::string_view not_available = "NA";

class tsv_reader final : public format_reader
{
public:
    explicit tsv_reader(result_lines & lines) : lines_{lines}
    {
        bool const there = lines_.next(line_) && line_.starts_with(tsv_header);
        std::string_view more = there ? std::string_view{line_}.substr(tsv_header.size()) : std::string_view{};
        auto const take = [&](std::string_view columns) {
            bool const has = more.starts_with(columns);
            more.remove_prefix(has ? columns.size() : 0);
            return has;
        };
        described_ = take(tsv_description_header);
        scored_ = take(tsv_score_header);
        explained_ = take(tsv_explain_header);
        if (!there || !more.empty())
            throw parse_fault{"the header line is not that of a tsv result of this version"};
    }

    bool next(stated_pair & out) override
    {
        if (!lines_.next_row(line_))
            return false;
        split_fields(line_, fields_);
        std::size_t const score_at = column_count + (described_ ? 2 : 0);
        check_field_count(fields_, score_at + (scored_ ? 2 : 0) + (explained_ ? tsv_explain_columns : 0), false);
        if (described_) {
            out.query_description = fields_[column_count];
            out.target_description = fields_[column_count + 1];
        }
        out.query = parse_name(fields_[query], "query");
        out.target = parse_name(fields_[target], "target");
        out.query_length = parse_count(fields_[query_length], "query length");
        out.target_length = parse_count(fields_[target_length], "target length");
        out.query_number = parse_count(fields_[query_record], "query record", UINT64_MAX);
        out.target_number = parse_count(fields_[target_record], "target record", UINT64_MAX);
        out.numbered = true;
        out.status = fields_[status];
        read_status_and_bound(out);
        if (!out.ok()) {
            expect_not_available({strand_, length, query_start, query_end, target_start, target_end, identity, cigar});
            out.scored = scored_;
            if (scored_)
                expect_not_available({score_at, score_at + 1});
            return true;
        }
        out.strand = parse_strand(fields_[strand_]);
        if (scored_)
            read_score(out, score_at);
        bool const length_known = !scored_ || fields_[cigar] != not_available;
        if (length_known)
            out.length = parse_count(fields_[length], "length");
        else
            expect_not_available({length});
        if (fields_[cigar] == not_available)
            read_length(out);
        else
            read_alignment(out);
        return true;
    }

private:
    void read_status_and_bound(stated_pair & out)
    {
        std::string_view const text = fields_[status];
        if (text != "ok" && text != "pruned" && !text.starts_with("skipped:") && !text.starts_with("error:"))
            throw parse_fault{fmt::format("status '{}' is none of ok, pruned, skipped:..., error:...", excerpt(text))};
        if (text == "pruned")
            out.bound = parse_count(fields_[bound], "bound");
        else
            expect_not_available({bound});
    }

    void read_score(stated_pair & out, std::size_t at)
    {
        out.scored = true;
        out.score = parse_count(fields_[at], "score");
        if (fields_[cigar] == not_available)
            expect_not_available({at + 1});
        else
            out.jump_count = parse_count(fields_[at + 1], "jumps", 2 * largest_count);
    }

    void expect_not_available(std::initializer_list<std::size_t> columns)
    {
        for (std::size_t const c : columns)
            if (fields_[c] != not_available)
                throw parse_fault{fmt::format("column {} is '{}' instead of NA", c + 1, excerpt(fields_[c]))};
    }

    /// A row of --task length: of the chain only its end is known, on + only.
    void read_length(stated_pair & out)
    {
        expect_not_available({query_start, target_start, identity});
        std::uint64_t const last_j = parse_count(fields_[target_end], "target end");
        if (out.strand == strand::reverse) {
            expect_not_available({query_end});
            if ((last_j == 0) != out.empty())
                note_contradiction(out, fmt::format("the {} is {}, but the end is {}", measure(), value(out), last_j));
            else if (last_j != 0)
                out.last_j = last_j - 1;
            return;
        }
        std::uint64_t const last_i = parse_count(fields_[query_end], "query end");
        if ((last_i == 0) != out.empty() || (last_j == 0) != out.empty())
            note_contradiction(
                out, fmt::format("the {} is {}, but the ends are {} and {}", measure(), value(out), last_i, last_j));
        else if (!out.empty())
            out.last = matched_pair{last_i - 1, last_j - 1};
    }

    void read_alignment(stated_pair & out)
    {
        extent const at{.query_start = parse_count(fields_[query_start], "query start"),
                        .query_end = parse_count(fields_[query_end], "query end"),
                        .target_start = parse_count(fields_[target_start], "target start"),
                        .target_end = parse_count(fields_[target_end], "target end")};
        cigar_counts counts;
        if (fields_[cigar] == "*") {
            out.has_chain = true;
            if (!out.empty() || out.jump_count.value_or(0) != 0 || at != extent{} || out.strand != strand::forward)
                note_contradiction(out, "the cigar is that of an empty chain, but length, places or strand are not");
        } else {
            counts = set_chain(out, at, fields_[cigar]);
        }
        std::string_view const stated = fields_[identity];
        if (stated != not_available && stated.find_first_not_of("0123456789.") != stated.npos)
            throw parse_fault{fmt::format("identity '{}' is neither a number nor NA", excerpt(stated))};
        if (scored_ && out.cigar)
            out.identity = stated;
        else if (std::string const right = identity_text(counts.matches, counts.columns()); stated != right)
            note_contradiction(out, fmt::format("the identity is {}, but the cigar gives {}", excerpt(stated), right));
    }

    /// What says how good a row of --task length is.
    [[nodiscard]] std::string_view measure() const { return scored_ ? "score" : "length"; }
    [[nodiscard]] std::uint64_t value(stated_pair const & out) const { return scored_ ? *out.score : out.length; }

    result_lines & lines_;
    bool described_ = false, scored_ = false, explained_ = false;
    std::string line_;
    std::vector<std::string_view> fields_;
};

} // namespace

std::unique_ptr<format_reader> make_tsv_reader(result_lines & lines)
{
    return std::make_unique<tsv_reader>(lines);
}

} // namespace vglcs::detail
