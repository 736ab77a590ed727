// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/text_reader.hpp"
#include "io/limits/track_formats.hpp"
#include "io/limits/track_sections.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace vglcs::detail {

namespace {

struct repeated_value
{
    spec_value value;
    std::uint64_t count = 1;
};

/// Reads `VALUE` or `VALUExCOUNT`. The last x parts them, so that `xx5` is x five times.
repeated_value read_word(text_reader const & reader, std::string_view word, value_kind kind)
{
    repeated_value out;
    std::string_view text = word;
    if (auto const sign = word.rfind('x'); sign != std::string_view::npos && sign > 0) {
        std::string_view const count = word.substr(sign + 1);
        char const * const end = count.data() + count.size();
        auto const [stop, status] = std::from_chars(count.data(), end, out.count);
        if (count.empty() || stop != end || status != std::errc{} || out.count == 0)
            reader.fail(fmt::format("'{}' repeats '{}' times: write {}xCOUNT with a COUNT from 1 on, as in {}x100",
                                    word, count, kind == value_kind::limit ? "LIMIT" : "VALUE",
                                    kind == value_kind::landing ? "500@5" : "5"));
        text = word.substr(0, sign);
    }
    auto const value = read_value(text, kind);
    if (!value)
        reader.fail(value_fault(text, kind));
    out.value = *value;
    return out;
}

/// The name in a header line: its first word, or the record's number where it has none, as in sequence files.
std::string header_name(std::string_view header, std::size_t number)
{
    auto const first = std::min(header.find_first_not_of(" \t", 1), header.size());
    header.remove_prefix(first);
    std::string_view const name = header.substr(0, header.find_first_of(" \t"));
    return name.empty() ? std::to_string(number) : std::string{name};
}

} // namespace

track read_gaps(std::string const & path, value_kind kind, gap_spec_options const & options)
{
    text_reader reader{path, {}, memory_budget{options.max_memory}};
    track out{path, track::coverage::letters, kind, options};
    track_sections sections{kind};
    track_record * record = nullptr;
    for (std::string_view word; reader.next_word(word);) {
        if (reader.word_begins_line() && word.front() == '#') {
            sections.take(reader.take_line());
            record = sections.passes_over() ? nullptr : record;
            continue;
        }
        if (sections.passes_over())
            continue;
        if (reader.word_begins_line() && word.front() == '>') {
            std::string_view const header = reader.take_line();
            if (header.find('\0') != header.npos)
                reader.fail("byte 0x00 in the header: the file is damaged, or no text: copy it again");
            std::string const name = header_name(header, out.size() + 1);
            std::size_t const known = out.size();
            record = &out.record(out.find_or_add(name, reader.line_number()));
            if (out.size() == known)
                reader.fail(fmt::format("record {} stands here again, first in line {}: one record of {}s serves "
                                        "all sequences of that name: take one out",
                                        record->name, record->line, value_word(kind)));
            continue;
        }
        if (!record)
            reader.fail(fmt::format("'{}' stands before the first record: begin with a line >NAME", word));
        auto const [value, repeats] = read_word(reader, word, kind);
        constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        record->extent = repeats > most - record->extent ? most : record->extent + repeats;
        constexpr std::uint64_t longest = std::numeric_limits<std::uint32_t>::max();
        std::size_t const known = record->runs.size();
        append_run(record->runs, static_cast<std::uint32_t>(std::min(record->extent, longest)),
                   out.values().number(value));
        if (record->runs.size() != known)
            out.keep(sizeof(value_run), reader.line_number());
    }
    if (std::string const doubt = reader.end_warning(); !doubt.empty())
        out.warn(doubt);
    if (out.size() == 0)
        throw input_error{
            path, 0,
            fmt::format("holds no record: begin each with a line >NAME, then a {} for each letter", value_word(kind))};
    return out;
}

} // namespace vglcs::detail
