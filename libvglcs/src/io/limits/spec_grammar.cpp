// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/spec_grammar.hpp"

#include "io/limits/site_values.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace vglcs::detail {

namespace {

constexpr std::string_view letter_prefix = "letter:";

struct ending
{
    std::string_view text;
    track_format format;
};
constexpr ending endings[] = {{".bedgraph", track_format::bedgraph}, {".bg", track_format::bedgraph},
                              {".bed", track_format::bed},           {".gff3", track_format::gff3},
                              {".gff", track_format::gff3},          {".gtf", track_format::gtf},
                              {".gaps", track_format::gaps}};

constexpr std::pair<std::string_view, track_format> format_words[] = {{"bedgraph:", track_format::bedgraph},
                                                                      {"bed:", track_format::bed},
                                                                      {"gff3:", track_format::gff3},
                                                                      {"gtf:", track_format::gtf},
                                                                      {"gaps:", track_format::gaps}};

constexpr std::string_view known_endings =
    ".bedgraph, .bg, .bed, .gff3, .gff, .gtf or .gaps (each also .gz), or the format in front of it, as in bed:PATH";

/// A value as it may stand behind a path, for advice.
std::string_view example_value(value_kind kind) noexcept
{
    switch (kind) {
    case value_kind::limit:
        return "5";
    case value_kind::landing:
        return "20..5000@5";
    case value_kind::leaving:
        break;
    }
    return "4";
}

std::string example_features(value_kind kind)
{
    switch (kind) {
    case value_kind::limit:
        return "FILE.gff3:exon=5,exon^=50000";
    case value_kind::landing:
        return "FILE.gff3:exon^=20..5000@5";
    case value_kind::leaving:
        break;
    }
    return "FILE.gff3:exon$=0";
}

bool ends_with_any_case(std::string_view text, std::string_view end)
{
    auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return text.size() >= end.size() &&
           std::ranges::equal(text.substr(text.size() - end.size()), end, {}, lower, lower);
}

std::optional<track_format> format_of(std::string_view path)
{
    constexpr std::string_view packed = ".gz";
    if (ends_with_any_case(path, packed))
        path.remove_suffix(packed.size());
    for (auto const & [text, format] : endings)
        if (ends_with_any_case(path, text))
            return format;
    return std::nullopt;
}

struct file_part
{
    std::string_view path;
    track_format format;
};

bool exists(std::string_view path)
{
    std::error_code ignored;
    return path == "-" || std::filesystem::exists(path, ignored);
}

bool is_file(std::string_view path)
{
    std::error_code ignored;
    return exists(path) && !std::filesystem::is_directory(path, ignored);
}

/// The path behind `FORMAT:`, whose name need not tell the format: the longest part up to the end or a colon that
/// exists. Where none exists, what stands before the last colon if the format has more behind a path, else all.
file_part find_named_file(std::string_view text, track_format format, value_kind kind)
{
    for (std::size_t end = text.size(); end != std::string_view::npos && end != 0; end = text.rfind(':', end - 1))
        if (exists(text.substr(0, end)))
            return {text.substr(0, end), format};
    std::size_t const colon = text.rfind(':');
    bool const features = format == track_format::gff3 || format == track_format::gtf;
    bool const more =
        colon != text.npos && (features || (format == track_format::bed && read_value(text.substr(colon + 1), kind)));
    return {more ? text.substr(0, colon) : text, format};
}

/// The longest part of the text, up to its end or a colon, that has a known ending and exists. Where none exists, the
/// shortest one with a known ending: opening it will say what is wrong.
std::optional<file_part> find_file(std::string_view text)
{
    std::optional<file_part> shortest;
    for (std::size_t end = text.size(); end != std::string_view::npos && end != 0; end = text.rfind(':', end - 1)) {
        std::string_view const path = text.substr(0, end);
        auto const format = format_of(path);
        if (!format)
            continue;
        shortest = {path, *format};
        if (exists(path))
            break;
    }
    return shortest;
}

feature_value parse_feature_value(std::string_view text, std::string_view item, value_kind kind)
{
    auto const sign = item.rfind('=');
    if (sign == std::string_view::npos || sign == 0)
        fail_spec(text, kind,
                  fmt::format("'{0}' is not TYPE={1}, TYPE^={1} or TYPE$={1}: write as in {2}", item,
                              kind == value_kind::limit ? "LIMIT" : "VALUE", example_features(kind)));
    feature_value out;
    std::string_view type = item.substr(0, sign);
    for (auto const & [mark, part] : {std::pair{'^', feature_part::first_base}, {'$', feature_part::base_after}})
        if (type.ends_with(mark)) {
            type.remove_suffix(1);
            out.part = part;
            if (type.empty())
                fail_spec(text, kind,
                          fmt::format("'{}' has no feature type before {}: write as in {}", item, mark,
                                      example_features(kind)));
            break;
        }
    out.type = type;
    out.value = value_in_spec(text, item.substr(sign + 1), kind);
    return out;
}

std::vector<feature_value> parse_feature_values(std::string_view text, std::string_view items, value_kind kind)
{
    std::vector<feature_value> out;
    for (bool more = true; more;) {
        auto const comma = items.find(',');
        std::string_view const item = items.substr(0, comma);
        more = comma != std::string_view::npos;
        feature_value next = parse_feature_value(text, item, kind);
        items.remove_prefix(more ? comma + 1 : items.size());
        if (std::ranges::any_of(
                out, [&](feature_value const & known) { return known.type == next.type && known.part == next.part; }))
            fail_spec(
                text, kind,
                fmt::format("{} stands twice: give it one {}", item.substr(0, item.rfind('=')), value_word(kind)));
        out.push_back(std::move(next));
    }
    return out;
}

track_spec parse_track_spec(std::string_view text, file_part file, value_kind kind)
{
    track_spec out{.path = std::string{file.path}, .format = file.format};
    bool const has_more = file.path.size() < text.size();
    std::string_view const more = has_more ? text.substr(file.path.size() + 1) : std::string_view{};
    switch (file.format) {
    case track_format::bedgraph:
    case track_format::gaps:
        if (has_more)
            fail_spec(text, kind,
                      fmt::format("':{}' after {}: the file holds its {}s itself: leave it out", more, file.path,
                                  value_word(kind)));
        break;
    case track_format::bed:
        if (has_more)
            out.inside = value_in_spec(text, more, kind);
        else if (kind != value_kind::limit) // a score is no such value
            fail_spec(text, kind,
                      fmt::format("which {} inside the intervals of {}: write as in FILE.bed:{}", value_word(kind),
                                  file.path, example_value(kind)));
        break;
    case track_format::gff3:
    case track_format::gtf:
        if (more.empty())
            fail_spec(text, kind,
                      fmt::format("which features of {}: write as in {}", file.path, example_features(kind)));
        out.types = parse_feature_values(text, more, kind);
        break;
    }
    return out;
}

} // namespace

void fail_spec(std::string_view text, value_kind kind, std::string_view what)
{
    throw usage_error{fmt::format("{} SPEC '{}': {}", spec_word(kind), text, what)};
}

spec_value value_in_spec(std::string_view text, std::string_view value, value_kind kind)
{
    if (kind == value_kind::limit)
        return value_of(parse_gap_limit(value));
    auto const read = read_value(value, kind);
    if (!read)
        fail_spec(text, kind, value_fault(value, kind));
    return *read;
}

parsed_spec parse_spec(std::string_view text, value_kind kind)
{
    if (auto const value = read_value(text, kind))
        return constant_spec{*value};
    if (kind == value_kind::limit && text == "qual")
        return quality_spec{};
    if (text.starts_with(letter_prefix))
        return letter_spec{std::string{text.substr(letter_prefix.size())}};
    if (site_values::begins(text))
        return site_spec{};
    for (auto const & [word, format] : format_words) {
        if (!text.starts_with(word))
            continue;
        std::string_view const behind = text.substr(word.size());
        if (behind.empty())
            fail_spec(text, kind, fmt::format("no path behind {}: write as in {}PATH", word, word));
        return parse_track_spec(behind, find_named_file(behind, format, kind), kind);
    }
    if (auto const file = find_file(text))
        return parse_track_spec(text, *file, kind);
    if (is_file(text) && (kind != value_kind::limit || read_limit(text).fault == limit_fault::not_a_limit))
        fail_spec(text, kind,
                  fmt::format("the file's name does not tell its format: it must end in {}", known_endings));
    if (kind != value_kind::limit)
        fail_spec(text, kind, value_fault(text, kind));
    if (read_limit(text).fault != limit_fault::not_a_limit)
        (void)parse_gap_limit(text); // throws
    fail_spec(text, kind,
              fmt::format("is none of N, LO..HI, inf, x, letter:A=3,*=2, after:AG=9,*=2, qual, or a file ending in {}",
                          known_endings));
}

} // namespace vglcs::detail
