// SPDX-License-Identifier: BSD-3-Clause
/// Structured patterns.
#include "failure.hpp"
#include "sized.hpp"
#include "watched.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/pattern_matcher.hpp>
#include <vglcs/structured_pattern.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct vglcs_matcher
{
    std::vector<vglcs::structured_pattern> patterns;
    vglcs::matcher_options how; ///< without control
    vglcs_progress progress = nullptr;
    void * user = nullptr;
};

struct vglcs_hits
{
    std::vector<vglcs_hit> list;
    std::vector<vglcs_place> places;
};

using namespace vglcs;
using namespace vglcs::c_api;

namespace {

/// Fewer letters are searched before anybody asks how far they are.
constexpr std::uint64_t short_letters = std::uint64_t{1} << 20;

vglcs_search_options default_options()
{
    vglcs_search_options out{};
    out.strand = VGLCS_BOTH;
    return out;
}

matcher_options options_of(vglcs_search_options const & given)
{
    if (given.strand < VGLCS_FORWARD || given.strand > VGLCS_BOTH)
        throw usage_error{fmt::format("options.strand is {}: it is one of 0..2", given.strand)};
    if (given.hits < VGLCS_HITS_ALL || given.hits > VGLCS_HITS_BEST)
        throw usage_error{fmt::format("options.hits is {}: it is one of 0..2", given.hits)};
    if (given.threads < 0)
        throw usage_error{fmt::format("options.threads is {}: give 0 for all, or a number", given.threads)};
    constexpr hit_choice choices[] = {hit_choice::all, hit_choice::distinct, hit_choice::best};
    matcher_options out;
    out.forward = given.strand != VGLCS_REVERSE;
    out.reverse = given.strand != VGLCS_FORWARD;
    out.hits = choices[given.hits];
    out.threads = static_cast<unsigned>(given.threads);
    out.max_memory = given.max_memory;
    return out;
}

/// Throws where a record has a letter that is no nucleotide.
void check_letters(std::string_view letters, std::uint64_t record)
{
    auto const & table = encoding(alphabet::dna);
    for (std::size_t k = 0; k < letters.size(); ++k)
        if (table[static_cast<unsigned char>(letters[k])] == foreign_letter)
            throw input_error{fmt::format("record {}: byte {} at {} is no nucleotide: search dna or rna", record,
                                          static_cast<unsigned char>(letters[k]), k)};
}

} // namespace

void vglcs_search_options_init(vglcs_search_options * options, size_t size)
{
    write_sized(default_options(), options, size);
}

vglcs_status vglcs_matcher_create(char const * const * patterns, char const * const * names, uint64_t count,
                                  vglcs_search_options const * options, vglcs_matcher ** out)
{
    return guarded([&] {
        require(out, "out");
        require(patterns, "patterns");
        if (count == 0)
            throw usage_error{"there are no patterns: give one or more"};
        vglcs_search_options const how = read_sized(options, default_options(), "options");
        auto made = std::make_unique<vglcs_matcher>();
        made->how = options_of(how);
        made->progress = how.progress;
        made->user = how.user;
        for (std::uint64_t k = 0; k < count; ++k) {
            require(patterns[k], "patterns[k]");
            std::string name = names && names[k] ? names[k] : fmt::format("p{}", k + 1);
            made->patterns.push_back(parse_pattern(patterns[k], std::move(name)));
        }
        read_lists(made->patterns);
        *out = made.release();
    });
}

uint64_t vglcs_matcher_parts(vglcs_matcher const * matcher, uint64_t pattern)
{
    return matcher && pattern < matcher->patterns.size() ? matcher->patterns[pattern].parts.size() : 0;
}

char const * vglcs_matcher_label(vglcs_matcher const * matcher, uint64_t pattern, uint64_t part)
{
    return part < vglcs_matcher_parts(matcher, pattern) ? matcher->patterns[pattern].parts[part].label.c_str()
                                                        : nullptr;
}

char const * vglcs_matcher_name(vglcs_matcher const * matcher, uint64_t pattern)
{
    return matcher && pattern < matcher->patterns.size() ? matcher->patterns[pattern].name.c_str() : nullptr;
}

void vglcs_matcher_free(vglcs_matcher * matcher)
{
    delete matcher;
}

vglcs_status vglcs_search(vglcs_matcher const * matcher, char const * letters, uint64_t const * begin,
                          uint64_t const * end, uint64_t count, vglcs_hits ** out)
{
    return guarded([&] {
        require(matcher, "matcher");
        require(out, "out");
        if (count != 0) {
            require(begin, "begin");
            require(end, "end");
        }
        std::vector<std::string_view> records;
        records.reserve(count);
        std::uint64_t all = 0;
        for (std::uint64_t k = 0; k < count; ++k) {
            if (begin[k] > end[k] || (!letters && begin[k] != end[k]))
                throw usage_error{fmt::format("record {} has the letters {}..{}: give a text, and the begin before the "
                                              "end",
                                              k, begin[k], end[k])};
            records.push_back(letters ? std::string_view{letters + begin[k], end[k] - begin[k]} : std::string_view{});
            check_letters(records.back(), k);
            all += records.back().size();
        }
        run_control control;
        matcher_options how = matcher->how;
        how.control = &control;
        if (how.max_memory == 0)
            how.max_memory = resolved({}).max_memory;
        auto hits = std::make_unique<vglcs_hits>();
        run_watched(control, 0, all < short_letters, matcher->progress, matcher->user, [&] {
            pattern_hits const found = pattern_matcher{matcher->patterns, how}.find(records);
            hits->list.reserve(found.hits.size());
            for (pattern_hit const & h : found.hits)
                hits->list.push_back({.record = h.record,
                                      .pattern = h.pattern,
                                      .start = h.start,
                                      .end = h.end,
                                      .first_place = h.first_place,
                                      .errors = h.errors,
                                      .indels = h.indels,
                                      .strand = h.strand == strand::reverse ? VGLCS_REVERSE : VGLCS_FORWARD,
                                      .parts = static_cast<std::uint32_t>(matcher->patterns[h.pattern].parts.size())});
            hits->places.reserve(found.places.size());
            for (part_place const & p : found.places)
                hits->places.push_back({p.start, p.end, p.errors, p.indels, p.choice, p.runner_up});
        });
        *out = hits.release();
    });
}

vglcs_hit const * vglcs_hits_list(vglcs_hits const * hits, uint64_t * count)
{
    if (count)
        *count = hits ? hits->list.size() : 0;
    return hits ? hits->list.data() : nullptr;
}

vglcs_place const * vglcs_hits_places(vglcs_hits const * hits, uint64_t * count)
{
    if (count)
        *count = hits ? hits->places.size() : 0;
    return hits ? hits->places.data() : nullptr;
}

void vglcs_hits_free(vglcs_hits * hits)
{
    delete hits;
}
