// SPDX-License-Identifier: BSD-3-Clause
#include "patterns/hit_rows.hpp"

#include <vglcs/io/append_fields.hpp>
#include <vglcs/word_list.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

namespace vglcs::tools {

namespace {

using kind = pattern_part::kind;
using patterns_view = std::vector<structured_pattern> const &;

/// A word in letters again.
std::string word_text(pattern_word const & word)
{
    std::string out;
    for (std::uint8_t const set : word)
        out += "?ACMGRSVTWYHKDBN"[set];
    return out;
}

void append_number_or_dot(std::string & to, std::uint32_t number)
{
    if (number == part_place::none)
        to += '.';
    else
        append_field(to, number);
}

/// label=start-end/errors/indels, the word of a list or alternative, the runner-up of a list; a comma between parts.
void append_elements(std::string & to, structured_pattern const & pattern, std::span<part_place const> places)
{
    for (std::size_t k = 0; k < places.size(); ++k) {
        pattern_part const & part = pattern.parts[k];
        part_place const & place = places[k];
        to += k == 0 ? "" : ",";
        to += part.label;
        to += '=';
        append_field(to, place.start);
        to += '-';
        append_field(to, place.end);
        to += '/';
        append_field(to, place.errors);
        to += '/';
        append_field(to, place.indels);
        if (part.what == kind::list) {
            to += '/';
            to += (*part.list)[place.choice];
            to += '/';
            append_number_or_dot(to, place.runner_up);
        } else if (part.words.size() > 1) {
            to += '/';
            to += word_text(part.words[place.choice]);
        }
    }
}

class bed_rows : public hit_rows
{
public:
    explicit bed_rows(patterns_view patterns) : patterns_{patterns} {}

    void add(std::string & rows, sequence const & record, pattern_hit const & hit,
             std::span<part_place const> places) override
    {
        structured_pattern const & pattern = patterns_[hit.pattern];
        append_fields(rows, record.name, hit.start, hit.end, pattern.name, hit.errors, static_cast<char>(hit.strand),
                      hit.indels);
        rows += '\t';
        append_elements(rows, pattern, places);
        rows += '\n';
    }

private:
    patterns_view patterns_;
};

class tsv_rows : public hit_rows
{
public:
    explicit tsv_rows(patterns_view patterns) : patterns_{patterns} {}

    [[nodiscard]] std::string head() const override
    {
        return "pattern\ttarget\tstrand\tstart\tend\terrors\tindels\telements\n";
    }
    void add(std::string & rows, sequence const & record, pattern_hit const & hit,
             std::span<part_place const> places) override
    {
        structured_pattern const & pattern = patterns_[hit.pattern];
        append_fields(rows, pattern.name, record.name, static_cast<char>(hit.strand), hit.start, hit.end, hit.errors,
                      hit.indels);
        rows += '\t';
        append_elements(rows, pattern, places);
        rows += '\n';
    }

private:
    patterns_view patterns_;
};

/// Text of a GFF3 column, with the signs that have a meaning there as %XX.
std::string escaped(std::string_view text)
{
    std::string out;
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        if (byte > ' ' && byte < 127 && std::string_view{"%;=&,>"}.find(c) == std::string_view::npos) {
            out += c;
            continue;
        }
        std::array<char, 4> code{};
        (void)std::snprintf(code.data(), code.size(), "%%%02X", byte);
        out += code.data();
    }
    return out;
}

class gff3_rows : public hit_rows
{
public:
    explicit gff3_rows(patterns_view patterns) : patterns_{patterns} {}

    [[nodiscard]] std::string head() const override { return "##gff-version 3\n"; }
    void add(std::string & rows, sequence const & record, pattern_hit const & hit,
             std::span<part_place const> places) override
    {
        structured_pattern const & pattern = patterns_[hit.pattern];
        std::string const target = escaped(record.name);
        std::string const id = std::to_string(++hits_);
        line(rows, target, "nucleotide_match", hit.start, hit.end, hit.errors, hit.strand);
        ((rows += "ID=hit") += id) += ";Name=";
        rows += escaped(pattern.name);
        rows += ";errors=";
        append_field(rows, hit.errors);
        rows += ";indels=";
        append_field(rows, hit.indels);
        rows += '\n';
        for (std::size_t k = 0; k < places.size(); ++k) {
            part_place const & place = places[k];
            if (place.start == place.end) // GFF3 has no empty features
                continue;
            pattern_part const & part = pattern.parts[k];
            line(rows, target, "match_part", place.start, place.end, place.errors, hit.strand);
            ((rows += "Parent=hit") += id) += ";Name=";
            rows += part.label;
            if (part.what == kind::list) {
                rows += ";word=";
                rows += (*part.list)[place.choice];
            }
            rows += ";errors=";
            append_field(rows, place.errors);
            rows += ";indels=";
            append_field(rows, place.indels);
            rows += '\n';
        }
    }

private:
    static void line(std::string & rows, std::string const & target, std::string_view type, std::uint64_t start,
                     std::uint64_t end, std::uint32_t errors, strand s)
    {
        append_fields(rows, target, std::string_view{"vglcs"}, type, start + 1, end, errors, static_cast<char>(s), '.');
        rows += '\t';
    }

    patterns_view patterns_;
    std::uint64_t hits_ = 0;
};

/// A column group for every name of a capture, in the order in which the patterns bring them.
class capture_rows : public hit_rows
{
public:
    explicit capture_rows(patterns_view patterns) : patterns_{patterns}
    {
        for (structured_pattern const & pattern : patterns)
            for (pattern_capture const & capture : pattern.captures) {
                auto at = std::ranges::find(columns_, capture.name, &column::name);
                if (at == columns_.end())
                    at = columns_.insert(at, {.name = capture.name});
                for (std::size_t k = capture.first; k < capture.last; ++k)
                    at->has_list = at->has_list || pattern.parts[k].what == kind::list;
            }
    }

    [[nodiscard]] std::string head() const override
    {
        std::string out = "read\tpattern\tstrand\tstart\tend\terrors";
        for (column const & c : columns_) {
            (out += '\t') += c.name;
            if (c.has_list)
                for (char const * const more : {"_word", "_errors", "_runner_up"})
                    ((out += '\t') += c.name) += more;
        }
        return out += '\n';
    }
    void add(std::string & rows, sequence const & record, pattern_hit const & hit,
             std::span<part_place const> places) override
    {
        structured_pattern const & pattern = patterns_[hit.pattern];
        append_fields(rows, record.name, pattern.name, static_cast<char>(hit.strand), hit.start, hit.end, hit.errors);
        for (column const & c : columns_) {
            auto const capture = std::ranges::find(pattern.captures, c.name, &pattern_capture::name);
            if (capture == pattern.captures.end()) {
                rows += c.has_list ? "\t.\t.\t.\t." : "\t.";
                continue;
            }
            captured const held = capture_of(record, hit.strand, pattern, *capture, places);
            (rows += '\t') += held.read;
            if (c.has_list) {
                ((rows += '\t') += held.word) += '\t';
                append_field(rows, held.errors);
                rows += '\t';
                append_number_or_dot(rows, held.runner_up);
            }
        }
        rows += '\n';
    }

private:
    struct column
    {
        std::string name;
        bool has_list = false;
    };

    patterns_view patterns_;
    std::vector<column> columns_;
};

} // namespace

std::string letters_of(sequence const & record, std::uint64_t start, std::uint64_t end, strand s)
{
    std::string_view const letters = std::string_view{record.letters}.substr(start, end - start);
    return s == strand::forward ? std::string{letters} : reverse_complement(letters);
}

captured capture_of(sequence const & record, strand s, structured_pattern const & pattern,
                    pattern_capture const & capture, std::span<part_place const> places)
{
    captured out;
    for (std::size_t k = capture.first; k < capture.last; ++k) {
        part_place const & place = places[k];
        std::string const letters = letters_of(record, place.start, place.end, s);
        pattern_part const & part = pattern.parts[k];
        out.read += letters;
        out.word += part.what == kind::list ? (*part.list)[place.choice] : letters;
        out.errors += place.errors;
        out.runner_up = std::min(out.runner_up, place.runner_up);
    }
    return out;
}

std::unique_ptr<hit_rows> rows_of(std::string_view format, std::vector<structured_pattern> const & patterns)
{
    if (format == "tsv")
        return std::make_unique<tsv_rows>(patterns);
    if (format == "gff3")
        return std::make_unique<gff3_rows>(patterns);
    if (format == "captures")
        return std::make_unique<capture_rows>(patterns);
    return std::make_unique<bed_rows>(patterns);
}

} // namespace vglcs::tools
