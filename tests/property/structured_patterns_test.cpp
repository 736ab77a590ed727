// SPDX-License-Identifier: BSD-3-Clause
/// Hits of random structured patterns are those of the plain reference, part by part, whatever the tiles.
/// VGLCS_PATTERN_CASES sets the number of cases.
#include "pattern_reference.hpp"
#include "random_patterns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

using namespace vglcs;
using namespace vglcs::test;

namespace {

unsigned long cases(unsigned long few)
{
    char const * const many = std::getenv("VGLCS_PATTERN_CASES");
    return many != nullptr ? std::strtoul(many, nullptr, 10) : few;
}

std::vector<std::string_view> views(std::vector<std::string> const & texts)
{
    return {texts.begin(), texts.end()};
}

/// The hits of all records, one after the other.
pattern_hits reference_of(structured_pattern const & p, std::vector<std::string> const & records)
{
    pattern_hits out;
    for (std::size_t r = 0; r < records.size(); ++r) {
        pattern_hits const one = reference_hits(p, records[r]);
        for (pattern_hit hit : one.hits) {
            hit.record = r;
            hit.first_place += out.places.size();
            out.hits.push_back(hit);
        }
        out.places.insert(out.places.end(), one.places.begin(), one.places.end());
    }
    return out;
}

TEST(structured_patterns, equal_the_reference)
{
    random_patterns make{20261129};
    std::size_t hits = 0;
    for (unsigned long n = 0; n < cases(3000); ++n) {
        structured_pattern const p = make.pattern();
        std::vector<std::string> records;
        for (unsigned r = make.below(4) + 1; r > 0; --r)
            records.push_back(make.text(make.below(p.parts.size() < 3 && make.below(16) == 0 ? 150 : 20)));
        matcher_options how{.threads = 1, .tile = make.below(2) == 0 ? std::size_t{7} : std::size_t{1} << 15};
        pattern_hits const want = reference_of(p, records), got = pattern_matcher{{p}, how}.find(views(records));
        ASSERT_EQ(got.hits, want.hits) << "case " << n << ": " << p.text;
        ASSERT_EQ(got.places, want.places) << "case " << n << ": " << p.text;
        hits += want.hits.size();

        std::map<std::size_t, pattern_hit> best;
        for (pattern_hit const & h : want.hits) {
            auto const rank = [](pattern_hit const & x) {
                return std::tuple{x.errors, x.indels, x.start, x.end, x.strand == strand::reverse};
            };
            auto const [old, is_new] = best.try_emplace(h.record, h);
            if (!is_new && rank(h) < rank(old->second))
                old->second = h;
        }
        std::vector<pattern_hit> sorted = want.hits, apart;
        std::ranges::stable_sort(sorted, {}, [](pattern_hit const & x) {
            return std::tuple{x.errors, x.indels, x.start, x.end};
        });
        for (pattern_hit const & h : sorted)
            if (std::ranges::none_of(apart, [&](pattern_hit const & k) {
                    return k.record == h.record && k.strand == h.strand && k.start < h.end && h.start < k.end;
                }))
                apart.push_back(h);
        how.hits = hit_choice::distinct;
        pattern_hits const distinct = pattern_matcher{{p}, how}.find(views(records));
        ASSERT_EQ(distinct.hits.size(), apart.size()) << "case " << n << ": " << p.text;
        for (pattern_hit h : distinct.hits) {
            auto const same = std::ranges::find_if(apart, [&](pattern_hit const & k) {
                return std::tie(k.record, k.start, k.end, k.strand) == std::tie(h.record, h.start, h.end, h.strand);
            });
            ASSERT_NE(same, apart.end()) << "case " << n << ": " << p.text;
            h.first_place = same->first_place;
            ASSERT_EQ(h, *same) << "case " << n << ": " << p.text;
        }

        how.hits = hit_choice::best;
        pattern_hits const one = pattern_matcher{{p}, how}.find(views(records));
        ASSERT_EQ(one.hits.size(), best.size()) << "case " << n << ": " << p.text;
        for (pattern_hit h : one.hits) {
            for (std::size_t k = 0; k < p.parts.size(); ++k)
                ASSERT_EQ(one.places[h.first_place + k], want.places[best[h.record].first_place + k]) << p.text;
            h.first_place = best[h.record].first_place;
            ASSERT_EQ(h, best[h.record]) << "case " << n << ": " << p.text;
        }
    }
    EXPECT_GT(hits, 1000u);
}

TEST(structured_patterns, tiles_threads_and_company_change_nothing)
{
    random_patterns make{7};
    for (int n = 0; n < 60; ++n) {
        std::vector<structured_pattern> const patterns{make.pattern(), make.pattern()};
        std::vector<std::string> records;
        for (unsigned const size : {3000u + make.below(200), make.below(70), 0u, 1000u + make.below(60), 1024u})
            records.push_back(make.text(size));
        pattern_hits const want = pattern_matcher{patterns, {.threads = 1}}.find(views(records));
        for (std::size_t const tile : {std::size_t{1}, std::size_t{63} + make.below(3), std::size_t{1023}}) {
            pattern_hits const got = pattern_matcher{patterns, {.threads = 3, .tile = tile}}.find(views(records));
            ASSERT_EQ(got.hits, want.hits) << patterns[0].text << " and " << patterns[1].text;
            ASSERT_EQ(got.places, want.places) << patterns[0].text << " and " << patterns[1].text;
        }
        std::size_t alone = 0;
        for (structured_pattern const & p : patterns)
            alone += pattern_matcher{{p}, {}}.find(views(records)).hits.size();
        ASSERT_EQ(alone, want.hits.size());
    }
}

} // namespace
