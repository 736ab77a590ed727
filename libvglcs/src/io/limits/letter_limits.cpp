// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/letter_limits.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>

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

[[noreturn]] void fail(std::string const & what)
{
    throw usage_error{"gap SPEC letter: " + what};
}

} // namespace

letter_limits::letter_limits(std::string_view items, std::optional<alphabet> letters, gap_limit otherwise)
{
    std::array<bool, 256> named{};
    std::optional<gap_limit> every;
    for (bool more = true; more;) {
        // the letter itself may be a comma or =
        if (items.size() < 2 || items[1] != '=')
            fail(fmt::format("'{}' does not begin with LETTER=LIMIT: write one letter, or * for every other, as in "
                             "letter:A=3,C=1,*=2",
                             items));
        char const letter = items[0];
        auto const comma = items.find(',', 2);
        std::string_view const text = items.substr(2, comma == std::string_view::npos ? comma : comma - 2);
        gap_limit const limit = parse_gap_limit(text);
        more = comma != std::string_view::npos;
        items.remove_prefix(more ? comma + 1 : items.size());
        if (letter == every_other) {
            if (every)
                fail("* stands twice: give it one limit");
            every = limit;
            continue;
        }
        if (letters && encoding(*letters)[static_cast<unsigned char>(letter)] == foreign_letter)
            fail(fmt::format("'{}' is no letter of the alphabet {}: take it out, or use --alphabet", letter,
                             name(*letters)));
        for (char const same : same_letter(letter, letters)) {
            auto const byte = static_cast<unsigned char>(same);
            if (named[byte])
                fail(fmt::format("'{}' stands twice{}: give it one limit", letter, how_letters_compare(letters)));
            named[byte] = true;
            limits_[byte] = limit;
        }
    }
    for (std::size_t byte = 0; byte < limits_.size(); ++byte)
        if (!named[byte])
            limits_[byte] = every.value_or(otherwise);
}

gap_limits letter_limits::limits_for(std::string_view letters) const
{
    auto const limit_of = [&](std::size_t k) { return limits_[static_cast<unsigned char>(letters[k])]; };
    gap_limits out{letters.size(), letters.empty() ? gap_limit{} : limit_of(0)};
    for (std::size_t first = 0, last = 0; first < letters.size(); first = last) {
        gap_limit const limit = limit_of(first);
        while (last < letters.size() && limit_of(last) == limit)
            ++last;
        out.set(first, last, limit);
    }
    return out;
}

} // namespace vglcs::detail
