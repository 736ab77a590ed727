// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/io/place_reader.hpp>

#include "io/bytes/text_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

namespace vglcs {

namespace {

std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

} // namespace

struct place_reader::state
{
    detail::text_reader reader;
    text_collection const & a;
    text_collection const & b;

    /// The position in the joined text that a place means.
    [[nodiscard]] std::uint64_t position(std::string_view word, text_collection const & text) const
    {
        auto const colon = word.rfind(':');
        auto const value = number(colon == std::string_view::npos ? word : word.substr(colon + 1));
        if (!value)
            reader.fail(fmt::format("place '{}': no position: give NAME:POSITION or a number, from 0", word));
        if (colon == std::string_view::npos) {
            if (*value >= text.records.letters())
                reader.fail(fmt::format("place '{}': {} has {} letters: give a smaller number, the first is 0", word,
                                        text.path, text.records.letters()));
            return text.records.position_of(*value);
        }
        std::string_view const name = word.substr(0, colon);
        auto const record = record_of(name, text);
        if (!record)
            reader.fail(fmt::format("place '{}': {} has no record {}: give a name as the file has it, or a number",
                                    word, text.path, name));
        text_record const & r = text.records.all()[*record];
        if (*value >= r.length)
            reader.fail(fmt::format("place '{}': record {} has {} letters: give a smaller position, the first is 0",
                                    word, name, r.length));
        return r.start + *value;
    }

    [[nodiscard]] std::optional<std::size_t> record_of(std::string_view name, text_collection const & text) const
    {
        try {
            return text.records.find(name);
        } catch (input_error const & e) { // a name twice
            reader.fail(e.what());
        }
    }

    [[nodiscard]] strand strand_of(std::string_view word) const
    {
        if (word == "+" || word.empty())
            return strand::forward;
        if (word == "-")
            return strand::reverse;
        reader.fail(fmt::format("strand '{}': no such strand: use + or -", word));
    }
};

place_reader::place_reader(std::string path, text_collection const & a, text_collection const & b,
                           std::uint64_t max_memory)
    : state_{new state{detail::text_reader{std::move(path), {}, detail::memory_budget{max_memory}}, a, b}}
{
}
place_reader::~place_reader() = default;

bool place_reader::next(std::vector<place_query> & out, std::size_t most)
{
    constexpr std::size_t most_text = std::size_t{1} << 22; // a place may have any number of leading zeros
    state & s = *state_;
    out.clear();
    std::size_t text = 0;
    for (std::string_view line; out.size() < most && text < most_text && s.reader.next_line(line);) {
        text += line.size();
        if (line.empty() || line.starts_with('#'))
            continue;
        std::array<std::string_view, 4> words;
        std::size_t count = 0;
        for (std::string_view rest = line;; ++count) {
            if (count == words.size())
                s.reader.fail("more than 4 columns: give two places, and a strand for each");
            auto const tab = rest.find('\t');
            words[count] = rest.substr(0, tab);
            if (tab == std::string_view::npos)
                break;
            rest.remove_prefix(tab + 1);
        }
        if (count == 0)
            s.reader.fail("one column: give two places with a tab between");
        out.push_back(
            {std::string{words[0]},
             std::string{words[1]},
             {{s.position(words[0], s.a), s.strand_of(words[2])}, {s.position(words[1], s.b), s.strand_of(words[3])}}});
    }
    return !out.empty();
}

} // namespace vglcs
