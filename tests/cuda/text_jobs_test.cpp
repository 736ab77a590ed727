// SPDX-License-Identifier: BSD-3-Clause
/// Index, extensions and search on the device: the same file, the same numbers, the same places.
#include "gpu_test.hpp"
#include "made_letters.hpp"
#include "temporary_folder.hpp"

#include <vglcs/error.hpp>
#include <vglcs/extension.hpp>
#include <vglcs/pattern_search.hpp>
#include <vglcs/text_index.hpp>

#include <gmock/gmock.h>

#include <fstream>
#include <random>
#include <sstream>

namespace {

using namespace vglcs;
using namespace vglcs::test;

class cuda_text_jobs : public gpu_test
{
protected:
    cuda_text_jobs()
    {
        std::string first = made_letters(60'000, 1), second = made_letters(30'000, 2);
        first.replace(20'000, 300, std::string(300, 'N'));
        second.replace(1000, 9000, first.substr(5000, 9000));
        second[4000] = 'N';
        folder.write("a.fa", ">one\n" + first + "\n>two\n" + second + "\n>three\nACGT\n");
        folder.write("b.fa", ">other\n" + first.substr(40'000, 5000) + "\n");
        folder.write("p.faa", ">p\nMKVLAWMKVLXMKVLA\n");
    }
    std::string bytes_of_index(std::string const & name, index_options how, device where) const
    {
        how.device = where;
        std::string const out = folder.path(where == device::cuda ? "cuda.vgx" : "cpu.vgx");
        build_index(folder.path(name), out, how);
        std::ifstream file{out, std::ios::binary};
        std::ostringstream all;
        all << file.rdbuf();
        return std::move(all).str();
    }
    /// Random pairs on these strands, half of them in the part that the records share.
    static std::vector<place_pair> pairs_of(text_collection const & a, text_collection const & b, bool both_strands)
    {
        std::mt19937_64 random{5};
        std::vector<place_pair> out;
        auto const any = [&] { return both_strands && random() % 2 == 0 ? strand::reverse : strand::forward; };
        for (int k = 0; k < 4000; ++k) {
            std::uint64_t const near = random() % 9000;
            bool const shared = k % 2 == 0 && &a == &b && a.text.size > 90'000;
            out.push_back({{shared ? 5000 + near : random() % a.text.size, shared ? strand::forward : any()},
                           {shared ? 61'001 + near : random() % b.text.size, shared ? strand::forward : any()}});
        }
        return out;
    }
    static void expect_same_extensions(text_collection const & a, text_collection const & b, text_index const * index,
                                       bool both_strands, rmq::lce_method method)
    {
        auto const pairs = pairs_of(a, b, both_strands);
        std::vector<std::uint64_t> expected(pairs.size()), got(pairs.size(), 77);
        extender{a, b, index, {.method = method, .device = device::cpu}}.extensions(pairs, expected);
        extender on_device{a, b, index, {.method = method, .device = device::cuda}};
        on_device.extensions(pairs, got);
        EXPECT_EQ(got, expected);
        got.assign(pairs.size(), 77);
        on_device.extensions(pairs, got); // what is on the device is used again
        EXPECT_EQ(got, expected);
    }

    temporary_folder folder;
};

TEST_F(cuda_text_jobs, index_files_are_the_same)
{
    for (std::string const name : {"a.fa", "b.fa", "p.faa"})
        for (bool const both : {false, true}) {
            if (both && name == "p.faa")
                continue;
            index_options const how{.both_strands = both};
            EXPECT_TRUE(bytes_of_index(name, how, device::cuda) == bytes_of_index(name, how, device::cpu)) << name;
        }
    EXPECT_THROW((void)bytes_of_index("a.fa", {.index_bytes = 8}, device::cuda), usage_error);
}

TEST_F(cuda_text_jobs, extensions_are_the_same)
{
    sequence_set const a{folder.path("a.fa"), {}}, b{folder.path("b.fa"), {}};
    for (auto const method : {rmq::lce_method::automatic, rmq::lce_method::direct}) {
        expect_same_extensions(a.collection(), a.collection(), nullptr, true, method);
        expect_same_extensions(a.collection(), b.collection(), nullptr, true, method);
    }
    for (bool const both : {false, true}) {
        build_index(folder.path("a.fa"), folder.path("a.vgx"), {.both_strands = both});
        text_index const index{folder.path("a.vgx")};
        for (auto const method : {rmq::lce_method::automatic, rmq::lce_method::direct, rmq::lce_method::rank})
            expect_same_extensions(index.collection(), index.collection(), &index, both, method);
    }
    EXPECT_THROW(
        (extender{
            a.collection(), a.collection(), nullptr, {.method = rmq::lce_method::fingerprint, .device = device::cuda}}),
        usage_error);
}

TEST_F(cuda_text_jobs, proteins_have_extensions_and_no_search)
{
    sequence_set const p{folder.path("p.faa"), {}};
    expect_same_extensions(p.collection(), p.collection(), nullptr, false, rmq::lce_method::automatic);
    EXPECT_THROW((pattern_search{p.collection(), nullptr, {.device = device::cuda}}), usage_error);
}

TEST_F(cuda_text_jobs, occurrences_are_the_same)
{
    sequence_set const a{folder.path("a.fa"), {}};
    build_index(folder.path("a.fa"), folder.path("a.vgx"), {});
    text_index const index{folder.path("a.vgx")};
    std::string const letters = made_letters(60'000, 1);
    std::vector<std::string> patterns{"A", "ACGT", "ACNT", "", letters.substr(19'990, 24), "ACG" + std::string(5, 'N')};
    for (std::size_t k = 0; k < 300; ++k)
        patterns.push_back(letters.substr(k * 131, 5 + k % 60));
    patterns.push_back(letters.substr(5000, 3000));
    std::vector<std::string_view> const views(patterns.begin(), patterns.end());
    for (text_index const * from : {static_cast<text_index const *>(nullptr), &index})
        for (bool const reverse : {true, false}) {
            text_collection const & text = from != nullptr ? from->collection() : a.collection();
            auto const expected = pattern_search{text, from, {.reverse = reverse, .device = device::cpu}}.find(views);
            pattern_search on_device{text, from, {.reverse = reverse, .device = device::cuda}};
            EXPECT_EQ(on_device.find(views), expected);
            for (std::size_t k = 0; k < 20; ++k)
                EXPECT_EQ(on_device.find(views[k]), expected[k]) << k;
        }
    EXPECT_THROW((pattern_search{a.collection(), nullptr, {.max_mismatches = 1, .device = device::cuda}}), usage_error);
    EXPECT_THROW((pattern_search{a.collection(), nullptr, {.iupac = true, .device = device::cuda}}), usage_error);
    EXPECT_THROW((pattern_search{index.collection(), &index, {.method = search_method::index, .device = device::cuda}}),
                 usage_error);
}

} // namespace
