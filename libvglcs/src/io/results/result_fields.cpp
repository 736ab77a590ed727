// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/parse_fault.hpp"
#include "io/results/readers.hpp"

#include <fmt/format.h>

#include <utility>

namespace vglcs::detail {

namespace {

bool is_alphanumeric(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

template <class T>
void set_once(std::optional<T> & place, T value, std::string_view tag)
{
    if (place)
        throw parse_fault{fmt::format("tag {} is there twice", tag)};
    place = value;
}

/// Notes a start and an end that are not in order or leave the sequence.
bool places_fit(stated_pair & out, std::string_view side, std::uint64_t start, std::uint64_t end, std::uint64_t length)
{
    if (start <= end && end <= length)
        return true;
    note_contradiction(out, fmt::format("{} start {} and end {} do not fit into {} letters", side, start, end, length));
    return false;
}

} // namespace

void split_fields(std::string_view line, std::vector<std::string_view> & out)
{
    out.clear();
    for (std::size_t at = 0;;) {
        std::size_t const tab = line.find('\t', at);
        out.push_back(line.substr(at, tab - at));
        if (tab == line.npos)
            return;
        at = tab + 1;
    }
}

void check_field_count(std::span<std::string_view const> fields, std::size_t count, bool at_least)
{
    if (at_least ? fields.size() < count : fields.size() != count)
        throw parse_fault{fmt::format("{} column{} instead of {}{}", fields.size(), fields.size() == 1 ? "" : "s",
                                      at_least ? "at least " : "", count)};
}

std::string parse_name(std::string_view text, std::string_view what)
{
    if (text.empty())
        throw parse_fault{fmt::format("{} has no name", what)};
    return std::string{text};
}

strand parse_strand(std::string_view text)
{
    if (text != "+" && text != "-")
        throw parse_fault{fmt::format("strand '{}' is neither + nor -", excerpt(text))};
    return static_cast<strand>(text[0]);
}

tags parse_tags(std::span<std::string_view const> fields)
{
    tags out;
    for (std::string_view const field : fields) {
        bool const well_formed = field.size() >= 5 && is_alphanumeric(field[0]) && is_alphanumeric(field[1]) &&
                                 field[2] == ':' && is_alphanumeric(field[3]) && field[4] == ':';
        if (!well_formed)
            throw parse_fault{fmt::format("'{}' is no tag like vl:i:7", excerpt(field))};
        std::string_view const tag = field.substr(0, 2), value = field.substr(5);
        char const type = field[3];
        if (type == 'A') {
            if (value.size() != 1)
                throw parse_fault{fmt::format("tag {} has {} letters instead of one", tag, value.size())};
            if (tag == "tp")
                set_once(out.kind, value[0], tag);
            else if (tag == "ts")
                set_once(out.transcript_on_read, value[0], tag);
            else if (tag == "XS")
                set_once(out.transcript, value[0], tag);
        }
        bool const number = tag == "vl" || tag == "NM" || tag == "AS" || tag == "vj",
                   text = tag == "gd" || tag == "ri" || tag == "cg" || tag == "MD";
        if ((number && type != 'i') || (text && type != 'Z'))
            throw parse_fault{fmt::format("tag {} has the type {} instead of {}", tag, type, number ? 'i' : 'Z')};
        if (tag == "vl")
            set_once(out.length, parse_count(value, "vl:i"), tag);
        else if (tag == "NM")
            set_once(out.edits, parse_count(value, "NM:i", 2 * largest_count), tag);
        else if (tag == "AS")
            set_once(out.score, parse_count(value, "AS:i"), tag);
        else if (tag == "vj")
            set_once(out.jumps, parse_count(value, "vj:i", 2 * largest_count), tag);
        else if (tag == "gd")
            set_once(out.limits_digest, value, tag);
        else if (tag == "ri")
            set_once(out.records, value, tag);
        else if (tag == "cg")
            set_once(out.cigar, value, tag);
        else if (tag == "MD")
            set_once(out.md, value, tag);
    }
    return out;
}

void set_record_numbers(stated_pair & out, std::string_view text)
{
    std::size_t const comma = text.find(',');
    if (comma == text.npos)
        throw parse_fault{fmt::format("ri:Z:{} does not have two record numbers", excerpt(text))};
    out.query_number = parse_count(text.substr(0, comma), "query record", UINT64_MAX);
    out.target_number = parse_count(text.substr(comma + 1), "target record", UINT64_MAX);
    out.numbered = true;
}

void note_contradiction(stated_pair & out, std::string what)
{
    if (out.contradiction.empty())
        out.contradiction = std::move(what);
}

void set_placement(stated_pair & out, tags const & stated, std::string_view quality)
{
    constexpr std::uint64_t not_known = 255;
    std::uint64_t const stated_quality = parse_count(quality, "mapping quality", not_known);
    out.spliced = stated.kind.has_value();
    if (!out.spliced) {
        if (stated_quality != not_known)
            note_contradiction(out, fmt::format("the mapping quality is {}, not {}", stated_quality, not_known));
        return;
    }
    if (*stated.kind != 'P' && *stated.kind != 'S')
        throw parse_fault{fmt::format("tp:A:{} is neither P (primary) nor S (secondary)", *stated.kind)};
    for (auto const strand_stated : {stated.transcript_on_read, stated.transcript})
        if (strand_stated && *strand_stated != '+' && *strand_stated != '-')
            throw parse_fault{"the strand of the transcript (ts:A, XS:A) is neither + nor -"};
    if (stated.transcript_on_read)
        out.transcript =
            (*stated.transcript_on_read == '-') == (out.strand == strand::reverse) ? strand::forward : strand::reverse;
    if (!stated.transcript)
        return;
    auto const on_target = static_cast<strand>(*stated.transcript);
    if (out.transcript && *out.transcript != on_target)
        note_contradiction(out, "ts:A and XS:A put the transcript on different strands of the target");
    out.transcript = on_target;
}

void check_edits(stated_pair & out, tags const & stated, cigar_counts const & counts)
{
    if (stated.edits && *stated.edits != counts.edits())
        note_contradiction(out, fmt::format("NM is {}, but the cigar has {} letters that are not matched",
                                            *stated.edits, counts.edits()));
}

void set_score(stated_pair & out, tags const & stated)
{
    out.scored = stated.score || stated.jumps;
    if (!out.scored)
        return;
    if (!stated.score || !stated.jumps)
        throw parse_fault{
            fmt::format("a row with {} needs {} too", stated.score ? "AS:i" : "vj:i", stated.score ? "vj:i" : "AS:i")};
    out.score = stated.score;
    out.jump_count = stated.jumps;
}

void append_pair(stated_pair & out, std::uint64_t i, std::uint64_t j)
{
    if (!out.runs.empty()) {
        auto & [first_i, first_j, count] = out.runs.back();
        if (i == first_i + count && j == first_j + count) {
            ++count;
            return;
        }
    }
    out.runs.push_back({i, j, 1});
}

cigar_counts set_chain(stated_pair & out, extent const & at, std::string_view cigar)
{
    bool const query_fits = places_fit(out, "query", at.query_start, at.query_end, *out.query_length);
    bool const target_fits = places_fit(out, "target", at.target_start, at.target_end, *out.target_length);
    bool const fits = query_fits && target_fits;
    bool const forward = out.strand == strand::forward;
    std::uint64_t const first_i = !fits ? 0 : forward ? at.query_start : *out.query_length - at.query_end;
    decoded_cigar decoded = decode_cigar(cigar, first_i, at.target_start, false, out.scored);
    cigar_counts const & counts = decoded.counts;
    if (fits && counts.query_letters() != at.query_end - at.query_start)
        note_contradiction(out, fmt::format("the cigar has {} letters of the query, from start to end are {}",
                                            counts.query_letters(), at.query_end - at.query_start));
    if (fits && counts.target_letters() != at.target_end - at.target_start)
        note_contradiction(out, fmt::format("the cigar has {} letters of the target, from start to end are {}",
                                            counts.target_letters(), at.target_end - at.target_start));
    if (counts.matches != out.length)
        note_contradiction(
            out, fmt::format("the length is {}, but the cigar has {} matched letters", out.length, counts.matches));
    if (out.scored)
        out.cigar = cigar;
    else if (cigar_text(decoded.runs) != cigar)
        note_contradiction(out, std::string{cigar_form});
    out.runs = std::move(decoded.runs);
    out.has_chain = true;
    return counts;
}

} // namespace vglcs::detail
