// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/part_mark.hpp>

#include <fmt/format.h>

#include <charconv>

namespace vglcs {

namespace {

constexpr std::string_view line_begin = "#part ", sam_begin = "@CO\tpart ", line_middle = ", ", line_end = " rows";
constexpr std::string_view tag_begin = "\tpt:Z:";
constexpr std::string_view json_begin = "\"part\":{\"index\":", json_of = ",\"of\":", json_rows = ",\"rows\":";

bool take(std::string_view & text, std::string_view word)
{
    bool const there = text.starts_with(word);
    if (there)
        text.remove_prefix(word.size());
    return there;
}

bool take(std::string_view & text, std::uint64_t & number)
{
    auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return fault == std::errc{};
}

/// The three numbers with these words between and `last` behind; all of the text.
std::optional<part_mark> read_mark(std::string_view text, std::string_view of, std::string_view rows,
                                   std::string_view last)
{
    part_mark out;
    bool const read = take(text, out.index) && take(text, of) && take(text, out.count) && take(text, rows) &&
                      take(text, out.rows) && text == last && out.index != 0 && out.index <= out.count;
    return read ? std::optional{out} : std::nullopt;
}

} // namespace

bool has_part_mark(format f) noexcept
{
    return f != format::pretty;
}

std::string marked_end(format f, part_mark const & mark, std::string_view last_row)
{
    auto const [index, count, rows] = mark;
    std::string const line = fmt::format("{}/{}{}{}{}\n", index, count, line_middle, rows, line_end);
    std::string out{last_row};
    std::string const object = fmt::format("{}{}{}{}{}{}}}}}\n", json_begin, index, json_of, count, json_rows, rows);
    switch (f) {
    case format::tsv:
    case format::pairs:
        return out.append(line_begin).append(line);
    case format::paf:
    case format::sam:
        if (out.empty())
            return out.append(f == format::sam ? sam_begin : line_begin).append(line);
        out.pop_back();
        return out + fmt::format("{}{}/{},{}\n", tag_begin, index, count, rows);
    case format::json:
        if (out.empty())
            return '{' + object;
        out.resize(out.size() - 2); // "}" and the line's end
        return out + ',' + object;
    case format::pretty:
        break;
    }
    return out;
}

std::optional<part_mark> take_part_mark(std::string & line)
{
    std::string_view text = line;
    if (take(text, line_begin) || take(text, sam_begin)) {
        auto const mark = read_mark(text, "/", line_middle, line_end);
        if (mark)
            line.clear();
        return mark;
    }
    if (text.starts_with('{')) {
        auto const at = text.rfind(json_begin);
        if (at == text.npos || at == 0 || !text.ends_with("}}"))
            return std::nullopt;
        auto const mark = read_mark(text.substr(at + json_begin.size()), json_of, json_rows, "}}");
        if (mark && text[at - 1] == ',') {
            line.resize(at - 1);
            line += '}';
        } else if (mark) {
            line.clear();
        }
        return mark;
    }
    auto const at = text.rfind(tag_begin);
    if (at == text.npos)
        return std::nullopt;
    auto const mark = read_mark(text.substr(at + tag_begin.size()), "/", ",", "");
    if (mark)
        line.resize(at);
    return mark;
}

} // namespace vglcs
