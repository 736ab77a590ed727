// SPDX-License-Identifier: BSD-3-Clause
/// Patterns of any bytes: a fault names a column of the text; what is taken finds hits whose parts follow each other.
#include "fuzz.hpp"

#include <vglcs/pattern_matcher.hpp>

#include <algorithm>
#include <array>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    using namespace vglcs;
    using vglcs::fuzz::require;
    constexpr std::size_t longest = 300;
    std::string_view const text{reinterpret_cast<char const *>(data), std::min(size, longest)};
    structured_pattern pattern;
    try {
        pattern = parse_pattern(text, "p");
    } catch (pattern_error const & e) {
        require(e.column >= 1 && e.column <= text.size() + 1, "the column lies in the pattern");
        return 0;
    }
    require(!pattern.parts.empty(), "a pattern has parts");
    for (pattern_capture const & c : pattern.captures)
        require(c.first < c.last && c.last <= pattern.parts.size(), "a capture holds parts");
    auto const is_list = [](pattern_part const & part) { return part.what == pattern_part::kind::list; };
    if (std::ranges::any_of(pattern.parts, is_list)) // opens no file of this machine
        return 0;
    std::size_t states = 1;
    for (pattern_part const & part : pattern.parts) {
        auto const [m, i, d] = part.errors;
        states = std::max(states, std::size_t{m + 1} * (i + 1) * (d + 1));
    }
    if (states > 64) // slow, and nothing new
        return 0;
    std::array<std::string_view, 3> const records{"ACGTTGCANNACGGTCATTGACAGGCATATAATCCGATCGGAT", "", "TTTTTTTT"};
    pattern_hits const found =
        pattern_matcher{{pattern}, {.hits = hit_choice::best, .threads = 1, .tile = 16}}.find(records);
    for (pattern_hit const & hit : found.hits) {
        require(hit.start < hit.end && hit.end <= records[hit.record].size(), "a hit lies in its record");
        bool const plus = hit.strand == strand::forward;
        std::uint64_t at = plus ? hit.start : hit.end;
        for (std::size_t k = 0; k < pattern.parts.size(); ++k) {
            part_place const & place = found.places[hit.first_place + k];
            require((plus ? place.start : place.end) == at && place.start <= place.end, "parts follow each other");
            at = plus ? place.end : place.start;
        }
        require(at == (plus ? hit.end : hit.start), "and fill the hit");
    }
    return 0;
}
