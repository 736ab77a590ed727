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
        std::string_view const more = there ? std::string_view{line_}.substr(tsv_header.size()) : std::string_view{};
        described_ = more == tsv_description_header;
        if (!there || (!more.empty() && !described_))
            throw parse_fault{"the header line is not that of a tsv result of this version"};
    }

    bool next(stated_pair & out) override
    {
        if (!lines_.next_row(line_))
            return false;
        split_fields(line_, fields_);
        check_field_count(fields_, column_count + (described_ ? 2 : 0), false);
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
            return true;
        }
        out.strand = parse_strand(fields_[strand_]);
        out.length = parse_count(fields_[length], "length");
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

    void expect_not_available(std::initializer_list<column> columns)
    {
        for (column const c : columns)
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
            if ((last_j == 0) != (out.length == 0))
                note_contradiction(out, fmt::format("the length is {}, but the end is {}", out.length, last_j));
            else if (last_j != 0)
                out.last_j = last_j - 1;
            return;
        }
        std::uint64_t const last_i = parse_count(fields_[query_end], "query end");
        if ((last_i == 0) != (out.length == 0) || (last_j == 0) != (out.length == 0))
            note_contradiction(out,
                               fmt::format("the length is {}, but the ends are {} and {}", out.length, last_i, last_j));
        else if (out.length != 0)
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
            if (out.length != 0 || at != extent{} || out.strand != strand::forward)
                note_contradiction(out, "the cigar is that of an empty chain, but length, places or strand are not");
        } else {
            counts = set_chain(out, at, fields_[cigar]);
        }
        std::string_view const stated = fields_[identity];
        if (stated != not_available && stated.find_first_not_of("0123456789.") != stated.npos)
            throw parse_fault{fmt::format("identity '{}' is neither a number nor NA", excerpt(stated))};
        if (std::string const right = identity_text(counts.matches, counts.columns()); stated != right)
            note_contradiction(out, fmt::format("the identity is {}, but the cigar gives {}", excerpt(stated), right));
    }

    result_lines & lines_;
    bool described_ = false;
    std::string line_;
    std::vector<std::string_view> fields_;
};

} // namespace

std::unique_ptr<format_reader> make_tsv_reader(result_lines & lines)
{
    return std::make_unique<tsv_reader>(lines);
}

} // namespace vglcs::detail
