// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/parse_fault.hpp"
#include "io/results/readers.hpp"

#include <fmt/format.h>

namespace vglcs::detail {

namespace {

constexpr std::size_t columns = 12;

class paf_reader final : public format_reader
{
public:
    explicit paf_reader(result_lines & lines) : lines_{lines} {}

    bool next(stated_pair & out) override
    {
        if (!lines_.next_row(line_))
            return false;
        split_fields(line_, fields_);
        check_field_count(fields_, columns, true);
        out.query = parse_name(fields_[0], "query");
        out.query_length = parse_count(fields_[1], "query length");
        out.strand = parse_strand(fields_[4]);
        out.target = parse_name(fields_[5], "target");
        out.target_length = parse_count(fields_[6], "target length");
        extent const at{.query_start = parse_count(fields_[2], "query start"),
                        .query_end = parse_count(fields_[3], "query end"),
                        .target_start = parse_count(fields_[7], "target start"),
                        .target_end = parse_count(fields_[8], "target end")};
        std::uint64_t const matches = parse_count(fields_[9], "column 10");
        std::uint64_t const all = parse_count(fields_[10], "column 11", 2 * largest_count);
        tags const stated = parse_tags(std::span{fields_}.subspan(columns));
        set_placement(out, stated, fields_[11]);
        if (!stated.cigar)
            throw parse_fault{"no tag cg:Z, so that the matched pairs are not known"};
        if (stated.limits_digest)
            out.limits_digest = *stated.limits_digest;
        if (stated.records)
            set_record_numbers(out, *stated.records);
        out.length = stated.length.value_or(matches);
        set_score(out, stated);
        cigar_counts const counts = set_chain(out, at, *stated.cigar);
        if (out.scored) { // which of the insertions is a jump, limits and jumps tell
            out.columns = all;
            out.other_columns = stated.edits;
            if (matches != counts.matches)
                note_contradiction(
                    out, fmt::format("column 10 is {}, but the cigar has {} matches", matches, counts.matches));
            return true;
        }
        if (matches != counts.matches || all != counts.columns())
            note_contradiction(out, fmt::format("columns 10 and 11 are {} and {}, but the cigar has {} matches in {}",
                                                matches, all, counts.matches, counts.columns()));
        check_edits(out, stated, counts);
        return true;
    }

private:
    result_lines & lines_;
    std::string line_;
    std::vector<std::string_view> fields_;
};

} // namespace

std::unique_ptr<format_reader> make_paf_reader(result_lines & lines)
{
    return std::make_unique<paf_reader>(lines);
}

} // namespace vglcs::detail
