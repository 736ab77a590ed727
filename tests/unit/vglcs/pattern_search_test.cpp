// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/pattern_search.hpp>

#include "made_letters.hpp"
#include "temporary_folder.hpp"

#include "text/plane_scan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace vglcs {

void PrintTo(occurrence const & x, std::ostream * out)
{
    *out << x.record << ':' << x.start << static_cast<char>(x.strand) << x.mismatches;
}

} // namespace vglcs

namespace {

bool letter_matches(char pattern, char text, bool iupac)
{
    static std::string const classes[] = {"AA",  "CC",  "GG",  "TTU",  "UTU",  "RAG",  "YCT",  "SCG",
                                          "WAT", "KGT", "MAC", "BCGT", "DAGT", "HACT", "VACG", "NACGT"};
    auto const plain = [](char c) { return std::string_view{"ACGT"}.find(c) != std::string_view::npos; };
    if (!plain(text))
        return false;
    if (!iupac)
        return plain(pattern) && pattern == text;
    for (std::string const & c : classes)
        if (c[0] == pattern)
            return c.find(text, 1) != std::string::npos;
    return false;
}

/// Occurrences by definition.
std::vector<occurrence> naive(std::vector<std::string> const & records, std::string const & pattern, unsigned most,
                              bool iupac, bool reverse)
{
    std::vector<occurrence> out;
    std::string const other = reverse_complement(pattern);
    for (std::size_t r = 0; r < records.size(); ++r)
        for (std::size_t start = 0; start + pattern.size() <= records[r].size(); ++start)
            for (strand const on : {strand::forward, strand::reverse}) {
                if (on == strand::reverse && !reverse)
                    continue;
                std::string const & p = on == strand::forward ? pattern : other;
                unsigned wrong = 0;
                for (std::size_t k = 0; k < p.size(); ++k)
                    wrong += !letter_matches(p[k], records[r][start + k], iupac);
                if (wrong <= most)
                    out.push_back({r, start, on, wrong});
            }
    return out;
}

struct pattern_searches : Test
{
    temporary_folder folder;
    std::vector<std::string> records;

    void expect_right(std::vector<std::string> const & patterns, unsigned most, bool iupac, unsigned index_bytes = 4,
                      bool both = false)
    {
        std::string text;
        for (std::size_t k = 0; k < records.size(); ++k)
            text += ">r" + std::to_string(k) + "\n" + records[k] + "\n";
        std::string const fasta = folder.write("a.fa", text), path = folder.path("a.vgx");
        build_index(
            fasta, path,
            {.reading = {.alphabet = alphabet::dna, .threads = 1}, .both_strands = both, .index_bytes = index_bytes});
        text_index const index{path};
        sequence_set const set{fasta, {.alphabet = alphabet::dna, .threads = 1}};
        for (std::string const & p : patterns) {
            std::vector<occurrence> const expected = naive(records, p, most, iupac, true);
            for (unsigned const threads : {1u, 3u}) {
                search_options how{.max_mismatches = most, .iupac = iupac, .threads = threads};
                EXPECT_EQ(pattern_search(set.collection(), nullptr, how).find(p), expected) << p;
                EXPECT_EQ(pattern_search(index.collection(), &index, how).find(p), expected) << p;
                how.method = search_method::scan;
                EXPECT_EQ(pattern_search(index.collection(), &index, how).find(p), expected) << p;
                how.method = search_method::index;
                if (!iupac) {
                    EXPECT_EQ(pattern_search(index.collection(), &index, how).find(p), expected) << p;
                }
            }
        }
    }
};

} // namespace

TEST_F(pattern_searches, every_pattern_over_every_small_text)
{
    std::vector<std::string> patterns;
    for (std::string const letters : {"A", "C"})
        for (std::string const more : {"", "A", "C", "AA", "CA", "AT", "GTA"})
            patterns.push_back(letters + more);
    for (unsigned code = 0; code < 64; ++code) {
        records = {"", ""};
        for (unsigned k = 0; k < 6; ++k)
            records[k / 3] += "AT"[code >> k & 1];
        expect_right(patterns, 0, false);
    }
}

TEST_F(pattern_searches, random_texts_all_lengths_all_methods)
{
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        records = {made_letters(700 + seed * 31, seed, seed % 2 ? "AC" : "ACGT"), made_letters(65, seed + 9),
                   made_letters(130, seed + 1) + "NNN" + made_letters(500, seed + 2) + "R" + made_letters(63, seed)};
        std::vector<std::string> patterns;
        std::mt19937_64 random{seed};
        for (std::size_t const size : {1u, 2u, 5u, 8u, 31u, 32u, 33u, 63u, 64u, 65u}) {
            std::string const & from = records[random() % 3 == 0 ? 1 : 0];
            if (size <= from.size())
                patterns.push_back(from.substr(random() % (from.size() - size + 1), size));
        }
        patterns.push_back(reverse_complement(records[2].substr(140, 40)));
        patterns.push_back(records[2].substr(128, 7)); // over N
        patterns.push_back(records[0]);                // a whole record
        patterns.push_back(records[0] + "A");          // more than a record
        patterns.push_back("ACGT");                    // its own reverse complement
        patterns.push_back("ACNGT");
        expect_right(patterns, 0, false, seed % 2 ? 8 : 4, seed % 3 == 0);
        std::erase_if(patterns, [](std::string const & p) { return p.size() < 5; });
        for (std::string & p : patterns)
            p[p.size() / 3] = p[p.size() / 3] == 'A' ? 'C' : 'A';
        for (unsigned const most : {1u, 2u, 3u, 4u})
            expect_right(patterns, most, false, 4, seed % 2 == 0);
    }
}

TEST_F(pattern_searches, many_at_once)
{
    records = {made_letters(5000, 3), std::string(300, 'A'), made_letters(900, 4) + "N" + made_letters(40, 5)};
    sequence_set const set{
        folder.write("a.fa", ">a\n" + records[0] + "\n>b\n" + records[1] + "\n>c\n" + records[2] + "\n"),
        {.alphabet = alphabet::dna, .threads = 1}};
    std::vector<std::string> patterns{std::string(11, 'A'), std::string(300, 'A'), "ACG", "ACGTNACGTACGT", records[2]};
    std::mt19937_64 random{3};
    for (std::size_t size = 9; size < 80; ++size)
        for (std::string const & from : {records[0], records[2]}) {
            std::string p = from.substr(random() % (from.size() - size + 1), size);
            patterns.push_back(size % 3 == 0 ? reverse_complement(p) : p);
            p.back() = p.back() == 'A' ? 'C' : 'A'; // another one that begins so
            patterns.push_back(p);
        }
    std::vector<std::string_view> const views(patterns.begin(), patterns.end());
    for (unsigned const threads : {1u, 2u})
        for (bool const reverse : {false, true}) {
            pattern_search finder{set.collection(), nullptr, {.reverse = reverse, .threads = threads}};
            auto const found = finder.find(views);
            for (std::size_t k = 0; k < patterns.size(); ++k)
                ASSERT_EQ(found[k], naive(records, patterns[k], 0, false, reverse)) << patterns[k];
        }
}

TEST_F(pattern_searches, many_mismatches)
{
    records = {made_letters(900, 3), made_letters(40, 4)};
    std::string const p = records[0].substr(300, 80);
    for (unsigned const most : {7u, 8u, 15u, 31u, 45u, 63u})
        expect_right({p}, most, false);
}

TEST_F(pattern_searches, classes)
{
    records = {made_letters(600, 7), "ACGTNACGTRACGT", made_letters(200, 8)};
    expect_right({"R", "N", "TATAWAW", "GGNCC", "NNNNN", "ACGT", "BDHV", "KMSWRYACGT", "ACGTNACGT"}, 0, true);
    expect_right({"TATAWAW", "GGNCCNGG", "KMSWRYACGT"}, 2, true);
}

TEST_F(pattern_searches, repeats)
{
    records = {std::string(1000, 'A'), wrapped(std::string(300, 'C'), 1000, ""), std::string(64, 'T')};
    expect_right({"A", "AAAA", std::string(64, 'A'), std::string(65, 'T'), "CG", "GGG"}, 0, false);
    expect_right({"AAAACAAA", std::string(64, 'A'), "CCCG"}, 2, false);
}

TEST_F(pattern_searches, a_plane_ends_anywhere)
{
    for (std::size_t size = 1; size < 1200; size += size < 140 || size > 1000 ? 1 : 61) {
        std::string const letters = made_letters(size, 1);
        sequence_set const set{folder.replace("a.fa", ">a\n" + letters + "\n"),
                               {.alphabet = alphabet::dna, .threads = 1}};
        detail::nucleotide_planes const planes{set.collection().text, 1};
        std::string const tail = letters.substr(size - std::min<std::size_t>(size, 3));
        std::vector<std::uint8_t> classes;
        for (char const c : tail)
            classes.push_back(static_cast<std::uint8_t>(1 << std::string_view{"ACGT"}.find(c)));
        std::vector<detail::hit> expected;
        for (std::size_t at = letters.find(tail); at != std::string::npos; at = letters.find(tail, at + 1))
            expected.push_back({at, 0});
        detail::hit_budget budget{0};
        ASSERT_EQ(planes.find(classes, 0, 1, budget), expected) << size;
    }
}

TEST_F(pattern_searches, occurrences_that_do_not_fit_are_refused)
{
    std::string const fasta = folder.write("a.fa", ">a\n" + std::string(5000, 'A') + "\n");
    sequence_set const set{fasta, {.alphabet = alphabet::dna, .threads = 2}};
    build_index(fasta, folder.path("a.vgx"), {.reading = {.alphabet = alphabet::dna, .threads = 1}});
    text_index const index{folder.path("a.vgx")};
    sequence_set const bytes{fasta, {.alphabet = alphabet::raw, .threads = 2}};
    std::string const short_one = "AAAA", long_one(40, 'A');
    std::vector<std::string_view> const many(12, long_one);
    for (bool const fits : {true, false}) {
        // 5,000 places each, on one strand
        auto const how = [&](unsigned mismatches, std::uint64_t places) {
            return search_options{.max_mismatches = mismatches,
                                  .reverse = false,
                                  .threads = 2,
                                  .max_memory = (fits ? places : places - 100) * detail::hit_budget::bytes_a_hit};
        };
        auto const expect = [&](auto && find, std::size_t hits) {
            if (fits)
                EXPECT_EQ(find().size(), hits);
            else
                EXPECT_THROW((void)find(), too_many_occurrences);
        };
        pattern_search scan{set.collection(), nullptr, how(0, 4997)};
        expect([&] { return scan.find(short_one); }, 4997);
        pattern_search different{set.collection(), nullptr, how(2, 4997)};
        expect([&] { return different.find(short_one); }, 4997);
        pattern_search raw{bytes.collection(), nullptr, how(0, 4997)};
        expect([&] { return raw.find(short_one); }, 4997);
        pattern_search indexed{index.collection(), &index, how(0, 4997 + 4997 / 8)};
        expect([&] { return indexed.find(short_one); }, 4997);
        pattern_search together{set.collection(), nullptr, how(0, 12 * 4961)};
        expect([&] { return together.find(many); }, 12);
        if (fits) // each call begins anew
            expect([&] { return scan.find(short_one); }, 4997);
    }
}

TEST_F(pattern_searches, proteins)
{
    std::string const text =
        made_letters(900, 2, "ACDEFGHIKLMNPQRSTVWY") + "X" + made_letters(50, 3, "ACDEFGHIKLMNPQRSTVWY");
    sequence_set const set{folder.write("p.faa", ">p\n" + text + "\n"), {.alphabet = alphabet::protein, .threads = 1}};
    build_index(folder.path("p.faa"), folder.path("p.vgx"), {.reading = {.alphabet = alphabet::protein, .threads = 1}});
    text_index const index{folder.path("p.vgx")};
    for (std::size_t const at : {0u, 100u, 890u, 940u})
        for (std::size_t const size : {1u, 3u, 9u, 20u})
            for (unsigned const most : {0u, 1u, 2u}) {
                std::string const p = text.substr(at, size);
                if (most >= p.size())
                    continue;
                std::vector<occurrence> expected;
                for (std::size_t start = 0; start + p.size() <= text.size(); ++start) {
                    unsigned wrong = 0;
                    for (std::size_t k = 0; k < p.size(); ++k)
                        wrong += p[k] != text[start + k] || p[k] == 'X';
                    if (wrong <= most)
                        expected.push_back({0, start, strand::forward, wrong});
                }
                search_options how{.max_mismatches = most, .threads = 2};
                EXPECT_EQ(pattern_search(set.collection(), nullptr, how).find(p), expected) << p;
                EXPECT_EQ(pattern_search(index.collection(), &index, how).find(p), expected) << p;
                how.method = search_method::index;
                EXPECT_EQ(pattern_search(index.collection(), &index, how).find(p), expected) << p;
            }
    EXPECT_THROW((pattern_search{set.collection(), nullptr, {.iupac = true}}), usage_error);
    EXPECT_THROW((pattern_search{set.collection(), nullptr, {.method = search_method::index}}), usage_error);
    EXPECT_THROW((pattern_search{set.collection(), nullptr, {.max_mismatches = 64}}), usage_error);
    EXPECT_THROW((void)pattern_search(set.collection(), nullptr, {.max_mismatches = 3}).find("MKV"), usage_error);
}
