// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/extension.hpp>
#include <vglcs/pattern_search.hpp>
#include <vglcs/text_index.hpp>

#include "made_letters.hpp"
#include "temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

struct text_index_files : Test
{
    temporary_folder folder;
    std::vector<std::string> const letters{made_letters(300, 1), "", made_letters(70, 2) + std::string(90, 'N') + "RYK",
                                           made_letters(40, 3)};

    [[nodiscard]] std::string fasta() const
    {
        std::string text;
        for (std::size_t k = 0; k < letters.size(); ++k)
            text += ">record" + std::to_string(k) + " more words\n" + wrapped(letters[k], 60);
        return folder.write("a.fa", text);
    }
    std::string index(index_options const & how, std::string const & name = "a.vgx") const
    {
        std::string const path = folder.path(name);
        build_index(fasta(), path, how);
        return path;
    }
    /// The bytes of an index.
    [[nodiscard]] std::string bytes(index_options const & how) const
    {
        index(how);
        return folder.read("a.vgx");
    }
};

index_options quick(bool both_strands = false, unsigned bytes = 0)
{
    return {.reading = {.threads = 1}, .both_strands = both_strands, .index_bytes = bytes};
}

/// Message of the input_error that opening, or a whole check, ends with; empty where there is none.
std::string fault(std::string const & path, bool check)
{
    try {
        text_index const opened{path};
        if (check)
            opened.check(1);
    } catch (input_error const & e) {
        return e.what();
    }
    return {};
}

/// The bases of a collection, N where it holds a barrier.
std::string read_back(text_collection const & text, text_record const & r)
{
    std::string out;
    for (std::uint64_t p = r.start; p < r.end(); ++p)
        out += "NACGT"[text.text.letter(p)];
    return out;
}

} // namespace

TEST_F(text_index_files, hold_what_was_put_in)
{
    for (bool const both : {false, true})
        for (unsigned const bytes : {0u, 4u, 8u}) {
            std::string const path = index(quick(both, bytes));
            EXPECT_TRUE(is_index_file(path));
            text_index const opened{path};
            EXPECT_EQ(fault(path, true), "");
            text_collection const & all = opened.collection();
            EXPECT_EQ(all.alphabet, alphabet::dna);
            EXPECT_EQ(opened.both_strands(), both);
            EXPECT_EQ(opened.index_bytes(), bytes == 0 ? 4u : bytes);
            ASSERT_EQ(all.records.all().size(), letters.size());
            for (std::size_t k = 0; k < letters.size(); ++k) {
                EXPECT_EQ(all.records.all()[k].name, "record" + std::to_string(k));
                std::string expected = letters[k];
                for (char & c : expected)
                    if (std::string_view{"ACGT"}.find(c) == std::string_view::npos)
                        c = 'N';
                EXPECT_EQ(read_back(all, all.records.all()[k]), expected);
                EXPECT_EQ(all.records.find("record" + std::to_string(k)), k);
            }
            EXPECT_EQ(all.records.find("record"), std::nullopt);
            EXPECT_EQ(opened.text().size, both ? 2 * all.text.size + 1 : all.text.size);
        }
}

TEST_F(text_index_files, the_same_file_whatever_the_threads)
{
    index_options many = quick(true);
    many.reading.threads = 3;
    index(quick(true), "one.vgx");
    index(many, "many.vgx");
    EXPECT_EQ(folder.read("one.vgx"), folder.read("many.vgx"));
}

TEST_F(text_index_files, every_changed_byte_is_found)
{
    std::string const whole = bytes(quick());
    std::size_t by_opening = 0;
    for (std::size_t at = 0; at < whole.size(); at += at < 1200 ? 1 : 3) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
        folder.replace("damaged.vgx", damaged);
        std::string const path_of = folder.path("damaged.vgx");
        std::string const opening = fault(path_of, false);
        by_opening += !opening.empty();
        std::string const checking = fault(path_of, true);
        ASSERT_THAT(checking, AllOf(StartsWith(path_of + ": "), HasSubstr("index"))) << "byte " << at;
        ASSERT_EQ(opening.empty() ? checking : opening, checking);
    }
    EXPECT_GE(by_opening, 128u + 9 * 96u); // header and table
}

TEST_F(text_index_files, every_cut_and_every_addition_is_found_by_opening)
{
    std::string const whole = bytes(quick());
    for (std::size_t size = 0; size < whole.size(); size += size < 1200 ? 1 : 37) {
        folder.replace("cut.vgx", whole.substr(0, size));
        ASSERT_THAT(fault(folder.path("cut.vgx"), false), HasSubstr("index")) << size;
    }
    folder.replace("more.vgx", whole + "x");
    EXPECT_THAT(fault(folder.path("more.vgx"), false), HasSubstr("cut short or added to"));
}

TEST_F(text_index_files, other_files_are_refused_with_a_way_out)
{
    std::string const whole = bytes(quick());
    auto const message = [&](std::string const & bytes) { return fault(folder.replace("x.vgx", bytes), false); };
    EXPECT_THAT(message(">a\nACGT\n"), HasSubstr("no index, or cut short: make it with `vglcs index`"));
    EXPECT_THAT(message(std::string(500, 'A')), HasSubstr("no index: make one with `vglcs index`"));
    std::string other = whole;
    other[8] = 7;
    EXPECT_THAT(message(other), HasSubstr("index of version 7, this program reads version 1: make it again"));
    std::swap(other[12], other[15]);
    EXPECT_THAT(message(other), HasSubstr("another byte order"));
    EXPECT_THAT(fault(folder.path("missing.vgx"), false), HasSubstr("cannot open: No such file or directory"));
    EXPECT_THAT(fault(folder.path(""), false), HasSubstr("not a regular file"));
    EXPECT_FALSE(is_index_file(folder.path("missing.vgx")));
    EXPECT_FALSE(is_index_file(fasta()));
}

TEST_F(text_index_files, nothing_in_the_arrays_leads_out_of_the_file)
{
    // large arrays are not read by opening: whatever they hold, queries stay inside (the address sanitizer watches)
    std::mt19937_64 random{4};
    std::size_t const table = 128 + 9 * 96;
    for (int round = 0; round < 400; ++round) {
        std::string damaged = bytes(quick(round % 4 < 2, round % 5 < 2 ? 8 : 4));
        for (std::size_t k = 0; k < (round % 2 == 0 ? 40u : damaged.size()); ++k) {
            std::size_t const at = table + random() % (damaged.size() - table);
            damaged[at] = static_cast<char>(round % 3 == 0 ? 0xff : random());
        }
        std::string const path = folder.replace("damaged.vgx", damaged);
        try {
            text_index const opened{path};
            text_collection const & all = opened.collection();
            auto const place = [&] {
                return text_place{random() % all.text.size, random() % 2 == 0 ? strand::forward : strand::reverse};
            };
            for (auto const method : {rmq::lce_method::automatic, rmq::lce_method::rank}) {
                if (method == rmq::lce_method::rank && !opened.both_strands())
                    continue;
                extender extend{all, all, &opened, {.method = method, .threads = 1}};
                std::vector<place_pair> pairs;
                for (int k = 0; k < 200; ++k)
                    pairs.push_back({place(), place()});
                std::vector<std::uint64_t> out(pairs.size());
                extend.extensions(pairs, out);
            }
            for (auto const method : {search_method::automatic, search_method::scan, search_method::index}) {
                pattern_search finder{all, &opened, {.max_mismatches = 1, .method = method, .threads = 1}};
                (void)finder.find(letters[0].substr(100, 20));
            }
        } catch (input_error const & e) {
            EXPECT_THAT(e.what(), AnyOf(HasSubstr("damaged"), HasSubstr("add up")));
        }
    }
}

TEST_F(text_index_files, memory_is_asked_for_before_it_is_taken)
{
    index_options how = quick();
    how.reading.max_memory = 5000;
    try {
        index(how);
        ADD_FAILURE() << "no resource_error";
    } catch (resource_error const & e) {
        EXPECT_THAT(e.what(), AllOf(HasSubstr("budget is 4.9 KiB"), HasSubstr("raise --max-memory")));
    }
    EXPECT_THAT(folder.names(), ElementsAre("a.fa"));
    how.reading.max_memory = 20'000;
    index(how);
}

TEST_F(text_index_files, an_index_of_many_records_is_not_opened_beyond_the_budget)
{
    std::string text;
    for (int k = 0; k < 3000; ++k)
        text += ">r\nA\n";
    folder.write("a.fa", text);
    build_index(folder.path("a.fa"), folder.path("a.vgx"), quick());
    try {
        text_index const opened{folder.path("a.vgx"), 100'000};
        ADD_FAILURE() << "no resource_error";
    } catch (resource_error const & e) {
        EXPECT_THAT(e.what(), AllOf(HasSubstr("3000 records and 5999 positions"), HasSubstr("raise --max-memory")));
    }
    EXPECT_EQ((text_index{folder.path("a.vgx"), 150'000}.collection().records.all().size()), 3000u);
}

TEST_F(text_index_files, two_strands_need_complements)
{
    std::string const protein = folder.write("p.faa", ">p\nMKVLAWMKVL\n");
    EXPECT_THROW(build_index(protein, folder.path("p.vgx"), quick(true)), usage_error);
    build_index(protein, folder.path("p.vgx"), quick());
    EXPECT_EQ(text_index{folder.path("p.vgx")}.collection().alphabet, alphabet::protein);
}

TEST_F(text_index_files, names_that_are_there_twice_are_said)
{
    folder.write("a.fa", ">x\nACGT\n>x\nAC\n>y\nA\n");
    build_index(folder.path("a.fa"), folder.path("a.vgx"), quick());
    text_index const opened{folder.path("a.vgx")};
    EXPECT_EQ(opened.collection().records.find("y"), 2u);
    EXPECT_THROW((void)opened.collection().records.find("x"), input_error);
}

TEST(record_table, places)
{
    record_table t;
    t.add("a", 3);
    t.add("b", 0);
    t.add("c", 2);
    EXPECT_EQ(t.text_size(), 7u); // aaa| |cc
    EXPECT_EQ(t.letters(), 5u);
    EXPECT_EQ(t.at(0), 0u);
    EXPECT_EQ(t.at(2), 0u);
    EXPECT_EQ(t.at(5), 2u);
    EXPECT_EQ(t.at(6), 2u);
    EXPECT_EQ(t.position_of(0), 0u);
    EXPECT_EQ(t.position_of(2), 2u);
    EXPECT_EQ(t.position_of(3), 5u);
    EXPECT_EQ(t.position_of(4), 6u);
}
