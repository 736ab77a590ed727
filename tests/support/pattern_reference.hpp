// SPDX-License-Identifier: BSD-3-Clause
/// Structured patterns by enumeration: every way to cut every piece of a text into the parts of a pattern, each part
/// judged by the textbook table of edits. Slow and obvious.
#pragma once

#include <vglcs/pattern_matcher.hpp>
#include <vglcs/word_list.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace vglcs::test {

/// The cost of a text as one part.
struct part_cost
{
    unsigned errors = 0, indels = 0;
    std::uint32_t choice = part_place::none, runner_up = part_place::none;
};

inline std::uint8_t reference_set(char c)
{
    switch (c) {
    case 'A':
        return 1;
    case 'C':
        return 2;
    case 'G':
        return 4;
    case 'T':
    case 'U':
        return 8;
    default:
        return 0;
    }
}

/// Fewest (errors, indels) of a word against the whole text, by the table of all counts of the three kinds.
inline std::optional<std::pair<unsigned, unsigned>> word_cost(pattern_part const & part, pattern_word const & word,
                                                              std::string const & text)
{
    using state = std::tuple<std::size_t, std::size_t, unsigned, unsigned, unsigned>;
    std::map<state, bool> seen;
    std::vector<state> todo{{0, 0, 0, 0, 0}};
    std::optional<std::pair<unsigned, unsigned>> best;
    while (!todo.empty()) {
        state const at = todo.back();
        todo.pop_back();
        auto const [k, t, mm, in, de] = at;
        if (mm > part.errors.mismatches || in > part.errors.insertions || de > part.errors.deletions || seen[at])
            continue;
        seen[at] = true;
        if (k == word.size() && t == text.size()) {
            std::pair const cost{mm + in + de, in + de};
            if (!best || cost < *best)
                best = cost;
        }
        bool const strict = k < part.strict_first || k + part.strict_last >= word.size();
        if (k < word.size() && t < text.size()) {
            if (word[k] == 15 || (word[k] & reference_set(text[t])) != 0)
                todo.emplace_back(k + 1, t + 1, mm, in, de);
            else if (!strict)
                todo.emplace_back(k + 1, t + 1, mm + 1, in, de);
        }
        if (k < word.size() && !strict)
            todo.emplace_back(k + 1, t, mm, in, de + 1);
        if (t < text.size() && k >= part.strict_first && k + part.strict_last <= word.size())
            todo.emplace_back(k, t + 1, mm, in + 1, de);
    }
    return best;
}

inline std::optional<part_cost> cost_of(pattern_part const & part, std::string const & text)
{
    if (part.what == pattern_part::kind::spacer)
        return text.size() >= part.lo && text.size() <= part.hi ? std::optional{part_cost{}} : std::nullopt;
    std::optional<part_cost> best;
    auto const offer = [&](pattern_word const & word, std::uint32_t number) {
        auto const cost = word_cost(part, word, text);
        if (!cost)
            return;
        if (!best) {
            best = part_cost{cost->first, cost->second, number};
        } else if (*cost < std::pair{best->errors, best->indels}) {
            best = part_cost{cost->first, cost->second, number, std::min(best->errors, best->runner_up)};
        } else {
            best->runner_up = std::min(best->runner_up, cost->first);
        }
    };
    if (part.what == pattern_part::kind::element) {
        for (std::uint32_t n = 0; n < part.words.size(); ++n)
            offer(part.words[n], n);
        if (best)
            best->runner_up = part_place::none;
        return best;
    }
    for (std::uint32_t n = 0; n < part.list->size(); ++n) {
        std::string letters = (*part.list)[n];
        if (part.list_turned)
            letters = reverse_complement(letters);
        pattern_word word;
        for (char const c : letters)
            word.push_back(reference_set(c));
        offer(word, n);
    }
    return best;
}

/// All hits in one record, in the order of the matcher.
inline pattern_hits reference_hits(structured_pattern const & p, std::string const & record, bool forward = true,
                                   bool reverse = true)
{
    struct way
    {
        unsigned errors = 0;
        std::vector<std::size_t> ends;
        unsigned indels = 0;
        std::vector<part_cost> costs;
    };
    pattern_hits out;
    struct found_hit
    {
        pattern_hit hit;
        std::vector<part_place> places;
    };
    std::vector<found_hit> all;
    for (bool const turned : {false, true}) {
        if (!(turned ? reverse : forward))
            continue;
        std::string text = turned ? reverse_complement(record) : record;
        for (char & c : text)
            c = static_cast<char>(c & ~0x20);
        std::size_t const n = text.size();
        for (std::size_t start = 0; start < n; ++start) {
            if (p.at_start && start != 0)
                break;
            std::map<std::size_t, way> best; // by end
            way now;
            auto const go = [&](auto const & self, std::size_t k, std::size_t at) -> void {
                if (k == p.parts.size()) {
                    if (p.at_end && at != n)
                        return;
                    auto const key = [](way const & w) { return std::tie(w.errors, w.ends, w.indels); };
                    auto const [old, is_new] = best.try_emplace(at, now);
                    if (!is_new && key(now) < key(old->second))
                        old->second = now;
                    return;
                }
                for (std::size_t end = at; end <= n; ++end) {
                    auto const cost = cost_of(p.parts[k], text.substr(at, end - at));
                    if (!cost)
                        continue;
                    now.errors += cost->errors;
                    now.indels += cost->indels;
                    now.ends.push_back(end);
                    now.costs.push_back(*cost);
                    self(self, k + 1, end);
                    now.costs.pop_back();
                    now.ends.pop_back();
                    now.errors -= cost->errors;
                    now.indels -= cost->indels;
                }
            };
            go(go, 0, start);
            for (auto const & [end, w] : best) {
                auto const between = [&](std::size_t a, std::size_t b) {
                    return turned ? std::pair{n - b, n - a} : std::pair{a, b};
                };
                found_hit h;
                h.hit.strand = turned ? strand::reverse : strand::forward;
                h.hit.errors = w.errors;
                h.hit.indels = w.indels;
                std::tie(h.hit.start, h.hit.end) = between(start, end);
                std::size_t from = start;
                for (std::size_t k = 0; k < w.ends.size(); ++k) {
                    part_place place{
                        0, 0, w.costs[k].errors, w.costs[k].indels, w.costs[k].choice, w.costs[k].runner_up};
                    std::tie(place.start, place.end) = between(from, w.ends[k]);
                    h.places.push_back(place);
                    from = w.ends[k];
                }
                all.push_back(std::move(h));
            }
        }
    }
    std::ranges::sort(all, {}, [](found_hit const & h) {
        return std::tuple{h.hit.start, h.hit.end, h.hit.strand == strand::reverse};
    });
    for (found_hit & h : all) {
        h.hit.first_place = out.places.size();
        out.hits.push_back(h.hit);
        out.places.insert(out.places.end(), h.places.begin(), h.places.end());
    }
    return out;
}

} // namespace vglcs::test
