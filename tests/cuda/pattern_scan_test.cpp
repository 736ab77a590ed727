// SPDX-License-Identifier: BSD-3-Clause
/// Exact patterns on the device against comparison letter by letter.
#include "gpu_test.hpp"
#include "made_texts.hpp"
#include "rmq_inputs.hpp"

#include "text/pattern_scan.hpp"

#include <rmq/packed_text.hpp>

#include <gmock/gmock.h>

#include <random>
#include <vector>

namespace {

using namespace rmq::test;
using places = std::vector<std::uint64_t>;
using vglcs::test::share;
using vglcs::test::small_suite;

class cuda_pattern_scan : public vglcs::test::gpu_test
{
protected:
    static places by_letters(text const & all, text const & pattern)
    {
        places out;
        for (std::size_t at = 0; !pattern.empty() && at + pattern.size() <= all.size(); ++at)
            if (extension_by_letters(pattern, 0, all, at) == pattern.size())
                out.push_back(at);
        return out;
    }
    static void expect_found(text const & all, std::vector<text> const & patterns, std::uint32_t room = 1 << 20)
    {
        rmq::packed_text const packed{all, 1, 2};
        std::vector<rmq::packed_text> forms;
        for (text const & p : patterns)
            forms.emplace_back(p, 1, 2);
        std::vector<rmq::packed_view> views;
        for (auto const & f : forms)
            views.push_back(f.view());
        vglcs::cuda::pattern_scanner scanner{packed.view(), room};
        auto const found = scanner.find(views);
        ASSERT_EQ(found.size(), patterns.size());
        for (std::size_t k = 0; k < patterns.size(); ++k)
            ASSERT_EQ(found[k], by_letters(all, patterns[k]))
                << "pattern " << k << " of " << patterns.size() << ", " << patterns[k].size() << " letters";
    }
    /// Pieces of the text of these sizes, and one letter changed in every third.
    static std::vector<text> pieces(text const & all, std::vector<std::size_t> const & sizes, std::size_t count,
                                    std::uint64_t seed)
    {
        std::mt19937_64 random{seed};
        std::vector<text> out;
        for (std::size_t k = 0; k < count; ++k) {
            std::size_t const size = std::min(all.size(), sizes[k % sizes.size()]),
                              at = random() % (all.size() - size + 1);
            out.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(at),
                             all.begin() + static_cast<std::ptrdiff_t>(at + size));
            if (k % 3 == 2 && size > 0)
                out.back()[random() % size] = static_cast<std::uint8_t>(1 + random() % 4);
        }
        return out;
    }
};

TEST_F(cuda_pattern_scan, every_short_text_and_pattern)
{
    for (std::size_t n = 1; n <= (small_suite() ? 3 : 6); ++n)
        for (unsigned code = 0; code < 1u << n; ++code) {
            text all;
            for (std::size_t k = 0; k < n; ++k)
                all.push_back(static_cast<std::uint8_t>(1 + 3 * (code >> k & 1)));
            std::vector<text> patterns{{}};
            for (unsigned p = 0; p < 14; ++p)
                patterns.push_back(p < 2 ? text{static_cast<std::uint8_t>(1 + 3 * p)}
                                         : text{static_cast<std::uint8_t>(1 + 3 * (p & 1)),
                                                static_cast<std::uint8_t>(1 + 3 * (p >> 1 & 1))});
            expect_found(all, patterns);
        }
}

TEST_F(cuda_pattern_scan, one_by_one_at_every_length)
{
    text const all = random_text(share(70'001), 4, 500, 1);
    for (std::size_t size = 1; size <= 70; size += small_suite() ? 11 : 1)
        expect_found(all, pieces(all, {size}, 3, size));
    expect_found(all, pieces(all, {500, 1000, 1023, 1024, 1025, 1056, 1057, 2100}, 8, 5));
}

TEST_F(cuda_pattern_scan, periods_of_patterns_with_equal_windows)
{
    text all = random_text(30'000, 4, 0, 8);
    for (std::size_t const period : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 16u}) { // tracts at every phase
        text const tract = periodic_text(150 + period, random_text(period, 4, 0, period));
        for (std::size_t at = 1000 * period; at < 30'000 - tract.size(); at += 2777)
            std::copy(tract.begin(), tract.end(), all.begin() + static_cast<std::ptrdiff_t>(at));
        for (std::size_t const size : {16u, 17u, 23u, 24u, 25u, 32u, 33u, 100u})
            expect_found(all, {text(tract.begin(), tract.begin() + static_cast<std::ptrdiff_t>(size)),
                               text(tract.begin() + 1, tract.begin() + 1 + static_cast<std::ptrdiff_t>(size))});
    }
}

TEST_F(cuda_pattern_scan, what_is_found_is_counted_as_it_comes)
{
    text const all(5000, 1), pattern(40, 1);
    rmq::packed_text const packed{all, 1, 2}, form{pattern, 1, 2};
    std::vector<rmq::packed_view> const views(3, form.view());
    vglcs::cuda::pattern_scanner scanner{packed.view(), 1024};
    for (std::uint64_t const short_by : {0u, 1u}) {
        vglcs::detail::hit_budget budget{(3 * 4961 - short_by) * vglcs::detail::hit_budget::bytes_a_hit};
        if (short_by == 0)
            EXPECT_EQ(scanner.find(views, &budget)[2].size(), 4961u);
        else
            EXPECT_THROW((void)scanner.find(views, &budget), vglcs::too_many_occurrences);
    }
}

TEST_F(cuda_pattern_scan, many_at_once)
{
    for (std::size_t const every : {0u, 700u}) {
        text const all = random_text(share(120'000), 4, every, 2 + every);
        expect_found(all, pieces(all, {24}, 300, 3));
        expect_found(all, pieces(all, {11, 12, 15, 16, 17, 31, 32, 33, 64, 65, 100, 300}, 300, 4));
        expect_found(all, pieces(all, {3, 40, 7, 20, 1}, 100, 6));
    }
}

TEST_F(cuda_pattern_scan, places_at_both_ends_and_around_words)
{
    for (std::size_t const n : {31u, 32u, 33u, 63u, 64u, 65u, 96u, 97u, 4095u, 4096u}) {
        text const all = random_text(n, 4, 0, n);
        std::vector<text> patterns;
        for (std::size_t const size : {1u, 12u, 24u, 31u, 32u, 33u, 64u})
            if (size <= n) {
                patterns.emplace_back(all.begin(), all.begin() + size);
                patterns.emplace_back(all.end() - size, all.end());
            }
        patterns.push_back(all);
        patterns.push_back(random_text(n + 1, 4, 0, 7));
        expect_found(all, patterns);
        expect_found(all, {patterns.back(), patterns[1]});
    }
}

TEST_F(cuda_pattern_scan, more_places_than_there_is_room_for)
{
    text const same(small_suite() ? 3000 : 20'000, 1);
    std::vector<text> patterns{text(1, 1), text(20, 1), text(33, 1), text(40, 1)};
    expect_found(same, patterns, 1024);
    for (int k = 0; k < 30; ++k)
        patterns.push_back(text(12 + static_cast<std::size_t>(k), 1));
    expect_found(same, patterns, 128 * 34);
    expect_found(same, patterns, 128); // a pattern a pass
}

TEST_F(cuda_pattern_scan, barriers_match_nothing)
{
    text all = periodic_text(3000, {1, 2, 3});
    all[1000] = 0;
    text with_barrier{1, 2, 0, 1};
    std::vector<text> patterns{with_barrier, {1, 2, 3, 1}, text(1, 1), periodic_text(900, {1, 2, 3})};
    expect_found(all, patterns);
    for (int k = 0; k < 20; ++k)
        patterns.push_back(periodic_text(static_cast<std::size_t>(20 + k), {2, 3, 1}));
    expect_found(all, patterns);
}

} // namespace
