// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/site_values.hpp"

#include "base/iupac.hpp"
#include "io/limits/spec_grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vglcs::detail {

namespace {

constexpr std::string_view at_prefix = "at:";
constexpr std::string_view after_prefix = "after:";
constexpr std::string_view star_prefix = "*=";

std::vector<std::uint8_t> read_motif(std::string_view text, std::string_view motif, value_kind kind)
{
    if (motif.empty())
        fail_spec(text, kind, "a motif is missing: write IUPAC codes, as in at:GT=VALUE");
    std::vector<std::uint8_t> out;
    for (char const code : motif)
        if (out.push_back(iupac_set(code)); out.back() == 0)
            fail_spec(
                text, kind,
                fmt::format("'{}' of the motif {} is no IUPAC code: write letters of ACGTURYSWKMBDHVN", code, motif));
    return out;
}

} // namespace

std::vector<std::uint8_t> nucleotides_of(std::string_view letters)
{
    constexpr std::uint8_t any = iupac_set('N');
    std::vector<std::uint8_t> out;
    out.reserve(letters.size());
    for (char const letter : letters) {
        std::uint8_t const set = iupac_set(letter);
        out.push_back((set & (set - 1)) == 0 && set != 0 ? set : any);
    }
    return out;
}

bool site_values::site::matches(std::span<std::uint8_t const> nucleotides, std::size_t k) const
{
    std::size_t const first = k - (after ? motif.size() : 0); // wraps where the motif would begin before the record
    return first <= k && nucleotides.size() - first >= motif.size() &&
           std::equal(motif.begin(), motif.end(), nucleotides.begin() + static_cast<std::ptrdiff_t>(first),
                      [](std::uint8_t wanted, std::uint8_t is) { return (is & ~wanted) == 0; });
}

bool site_values::begins(std::string_view text) noexcept
{
    return text.starts_with(at_prefix) || text.starts_with(after_prefix) || text.starts_with(star_prefix);
}

site_values::site_values(std::string_view text, value_kind kind)
{
    std::string_view rest = text;
    for (bool more = true; more;) {
        auto const comma = rest.find(',');
        std::string_view const item = rest.substr(0, comma);
        more = comma != std::string_view::npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
        if (item.starts_with(star_prefix)) {
            if (others_)
                fail_spec(text, kind, "* stands twice: give it one value");
            others_ = value_in_spec(text, item.substr(star_prefix.size()), kind);
            continue;
        }
        bool const after = item.starts_with(after_prefix);
        auto const sign = item.find('=');
        if ((!after && !item.starts_with(at_prefix)) || sign == std::string_view::npos)
            fail_spec(
                text, kind,
                fmt::format("'{}' is none of at:IUPAC=VALUE, after:IUPAC=VALUE, *=VALUE: write one of them", item));
        std::size_t const begin = (after ? after_prefix : at_prefix).size();
        site next{.motif = read_motif(text, item.substr(begin, sign - begin), kind),
                  .after = after,
                  .value = value_in_spec(text, item.substr(sign + 1), kind)};
        if (std::ranges::any_of(sites_, [&](site const & s) { return s.after == after && s.motif == next.motif; }))
            fail_spec(text, kind, fmt::format("{} stands twice: give it one value", item.substr(0, sign)));
        sites_.push_back(std::move(next));
    }
}

std::size_t site_values::find(std::span<std::uint8_t const> nucleotides, std::size_t k) const
{
    auto const found = std::ranges::find_if(sites_, [&](site const & s) { return s.matches(nucleotides, k); });
    return static_cast<std::size_t>(found - sites_.begin());
}

std::optional<spec_value> site_values::value(std::size_t number) const
{
    return number < sites_.size() ? std::optional{sites_[number].value} : others_;
}

} // namespace vglcs::detail
