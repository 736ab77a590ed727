// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/letter_values.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

namespace vglcs::detail {

namespace {

constexpr char every_other = '*';

/// The bytes that are the same letter, e.g. "Aa" or, in dna, "TtUu".
std::string same_letter(char letter, std::optional<alphabet> letters)
{
    if (letters == alphabet::raw)
        return {letter};
    bool const nucleotides = letters == alphabet::dna || letters == alphabet::rna;
    if (nucleotides && std::string_view{"TtUu"}.find(letter) != std::string_view::npos)
        return "TtUu";
    // ASCII only, whatever the locale
    if (letter >= 'a' && letter <= 'z')
        return {letter, static_cast<char>(letter - 'a' + 'A')};
    if (letter >= 'A' && letter <= 'Z')
        return {letter, static_cast<char>(letter - 'A' + 'a')};
    return {letter};
}

std::string_view how_letters_compare(std::optional<alphabet> letters)
{
    if (letters == alphabet::raw)
        return "";
    return letters == alphabet::dna || letters == alphabet::rna ? " (case does not count, U is T)"
                                                                : " (case does not count)";
}

} // namespace

letter_texts read_letter_values(std::string_view items, std::optional<alphabet> letters, letter_words const & words,
                                std::function<void(std::string_view)> const & check)
{
    auto const fail = [&](std::string const & what) { throw usage_error{fmt::format("{}: {}", words.spec, what)}; };
    letter_texts out;
    std::optional<std::string_view> every;
    for (bool more = true; more;) {
        // the letter itself may be a comma or =
        if (items.size() < 2 || items[1] != '=') {
            std::string upper{words.value};
            for (char & c : upper)
                c = static_cast<char>(c - 'a' + 'A');
            fail(fmt::format("'{}' does not begin with LETTER={}: write one letter, or * for every other, as in {}",
                             items, upper, words.example));
        }
        char const letter = items[0];
        auto const comma = items.find(',', 2);
        std::string_view const text = items.substr(2, comma == std::string_view::npos ? comma : comma - 2);
        check(text);
        more = comma != std::string_view::npos;
        items.remove_prefix(more ? comma + 1 : items.size());
        if (letter == every_other) {
            if (every)
                fail(fmt::format("* stands twice: give it one {}", words.value));
            every = text;
            continue;
        }
        if (letters && encoding(*letters)[static_cast<unsigned char>(letter)] == foreign_letter)
            fail(fmt::format("'{}' is no letter of the alphabet {}: take it out, or use --alphabet", letter,
                             name(*letters)));
        for (char const same : same_letter(letter, letters)) {
            auto & mine = out[static_cast<unsigned char>(same)];
            if (mine)
                fail(fmt::format("'{}' stands twice{}: give it one {}", letter, how_letters_compare(letters),
                                 words.value));
            mine = text;
        }
    }
    for (auto & text : out)
        if (!text)
            text = every;
    return out;
}

} // namespace vglcs::detail
