// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/parse_fault.hpp"
#include "io/results/readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace vglcs::detail {

namespace {

constexpr std::size_t columns = 11;
constexpr std::uint64_t largest_flag = 65535, unmapped_flag = 4, reverse_flag = 16, secondary_flag = 256,
                        supplementary_flag = 2048;

class sam_reader final : public format_reader
{
public:
    explicit sam_reader(result_lines & lines) : lines_{lines}
    {
        for (std::string const * line = lines_.peek(); line && line->starts_with('@'); line = lines_.peek()) {
            (void)lines_.next(line_);
            split_fields(line_, fields_);
            if (fields_[0] == "@SQ")
                add_target();
        }
    }

    bool next(stated_pair & out) override
    {
        std::uint64_t flag = 0;
        do { // a spliced read that lies nowhere states nothing
            if (!lines_.next(line_))
                return false;
            split_fields(line_, fields_);
            check_field_count(fields_, columns, true);
            flag = parse_count(fields_[1], "FLAG", largest_flag);
        } while (flag == unmapped_flag && fields_[2] == "*");
        out.query = parse_name(fields_[0], "query");
        tags const stated = parse_tags(std::span{fields_}.subspan(columns));
        std::uint64_t const allowed = reverse_flag | (stated.kind ? secondary_flag | supplementary_flag : 0);
        if ((flag & ~allowed) != 0)
            throw parse_fault{stated.kind ? fmt::format("FLAG {} is no sum of 16, 256 and 2048", flag)
                                          : fmt::format("FLAG {} is neither 0 nor 16", flag)};
        out.strand = (flag & reverse_flag) == 0 ? strand::forward : strand::reverse;
        out.target = parse_name(fields_[2], "target");
        auto const found = targets_.find(out.target);
        if (found == targets_.end())
            throw parse_fault{fmt::format("target {} has no @SQ line", excerpt(out.target))};
        out.target_length = found->second;
        std::uint64_t const position = parse_count(fields_[3], "POS");
        if (position == 0)
            throw parse_fault{"POS is 0, but positions count from 1"};
        set_placement(out, stated, fields_[4]);
        if (stated.kind && (*stated.kind == 'S') != ((flag & secondary_flag) != 0))
            note_contradiction(
                out, fmt::format("FLAG {} and tp:A:{} differ on whether the row is secondary", flag, *stated.kind));
        if (fields_[6] != "*" || fields_[7] != "0" || fields_[8] != "0")
            note_contradiction(out, fmt::format("RNEXT, PNEXT and TLEN are '{}', '{}', '{}', but there is no mate",
                                                excerpt(fields_[6]), excerpt(fields_[7]), excerpt(fields_[8])));
        set_score(out, stated);
        decoded_cigar const cigar = decode_cigar(fields_[5], 0, position - 1, true, out.scored);
        std::string_view const letters = without_clips(fields_[5], cigar);
        out.runs = cigar.runs;
        out.has_chain = true;
        out.query_length = cigar.clip_front + cigar.counts.query_letters() + cigar.clip_back;
        out.length = stated.length.value_or(cigar.counts.matches);
        if (stated.limits_digest)
            out.limits_digest = *stated.limits_digest;
        if (stated.records)
            set_record_numbers(out, *stated.records);
        out.edits = stated.edits; // by the letters, which are not known here
        if (stated.md)
            out.md = *stated.md;
        if ((flag & secondary_flag) == 0 || fields_[9] != "*" || fields_[10] != "*") // these need no letters
            set_sequence(out);
        note_contradictions(out, cigar.counts, letters);
        return true;
    }
    std::vector<result_reader::header_target> const & header_targets() const noexcept override { return header_; }

private:
    void add_target()
    {
        std::optional<std::string_view> name, length;
        for (std::string_view const field : fields_) {
            if (field.starts_with("SN:"))
                name = field.substr(3);
            if (field.starts_with("LN:"))
                length = field.substr(3);
        }
        if (!name || name->empty() || !length)
            throw parse_fault{"@SQ line without SN or LN"};
        header_.push_back({std::string{*name}, parse_count(*length, "LN")});
        if (!targets_.emplace(*name, header_.back().length).second)
            throw parse_fault{fmt::format("target {} has two @SQ lines", excerpt(*name))};
    }

    /// The part of the cigar's text between its clips.
    static std::string_view without_clips(std::string_view text, decoded_cigar const & cigar)
    {
        if (cigar.clip_front != 0)
            text.remove_prefix(text.find('S') + 1);
        if (cigar.clip_back != 0)
            text = text.substr(0, text.find_last_not_of("0123456789", text.size() - 2) + 1);
        return text;
    }

    void set_sequence(stated_pair & out) const
    {
        std::string_view const sequence = fields_[9], quality = fields_[10];
        if (sequence.empty() || quality.empty())
            throw parse_fault{"SEQ or QUAL is empty"};
        out.sequence = sequence; // "*", where there is none, is compared too
        out.quality = quality;
        if (quality != "*" && quality.size() != sequence.size())
            throw parse_fault{
                fmt::format("QUAL has {} characters, SEQ {}: they do not fit", quality.size(), sequence.size())};
    }

    static void note_contradictions(stated_pair & out, cigar_counts const & counts, std::string_view letters)
    {
        if (out.length != counts.matches)
            note_contradiction(
                out, fmt::format("the length is {}, but the cigar has {} matched letters", out.length, counts.matches));
        if (out.sequence && out.sequence != "*" && out.sequence->size() != *out.query_length)
            note_contradiction(out, fmt::format("SEQ has {} letters, the cigar {} of the query", out.sequence->size(),
                                                *out.query_length));
        if (out.scored)
            out.cigar = letters;
        else if (cigar_text(out.runs) != letters)
            note_contradiction(out, std::string{cigar_form});
    }

    result_lines & lines_;
    std::vector<result_reader::header_target> header_;
    std::unordered_map<std::string, std::uint64_t> targets_;
    std::string line_;
    std::vector<std::string_view> fields_;
};

} // namespace

std::unique_ptr<format_reader> make_sam_reader(result_lines & lines)
{
    return std::make_unique<sam_reader>(lines);
}

} // namespace vglcs::detail
