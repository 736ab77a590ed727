// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/gap_spec_grammar.hpp"
#include "io/limits/limit_text.hpp"

#include <vglcs/error.hpp>

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

[[noreturn]] void fail(std::string_view text, std::string_view what)
{
    throw usage_error{fmt::format("gap SPEC '{}': {}", text, what)};
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

/// The path behind `FORMAT:`, whose name need not tell the format: the longest part up to the end or a colon that
/// exists. Where none exists, what stands before the last colon if the format has more behind a path, else all.
file_part find_named_file(std::string_view text, track_format format)
{
    for (std::size_t end = text.size(); end != std::string_view::npos && end != 0; end = text.rfind(':', end - 1))
        if (exists(text.substr(0, end)))
            return {text.substr(0, end), format};
    std::size_t const colon = text.rfind(':');
    bool const features = format == track_format::gff3 || format == track_format::gtf;
    bool const more =
        colon != text.npos &&
        (features || (format == track_format::bed && read_limit(text.substr(colon + 1)).fault == limit_fault::none));
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

feature_limit parse_feature_limit(std::string_view text, std::string_view item)
{
    auto const sign = item.rfind('=');
    if (sign == std::string_view::npos || sign == 0)
        fail(text,
             fmt::format("'{}' is not TYPE=LIMIT or TYPE^=LIMIT: write as in FILE.gff3:exon=5,exon^=50000", item));
    std::string_view type = item.substr(0, sign);
    bool const first_base = type.ends_with('^');
    if (first_base)
        type.remove_suffix(1);
    if (type.empty())
        fail(text, fmt::format("'{}' has no feature type before ^: write as in FILE.gff3:exon^=50000", item));
    return {std::string{type}, first_base, parse_gap_limit(item.substr(sign + 1))};
}

std::vector<feature_limit> parse_feature_limits(std::string_view text, std::string_view items)
{
    std::vector<feature_limit> out;
    for (bool more = true; more;) {
        auto const comma = items.find(',');
        more = comma != std::string_view::npos;
        feature_limit next = parse_feature_limit(text, items.substr(0, comma));
        items.remove_prefix(more ? comma + 1 : items.size());
        if (std::ranges::any_of(out, [&](feature_limit const & known) {
                return known.type == next.type && known.first_base == next.first_base;
            }))
            fail(text, fmt::format("{}{} stands twice: give it one limit", next.type, next.first_base ? "^" : ""));
        out.push_back(std::move(next));
    }
    return out;
}

track_spec parse_track_spec(std::string_view text, file_part file)
{
    track_spec out{.path = std::string{file.path}, .format = file.format};
    bool const has_more = file.path.size() < text.size();
    std::string_view const more = has_more ? text.substr(file.path.size() + 1) : std::string_view{};
    switch (file.format) {
    case track_format::bedgraph:
    case track_format::gaps:
        if (has_more)
            fail(text, fmt::format("':{}' after {}: the file holds its limits itself: leave it out", more, file.path));
        break;
    case track_format::bed:
        if (has_more)
            out.inside = parse_gap_limit(more);
        break;
    case track_format::gff3:
    case track_format::gtf:
        if (more.empty())
            fail(text, fmt::format("which features of {}: write as in FILE.gff3:exon=5,exon^=50000", file.path));
        out.types = parse_feature_limits(text, more);
        break;
    }
    return out;
}

} // namespace

parsed_spec parse_gap_spec(std::string_view text)
{
    auto const [limit, fault] = read_limit(text);
    if (fault == limit_fault::none)
        return constant_spec{limit};
    if (text == "qual")
        return quality_spec{};
    if (text.starts_with(letter_prefix))
        return letter_spec{std::string{text.substr(letter_prefix.size())}};
    for (auto const & [word, format] : format_words) {
        if (!text.starts_with(word))
            continue;
        std::string_view const behind = text.substr(word.size());
        if (behind.empty())
            fail(text, fmt::format("no path behind {}: write as in {}PATH", word, word));
        return parse_track_spec(behind, find_named_file(behind, format));
    }
    if (auto const file = find_file(text))
        return parse_track_spec(text, *file);
    if (fault != limit_fault::not_a_limit)
        (void)parse_gap_limit(text); // throws
    if (exists(text))
        fail(text, fmt::format("the file's name does not tell its format: it must end in {}", known_endings));
    fail(text,
         fmt::format("is none of N, LO..HI, inf, x, letter:A=3,*=2, qual, or a file ending in {}", known_endings));
}

} // namespace vglcs::detail
